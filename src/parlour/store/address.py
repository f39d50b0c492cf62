"""Where a store is kept: in a SQLite file, or in a PostgreSQL database."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from parlour.core.errors import MalformedInput

_URL = re.compile(r"postgres(ql)?://")
_FILE = "sqlite:"


@dataclass(frozen=True, repr=False)
class DatabaseUrl:
    """The address of a PostgreSQL database. As text it is without its password, which stands in no log and no error."""

    url: str

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user, at, hosts = parts.netloc.rpartition("@")
        return f"postgresql://{user.partition(':')[0]}{at}{hosts}{parts.path}"

    def __repr__(self) -> str:
        return f"DatabaseUrl({str(self)!r})"


Address: TypeAlias = Path | DatabaseUrl


def address_of(text: str | Address) -> Address:
    """``postgresql://…`` is a database; ``sqlite:PATH``, or a path alone, is a file. MalformedInput for half a URL."""
    if not isinstance(text, str):
        return text
    if not _URL.match(text):
        return Path(text.removeprefix(_FILE))
    try:
        urlsplit(text)
    except ValueError:
        raise MalformedInput("the address of a database looks like postgresql://USER@HOST/NAME") from None
    return DatabaseUrl(text)

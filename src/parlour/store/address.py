"""Where a store is kept: in a SQLite file, or in a PostgreSQL database."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

_URL = re.compile(r"(?i)postgres(ql)?://")
_OTHER_URL = re.compile(r"(?i)[a-z][a-z0-9+.-]*://|.*\bpassword\s*=")
"""An address in words that are not understood here: no file is called like that, and it may hold a password."""
_FILE = "sqlite:"
HOW = "the address of a database looks like postgresql://USER@HOST/NAME"


@dataclass(frozen=True, repr=False)
class DatabaseUrl:
    """The address of a PostgreSQL database. As text it is without its password, which stands in no log and no error."""

    url: str

    def __str__(self) -> str:
        # Whatever may stand in a password, it ends before the last @, and no question mark comes before it.
        who, at, where = self.url.partition("://")[2].rpartition("@")
        return f"postgresql://{who.partition(':')[0]}{at}{where.partition('?')[0]}"

    def __repr__(self) -> str:
        return f"DatabaseUrl({str(self)!r})"


Address: TypeAlias = Path | DatabaseUrl


def address_of(text: str | Address) -> Address:
    """``postgresql://…`` is a database; ``sqlite:PATH``, or a path alone, is a file. MalformedInput for half a URL."""
    if not isinstance(text, str):
        return text
    from parlour.core.errors import MalformedInput  # what asks for help only need not load it

    if not _URL.match(text):
        if _OTHER_URL.match(text):
            raise MalformedInput(HOW)
        return Path(text.removeprefix(_FILE))
    try:
        urlsplit(text)
    except ValueError:
        raise MalformedInput(HOW) from None
    return DatabaseUrl(text)

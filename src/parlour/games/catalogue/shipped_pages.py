"""The pages that other packages ship with their games: files in a folder of the package.

``board.js`` draws a match; what else there may be is told in docs/ADDING_A_GAME.md. Whatever is found here is script on
the hub's own pages: it is trusted as the package's Python is.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from parlour.core.kit import Kit, PageFolder
from parlour.games.catalogue.archive import archive_of

BOARD = "board.js"
PYTHON = "python.zip"
"""The package's Python, for whoever plays without the server: put among the files here."""
MOST_FILES = 200
MOST_BYTES = 8 * 1024 * 1024
"""Of one page: all of it is kept in memory."""
DEEPEST = 5
"""Folders inside one another."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
"""What files and folders may be called."""
MEDIA_TYPES: Mapping[str, str] = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ogg": "audio/ogg",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
"""What pages are made of, by their endings in small letters. Browsers believe the type and guess none."""
HASH_LENGTH = 20


@dataclass(frozen=True)
class PageFiles:
    """The files of one game's page."""

    package: str
    hash: str
    """Another one as soon as anything in them is."""
    files: Mapping[str, bytes]
    """By their path inside the folder, in order."""
    left_out: tuple[str, ...] = ()
    """Paths of files that are not served, since pages are made of no such files. Hidden ones do not count."""


class Unusable(Exception):
    """Why a page cannot be served."""


@cache
def page_files(kit: Kit) -> PageFiles | None:
    """The page that comes with a game's package; one that cannot be served is warned of, and costs itself alone."""
    if kit.page is None:
        return None
    try:
        entries = sorted(_below(_folder(kit.page), ""), key=lambda entry: entry[0])
        served = [entry for entry in entries if is_served(entry[0])]
        left_out = tuple(path for path, _ in entries if not is_served(path))
        found = dict(_read(served))
        python = archive_of(kit.page) if kit.travels else None
        if python is not None and len(python) <= MOST_BYTES:
            found[PYTHON] = python
    except Exception as error:  # noqa: BLE001
        package = getattr(kit.page, "package", kit.page)
        warnings.warn(f"the page of {kit.game.id} ({package}) cannot be served: {error}", RuntimeWarning, stacklevel=2)
        return None
    content = sha256()
    for path, body in found.items():
        content.update(f"{path}\n{len(body)}\n".encode() + body)
    return PageFiles(kit.page.package, content.hexdigest()[:HASH_LENGTH], found, left_out)


def media_type_of(path: str) -> str | None:
    """What browsers are told that a file is; None for what pages are not made of."""
    return MEDIA_TYPES.get(path[path.rfind(".") :].lower())


def is_served(path: str) -> bool:
    """Whether a file in the folder of a page is one of the page's."""
    names = path.split("/")
    return all(map(NAME.fullmatch, names)) and len(names) <= DEEPEST + 1 and media_type_of(path) is not None


def _folder(page: PageFolder) -> Traversable:
    folder = files(page.package).joinpath(page.folder)
    if not folder.is_dir():
        raise Unusable(f"there is no folder {page.folder}")
    if not folder.joinpath(BOARD).is_file():
        raise Unusable(f"there is no {page.folder}/{BOARD}")
    return folder


def _read(entries: Sequence[tuple[str, Traversable]]) -> Iterator[tuple[str, bytes]]:
    """Every file by its path, within the bounds."""
    count = total = 0
    for path, file in entries:
        body = file.read_bytes()
        count, total = count + 1, total + len(body)
        if count > MOST_FILES or total > MOST_BYTES:
            raise Unusable(f"it has more than {MOST_FILES} files or {MOST_BYTES} bytes")
        yield path, body


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """Every file by its path; hidden ones, and what Python keeps for itself, are not looked at."""
    for entry in folder.iterdir():
        if entry.name.startswith((".", "__")):
            continue
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry

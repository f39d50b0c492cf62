"""A package that adds games, for the Python in a browser: its modules, the files beside them, and what its entry points
say.

A package that holds compiled modules, or needs others besides Parlour and msgspec, stays where it is. The same files
give the same bytes.
"""

import zipfile
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from parlour.core.kit import PageFolder
from parlour.games import GROUP
from parlour.games.catalogue.requirements import needed_name

EPOCH = (1980, 1, 1, 0, 0, 0)
UNSEEN = ("__pycache__", "tests")
COMPILED = (*EXTENSION_SUFFIXES, ".pyd")
THERE = frozenset({"parlour", "msgspec"})
"""Packages that a browser's Python has."""


def archive_of(page: PageFolder) -> bytes | None:
    """A zip file to be unpacked among a browser's packages; None for a package that adds no game or cannot travel.

    The files of the page itself are not in it: the browser has them already.
    """
    package, top = page.package, _top(page)
    added = _added(top)
    if not added or obstacle(page):
        return None
    lines = "".join(f"{entry.name} = {entry.value}\n" for entry in added)
    information = f"{top}-0.dist-info"
    contents = {
        **dict(sorted(_files(files(top), f"{top}/", f"{package.replace('.', '/')}/{page.folder}"))),
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {top}\nVersion: 0\n".encode(),
        f"{information}/entry_points.txt": f"[{GROUP}]\n{lines}".encode(),
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, body in contents.items():
            archive.writestr(zipfile.ZipInfo(path, EPOCH), body, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def obstacle(page: PageFolder) -> str | None:
    """Why the package of a page stays where it is; None if nothing keeps it there."""
    top = _top(page)
    if missing := _needs(_added(top)) - THERE:
        return f"it needs {', '.join(sorted(missing))}, which a browser's Python does not have"
    return "it has modules that were compiled for this machine" if _is_compiled(files(top)) else None


def _top(page: PageFolder) -> str:
    """The whole package in which the page lies."""
    return page.package.partition(".")[0]


def _added(package: str) -> list[EntryPoint]:
    """The games that a package adds."""
    return [entry for entry in entry_points(group=GROUP) if entry.module.partition(".")[0] == package]


def _needs(added: Sequence[EntryPoint]) -> set[str]:
    """The packages that those of these entry points ask for in a browser."""
    wanted = (line for entry in added if entry.dist for line in entry.dist.requires or ())
    return {name for line in wanted if (name := needed_name(line))}


def _is_compiled(folder: Traversable) -> bool:
    """Whether a package holds modules for this machine only."""
    return any(
        entry.name not in UNSEEN and _is_compiled(entry) if entry.is_dir() else entry.name.endswith(COMPILED)
        for entry in folder.iterdir()
    )


def _files(folder: Traversable, path: str, page: str) -> Iterator[tuple[str, bytes]]:
    """All of a package but its page, its tests and what is hidden, by their paths."""
    for entry in folder.iterdir():
        if entry.name in UNSEEN or entry.name.startswith(".") or path + entry.name == page:
            continue
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/", page)
        else:
            yield path + entry.name, entry.read_bytes()

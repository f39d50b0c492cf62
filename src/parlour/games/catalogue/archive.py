"""The Python of a package that adds games, for the Python in a browser: its modules, and what its entry points say.

Modules are all that travels. A package that needs others besides Parlour does not load there, which costs its own games
and no other. The same modules give the same bytes.
"""

import zipfile
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from parlour.games import GROUP

EPOCH = (1980, 1, 1, 0, 0, 0)
UNSEEN = ("__pycache__", "tests")


def archive_of(package: str) -> bytes | None:
    """A zip file to be unpacked among a browser's packages; None for a package that adds no game."""
    top = package.partition(".")[0]
    added = [entry for entry in entry_points(group=GROUP) if entry.module.partition(".")[0] == top]
    if not added:
        return None
    lines = "".join(f"{entry.name} = {entry.value}\n" for entry in added)
    information = f"{top}-0.dist-info"
    contents = {
        **dict(sorted(_modules(files(top), f"{top}/"))),
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {top}\nVersion: 0\n".encode(),
        f"{information}/entry_points.txt": f"[{GROUP}]\n{lines}".encode(),
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, body in contents.items():
            archive.writestr(zipfile.ZipInfo(path, EPOCH), body, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _modules(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in UNSEEN:
                yield from _modules(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield path + entry.name, entry.read_bytes()

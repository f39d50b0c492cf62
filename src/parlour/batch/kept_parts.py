"""Parts that are done, in a folder beside the output until all of them are: a batch that was stopped goes on there.

Each is a file of its rows as JSON Lines, put in place whole. Its name holds its number and a digest of what was asked
for, so that no part of another batch, or of input that has changed since, is taken for it.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from parlour.core.errors import MalformedInput
from parlour.store.file_lock import StoreInUse, sole_writer

ASKED = "batch.json"
"""The file that says of which batch a folder has parts."""
NAME = re.compile(r"(\d{9})-([0-9a-f]{32})\.jsonl")


class KeptParts:
    """The parts of one batch on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._digests = {
            int(found[1]): found[2] for file in folder.iterdir() if (found := NAME.fullmatch(file.name)) is not None
        }

    def has(self, number: int, digest: str) -> bool:
        """Whether this part is done; MalformedInput if what was done under its number is another."""
        kept = self._digests.get(number)
        if kept not in (None, digest):
            raise MalformedInput(
                f"part {number} in {self.folder} was made of other input; remove the folder to begin anew"
            )
        return kept is not None

    def keep(self, number: int, digest: str, rows: bytes) -> None:
        """Put a part in its place: whole, or not at all."""
        write_whole(self._file(number, digest), rows)
        self._digests[number] = digest

    def read(self, number: int) -> bytes:
        """The rows of a part that is done."""
        return self._file(number, self._digests[number]).read_bytes()

    def _file(self, number: int, digest: str) -> Path:
        return self.folder / f"{number:09}-{digest}.jsonl"


@contextmanager
def kept_parts(output: Path, asked: Mapping[str, Any]) -> Iterator[KeptParts]:
    """The parts of what was asked, for one process at a time. The folder goes when the output is in its place."""
    folder = output.with_name(f"{output.name}.parts")
    if output.exists():
        raise MalformedInput(f"{output} is there already; remove it, or name another file")
    try:
        with sole_writer(output):
            folder.mkdir(exist_ok=True)
            _check_same(folder, asked)
            yield KeptParts(folder)
            if output.exists():
                shutil.rmtree(folder)
    except StoreInUse:
        raise MalformedInput(f"{output} is being written by another process") from None


def part_digest(part: Any) -> str:
    """A name for what is in a part."""
    return hashlib.sha256(msgspec.msgpack.encode(part)).hexdigest()[:32]


def write_whole(file: Path, text: bytes) -> None:
    """Write a file so that it is there with all of its text or not at all, whatever ends the process."""
    beside = file.with_name(f"{file.name}.new")
    with beside.open("wb") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    beside.replace(file)


def _check_same(folder: Path, asked: Mapping[str, Any]) -> None:
    """MalformedInput if the folder holds parts of another batch; an empty one becomes this one's."""
    file = folder / ASKED
    wanted = msgspec.json.decode(msgspec.json.encode(asked), type=dict[str, Any])
    if not file.exists():
        write_whole(file, msgspec.json.encode(wanted))
        return
    kept = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    for name in sorted(kept.keys() | wanted.keys()):
        if kept.get(name) != wanted.get(name):
            raise MalformedInput(
                f"{folder} holds parts of another batch: {name} was {_shown(kept.get(name))} and is"
                f" {_shown(wanted.get(name))}; finish that one, or remove the folder to begin anew"
            )


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()

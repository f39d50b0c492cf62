"""Files that are too large to be kept in memory: what a browser needs to run Python.

They are read while they are sent, a part at a time and no faster than they are taken. What packing makes smaller lies
packed on the disk, and is unpacked for whoever cannot.
"""

import mimetypes
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from litestar import Response
from litestar.response import Stream

from parlour.server.http.addresses import AnyRequest

PACKED = ".gz"
PART = 64 * 1024
"""Bytes read at once."""
READS_GZIP = 16 + zlib.MAX_WBITS

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")


@dataclass(frozen=True)
class LargeFile:
    """Where a file lies, and how it is sent."""

    path: Path
    size: int
    """Bytes on the disk."""
    packed: bool
    media_type: str
    tag: str


def large_files(folder: Path, address: str) -> dict[str, LargeFile]:
    """Every file below a folder by its address."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {f"{address}/{path.relative_to(folder).as_posix().removesuffix(PACKED)}": _found(path) for path in files}


def _found(path: Path) -> LargeFile:
    name = path.name.removesuffix(PACKED)
    with path.open("rb") as file:
        content = sha256()
        while part := file.read(PART):
            content.update(part)
    return LargeFile(
        path=path,
        size=path.stat().st_size,
        packed=path.suffix == PACKED,
        media_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        tag=f'"{content.hexdigest()[:20]}"',
    )


def streamed(request: AnyRequest, file: LargeFile, keep: str) -> Response[bytes] | Stream:
    """A large file, unless the browser has it."""
    headers = {"Cache-Control": keep, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.packed and "gzip" not in request.headers.get("accept-encoding", ""):
        return Stream(_unpacked(file.path), media_type=file.media_type, headers=headers)
    headers["Content-Length"] = str(file.size)
    if file.packed:
        headers["Content-Encoding"] = "gzip"
    return Stream(_parts(file.path), media_type=file.media_type, headers=headers)


async def _parts(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        while part := file.read(PART):
            yield part


async def _unpacked(path: Path) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(wbits=READS_GZIP)
    async for part in _parts(path):
        yield unpacking.decompress(part)
    yield unpacking.flush()

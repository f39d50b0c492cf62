"""Files that are too large to be kept in memory: what a browser needs to run Python.

They are read while they are sent, a part at a time and no faster than the client reads. Files that compress well are
compressed on the disk, and decompressed for clients that cannot.
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
from parlour.server.http.byte_ranges import part_of

PACKED = ".gz"
PART = 64 * 1024
"""Bytes read at once."""
READS_GZIP = 16 + zlib.MAX_WBITS

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")


@dataclass(frozen=True)
class LargeFile:
    """A file on the disk, and how it is sent."""

    path: Path
    size: int
    """Bytes on the disk."""
    packed: bool
    media_type: str
    tag: str


def large_files(folder: Path, address: str) -> dict[str, LargeFile]:
    """Every file below a folder by its address."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        f"{address}/{path.relative_to(folder).as_posix().removesuffix(PACKED)}": _large_file(path) for path in files
    }


def _large_file(path: Path) -> LargeFile:
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
    """A large file, or the range of it that was asked for, unless the browser has it. A compressed file has no ranges,
    since they would differ from those of the plain one.
    """
    headers = {"Cache-Control": keep, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.packed and "gzip" not in request.headers.get("accept-encoding", ""):
        return Stream(_sent(request, _unpacked(file.path)), media_type=file.media_type, headers=headers)
    if file.packed:
        headers |= {"Content-Length": str(file.size), "Content-Encoding": "gzip"}
        return Stream(_sent(request, _parts(file.path, 0, file.size)), media_type=file.media_type, headers=headers)
    part = part_of(request, file.size, file.tag)
    headers |= part.headers | {"Content-Length": str(part.end - part.first)}
    body = _sent(request, _parts(file.path, part.first, part.end))
    return Stream(body, status_code=part.status, media_type=file.media_type, headers=headers)


def _sent(request: AnyRequest, body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The body of an answer; nothing is read for whoever asks for the headers only."""
    return _nothing() if request.method == "HEAD" else body


async def _nothing() -> AsyncIterator[bytes]:
    yield b""


async def _parts(path: Path, first: int, end: int) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        file.seek(first)
        while part := file.read(min(PART, end - file.tell())):
            yield part


async def _unpacked(path: Path) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(wbits=READS_GZIP)
    async for part in _parts(path, 0, path.stat().st_size):
        yield unpacking.decompress(part)
    yield unpacking.flush()

"""The client's pages: whatever was built into the folder ``client`` of the server, kept in memory."""

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from parlour.server.protocol.problems import Problem, not_found

FOLDER = Path(__file__).parents[1] / "client"
INDEX = "index.html"
FILES = "files"
"""Marks the handler of files among those that do something."""
FOREVER = "public, max-age=31536000, immutable"
"""Files under ``assets`` carry a hash of their content in their name."""
ASK_AGAIN = "no-cache"
NONCE = b"{{nonce}}"
PACKED = {".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"}
CONTENT_SECURITY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class File:
    """One built file, as it is and packed."""

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str
    keep: str


@cache
def built() -> dict[str, File]:
    """Every file of the client by its address; empty when the client was never built."""
    return {path.relative_to(FOLDER).as_posix(): _read(path) for path in FOLDER.rglob("*") if path.is_file()}


def _read(path: Path) -> File:
    body = path.read_bytes()
    return File(
        body=body,
        packed=gzip.compress(body, mtime=0) if path.suffix in PACKED else None,
        media_type=mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        tag=f'"{sha256(body).hexdigest()[:20]}"',
        keep=FOREVER if path.parent.name == "assets" else ASK_AGAIN,
    )


@get(["/", "/{path:path}"], include_in_schema=False, opt={FILES: True})
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """A file of the client, or its one page for every address that the client itself understands."""
    name = path.strip("/")
    file = built().get(name)
    if file is not None and name != INDEX:
        return _file(request, file)
    if name.startswith(("api/", "assets/")):
        raise not_found("page")
    index = built().get(INDEX)
    if index is None:
        raise Problem(503, "no-client", "the pages are not built: run make client, or use /api")
    nonce = token_urlsafe(16)
    return Response(
        index.body.replace(NONCE, nonce.encode()),
        media_type="text/html",
        headers={
            "Content-Security-Policy": CONTENT_SECURITY.format(nonce=nonce),
            "Cache-Control": "no-store",
        },
    )


def _file(request: Request[Any, Any, Any], file: File) -> Response[bytes]:
    headers = {"Cache-Control": file.keep, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.media_type, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.media_type, headers=headers)

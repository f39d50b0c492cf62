"""The client's pages: whatever was built into the folder ``client`` of the server, and what other packages ship with
their games, all of it kept in memory; and the documentation from the folder ``docs``, which is read as it is sent."""

import gzip
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe

from litestar import HttpMethod, Response, route
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from litestar.response import Stream

from parlour.games import kits
from parlour.games.catalogue.shipped_pages import media_type_of, page_files
from parlour.server.http.addresses import AnyRequest
from parlour.server.http.byte_ranges import part_of
from parlour.server.http.large_files import LargeFile, large_files, streamed
from parlour.server.problems import Problem, not_found
from parlour.server.settings import Settings

FOLDER = Path(__file__).parents[1] / "client"
PYTHON_FOLDER = FOLDER / "python"
DOCS_FOLDER = Path(__file__).parents[1] / "docs"
DOCS = "docs"
INDEX = "index.html"
GAME_PAGES = "pages"
ADDRESSES = (
    "/",
    "/room/:code",
    "/games/:game",
    "/match/:id",
    "/daily/:game?/:day?",
    "/leaderboards/:game?/:board?",
    "/me",
    "/player/:id",
    "/settings",
    "/session",
    "/sign-in",
    "/admin",
)
"""The addresses of the client's pages, as its router writes them (client/src/App.tsx)."""
FILES = "files"
"""Marks the handler of the client's files, which has a rate limit of its own."""
READ = (HttpMethod.GET, HttpMethod.HEAD)
"""Methods that read: who checks that a page is there asks for its headers only, and uvicorn sends no body to them."""
NOT_FOR_CRAWLERS = ("/api", "/admin")
FOREVER = "public, max-age=31536000, immutable"
"""Files under ``assets`` carry a hash of their content in their name."""
ASK_AGAIN = "no-cache"
NONCE = b"{{nonce}}"
BASE = b"{{base}}"
"""The text in the page that is replaced by the base."""
PACKED = {".js", ".mjs", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"}
CONTENT_SECURITY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""``wasm-unsafe-eval`` allows WebAssembly to be compiled, which Python in a browser needs, but no text to become
script."""

_STEPS = re.compile(r"/(:?[^/?]+)(\??)")
"""The parts of an address: a word or a parameter, and whether it may be left out."""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("image/avif", ".avif")
mimetypes.add_type("image/webp", ".webp")


@dataclass(frozen=True)
class File:
    """One file of the client, plain and compressed."""

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str
    keep: str


@cache
def built() -> dict[str, File]:
    """Every file of the pages by its address; empty when the client was never built."""
    files = (path for path in FOLDER.rglob("*") if path.is_file() and PYTHON_FOLDER not in path.parents)
    return {
        path.relative_to(FOLDER).as_posix(): _kept(
            path.name, path.read_bytes(), FOREVER if path.parent.name == "assets" else ASK_AGAIN
        )
        for path in files
    }


@cache
def game_pages() -> dict[str, File]:
    """Every file that a package ships for its game's page, by its address."""
    pages = [found for kit in kits().values() if (found := page_files(kit))]
    return {
        f"{GAME_PAGES}/{found.hash}/{path}": _kept(path, body, FOREVER, media_type_of(path))
        for found in pages
        for path, body in found.files.items()
    }


@cache
def python_files() -> dict[str, LargeFile]:
    """What a browser needs to run Python, by address."""
    return large_files(PYTHON_FOLDER, PYTHON_FOLDER.name)


@cache
def documentation() -> dict[str, LargeFile]:
    """Every file of the documentation by its address; empty when it was never built."""
    return large_files(DOCS_FOLDER, DOCS)


def _kept(name: str, body: bytes, keep: str, media_type: str | None = None) -> File:
    return File(
        body=body,
        packed=gzip.compress(body, mtime=0) if Path(name).suffix.lower() in PACKED else None,
        media_type=media_type or mimetypes.guess_type(name)[0] or "application/octet-stream",
        tag=f'"{sha256(body).hexdigest()[:20]}"',
        keep=keep,
    )


@route(
    "/robots.txt",
    http_method=READ,
    status_code=200,
    media_type="text/plain",
    include_in_schema=False,
    opt={FILES: True},
)
async def robots(settings: NamedDependency[SkipValidation[Settings]]) -> str:
    """What crawlers may ask for: every page, and neither the API nor the hosts' own page."""
    forbidden = "".join(f"Disallow: {settings.base}{path}\n" for path in NOT_FOR_CRAWLERS)
    return f"User-agent: *\n{forbidden}"


@route(["/", "/{path:path}"], http_method=READ, status_code=200, include_in_schema=False, opt={FILES: True})
async def page(
    request: AnyRequest, settings: NamedDependency[SkipValidation[Settings]], path: FromPath[str] = ""
) -> Response[bytes] | Stream:
    """A file of the client, or its one page, which says itself what stands at an address: 404 where nothing does."""
    name = path.strip("/")
    if large := python_files().get(name):
        return streamed(request, large, FOREVER)
    if name == DOCS and documentation() and not request.scope["raw_path"].endswith(b"/"):
        return Response(b"", status_code=308, headers={"Location": f"{DOCS}/"})
    if documented := documentation().get(f"{DOCS}/{INDEX}" if name == DOCS else name):
        return streamed(request, documented, ASK_AGAIN)
    file = built().get(name) or game_pages().get(name)
    if file is not None and name != INDEX:
        return _file(request, file)
    if name.startswith(("api/", "assets/", "python/", f"{GAME_PAGES}/")):
        raise not_found("page")
    index = built().get(INDEX)
    if index is None:
        raise Problem(503, "no-client", "the pages are not built: run make client, or use /api")
    nonce = token_urlsafe(16)
    return Response(
        index.body.replace(BASE, settings.base.encode()).replace(NONCE, nonce.encode()),
        status_code=200 if is_page(f"/{name}") else 404,
        media_type="text/html",
        headers={
            "Content-Security-Policy": CONTENT_SECURITY.format(nonce=nonce),
            "Cache-Control": "no-store",
        },
    )


def is_page(path: str) -> bool:
    """Whether the client has a page there. Of rooms, matches and players that is all that is said: a code that belongs
    to no room is counted where rooms are asked for, and is no different here.
    """
    found = _pages().fullmatch(path)
    game = found and next((named for named in found.groups() if named), None)
    return found is not None and (game is None or game in kits())


@cache
def _pages() -> re.Pattern[str]:
    """All addresses as one pattern; its groups are the games that they name."""
    return re.compile("|".join(map(_pattern, ADDRESSES)))


def _pattern(address: str) -> str:
    """``/leaderboards/:game?`` as a regular expression."""
    steps = (f"(?:/{_step(name)}){'?' if optional else ''}" for name, optional in _STEPS.findall(address))
    return "".join(steps) + "/?"


def _step(name: str) -> str:
    return "([^/]+)" if name == ":game" else "[^/]+" if name.startswith(":") else re.escape(name)


def _file(request: AnyRequest, file: File) -> Response[bytes]:
    headers = {"Cache-Control": file.keep, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.packed is None:
        part = part_of(request, len(file.body), file.tag)
        body = file.body[part.first : part.end]
        return Response(body, status_code=part.status, media_type=file.media_type, headers=headers | part.headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.media_type, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.media_type, headers=headers)

"""The client's pages as the server hands them out."""

import gzip
import re
from pathlib import Path

from parlour.server.http.pages import ADDRESSES, documentation, python_files
from tests.server.table import Guest

ROOT = Path(__file__).parents[3]
MOST_INITIAL_JS = 120_000
"""Bytes, packed, before anything can be played."""


def test_every_address_of_the_client_is_its_one_page_with_a_nonce_of_its_own(ann: Guest) -> None:
    pages = [ann.http.get(path) for path in ("/", "/room/ABCDEF", "/leaderboards/stackdoku/hard")]
    nonces = [
        re.search(r"script-src 'self' 'nonce-([^']+)'", page.headers["content-security-policy"]) for page in pages
    ]
    assert all(
        nonce is not None and f'nonce="{nonce[1]}"' in page.text for nonce, page in zip(nonces, pages, strict=True)
    )
    assert len({nonce[1] for nonce in nonces if nonce}) == 3
    assert "{{nonce}}" not in pages[0].text


def test_files_are_kept_by_browsers_and_asked_for_once(ann: Guest) -> None:
    scripts = re.findall(r'<script type="module"[^>]* src="([^"]+)"', ann.http.get("/").text)
    assert scripts
    for script in scripts:
        first = ann.http.get(script)
        assert "immutable" in first.headers["cache-control"]
        assert first.headers["content-encoding"] == "gzip"
        again = ann.http.get(script, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_what_python_needs_in_a_browser_is_served_packed_and_kept_for_ever(ann: Guest) -> None:
    [name] = [name for name in python_files() if name.endswith("/files.json")]
    listed = ann.http.get(f"/{name}").json()
    assert {name, *(file["path"] for file in listed)} == python_files().keys()
    games = {file["game"] for file in listed if file["use"] == "library"}
    assert games == {path.parent.name for path in (ROOT / "src" / "parlour" / "games").glob("*/compiled.py")}
    for file in listed:
        address = f"/{file['path']}"
        packed, plain = (ann.http.get(address, headers={"Accept-Encoding": way}) for way in ("gzip", "identity"))
        assert int(packed.headers["content-length"]) == file["transferred"] <= len(plain.content) == file["bytes"]
        assert packed.content == plain.content
        assert "immutable" in packed.headers["cache-control"]
        again = ann.http.get(address, headers={"If-None-Match": packed.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        if address.endswith(".wasm"):
            assert packed.headers["content-type"] == "application/wasm"


def test_a_part_of_a_file_is_sent_to_whoever_asks_for_it(ann: Guest) -> None:
    assert documentation(), "make docs"
    on_disk = {f"/{name}": file.size for name, file in documentation().items() if not file.packed}
    for path in ("/icon-512.png", max(on_disk, key=lambda path: on_disk[path])):
        whole = ann.http.get(path)
        body, size, tag = whole.content, len(whole.content), whole.headers["etag"]
        assert (whole.status_code, whole.headers["accept-ranges"]) == (200, "bytes")
        assert size == on_disk.get(path, size) > 100
        parts = {
            "bytes=0-1": (0, 2),
            "bytes=0-0": (0, 1),
            "bytes=7-": (7, size),
            "bytes=-9": (size - 9, size),
            f"bytes=-{size + 1}": (0, size),
            f"Bytes = {size - 1} - {size + 99}": (size - 1, size),
        }
        for asked, (first, end) in parts.items():
            for said in ({}, {"If-Range": tag}):
                part = ann.http.get(path, headers={"Range": asked} | said)
                assert (part.status_code, part.content) == (206, body[first:end]), asked
                assert part.headers["content-range"] == f"bytes {first}-{end - 1}/{size}"
                assert part.headers["content-length"] == str(end - first)
                assert (part.headers["etag"], part.headers["content-type"]) == (tag, whole.headers["content-type"])
        for asked in (f"bytes={size}-", "bytes=-0", f"bytes={size}-{size + 5}"):
            none = ann.http.get(path, headers={"Range": asked})
            assert (none.status_code, none.content) == (416, b""), asked
            assert none.headers["content-range"] == f"bytes */{size}"
            assert none.headers["cache-control"] == "no-store"
        for asked in (
            "bytes=0-1,3-4",
            "bytes=5-2",
            "bytes=-",
            "bytes",
            "lines=0-1",
            "bytes=x-1",
            "bytes=" + "9" * 99 + "-",
        ):
            assert ann.http.get(path, headers={"Range": asked}).status_code == 200, asked
        for if_range in ('"another"', f"W/{tag}", "Tue, 17 Nov 2026 05:00:00 GMT"):
            other = ann.http.get(path, headers={"Range": "bytes=0-1", "If-Range": if_range})
            assert (other.status_code, other.content) == (200, body), if_range
        known = ann.http.get(path, headers={"Range": "bytes=0-1", "If-None-Match": tag})
        assert (known.status_code, known.content) == (304, b"")


def test_of_what_is_packed_no_part_is_sent(ann: Guest) -> None:
    script = re.findall(r'<script type="module"[^>]* src="([^"]+)"', ann.http.get("/").text)[0]
    [listed] = [name for name in python_files() if name.endswith("/files.json")]
    assert documentation(), "make docs"
    for path in (script, f"/{listed}", "/docs/"):
        for way in ("gzip", "identity"):
            whole = ann.http.get(path, headers={"Range": "bytes=0-1", "Accept-Encoding": way})
            assert (whole.status_code, "accept-ranges" in whole.headers) == (200, False)
            assert len(whole.content) > 2


def test_whoever_asks_for_the_headers_only_is_sent_those_of_the_whole(ann: Guest) -> None:
    script = re.findall(r'<script type="module"[^>]* src="([^"]+)"', ann.http.get("/").text)[0]
    [listed] = [name for name in python_files() if name.endswith("/files.json")]
    paths = (
        "/",
        "/room/ABCDEF",
        "/nowhere",
        "/docs",
        "/docs/",
        "/icon-512.png",
        "/robots.txt",
        script,
        f"/{listed}",
        "/health",
        "/ready",
    )
    for path in paths:
        whole, head = ann.http.get(path), ann.http.head(path)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        for name in ("content-type", "content-length", "etag", "cache-control", "location"):
            assert head.headers.get(name) == whole.headers.get(name), (path, name)
    assert ann.http.head("/icon.svg", headers={"Accept-Encoding": "identity"}).status_code == 200
    assert ann.http.head("/docs/", headers={"Accept-Encoding": "identity"}).content == b""
    part = ann.http.head("/icon-512.png", headers={"Range": "bytes=0-1"})
    assert (part.status_code, "content-range" in part.headers) == (200, False)
    assert ann.http.get("/").status_code == 200, "the connection is still in step"


def test_crawlers_are_told_to_leave_the_api_and_the_hosts_alone(ann: Guest) -> None:
    answer = ann.http.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == "User-agent: *\nDisallow: /api\nDisallow: /admin\n"


def test_pages_and_workers_may_compile_webassembly_and_no_text(ann: Guest) -> None:
    script = re.findall(r'<script type="module"[^>]* src="([^"]+)"', ann.http.get("/").text)[0]
    for path in ("/", script):
        policy = ann.http.get(path).headers["content-security-policy"]
        assert "'wasm-unsafe-eval'" in policy
        assert "'unsafe-eval'" not in policy


def test_what_is_not_there_is_said_to_be_missing(ann: Guest) -> None:
    for path in ("/assets/none.js", "/python/none/pyodide.mjs", "/api/none", "/assets/%2e%2e/%2e%2e/app.py"):
        assert ann.http.get(path).status_code == 404
    assert "class Parlour" not in ann.http.get("/%2e%2e/app.py").text


def test_the_first_page_needs_little_script(ann: Guest) -> None:
    html = ann.http.get("/").text
    scripts = set(re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', html))
    packed = sum(len(gzip.compress(ann.http.get(script).content)) for script in scripts)
    assert packed <= MOST_INITIAL_JS


def test_an_address_without_a_page_is_answered_with_404_and_the_page_that_says_so(ann: Guest) -> None:
    for path in ("/nowhere", "/games/none", "/leaderboards/none", "/match/1/2", "/room", "/settings/more"):
        answer = ann.http.get(path)
        assert (answer.status_code, '<div id="root">' in answer.text) == (404, True), path
    for path in ("/", "/daily", "/settings/", "/leaderboards", "/games/stackdoku", "/room/ZZZZZZ", "/match/none"):
        assert ann.http.get(path).status_code == 200, path


def test_a_page_without_https_has_no_header_of_which_browsers_complain_there(ann: Guest) -> None:
    assert "cross-origin-opener-policy" not in ann.http.get("/").headers


def test_the_server_knows_the_addresses_of_the_clients_router() -> None:
    router = (ROOT / "client" / "src" / "App.tsx").read_text()
    assert tuple(re.findall(r'<Route path="([^"]+)"', router)) == ADDRESSES

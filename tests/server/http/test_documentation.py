"""The documentation as the hub hands it out; ``make docs`` builds it."""

import gzip
import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from scripts.documentation import pages
from scripts.documentation.finishing import moved

from parlour.server.http.large_files import LargeFile
from parlour.server.http.pages import documentation
from tests.server.table import Guest

HUB = "/"
ADDRESSES = {"a": "href", "link": "href", "script": "src", "img": "src"}


class Page(HTMLParser):
    """What a page loads and links to, what can be linked to in it, and whatever a content policy would stop."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id", ""))
        if address := given.get(ADDRESSES.get(tag, "")):
            self.addresses.append((tag, address))
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


def content(file: LargeFile) -> bytes:
    body = file.path.read_bytes()
    return gzip.decompress(body) if file.packed else body


@pytest.fixture(scope="module")
def site() -> dict[str, Page]:
    """Every page by its address."""
    if not documentation():
        pytest.fail("the documentation is not built: make docs")
    return {
        f"/{name}": Page(content(file).decode()) for name, file in documentation().items() if name.endswith(".html")
    }


def test_every_page_of_the_repository_is_in_the_site(site: dict[str, Page]) -> None:
    files = {path.relative_to(pages.ROOT).as_posix() for path in (pages.ROOT / "docs").glob("*.md")}
    assert files <= set(pages.files())
    assert {f"/docs/{pages.page_name(file)}.html" for file in pages.files()} <= set(site)


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: dict[str, Page]) -> None:
    for address, page in site.items():
        for tag, target in page.addresses:
            whole = urlsplit(urljoin(f"http://hub{address}", target))
            if whole.netloc != "hub":
                assert tag == "a", (address, target)
                continue
            assert not target.startswith("/"), (address, target)
            assert whole.path == HUB or whole.path.removeprefix("/") in documentation(), (address, target)
            if tag == "a" and whole.fragment and whole.path in site:
                assert whole.fragment in site[whole.path].ids, (address, target)
    assert sum(len(page.addresses) for page in site.values()) > 500


def test_every_page_leads_back_to_the_hub(site: dict[str, Page]) -> None:
    assert [address for address, page in site.items() if ("a", "../") not in page.addresses] == []


def test_no_page_holds_what_its_content_policy_forbids(ann: Guest, site: dict[str, Page]) -> None:
    policy = ann.http.get("/docs/").headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert re.search(r"default-src 'self'; script-src 'self' 'wasm-unsafe-eval';", policy)
    assert {address: page.inline for address, page in site.items() if page.inline} == {}


def test_the_front_page_stands_at_an_address_from_which_its_links_hold(ann: Guest) -> None:
    sent = ann.http.get("/docs")
    assert (sent.status_code, sent.headers["location"]) == (308, "docs/")
    front = ann.http.get("/docs/")
    assert front.status_code == 200
    assert front.text == ann.http.get("/docs/index.html").text
    assert ann.http.get("/api").json()["docs"] == "/docs/"


def test_a_page_is_sent_packed_and_not_twice(ann: Guest) -> None:
    first = ann.http.get("/docs/hosting.html")
    assert first.headers["content-type"].startswith("text/html")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = ann.http.get("/docs/hosting.html", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = ann.http.get("/docs/hosting.html", headers={"Accept-Encoding": "identity"})
    assert plain.text == first.text


def test_what_the_documentation_does_not_have_is_answered_with_the_hubs_page(ann: Guest) -> None:
    for path in ("/docs/nowhere.html", "/docs/%2e%2e/app.py"):
        answer = ann.http.get(path)
        assert (answer.status_code, '<div id="root">' in answer.text) == (404, True), path


def test_scripts_and_styles_are_moved_out_of_a_page() -> None:
    rules: dict[str, str] = {}
    page, beside = moved(
        '<head><style>p{}</style></head><p style="width: 5%" class="a"></p><br style="top: 0"><script>go()</script>',
        "../",
        rules,
    )
    assert Page(page).inline == []
    assert sorted(beside.values()) == [b"go()", b"p{}"]
    assert {f"../{name}" for name in beside} <= {address for _, address in Page(page).addresses}
    assert sorted(rules.values()) == ["top: 0", "width: 5%"]
    assert all(name in page for name in rules)


def test_links_between_files_become_links_between_pages() -> None:
    text, needed = pages.source("docs/OPERATIONS.md")
    assert "](hosting.md)" in text
    assert "](benchmarks/capacity.py)" in text
    assert "benchmarks/capacity.py" in needed
    assert "](../deploy/grafana)" not in text


def test_the_diagrams_are_pictures_with_a_name(site: dict[str, Page], ann: Guest) -> None:
    drawn = {
        target for tag, target in site["/docs/architecture.html"].addresses if target.endswith(".svg") and tag == "img"
    }
    assert len(drawn) == 8
    text = ann.http.get("/docs/architecture.html").text
    assert len(re.findall(r'alt="Diagram: The way of an action"', text)) == 2
    for target in drawn:
        picture = ann.http.get(f"/docs/{target}").text
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_the_site_says_nothing_of_the_machine_that_built_it() -> None:
    home = re.compile(rb"(?<![\w.~-])" + re.escape(f"{pages.ROOT}/".encode()))
    assert [name for name, file in documentation().items() if home.search(content(file))] == []

"""The page that a package ships with its game: found, bounded, and no reason for anything else to fail."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.core.kit import Kit, PageFolder
from parlour.games import kit_of
from parlour.games.catalogue import ListedPage, listed
from parlour.games.catalogue import shipped_pages as pages
from parlour.games.catalogue.shipped_pages import BOARD, page_files
from parlour.server.http import pages as served
from parlour.testing.page_laws import its_page_can_be_served_and_says_the_same_things_in_every_language as law
from tests.nim import kit as nim


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder ``page`` of a package ``pond_game`` that can be imported."""
    page = tmp_path / "pond_game" / "page"
    page.mkdir(parents=True)
    (tmp_path / "pond_game" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pond_game", raising=False)
    return page


def with_page() -> Kit:
    return replace(nim, page=PageFolder("pond_game"))


def put(folder: Path, *names: str, body: str = "x") -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body)


def test_a_page_is_listed_with_all_of_its_files_and_a_hash_that_changes_with_any_of_them(folder: Path) -> None:
    put(folder, BOARD, "text/en.json")
    put(folder, "wide.svg", body="<svg/>")
    first = page_files(with_page())
    assert first is not None
    files = (BOARD, "text/en.json", "wide.svg")
    assert listed(with_page()).page == ListedPage("pond_game", first.hash, files, (1, 1, 6))
    put(folder, "text/en.json", body="y")
    second = page_files(with_page())
    assert second is not None
    assert second.hash != first.hash


def test_a_game_can_be_played_without_the_server_if_its_python_travels(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, BOARD)
    assert not listed(with_page()).at_home, "no package adds it as a game"
    monkeypatch.setattr(pages, "archive_of", lambda _page: b"its modules")
    assert listed(with_page()).at_home
    assert not listed(replace(with_page(), travels=False)).at_home
    assert not listed(nim).at_home
    assert listed(kit_of("ten-exorcism")).at_home


def test_only_what_pages_are_made_of_is_taken(folder: Path) -> None:
    put(
        folder, BOARD, "other.html", "rules.py", ".hidden.js", "a b.js", "__pycache__/x.js", "README.md", "../secret.js"
    )
    found = page_files(with_page())
    assert found is not None
    assert list(found.files) == [BOARD]
    assert found.left_out == ("README.md", "a b.js", "other.html", "rules.py")


def test_every_file_of_a_page_has_a_type_whatever_the_machine_knows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, BOARD, "plop.ogg", "wide.JPEG", "thumbnail.gif", "more.mjs", "Deep/er/loud.MP3")
    monkeypatch.setattr(served, "kits", lambda: {"nim": with_page()})
    monkeypatch.setattr("mimetypes.guess_type", lambda _name: (None, None))
    served.game_pages.cache_clear()
    try:
        types = {
            path.partition("/")[2].partition("/")[2]: file.media_type for path, file in served.game_pages().items()
        }
    finally:
        served.game_pages.cache_clear()
    assert types == {
        BOARD: "text/javascript",
        "plop.ogg": "audio/ogg",
        "wide.JPEG": "image/jpeg",
        "thumbnail.gif": "image/gif",
        "more.mjs": "text/javascript",
        "Deep/er/loud.MP3": "audio/mpeg",
    }


@pytest.mark.parametrize("name", ["photo.bmp", "a b.js", "a/b/c/d/e/f/deep.js"])
def test_a_file_that_is_not_served_breaks_a_law_with_what_would_be(folder: Path, name: str) -> None:
    put(folder, BOARD)
    put(folder, "text/en.json", body="{}")
    law(with_page(), 0)
    put(folder, name)
    with pytest.raises(AssertionError, match=rf"not served: {name}; .* end in \.js \.mjs"):
        law(with_page(), 0)


def test_a_game_without_a_page_has_none() -> None:
    assert page_files(nim) is None
    assert listed(nim).page is None


def test_a_page_that_cannot_be_served_is_warned_of_by_the_name_of_its_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, "wide.svg")
    with pytest.warns(
        RuntimeWarning, match=r"the page of nim \(pond_game\) cannot be served: there is no page/board.js"
    ):
        assert page_files(with_page()) is None
    put(folder, BOARD, body="x" * 100)
    monkeypatch.setattr(pages, "MOST_BYTES", 100)
    with pytest.warns(RuntimeWarning, match="more than 200 files or 100 bytes"):
        assert page_files(with_page()) is None
    with pytest.warns(RuntimeWarning, match="there is no folder nowhere"):
        assert page_files(replace(nim, page=PageFolder("pond_game", "nowhere"))) is None
    with pytest.warns(RuntimeWarning, match="cannot be served"):
        assert page_files(replace(nim, page=PageFolder("keyword"))) is None
    with pytest.warns(RuntimeWarning, match="No module named 'no_such_package'"):
        assert page_files(replace(nim, page=PageFolder("no_such_package"))) is None


def test_a_page_that_says_something_in_one_language_alone_breaks_a_law(folder: Path) -> None:
    put(folder, BOARD)
    put(folder, "text/en.json", body='{"left_one": "a", "left_other": "b", "take": "c"}')
    put(folder, "text/ko.json", body='{"left_other": "b", "take": "c"}')
    law(with_page(), 0)
    put(folder, "text/ko.json", body='{"left_other": "b"}')
    with pytest.raises(AssertionError, match="ko"):
        law(with_page(), 0)

"""What the client's preview is tested on is what the rules say."""

from tests.vectors import selections


def test_the_previews_cases_are_those_of_the_rules() -> None:
    assert selections.FILE.read_text() == selections.text()

"""Stackdoku's scores: what the packed number tells people."""

import re
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import languages
from parlour.games import shown_scores
from parlour.games.stackdoku.actions import AskHint, AskWinnable, Restart
from parlour.games.stackdoku.score import LIVES, MOST_SECONDS, MOST_WASTED, UNDOS, score_of, shown_score, stars_of
from parlour.languages import LANGUAGES
from tests.games.stackdoku.building import solved

FOLDER = Path(languages.__file__).parent


class Try(NamedTuple):
    lives: int = LIVES
    undos: int = UNDOS
    wasted: int = 0
    elapsed_ms: int = 272_000
    helped: bool = False

    @property
    def score(self) -> int:
        return score_of(
            lives=self.lives, undos=self.undos, wasted=self.wasted, elapsed_ms=self.elapsed_ms, helped=self.helped
        )


tries = st.builds(
    Try,
    lives=st.integers(0, LIVES),
    undos=st.integers(0, UNDOS),
    wasted=st.integers(0, MOST_WASTED - 1),
    elapsed_ms=st.integers(0, 1000 * MOST_SECONDS - 1),
    helped=st.booleans(),
)


def shown(played: Try) -> tuple[str, str]:
    found = shown_score(played.score)
    return found.text["en"], found.note["en"]


def test_a_score_is_shown_as_stars_and_time() -> None:
    assert shown(Try()) == ("★★★ 4:32", "")
    assert shown(Try(undos=2, wasted=1)) == ("★★★ 4:32", "1 undo")
    assert shown(Try(lives=2, undos=0, wasted=9, elapsed_ms=370_000)) == ("★★☆ 6:10", "1 life lost")
    assert shown(Try(lives=0, undos=0, wasted=40, elapsed_ms=3_723_000)) == ("★★☆ 1:02:03", "3 lives lost")
    assert shown(Try(helped=True)) == ("★☆☆ 4:32", "with help or a restart")


def test_a_level_that_is_not_solved_has_no_stars() -> None:
    found = shown_score(0)
    assert (found.text["en"], found.text["ko"], found.facts) == ("not solved", "풀지 못함", {"solved": 0, "stars": 0})


def test_a_score_is_said_in_both_languages() -> None:
    found = shown_score(Try(lives=2, undos=0, elapsed_ms=370_000).score)
    assert found.spoken["en"] == "2 stars in 6:10, 1 life lost"
    assert found.spoken["ko"] == "별 2개, 6:10, 목숨 1개 잃음"


def test_with_the_log_restarts_and_help_are_counted() -> None:
    score = Try(helped=True).score
    assert shown_score(score, {"restarts": 1, "hints": 0}).note["en"] == "1 restart"
    both = shown_score(score, {"restarts": 2, "hints": 3})
    assert (both.note["en"], both.note["ko"]) == ("2 restarts, help 3×", "다시 시작 2번, 도움 3번")
    assert both.spoken["en"] == "1 star in 4:32, 2 restarts, help 3×"
    assert (both.facts["restarts"], both.facts["hints"]) == (2, 3)
    assert shown_score(Try().score, {"restarts": 0, "hints": 0}).note["en"] == ""


def test_the_log_is_counted_by_the_actions_that_were_accepted() -> None:
    session = solved(2, Restart(), AskHint(), AskWinnable()).session
    [shown] = shown_scores("stackdoku", session.outcome.scores if session.outcome else (), session.entries)
    assert (shown.facts["restarts"], shown.facts["hints"], shown.note["en"]) == (1, 2, "1 restart, help 2×")


@given(tries)
def test_the_facts_are_those_the_number_was_folded_from(played: Try) -> None:
    facts = shown_score(played.score).facts
    assert facts["time_ms"] == played.elapsed_ms // 1000 * 1000
    assert (facts["taken_back"], bool(facts["helped"])) == (played.wasted, played.helped)
    if not played.helped:
        assert (facts["lives"], facts["undos"]) == (played.lives, played.undos)
    assert facts["stars"] == stars_of(solved=True, lives=played.lives, helped=played.helped)


@given(tries, tries)
def test_more_stars_never_rank_lower(one: Try, other: Try) -> None:
    lower, higher = sorted((one.score, other.score))
    assert shown_score(lower).facts["stars"] <= shown_score(higher).facts["stars"]


ONE_STAR_AND_BELOW = {
    "en": ("only one star", "below every score without help or a restart"),
    "de": ("nur einen Stern", "hinter allen ohne Hilfe und Neustart"),
    "ko": ("별은 하나", "도움이나 다시 시작 없이 얻은 점수보다 늘 낮습니다"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_a_restart_it_is_said_what_it_costs(language: str) -> None:
    assert stars_of(solved=True, lives=LIVES, helped=True) == 1
    assert Try(helped=True, elapsed_ms=0).score < Try(lives=0, undos=0, wasted=MOST_WASTED).score
    page = FOLDER / language / "games" / "stackdoku.json"
    words = msgspec.json.decode(page.read_bytes())
    questions = [text for key, text in words["restart"].items() if key.startswith("text")]
    assert questions
    for text in (*questions, words["more"]["helpEndsRanking"]):
        assert all(cost in text for cost in ONE_STAR_AND_BELOW[language]), text
    assert re.search("one star|einen Stern|별은 하나", words["more"]["help"])

"""What a score means to people."""

from parlour.core.errors import Refusal
from parlour.core.scoring import Scoring, amount, points
from parlour.core.session import Entry
from parlour.core.words import words
from parlour.games import scoring_of, shown_scores
from tests.alone import Ask
from tests.nim import Take


def test_a_number_of_something_is_said_with_its_word() -> None:
    boxes = amount("boxes", words("{} box", ko="상자 {}개"), words("{} boxes", ko="상자 {}개"))
    assert (boxes(1).spoken["en"], boxes(13).spoken["en"], boxes(13).spoken["ko"]) == ("1 box", "13 boxes", "상자 13개")
    assert (boxes(13).text["en"], boxes(13).note["en"], boxes(13).facts) == ("13", "", {"boxes": 13})
    assert points(117).spoken == {"en": "117 points", "de": "117 Punkte", "ko": "117점"}


def test_what_a_seat_did_is_counted_if_it_was_accepted() -> None:
    log: list[Entry[Ask | Take]] = [
        Entry(1, 0, Ask()),
        Entry(2, 0, Ask(), Refusal("not-your-turn")),
        Entry(3, 1, Ask()),
        Entry(4, 0, Take(0, 1)),
    ]
    scoring = Scoring(counted={"asked": (Ask,)})
    assert [scoring.counts(log, seat) for seat in (0, 1, 2)] == [{"asked": 1}, {"asked": 1}, {"asked": 0}]
    assert Scoring().counts(log, 0) == {}


def test_scores_of_a_game_that_is_no_longer_there_are_points() -> None:
    assert scoring_of("gone").adds_up
    assert [shown.spoken["en"] for shown in shown_scores("gone", (3, 1))] == ["3 points", "1 point"]

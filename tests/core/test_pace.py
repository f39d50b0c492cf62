"""What a hand can do and what it cannot, by the times of a log alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from parlour.core.game import CLOCK, TimeUp
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.pace import FEWEST_ACTIONS, HAND_MS, Pace, pace_of
from parlour.core.session import AnySession, Entry
from parlour.games import kits
from parlour.games.documents import Document
from parlour.testing.players import begin
from tests.nim import Nim, Take
from tests.playthroughs.record import FOLDER

MOVES = 60


def session_at(gaps: list[int], turns: tuple[int, ...] = (0,)) -> AnySession:
    """A log whose entries come after these gaps, the seats in turn."""
    entries, now = [], 0
    for index, gap in enumerate(gaps):
        now += gap
        entries.append(Entry(now, turns[index % len(turns)], Take(0, 1)))
    return structs.replace(begin(Nim(), 1).session, entries=tuple(entries))


def between(least: int, most: int, seed: int = 5) -> list[int]:
    numbers = mulberry32(seed)
    return [least + below(next(numbers), most - least + 1) for _ in range(MOVES)]


@pytest.mark.parametrize(
    "gaps",
    [
        between(150, 400),
        [250] * MOVES,
        between(0, 500),
        [2000, 5, 5] * (MOVES // 3),
        [1500, 3, 2, 4] * (MOVES // 4),
        [900] * (MOVES - 12) + [1] * 12,
        [HAND_MS] * MOVES,
        [1] * (FEWEST_ACTIONS - 1),
    ],
    ids=[
        "a fast hand",
        "250 ms sustained",
        "now and then at once",
        "three at once over a bad network",
        "four at once",
        "one outage",
        "the very bound",
        "too few to tell",
    ],
)
def test_what_a_hand_can_do_is_not_too_fast(gaps: list[int]) -> None:
    assert not pace_of(session_at(gaps), 0, {}).too_fast


@pytest.mark.parametrize(
    "gaps",
    [
        [10] * MOVES,
        [60_000] + [10] * MOVES,
        between(0, 120),
        [HAND_MS - 1] * MOVES,
        [1000] * 40 + [5] * 20,
        [1] * FEWEST_ACTIONS,
    ],
    ids=["10 ms", "after a minute of computing", "jitter", "just below the bound", "a third of it", "ten at once"],
)
def test_what_no_hand_can_do_is_too_fast(gaps: list[int]) -> None:
    assert pace_of(session_at(gaps), 0, {}).too_fast


def test_a_kit_says_what_its_actions_take() -> None:
    assert not pace_of(session_at([180] * MOVES), 0, {}).too_fast
    assert pace_of(session_at([180] * MOVES), 0, {Take: 200}).too_fast
    for kit in kits().values():
        assert set(kit.hand_ms) <= set(kit.game.actions)


def test_a_gap_is_what_the_player_had_whoever_moved_before() -> None:
    """Seat 0 answers at once, seat 1 thinks for long."""
    gaps = [10, 3000] * (MOVES // 2)
    assert pace_of(session_at(gaps, turns=(0, 1)), 0, {}) == Pace(MOVES // 2, 10, 1.0)
    assert pace_of(session_at(gaps, turns=(0, 1)), 1, {}) == Pace(MOVES // 2, 3000, 0.0)


def test_the_clock_and_nobody_have_no_pace() -> None:
    session = session_at([10] * MOVES)
    assert pace_of(session, 1, {}) == Pace(0, 0, 0.0)
    clocked = structs.replace(session, entries=tuple(Entry(entry.at_ms, CLOCK, TimeUp()) for entry in session.entries))
    assert pace_of(clocked, 0, {}) == Pace(0, 0, 0.0)


@given(st.lists(st.integers(0, 1000), max_size=80))
def test_waiting_longer_never_makes_anybody_faster(gaps: list[int]) -> None:
    slower = [gap + 50 for gap in gaps]
    one, other = (pace_of(session_at(each), 0, {}) for each in (gaps, slower))
    assert one.fast_runs >= other.fast_runs
    assert 0 <= one.fast_runs <= 1
    assert one.actions == len(gaps)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_no_recorded_game_is_marked(file: Path) -> None:
    """Their players think for up to four seconds, and now and then not at all."""
    session = Document(file.read_text().splitlines()[-1].encode()).session()
    for seat in range(session.seats):
        assert not pace_of(session, seat, kits()[session.game].hand_ms).too_fast

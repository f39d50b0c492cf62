"""The laws of parlour.testing, over every registered game and the templates.

For a longer look: ``PARLOUR_SEEDS=100 pytest tests/games/test_contract.py``, seeds for each law of each game.
"""

import os
import re
from dataclasses import replace
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.words import words
from parlour.games import kits
from parlour.testing import LAWS, Law
from parlour.testing.clock_laws import (
    a_time_limit_of_the_rules_runs_with_some_options,
    the_clock_acts_exactly_at_the_deadline_and_nobody_acts_in_its_place,
)
from parlour.testing.laws import (
    a_time_limit_lies_ahead_while_it_runs_and_does_something_when_it_is_reached,
    nobody_is_to_move_if_and_only_if_there_is_an_outcome,
    text_that_means_nothing_is_malformed,
)
from parlour.testing.name_laws import (
    options_values_and_boards_are_named_in_every_language_of_the_title as its_names_are_said,
)
from parlour.testing.name_laws import the_summary_is_said_in_every_language_of_the_title
from parlour.testing.players import timed_options
from parlour.testing.secret_laws import a_game_says_whether_the_seed_changes_anything
from tests import nim
from tests.contract import KITS, LEAST_SEED, MOST_SEED

TARGET = {name: words("-", ko="-", de="-") for name in ("target", "target.none")}
SEEDS = int(os.environ.get("PARLOUR_SEEDS", "5"))
every_kit = pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.game.id)
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@every_kit
@every_law
@settings(max_examples=SEEDS)
@given(st.integers(LEAST_SEED, MOST_SEED))
def test_contract(law: Law, kit: Kit, seed: int) -> None:
    law(kit, seed)


def test_the_template_and_a_registered_game_have_a_time_limit() -> None:
    assert timed_options(nim.kit.game)
    assert any(timed_options(kit.game) for kit in kits().values())


class AlwaysOn(nim.Nim):
    """Somebody is to move even when it is over."""

    def to_move(self, state: nim.State) -> tuple[Seat, ...]:
        return (state.turn,)


def test_a_game_that_breaks_a_law_is_told_so() -> None:
    with pytest.raises(AssertionError):
        nobody_is_to_move_if_and_only_if_there_is_an_outcome(replace(nim.kit, game=AlwaysOn()), 1)


class SometimesDrawn(nim.Nim):
    """Only where the last one loses does the seed change anything."""

    def start(self, options: nim.Options, seed: int, seats: int) -> nim.State:
        return super().start(options, seed if options.last_loses else 0, seats)


def test_a_game_is_seeded_if_the_seed_changes_anything_with_any_options() -> None:
    kit = replace(nim.kit, game=SometimesDrawn())
    a_game_says_whether_the_seed_changes_anything(kit, 1)
    with pytest.raises(AssertionError, match="seeded=False"):
        a_game_says_whether_the_seed_changes_anything(replace(kit, seeded=False), 1)


@pytest.mark.parametrize("name", ["last_loses", "small", "turn_seconds.0"])
def test_a_game_is_told_which_name_it_lacks_in_a_language_of_its_title(name: str) -> None:
    english = {key: {"en": said["en"]} if key == name else said for key, said in nim.kit.names.items()}
    unnamed = {key: said for key, said in nim.kit.names.items() if key != name}
    with pytest.raises(AssertionError, match=f"do not say in de, ko what .*{name} is called"):
        its_names_are_said(replace(nim.kit, names=english), 1)
    if name != "turn_seconds.0":
        with pytest.raises(AssertionError, match=name):
            its_names_are_said(replace(nim.kit, names=unnamed), 1)
    its_names_are_said(replace(nim.kit, names=unnamed, title=words("Nim (of one language)")), 1)


def test_a_game_is_told_that_it_lacks_a_summary_in_a_language_of_its_title() -> None:
    the_summary_is_said_in_every_language_of_the_title(nim.kit, 1)
    without_german = replace(nim.kit, summary=words("Take from a heap", ko="가져가기"))
    with pytest.raises(AssertionError, match="the kit has a title in de, but no summary"):
        the_summary_is_said_in_every_language_of_the_title(without_german, 1)
    its_names_are_said(replace(nim.kit, summary=words("Take from a heap")), 1)


class Paced(nim.Options, frozen=True):
    """With a number whose values are written with a letter, and one that is below nought."""

    pace: Annotated[float, Meta(ge=-1e20, le=1e20)] = 1.0


def test_a_number_needs_no_name_however_it_is_written_and_one_that_has_a_name_has_it_in_every_language() -> None:
    game = nim.Nim()
    game.options = Paced
    names = {**nim.kit.names, "pace": words("Pace", ko="속도", de="Tempo")}
    kit = replace(nim.kit, game=game, names=names, suggested={**nim.kit.suggested, "pace": (-0.5, 1e16, 1e-7)})
    its_names_are_said(kit, 1)
    with pytest.raises(AssertionError, match=r"de, ko what pace\.1e\+16 is called"):
        its_names_are_said(replace(kit, names={**names, "pace.1e+16": words("Very fast")}), 1)


class Undecided(nim.Options, frozen=True):
    """With a choice between yes, no and neither."""

    open: bool | None = None


@pytest.mark.parametrize("key", ["open.none", "open.true", "open.false"])
def test_a_value_that_lacks_a_name_is_told_by_the_key_that_it_has_among_the_names(key: str) -> None:
    game = nim.Nim()
    game.options = Undecided
    said = words("-", ko="-", de="-")
    names = {**nim.kit.names, "open": said, "open.none": said, "open.true": said, "open.false": said}
    its_names_are_said(replace(nim.kit, game=game, names=names), 1)
    with pytest.raises(AssertionError, match=f"what {re.escape(key)} is called"):
        its_names_are_said(replace(nim.kit, game=game, names={**names, key: words("Open or not")}), 1)


class ReadsAnyNumber(nim.NimText):
    def read(self, line: str) -> nim.Take:
        return nim.Take(0, 1) if len(line) > 1000 and "9 " in line else super().read(line)


def test_a_line_that_is_read_and_should_not_be_is_quoted_at_its_beginning() -> None:
    with pytest.raises(AssertionError, match=r"^no MalformedInput for '9{60}…' of 1,00\d characters$"):
        text_that_means_nothing_is_malformed(replace(nim.kit, text=ReadsAnyNumber()), 1)


class OpenLimit(nim.Options, frozen=True):
    """With a limit that has no bound above, and a number that may be empty."""

    turn_seconds: Annotated[int, Meta(ge=0)] = 0
    target: Annotated[int, Meta(ge=1, le=72)] | None = None


class Open(nim.Nim):
    options = OpenLimit


class Stopped(Open):
    """Its clock does nothing."""

    def time_up(self, state: nim.State, at_ms: int) -> nim.State:  # noqa: ARG002
        return state


class RefusesTargets(Open):
    """It does not start where the number is set."""

    def start(self, options: nim.Options, seed: int, seats: int) -> nim.State:
        if getattr(options, "target", None) is not None:
            raise ValueError("no target")
        return super().start(options, seed, seats)


class NeverLimited(nim.Nim):
    """No limit runs whatever the options are."""

    def deadline(self, state: nim.State) -> int | None:  # noqa: ARG002
        return None


class TurnLimits(nim.Options, frozen=True):
    """A limit for each of the first turns; no other option starts one."""

    limits: tuple[int, ...] = ()


class LimitInTuple(NeverLimited):
    options = TurnLimits


def with_open_options(game: nim.Nim) -> Kit:
    """The template with other rules."""
    return replace(nim.kit, game=game, names={**nim.kit.names, **TARGET})


@every_law
def test_open_and_empty_numbers_keep_the_laws(law: Law) -> None:
    law(with_open_options(Open()), 1)


def test_a_clock_behind_an_open_limit_is_seen_to_do_nothing() -> None:
    with pytest.raises(AssertionError):
        a_time_limit_lies_ahead_while_it_runs_and_does_something_when_it_is_reached(with_open_options(Stopped()), 1)
    with pytest.raises(AssertionError):
        the_clock_acts_exactly_at_the_deadline_and_nobody_acts_in_its_place(with_open_options(Stopped()), 1)


def test_a_number_that_may_be_empty_is_set_too() -> None:
    with pytest.raises(ValueError, match="no target"):
        a_time_limit_of_the_rules_runs_with_some_options(with_open_options(RefusesTargets()), 1)


def test_a_clock_that_no_options_start_is_told_to_whoever_wrote_it() -> None:
    with pytest.raises(AssertionError, match="no limit runs"):
        a_time_limit_of_the_rules_runs_with_some_options(replace(nim.kit, game=NeverLimited()), 1)


def test_a_clock_that_may_lie_in_an_option_that_is_not_varied_is_left_alone() -> None:
    a_time_limit_of_the_rules_runs_with_some_options(replace(nim.kit, game=LimitInTuple()), 1)

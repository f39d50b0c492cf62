"""The catalogue describes every option by its type, so that menus and flags need to know no game."""

import json
import math
import sys
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Boards, Kit
from parlour.core.options import OptionChoice, is_bare_number, option_specs, value_label, values_text
from parlour.core.quick_start import ForAnybody, ForBot, ForMe, QuickStart
from parlour.core.session import AnySession, GameSession, checked_options, decode_session, encode_session, read_session
from parlour.core.words import words
from parlour.games import kits
from parlour.games.catalogue import ListedBoard, ListedGame, catalogue, listed
from parlour.games.documents import options_from
from parlour.languages import LANGUAGES
from parlour.protocol.messages import ChosenOptions
from parlour.protocol.options import plain_options, read_options
from tests.nim import Nim, NimText


class Speed(Enum):
    SLOW = "slow"
    FAST = "very-fast"


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    tiles: tuple[int, ...] = ()
    weights: dict[str, float] = {}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    mode: Literal["plain", "last-loses"] = "plain"
    colours: Literal[2, 4] = 4
    speed: Speed = Speed.FAST
    open_hands: bool = True
    heaps: Annotated[int, Meta(gt=0, le=5)] = 3
    points: int = 100
    share: Annotated[float, Meta(ge=0, lt=1)] = 0.5
    pace: float = 1.0
    name: str = "somebody"
    turn_ms: Annotated[int, Meta(ge=0)] | None = None
    side: Literal["left", "right"] | None = None
    nickname: str | None = None
    hidden: bool | None = None
    level: Level = Level()
    """Dealt, not chosen."""


class NimWithOptions(Nim):
    options = Options  # type: ignore[assignment]


NAMES = {
    "mode": words("Mode", ko="모드"),
    "last-loses": words("Last one loses", ko="마지막이 지기"),
    "points.0": words("No limit", ko="제한 없음"),
    "turn_ms.none": words("No limit"),
}
KIT = Kit(NimWithOptions(), words("Nim", ko="님"), words(""), NimText(), names=NAMES, suggested={"points": (0, 50)})
SPECS = {spec.name: spec for spec in option_specs(KIT)}


@dataclass(frozen=True)
class NoBot:
    level: str

    def choose(self, *asked: object) -> object:
        raise AssertionError(f"asked for {asked}")


def described(name: str) -> dict[str, object]:
    """What stands in a specification, less what is empty."""
    fields = msgspec.structs.asdict(SPECS[name])
    return {key: value for key, value in fields.items() if value not in ((), None)}


def test_a_choice_lists_its_values_by_the_names_of_the_game() -> None:
    plain, last = (
        OptionChoice("plain", words("plain")),
        OptionChoice("last-loses", words("Last one loses", ko="마지막이 지기")),
    )
    assert described("mode") == {
        "name": "mode",
        "label": words("Mode", ko="모드"),
        "kind": "choice",
        "default": "plain",
        "choices": (plain, last),
    }


def test_a_choice_may_be_of_numbers_or_of_an_enum() -> None:
    assert [choice.value for choice in SPECS["colours"].choices] == [2, 4]
    assert SPECS["speed"].choices[1] == OptionChoice("very-fast", words("very fast"))
    assert SPECS["speed"].default == "very-fast"


def test_a_bool_is_a_bool_and_a_text_a_text() -> None:
    off = OptionChoice(False, {"en": "Off", "de": "Aus", "ko": "끔"})
    open_hands = {"name": "open_hands", "label": words("open hands"), "kind": "bool", "default": True}
    assert described("open_hands") == open_hands | {"choices": (off,)}
    assert described("name") == {"name": "name", "label": words("name"), "kind": "text", "default": "somebody"}


def test_the_values_of_a_bool_are_called_as_the_game_names_them_else_by_words_of_every_language() -> None:
    down, up = words("face down", ko="뒷면"), words("face up", ko="앞면")
    named = replace(KIT, names={"open_hands.false": down, "open_hands.true": up})
    [open_hands] = [spec for spec in option_specs(named) if spec.name == "open_hands"]
    assert open_hands.choices == (OptionChoice(True, up), OptionChoice(False, down))
    assert values_text(open_hands) == "true | false"
    assert value_label(KIT, "hidden", True) == {"en": "On", "de": "An", "ko": "켬"}
    assert value_label(KIT, "hidden", False) == {"en": "Off", "de": "Aus", "ko": "끔"}


def test_an_integer_has_the_bounds_that_it_may_reach() -> None:
    heaps = {"name": "heaps", "label": words("heaps"), "kind": "integer", "default": 3, "least": 1, "most": 5}
    assert described("heaps") == heaps


def test_an_open_integer_has_no_bounds_and_the_numbers_that_the_game_suggests() -> None:
    offered = (OptionChoice(0, words("No limit", ko="제한 없음")), OptionChoice(50, words("50")))
    points = {"name": "points", "label": words("points"), "kind": "integer", "default": 100, "suggested": offered}
    assert described("points") == points


def test_a_number_without_a_name_is_called_as_it_is_written() -> None:
    assert [value_label(KIT, "points", value) for value in (-5, 1e-7)] == [words("-5"), words("1e-07")]
    assert value_label(KIT, "mode", "last-of-all") == words("last of all")


def test_a_bound_that_a_number_may_not_reach_becomes_the_last_one_before_it() -> None:
    share = SPECS["share"]
    assert (share.kind, share.least) == ("number", 0)
    assert share.most is not None
    assert 0.999 < share.most < 1


@pytest.mark.parametrize(
    "chosen",
    [{"points": 2**53}, {"points": -(10**30)}, {"pace": math.inf}, {"pace": -math.inf}, {"pace": math.nan}],
    ids=str,
)
def test_an_open_number_is_refused_where_a_log_or_a_page_could_not_carry_it(chosen: ChosenOptions) -> None:
    [name] = chosen
    for read in (partial(read_options, KIT), partial(options_from, KIT)):
        with pytest.raises(MalformedInput, match=f"option {name} is "):
            read(chosen)
    session: AnySession = GameSession(
        id="s", game="nim", rules_version=1, options=Options(), seed=1, seats=2, started=0
    )
    largest: ChosenOptions = {"points": 1 - 2**53, "pace": sys.float_info.max}
    options = Options(points=1 - 2**53, pace=sys.float_info.max)
    assert read_session(KIT.game, with_options(session, largest)).options == options
    with pytest.raises(MalformedInput, match=f"{name}|JSON is malformed"):
        read_session(KIT.game, with_options(session, chosen))
    assert read_options(KIT, largest) == options_from(KIT, largest) == options


def test_an_option_that_is_in_no_menu_is_not_told_to_be_missing_beside_one_that_is() -> None:
    with pytest.raises(MalformedInput, match="there is no speeds, but mode"):
        options_from(KIT, {"speeds": "slow", "level": "dealt"})


@pytest.mark.parametrize(
    ("level", "place"),
    [
        (Level(tiles=(1, 1 - 2**53, 2**53)), "level.tiles.2 is 9007199254740992"),
        (Level(tiles=(10**4000,)), "level.tiles.0 is too large"),
        (Level(weights={"a": 1.0, "b": math.inf}), "level.weights.b is inf"),
        (Level(tiles=(2**53 - 1,), weights={"a": sys.float_info.max}), None),
    ],
    ids=["just too large", "far too large", "infinite", "fit"],
)
def test_the_numbers_within_an_option_are_such_as_logs_and_pages_carry(level: Level, place: str | None) -> None:
    options = Options(level=level)
    if place is None:
        assert checked_options(options) is options
    else:
        with pytest.raises(MalformedInput, match=f"^option {place}"):
            checked_options(options)


def test_a_match_that_is_stored_is_read_whatever_its_options_are() -> None:
    session: AnySession = GameSession(
        id="s", game="nim", rules_version=1, options=Options(points=2**62), seed=1, seats=2, started=0
    )
    assert decode_session(KIT.game, encode_session(session)) == session


def with_options(session: AnySession, changed: ChosenOptions) -> bytes:
    """The session as another program may write it, with some of its options changed."""
    said = json.loads(encode_session(session))
    return json.dumps(said | {"options": said["options"] | changed}).encode()


def test_an_option_that_may_be_left_empty_says_so_and_what_that_is_called() -> None:
    empty = OptionChoice(None, words("No limit"))
    turn_ms = {"name": "turn_ms", "label": words("turn ms"), "kind": "integer", "least": 0, "empty": empty}
    assert described("turn_ms") == turn_ms
    nothing = OptionChoice(None, words("None", ko="없음"))
    assert described("nickname") == {"name": "nickname", "label": words("nickname"), "kind": "text", "empty": nothing}
    assert SPECS["heaps"].empty is None


def test_a_choice_or_a_bool_that_may_be_left_empty_has_that_as_its_first_choice() -> None:
    assert [choice.value for choice in SPECS["side"].choices] == [None, "left", "right"]
    assert SPECS["side"].choices[0] == SPECS["side"].empty
    assert (SPECS["hidden"].kind, [choice.value for choice in SPECS["hidden"].choices]) == (
        "choice",
        [None, True, False],
    )


def test_what_was_chosen_is_said_as_it_was_chosen_also_where_it_is_empty() -> None:
    said = plain_options(Options(turn_ms=None, side="left"))
    assert (said["turn_ms"], said["side"]) == (None, "left")
    assert "level" not in said


def test_what_nobody_can_write_is_no_option() -> None:
    assert "level" not in SPECS


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mode", "plain | last-loses"),
        ("open_hands", "true | false"),
        ("heaps", "integer from 1 to 5"),
        ("points", "integer"),
        ("name", "text"),
        ("turn_ms", "integer from 0 | none"),
        ("side", "none | left | right"),
    ],
)
def test_what_an_option_can_be_is_written_in_one_line(name: str, said: str) -> None:
    assert values_text(SPECS[name]) == said


def test_words_are_in_the_languages_that_have_them() -> None:
    assert SPECS["open_hands"].label == {"en": "open hands"}
    assert (SPECS["mode"].label["en"], SPECS["mode"].label["ko"]) == ("Mode", "모드")


def test_a_game_of_several_has_a_board_for_each_number_of_players() -> None:
    assert listed(KIT).boards == (
        ListedBoard("2-players", {"en": "2 players", "de": "2 Spieler", "ko": "2명"}),
        ListedBoard("3-players", {"en": "3 players", "de": "3 Spieler", "ko": "3명"}),
    )


def test_the_boards_of_a_game_have_its_names() -> None:
    boards = Boards(("plain", "last-loses"), lambda options: str(options.mode), Options())
    assert listed(replace(KIT, boards=boards)).boards == (
        ListedBoard("plain", words("plain")),
        ListedBoard("last-loses", words("Last one loses", ko="마지막이 지기")),
    )


def test_a_game_alone_says_whether_its_score_depends_on_the_time_taken() -> None:
    assert listed(kits()["stackdoku"]).time_counts
    assert not listed(kits()["ten-exorcism"]).time_counts
    assert not listed(KIT).time_counts, "a game for several"


def test_one_click_starts_what_the_game_says_or_me_against_the_middle_bot_or_anybody() -> None:
    chosen = QuickStart((ForMe(), ForMe()), {"heaps": 2})
    assert listed(replace(KIT, quick_start=chosen)).quick_start == chosen
    middle = {"a": "a", "ab": "a", "abc": "b", "abcd": "b"}
    for levels, level in middle.items():
        kit = replace(KIT, bots=tuple(map(NoBot, levels)))
        assert listed(kit).quick_start == QuickStart((ForMe(), ForBot(level)), {})
        assert listed(kit).middle_bot == level
    assert listed(KIT).quick_start == QuickStart((ForMe(), ForAnybody()), {})
    assert listed(KIT).middle_bot is None
    assert msgspec.json.encode(listed(KIT).quick_start) == b'{"seats":[{"for":"me"},{"for":"anybody"}],"options":{}}'


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_every_game_is_named_in_every_language_and_starts_with_one_click(game: ListedGame) -> None:
    """A number may be shown as it is written."""
    labels = [option.label for option in game.options] + [
        one.label for option in game.options for one in option.choices if not is_bare_number(one)
    ]
    for said in (game.title, game.summary, *labels, *(board.label for board in game.boards)):
        assert set(LANGUAGES) <= said.keys(), said
        assert all(said.values()), said
    msgspec.convert(game.quick_start.options, kits()[game.id].game.options)
    assert game.seats[0] <= len(game.quick_start.seats) <= game.seats[1]
    bots = {place.level for place in game.quick_start.seats if isinstance(place, ForBot)}
    assert bots <= set(game.bots)

"""The players of these tests find a value for whatever an action may hold."""

from enum import Enum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from parlour.core.mulberry32 import mulberry32
from parlour.testing.players import random_struct


class Card(Enum):
    ACE = "ace"
    KING = "king"


class Cell(Struct, frozen=True):
    row: Annotated[int, Meta(gt=100)]
    col: Annotated[int, Meta(lt=-100)]


class Everything(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="everything"):
    card: Card
    cells: tuple[Cell, ...]
    few: Annotated[tuple[int, ...], Meta(min_length=2, max_length=3)]
    kind: Literal["a", "b"]
    pair: tuple[int, str]
    part: Annotated[float, Meta(gt=0, lt=0.1)]
    maybe: bool | None
    weight: float
    word: Annotated[str, Meta(min_length=1, max_length=5)]


def test_a_random_action_is_well_formed_whatever_its_fields_are() -> None:
    numbers = mulberry32(1)
    made = [random_struct(Everything, numbers) for _ in range(200)]
    for action in made:
        assert msgspec.json.decode(msgspec.json.encode(action), type=Everything) == action
    assert {len(action.few) for action in made} == {2, 3}
    assert {action.maybe for action in made} == {True, False, None}
    assert len({action.word for action in made}) > 50

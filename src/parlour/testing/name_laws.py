"""The laws of what a game's menus say: its summary, and what options, values and boards are called."""

from collections.abc import Iterator

from parlour.core.kit import Kit
from parlour.core.options import is_bare_number, value_text
from parlour.core.words import Words
from parlour.games.catalogue import listed
from parlour.languages import ENGLISH, LANGUAGES
from parlour.testing.law import law


@law
def the_summary_is_said_in_every_language_of_the_title(kit: Kit, seed: int) -> None:
    """Languages that no hub has are not asked for."""
    missing = _missing(kit, kit.summary)
    assert not missing, f"the kit has a title in {missing}, but no summary"


@law
def options_values_and_boards_are_named_in_every_language_of_the_title(kit: Kit, seed: int) -> None:
    """Languages that no hub has are not asked for. What is written without letters is the same in all of them, and so
    is a number without a name, though it be written 1e+16."""
    for what, name in _shown(kit):
        missing = _missing(kit, name)
        assert not missing, f"the names of the kit do not say in {missing} what {what} is called"


def _missing(kit: Kit, said: Words) -> str:
    """The languages of the title in which something is not said; empty if there is none."""
    languages = kit.title.keys() & set(LANGUAGES)
    return ", ".join(sorted(languages - said.keys())) if any(map(str.isalpha, said[ENGLISH])) else ""


def _shown(kit: Kit) -> Iterator[tuple[str, Words]]:
    """What a person reads who chooses, and what it stands for."""
    game = listed(kit)
    for option in game.options:
        yield option.name, option.label
        for choice in (*option.choices, *option.suggested, *([option.empty] if option.empty else [])):
            if not is_bare_number(choice):
                yield f"{option.name}.{value_text(choice.value)}", choice.label
    for board in game.boards:
        yield board.name, board.label

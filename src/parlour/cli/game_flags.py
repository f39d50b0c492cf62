"""Flags that a command takes from the game that it is given: one for each option, made from its type."""

from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.types import OptionHelpExtra

    from parlour.core.kit import Kit
    from parlour.core.options import OptionSpec
    from parlour.core.quick_start import OptionValue

FLAGS = f"{__name__}.flags"
CHOSEN = f"{__name__}.chosen"
KIT = f"{__name__}.kit"
NONE = "none"


class GameCommand(click.Command):
    """A command with an argument GAME. Once that is read, the game's own flags are there too.

    What they are set to is added to the parameter ``chosen`` of the command, beside what ``-o`` says.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        kit = self._named_game(ctx, args)
        if kit is not None:
            ctx.meta[FLAGS] = self.flags_of(kit)
            ctx.meta[KIT] = kit
        rest = super().parse_args(ctx, args)
        if CHOSEN in ctx.meta:
            ctx.params["chosen"] = ctx.params["chosen"] | ctx.meta[CHOSEN]
        return rest

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        kit: Kit | None = ctx.meta.get(KIT)
        params = super().get_params(ctx)
        if kit is not None and not kit.seeded:
            params = [param.unseen if isinstance(param, StartSeed) else param for param in params]
        return [*ctx.meta.get(FLAGS, ()), *params]

    def flags_of(self, kit: "Kit") -> list[click.Option]:
        """The game's flags, less those that this command has for a purpose of its own: ``-o`` still reaches them."""
        from parlour.core.options import option_specs

        taken = {flag for param in self.params for flag in param.opts}
        flags = (_flag(spec) for spec in option_specs(kit))
        return [flag for flag in flags if not taken.intersection(flag.opts)]

    def _named_game(self, ctx: click.Context, args: list[str]) -> "Kit | None":
        """The game among the arguments, wherever it stands; MalformedInput if they name none that there is."""
        words = list(self._words(args))
        if not words:
            return None

        from parlour.games import kit_of, kits

        named = next((word for word in words if word in kits()), None)
        if named is None and ctx.resilient_parsing:
            return None
        return kit_of(named or words[0])

    def _words(self, args: list[str]) -> Iterator[str]:
        """The arguments that are neither flags nor their values, as far as the flags are known."""
        options = [param for param in self.params if isinstance(param, click.Option)]
        with_value = {flag for option in options if not option.is_flag for flag in option.opts}
        rest = iter(args)
        for word in rest:
            if word in with_value:
                next(rest, None)
            elif not word.startswith("-"):
                yield word


class StartSeed(click.Option):
    """A seed that decides how a match starts, and nothing else: taken by every game, offered by those that use it."""

    @cached_property
    def unseen(self) -> click.Option:
        """The same flag, which neither help nor completion offers. It is always this one: click finds parameters by
        identity."""
        twin = copy(self)
        twin.hidden = True
        return twin


class GameFlag(click.Option):
    """A flag whose default is the game's: it is shown, and not set."""

    def get_help_extra(self, ctx: click.Context) -> "OptionHelpExtra":
        """The text in brackets: the default as it is written, which click would put in brackets of its own."""
        extra = super().get_help_extra(ctx)
        extra["default"] = str(self.show_default)
        return extra


class FlagOrNone(GameFlag):
    """A flag that takes ``none`` beside the values of its type, to leave the option empty."""

    def type_cast_value(self, ctx: click.Context, value: object) -> object:
        return value if value == NONE else super().type_cast_value(ctx, value)


def flag_names(spec: "OptionSpec") -> str:
    """``--turn-seconds``, ``--open-hands/--no-open-hands``."""
    name = spec.name.replace("_", "-")
    return f"--{name}/--no-{name}" if spec.kind == "bool" else f"--{name}"


def _flag(spec: "OptionSpec") -> click.Option:
    """``--turn-seconds INTEGER``, ``--mode [classic|endless]``, ``--open-hands / --no-open-hands``."""
    from parlour.core.options import value_text

    values: dict[str, OptionValue] = {value_text(choice.value): choice.value for choice in spec.choices}
    kind = _type(spec, tuple(values))
    or_none = spec.empty is not None and not values
    if or_none:
        values = {NONE: None}

    def choose(ctx: click.Context, _flag: click.Parameter, value: Any) -> None:
        if value is not None:
            ctx.meta.setdefault(CHOSEN, {})[spec.name] = values.get(value, value)

    return (FlagOrNone if or_none else GameFlag)(
        [flag_names(spec)],
        type=kind,
        metavar=f"[{kind.name}|{NONE}]" if or_none else None,
        default=None,
        show_default=value_text(spec.default),
        expose_value=False,
        callback=choose,
        help=spec.label["en"],
    )


def _type(spec: "OptionSpec", values: tuple[str, ...]) -> "click.ParamType[Any]":
    match spec.kind:
        case "bool":
            return click.BOOL
        case "choice":
            return click.Choice(values)
        case "integer":
            return (
                _range(click.IntRange(_whole(spec.least), _whole(spec.most)), "integer")
                if _bounded(spec)
                else click.INT
            )
        case "number":
            return _range(click.FloatRange(spec.least, spec.most), "float") if _bounded(spec) else click.FLOAT
        case "text":
            return click.STRING


def _range(kind: "click.ParamType[Any]", name: str) -> "click.ParamType[Any]":
    """The type under the name of what is written: click says that 'x' is no valid integer range."""
    kind.name = name
    return kind


def _bounded(spec: "OptionSpec") -> bool:
    return spec.least is not None or spec.most is not None


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)

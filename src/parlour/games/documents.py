"""Sessions as text, whoever wrote them: our own JSON, or a format that a registered game knows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct, structs

from parlour.core.errors import MalformedInput
from parlour.core.kit import Format, Kit
from parlour.core.match import AnyMatch
from parlour.core.options import OptionSpec, option_specs, value_text, values_text
from parlour.core.quick_start import OptionValue
from parlour.core.replay import Verdict, judge, replay, verify_opening
from parlour.core.scoring import ShownScore
from parlour.core.session import OWN_FORMAT, AnySession, checked_options, encode_session, read_json, read_session
from parlour.games import kit_of, kits, shown_scores

Who = TypeVar("Who", bound=Struct)
Watched: TypeAlias = Callable[[Iterator[AnyMatch]], Iterator[AnyMatch]]
"""Goes through a replay, and may end it with SessionRejected: a caller's patience."""
SEATED = "seated"
"""Beside ``session`` in a line of an export: who sat there."""
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_STRING = msgspec.json.Decoder(str)
_ANYTHING = msgspec.json.Decoder()
MANY = 8
"""From so many texts on it pays to load what judges them in bulk."""


class ShownVerdict(Verdict, frozen=True):
    """A verdict with its scores for people."""

    shown: tuple[ShownScore, ...] = ()


class Document:
    """One session's text, recognised."""

    def __init__(self, text: bytes, chosen: Mapping[str, OptionValue] | None = None) -> None:
        """The chosen options are what a foreign format cannot say; our own JSON carries its options."""
        fields = read_json(text, _OBJECT)
        self._seated = fields.get(SEATED)
        if fields.keys() == {SEATED, "session"}:
            read_json(bytes(fields[SEATED]), _ANYTHING)
            text = bytes(fields["session"])
            fields = read_json(text, _OBJECT)
        self.text = text
        self.kit, self.form = _recognise(fields)
        self.id = _string_or_nothing(fields.get("id"))
        self._options = _options(self.kit, chosen) if self.form is not None else None

    def session(self) -> AnySession:
        """The session. What a foreign format claims beyond it is for steps and verdict to check."""
        if self.form is None:
            return read_session(self.kit.game, self.text)
        return self.form.read(self.text, self._options)

    def steps(self) -> Iterator[AnyMatch]:
        """The match from its start to its end; SessionRejected where a replay contradicts the text."""
        if self.form is None:
            return replay(self.kit.game, read_session(self.kit.game, self.text))
        return self.form.replay(self.text, self._options)

    def seated(self, who: type[Who]) -> tuple[Who, ...]:
        """Who sat at the seats, where the text says so beside the session."""
        if self._seated is None:
            return ()
        seated: tuple[Who, ...] = read_json(bytes(self._seated), msgspec.json.Decoder(tuple[who, ...]))  # type: ignore[valid-type]
        return seated

    def verdict(self, watched: Watched = iter) -> Verdict:
        """Whether a replay bears out everything the text claims; nothing is dealt where nothing is claimed."""
        session = self._session_of_levels()
        scores = None if session is None or self.kit.levels is None else self.kit.levels.scores_of_opening(session)
        if session is not None and scores is not None:
            return verify_opening(self.kit.game, session, scores)
        return judge(self.kit.game.id, self.id, watched(self.steps()))

    def _session_of_levels(self) -> AnySession | None:
        """The session in our own JSON of a game that deals levels; None for any other."""
        return self.session() if self.form is None and self.kit.levels is not None else None


def verdicts(
    texts: Sequence[bytes], chosen: Mapping[str, OptionValue] | None = None, watched: Watched = iter
) -> list[Verdict | MalformedInput]:
    """What Document.verdict says of each text, or why it cannot be read.

    Formats that can judge in bulk are asked first; for a few texts that would take longer than it saves.
    """
    found: list[Verdict | None] = [None] * len(texts)
    if len(texts) >= MANY:
        for kit, form in _formats():
            found = _filled(found, _judge_many(kit, form, texts, chosen))
    return [verdict or _verdict(text, chosen, watched) for text, verdict in zip(texts, found, strict=True)]


def shown_verdict(verdict: Verdict) -> ShownVerdict:
    """The verdict for whoever reads it."""
    return ShownVerdict(**structs.asdict(verdict), shown=shown_scores(verdict.game, verdict.scores))


def _judge_many(
    kit: Kit, form: Format, texts: Sequence[bytes], chosen: Mapping[str, OptionValue] | None
) -> Sequence[Verdict | None]:
    """Nothing when the options are not this game's: the texts that they concern will say so."""
    try:
        return form.judge_many(texts, _options(kit, chosen))
    except MalformedInput:
        return [None] * len(texts)


def _filled(found: Sequence[Verdict | None], more: Sequence[Verdict | None]) -> list[Verdict | None]:
    return [old or new for old, new in zip(found, more, strict=True)]


def _verdict(text: bytes, chosen: Mapping[str, OptionValue] | None, watched: Watched) -> Verdict | MalformedInput:
    try:
        return Document(text, chosen).verdict(watched)
    except MalformedInput as unreadable:
        return unreadable


def options_from(kit: Kit, chosen: Mapping[str, OptionValue]) -> Struct:
    """A game's options from values, or from words as a person types them; those left out keep their defaults."""
    specs = {spec.name: spec for spec in option_specs(kit)}
    empty = {
        name: None for name, spec in specs.items() if spec.empty is not None and chosen.get(name) == value_text(None)
    }
    try:
        options: Struct = msgspec.convert(dict(chosen) | empty, kit.game.options, strict=False)
    except msgspec.ValidationError as error:
        raise MalformedInput(f"options of {kit.game.id}: {_misfit(kit, specs, chosen, str(error))}") from None
    return checked_options(options)


def _misfit(kit: Kit, specs: Mapping[str, OptionSpec], chosen: Mapping[str, OptionValue], error: str) -> str:
    """What an option is, and what it can be; as msgspec says it where the option is none that can be chosen."""
    unknown = chosen.keys() - {field.encode_name for field in structs.fields(kit.game.options)}
    if unknown and "unknown field" in error:
        return f"there is no {', '.join(sorted(unknown))}, but {', '.join(specs)}"
    name = error.rpartition("`$.")[2].removesuffix("`")
    if name not in specs:
        return error
    return f"{name} is {chosen[name]!r}; what it can be: {values_text(specs[name])}"


def write_session(kit: Kit, session: AnySession, format_name: str) -> bytes:
    """The session in our own JSON or in one of its game's formats."""
    if format_name == OWN_FORMAT:
        return encode_session(session)
    for form in kit.formats:
        if form.name == format_name:
            return form.write(session)
    known = ", ".join([OWN_FORMAT, *(form.name for form in kit.formats)])
    raise MalformedInput(f"{kit.game.id} is not written as {format_name!r}; there is {known}")


def _options(kit: Kit, chosen: Mapping[str, OptionValue] | None) -> Struct | None:
    return options_from(kit, chosen) if chosen else None


def _recognise(fields: Mapping[str, msgspec.Raw]) -> tuple[Kit, Format | None]:
    if "game" in fields:
        return kit_of(_string_or_nothing(fields["game"])), None
    for kit, form in _formats():
        if form.claims(frozenset(fields)):
            return kit, form
    raise MalformedInput("not a session: it has neither a field 'game' nor the fields of a known format")


def _formats() -> Iterator[tuple[Kit, Format]]:
    """The first that claims a text is the one that reads it."""
    for kit in kits().values():
        for form in kit.formats:
            yield kit, form


def _string_or_nothing(raw: msgspec.Raw | None) -> str:
    """A field that only labels the answer; whether it is as it should be is found out by decoding the whole."""
    text = bytes(raw or b"")
    return str(read_json(text, _STRING)) if text.startswith(b'"') else ""

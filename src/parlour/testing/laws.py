"""The laws of core/game.py: what holds of every game, at positions that follow from a seed."""

import re
from functools import partial
from itertools import islice

import msgspec
from msgspec import inspect

from parlour.core.errors import IllegalAction, MalformedInput
from parlour.core.game import CLOCK, FINISHED, Finish, SoloGame
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.replay import replay, resume, verify
from parlour.core.session import action_type, decode_session, encode_session
from parlour.testing.law import law, raised
from parlour.testing.players import begin, everybody, pick, random_action, some_game, some_match


def some_positions(kit: Kit, seed: int) -> list[AnyMatch]:
    """The start, every seventh position of such a game, and the end."""
    start, *played = some_game(kit, seed)
    return [start, *played[::7], *played[-1:]]


@law
def the_same_seed_gives_the_same_start(kit: Kit, seed: int) -> None:
    assert some_match(kit, seed) == some_match(kit, seed)


@law
def who_plays_alone_can_end_it_at_any_moment_with_the_score_as_it_is(kit: Kit, seed: int) -> None:
    if 1 not in kit.game.seats:
        return
    assert isinstance(kit.game, SoloGame)
    for match in some_positions(kit, seed):
        if match.outcome is not None or match.header.seats > 1:
            continue
        before, scores = match.state, kit.game.scores(match.state)
        after, refusal = match.submit(0, Finish(), match.last_ms)
        assert refusal is None
        assert match.state == before
        assert after.outcome is not None
        assert (after.outcome.reason, after.outcome.scores) == (FINISHED, scores)
        assert kit.game.to_move(after.state) == ()
        assert kit.game.deadline(after.state) is None
        assert verify(kit.game, after.session).complete


@law
def time_that_does_not_count_changes_no_score(kit: Kit, seed: int) -> None:
    if not isinstance(kit.game, SoloGame) or kit.game.time_counts:
        return
    for match in some_game(kit, seed)[1:]:
        last = match.last
        if last is not None and last.seat != CLOCK and match.outcome is None:
            assert kit.game.scores(match.state) == kit.game.scores(slower(match).state)


def slower(match: AnyMatch) -> AnyMatch:
    """The same actions, each a while later; where a time limit runs, all at once."""
    again = begin(match.game, match.header.seed, match.header.options, match.header.seats)
    every_ms = 60_000 if match.due_ms is None else 0
    for index, entry in enumerate(match.session.entries):
        again, _ = again.submit(entry.seat, entry.action, index * every_ms)
    return again


@law
def no_action_of_a_game_is_called_as_those_of_every_game(kit: Kit, seed: int) -> None:
    tags = {inspect.type_info(action).tag for action in kit.game.actions}  # type: ignore[attr-defined]
    assert not tags & {"time-up", "ready", "finish"}


@law
def legal_actions_are_exactly_what_apply_accepts(kit: Kit, seed: int) -> None:
    numbers = mulberry32(seed)
    for match in some_positions(kit, seed):
        for seat in everybody(match):
            legal = kit.game.legal_actions(match.state, seat)
            reached = [kit.game.apply(match.state, seat, action, match.last_ms) for action in legal]
            for _ in range(30):
                action = random_action(kit.game, numbers)
                try:
                    state = kit.game.apply(match.state, seat, action, match.last_ms)
                except IllegalAction:
                    assert action not in legal
                else:
                    assert state in reached


@law
def apply_never_changes_its_input(kit: Kit, seed: int) -> None:
    for match in some_positions(kit, seed):
        before = msgspec.msgpack.encode(match.state)
        for seat in everybody(match):
            for action in islice(kit.game.legal_actions(match.state, seat), 20):
                kit.game.apply(match.state, seat, action, match.last_ms)
        assert msgspec.msgpack.encode(match.state) == before


@law
def nobody_is_to_move_if_and_only_if_there_is_an_outcome(kit: Kit, seed: int) -> None:
    for match in some_positions(kit, seed):
        outcome = kit.game.outcome(match.state)
        assert (kit.game.to_move(match.state) == ()) == (outcome is not None)
        assert CLOCK not in kit.game.to_move(match.state)
        assert len(kit.game.scores(match.state)) == match.session.seats
        if outcome is not None:
            assert outcome.scores == kit.game.scores(match.state)
            assert set(outcome.winners) <= set(range(match.session.seats))


@law
def a_time_limit_lies_ahead_while_it_runs_and_does_something_when_it_is_reached(kit: Kit, seed: int) -> None:
    for match in some_positions(kit, seed):
        due = kit.game.deadline(match.state)
        if due is not None:
            assert due > match.last_ms
            assert kit.game.outcome(match.state) is None
            assert kit.game.time_up(match.state, due) != match.state


@law
def whoever_may_not_act_is_refused(kit: Kit, seed: int) -> None:
    numbers = mulberry32(seed)
    for match in some_positions(kit, seed):
        over = kit.game.outcome(match.state) is not None
        for seat in set(everybody(match)) - set(kit.game.to_move(match.state)):
            action = random_action(kit.game, numbers)
            apply = partial(kit.game.apply, match.state, seat, action, match.last_ms)
            assert raised(IllegalAction, apply).refusal.code == ("game-over" if over else "not-your-turn")


@law
def actions_survive_json_and_text(kit: Kit, seed: int) -> None:
    decoder = msgspec.json.Decoder(action_type(kit.game))
    for match in some_positions(kit, seed):
        for seat in kit.game.to_move(match.state):
            for action in islice(kit.game.legal_actions(match.state, seat), 30):
                assert decoder.decode(msgspec.json.encode(action)) == action
                assert kit.text.read(kit.text.write(action)) == action
        assert all(kit.text.write(entry.action) for entry in match.session.entries if entry.seat != CLOCK)


@law
def replay_equals_live_play_step_by_step(kit: Kit, seed: int) -> None:
    live = some_game(kit, seed)
    session = live[-1].session
    states = {len(match.session.entries): match.state for match in replay(kit.game, session)}
    assert len(states) == len(session.entries) + 1
    for match in live:
        assert states[len(match.session.entries)] == match.state
    assert resume(kit.game, session) == live[-1]


@law
def refused_entries_are_refused_again_with_the_same_code(kit: Kit, seed: int) -> None:
    session = some_game(kit, seed)[-1].session
    verdict = verify(kit.game, session)
    assert verdict.ok, verdict
    for index, entry in enumerate(session.entries):
        if entry.refused is not None:
            lied = msgspec.structs.replace(entry, refused=None)
            forged = msgspec.structs.replace(
                session, entries=(*session.entries[:index], lied, *session.entries[index + 1 :])
            )
            assert verify(kit.game, forged).entry == index


@law
def sessions_survive_json_byte_for_byte(kit: Kit, seed: int) -> None:
    session = some_game(kit, seed)[-1].session
    text = encode_session(session)
    assert decode_session(kit.game, text) == session
    assert encode_session(decode_session(kit.game, text)) == text


@law
def views_are_json_and_can_be_drawn(kit: Kit, seed: int) -> None:
    for match in some_positions(kit, seed):
        for seat in (None, *range(match.session.seats)):
            view = kit.game.view(match.state, seat)
            decoded = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
            assert decoded == view
            assert kit.text.draw(view)


@law
def whatever_a_person_can_write_is_an_action_that_the_log_can_hold(kit: Kit, seed: int) -> None:
    """Other digits in place of those of a legal action: nonsense, but well-formed, or refused as malformed."""
    numbers = mulberry32(seed)
    decoder = msgspec.json.Decoder(action_type(kit.game))
    match = some_match(kit, seed)
    for _ in range(50):
        written = kit.text.write(
            pick(numbers, kit.game.legal_actions(match.state, pick(numbers, kit.game.to_move(match.state))))
        )
        line = "".join(str(below(next(numbers), 10)) if letter.isdigit() else letter for letter in written)
        try:
            action = kit.text.read(line)
        except MalformedInput:
            continue
        assert decoder.decode(msgspec.json.encode(action)) == action
        assert kit.text.write(action)


@law
def actions_with_unknown_fields_are_malformed(kit: Kit, seed: int) -> None:
    assert all(kind.__struct_config__.forbid_unknown_fields for kind in kit.game.actions)


@law
def text_that_means_nothing_is_malformed(kit: Kit, seed: int) -> None:
    """A number of a thousand digits means nothing wherever a line has a number; of 5,000, Python itself reads none."""
    for line in ("", "   ", "xyzzy", "9" * 1000, "-1 -1 -1 -1", "\x00", "١ ٢", "[bold]", "💀 a1"):
        raised(MalformedInput, partial(kit.text.read, line), line)
    for line in some_written(kit, seed):
        for number in re.finditer(r"\d+", line):
            for digits in (1000, 5000):
                longer = line[: number.start()] + "9" * digits + line[number.end() :]
                raised(MalformedInput, partial(kit.text.read, longer), longer)


def some_written(kit: Kit, seed: int) -> set[str]:
    """Lines that mean something: legal actions of a game as the game writes them."""
    return {
        kit.text.write(action)
        for match in some_positions(kit, seed)
        for seat in kit.game.to_move(match.state)
        for action in islice(kit.game.legal_actions(match.state, seat), 10)
    }


@law
def the_options_have_defaults_and_refuse_unknown_names(kit: Kit, seed: int) -> None:
    assert msgspec.convert({}, kit.game.options) == kit.game.options()
    raised(msgspec.ValidationError, lambda: msgspec.convert({"no such option": 1}, kit.game.options))


@law
def a_score_is_told_in_words_with_and_without_its_log(kit: Kit, seed: int) -> None:
    match, scoring = some_game(kit, seed)[-1], kit.scoring
    for seat, score in enumerate(kit.game.scores(match.state)):
        for shown in (scoring.show(score), scoring.show(score, scoring.counts(match.session.entries, seat))):
            assert shown.text["en"]
            assert shown.spoken["en"]
            assert shown.facts

"""A session being played: the log so far and the state it replays to."""

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from msgspec import structs

from parlour.core.errors import IllegalAction, Refusal
from parlour.core.game import CLOCK, Action, Game, Options, Outcome, Seat, State, TimeUp
from parlour.core.session import LARGEST_SEED, Entry, GameSession


@dataclass(frozen=True, slots=True)
class Match(Generic[Options, State, Action]):
    """A value: playing on gives a new Match and leaves this one as it is."""

    game: Game[Options, State, Action]
    session: GameSession[Options, Action]
    state: State

    @classmethod
    def begin(
        cls,
        game: Game[Options, State, Action],
        *,
        id: str,  # noqa: A002
        seed: int,
        started: int,
        options: Options | None = None,
        seats: int | None = None,
    ) -> "Match[Options, State, Action]":
        """Sit down. Options and seats left out are the game's defaults: its own options, the fewest seats."""
        seats = game.seats.start if seats is None else seats
        if seats not in game.seats:
            raise ValueError(f"{game.id} takes {game.seats.start} to {game.seats.stop - 1} seats, not {seats}")
        if abs(seed) > LARGEST_SEED:
            raise ValueError(f"a seed lies between -2^52 and 2^52, not at {seed}")
        options = game.settled(game.options() if options is None else options, seed)
        session: GameSession[Options, Action] = GameSession(
            id=id,
            game=game.id,
            rules_version=game.rules_version,
            options=options,
            seed=seed,
            seats=seats,
            started=started,
        )
        return cls(game, session, game.start(options, seed, seats))._settled(0)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.session.outcome

    @property
    def last_ms(self) -> int:
        """The time of the last entry."""
        return self.session.entries[-1].at_ms if self.session.entries else 0

    def submit(self, seat: Seat, action: Action, at_ms: int) -> "tuple[Match[Options, State, Action], Refusal | None]":
        """Let a player try an action: the match after it, and why it was refused if it was.

        A refused attempt is logged too, except after the end: then nothing is. Whatever CLOCK had to do up to this
        moment is done first, so that no host can forget it.
        """
        match = self.until(at_ms)
        if match.outcome is not None:
            return match, Refusal("game-over")
        try:
            state, refusal = match.game.apply(match.state, seat, action, at_ms), None
        except IllegalAction as illegal:
            state, refusal = match.state, illegal.refusal
        return match._logged(Entry(at_ms=at_ms, seat=seat, action=action, refused=refusal), state), refusal

    def until(self, at_ms: int) -> "Match[Options, State, Action]":
        """Let time pass: CLOCK plays whatever is due by then, at the very moment it is due."""
        if at_ms < self.last_ms:
            raise ValueError(f"time runs forward: {at_ms} ms comes after {self.last_ms} ms")
        match = self
        while (due := match.due_ms) is not None and due <= at_ms:
            state = match.game.time_up(match.state, due)
            match = match._logged(Entry(at_ms=due, seat=CLOCK, action=TimeUp()), state)
        return match

    @property
    def due_ms(self) -> int | None:
        """When CLOCK acts next; None when no time limit runs."""
        return None if self.outcome is not None else self.game.deadline(self.state)

    def close(self, at_ms: int) -> "Match[Options, State, Action]":
        """Stop playing, finished or not: the session gets its end."""
        match = self.until(at_ms)
        if match.session.ended is not None:
            return match
        session = structs.replace(match.session, ended=match.session.started + at_ms)
        return Match(match.game, session, match.state)

    def _logged(self, entry: Entry[Action | TimeUp], state: State) -> "Match[Options, State, Action]":
        session = structs.replace(self.session, entries=(*self.session.entries, entry))
        return Match(self.game, session, state)._settled(entry.at_ms)

    def _settled(self, at_ms: int) -> "Match[Options, State, Action]":
        """With the outcome and the end written into the session once the game is over."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return self
        session = structs.replace(self.session, outcome=outcome, ended=self.session.started + at_ms)
        return Match(self.game, session, self.state)


AnyMatch: TypeAlias = Match[Any, Any, Any]

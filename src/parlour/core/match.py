"""A session being played: the log so far and the state it replays to."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeAlias

from msgspec import Struct, structs

from parlour.core.errors import IllegalAction, Refusal
from parlour.core.game import CLOCK, Action, Game, Options, Outcome, Seat, State, TimeUp
from parlour.core.session import LARGEST_SEED, MOST_ENTRIES, Entry, GameSession


class Link(NamedTuple, Generic[Action]):
    """The last entry of a log and what came before it: logs that begin alike share their beginning."""

    entry: Entry[Action | TimeUp]
    before: "Link[Action] | None"


def check_seats_and_seed(game: Game[Any, Any, Any], seats: int, seed: int) -> None:
    """ValueError for what no match can begin with, whatever its options."""
    if seats not in game.seats:
        raise ValueError(f"{game.id} takes {game.seats.start} to {game.seats.stop - 1} seats, not {seats}")
    if abs(seed) > LARGEST_SEED:
        raise ValueError(f"a seed lies between -2^52 and 2^52, not at {seed}")


class Match(Struct, Generic[Options, State, Action], frozen=True, eq=False, dict=True):
    """A value: playing on gives a new Match and leaves this one as it is, at a cost that does not grow with the log.

    What hosts ask several times for each move is worked out once, when the Match is made.
    """

    game: Game[Options, State, Action]
    opening: GameSession[Options, Action]
    """The session as it was taken up, with its outcome and its end once they are known."""
    state: State
    count: int
    """How many entries the log has."""
    last: Entry[Action | TimeUp] | None
    """The last of them."""
    due_ms: int | None
    """When CLOCK acts next; None when no time limit runs."""
    tail: Link[Action] | None = None
    """What was added to the opening since."""

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
        check_seats_and_seed(game, seats, seed)
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
        return cls.opened(game, session)

    @classmethod
    def opened(
        cls, game: Game[Options, State, Action], session: GameSession[Options, Action]
    ) -> "Match[Options, State, Action]":
        """The first moment of a session that has no entries, whose options are settled."""
        state = game.start(session.options, session.seed, session.seats)
        outcome = game.outcome(state)
        if outcome is not None:
            session = structs.replace(session, outcome=outcome, ended=session.started)
        return cls.taken_up(game, session, state)

    @classmethod
    def taken_up(
        cls, game: Game[Options, State, Action], session: GameSession[Options, Action], state: State
    ) -> "Match[Options, State, Action]":
        """A session that replays to a state, to be played on."""
        entries, over = session.entries, session.ended is not None or session.outcome is not None
        last = entries[-1] if entries else None
        return cls(game, session, state, len(entries), last, None if over else game.deadline(state))

    def begun_at(self, started: int) -> "Match[Options, State, Action]":
        """The same match, of which nothing has been played, with its first moment at another Unix time."""
        ended = None if self.opening.ended is None else started
        return structs.replace(self, opening=structs.replace(self.opening, started=started, ended=ended))

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.opening.outcome

    @cached_property
    def session(self) -> GameSession[Options, Action]:
        """The whole log so far."""
        if self.tail is None:
            return self.opening
        earlier = self.opening.entries
        return structs.replace(self.opening, entries=(*earlier, *self.added_since(len(earlier))))

    def added_since(self, count: int) -> "list[Entry[Action | TimeUp]]":
        """The entries that were added when the log already had so many; no fewer than it was taken up with."""
        added = []
        link = self.tail
        for _ in range(self.count - count):
            if link is None:
                raise ValueError(f"the log was taken up with more than {count} entries")
            added.append(link.entry)
            link = link.before
        return added[::-1]

    def newest_first(self) -> "Iterator[Entry[Action | TimeUp]]":
        """The entries of the log, backwards."""
        link = self.tail
        while link is not None:
            yield link.entry
            link = link.before
        yield from reversed(self.opening.entries)

    def only_refused(self, seat: Seat, count: int) -> bool:
        """Whether a seat's last so many actions were all refused."""
        mine = (entry.refused is not None for entry in self.newest_first() if entry.seat == seat)
        refused = list(islice(mine, count))
        return len(refused) == count and all(refused)

    @property
    def last_refusal(self) -> Refusal | None:
        """Why the last action was refused; None when it was accepted or there is none."""
        return self.last.refused if self.last is not None else None

    @property
    def last_ms(self) -> int:
        """The time of the last entry."""
        last = self.last
        return 0 if last is None else last.at_ms

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.game == other.game and self.session == other.session and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def submit(
        self, seat: Seat, action: Action, at_ms: int, most: int = MOST_ENTRIES
    ) -> "tuple[Match[Options, State, Action], Refusal | None]":
        """Let a player try an action: the match after it, and why it was refused if it was.

        A refused action is logged too, except after the end, or when the log has the most entries that it may have.
        Whatever CLOCK had to do up to this moment is done first, so that no host can forget it.
        """
        if not 0 <= seat < self.opening.seats:
            raise ValueError(f"nobody sits at seat {seat}; there are seats 0 to {self.opening.seats - 1}")
        match = self.until(at_ms, most)
        if match.opening.ended is not None:
            return match, Refusal("game-over")
        if match.count >= most:
            return match, Refusal("log-full", {"entries": most})
        try:
            state, refusal = match.game.apply(match.state, seat, action, at_ms), None
        except IllegalAction as illegal:
            state, refusal = match.state, illegal.refusal
        return match._logged(Entry(at_ms=at_ms, seat=seat, action=action, refused=refusal), state), refusal

    def until(self, at_ms: int, most: int = MOST_ENTRIES) -> "Match[Options, State, Action]":
        """Let time pass: CLOCK plays whatever is due by then, at the very moment it is due, until the log is full."""
        if at_ms < self.last_ms:
            raise ValueError(f"time runs forward: {at_ms} ms comes after {self.last_ms} ms")
        match = self
        while (due := match.due_ms) is not None and due <= at_ms and match.count < most:
            state = match.game.time_up(match.state, due)
            match = match._logged(Entry(at_ms=due, seat=CLOCK, action=TimeUp()), state)
        return match

    def close(self, at_ms: int, most: int = MOST_ENTRIES) -> "Match[Options, State, Action]":
        """Stop playing, finished or not: the session gets its end.

        Where a full log left its clock behind, the end is the last moment that is logged.
        """
        match = self.until(at_ms, most)
        opening = match.opening
        if opening.ended is not None:
            return match
        behind = match.due_ms is not None and match.due_ms <= at_ms
        ended = opening.started + (match.last_ms if behind else at_ms)
        return structs.replace(match, opening=structs.replace(opening, ended=ended), due_ms=None)

    def _logged(self, entry: Entry[Action | TimeUp], state: State) -> "Match[Options, State, Action]":
        """One entry further, with the outcome and the end written into the session once the game is over."""
        game, opening = self.game, self.opening
        outcome = game.outcome(state)
        if outcome is None:
            due_ms = game.deadline(state)
        else:
            due_ms = None
            opening = structs.replace(opening, outcome=outcome, ended=opening.started + entry.at_ms)
        return Match(game, opening, state, self.count + 1, entry, due_ms, Link(entry, self.tail))


AnyMatch: TypeAlias = Match[Any, Any, Any]

"""A session being played: the log so far and the state it replays to.

The log counts time from the start of the session, the rules from the moment play began; this module converts between
the two.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeGuard

from msgspec import UNSET, Struct, UnsetType, structs

from parlour.core.errors import IllegalAction, Refusal
from parlour.core.game import (
    CLOCK,
    Action,
    Common,
    Finish,
    Game,
    Options,
    Outcome,
    Ready,
    Seat,
    SoloGame,
    State,
    TimeUp,
)
from parlour.core.session import LARGEST_SEED, MOST_ENTRIES, Branch, Entry, GameSession
from parlour.core.waiting import began_ms, played_before, ready_seats, should_wait, waits_from_ms
from parlour.core.words import number_of

_NO_PLAY = frozenset((Ready, Finish))
Link: TypeAlias = "tuple[Entry[Action | Common], Link[Action] | None]"
"""The last entry of a log and what came before it: logs that begin alike share their beginning."""


def check_seats(game: Game[Any, Any, Any], seats: int) -> None:
    """ValueError if no match has so many seats."""
    if seats not in game.seats:
        fewest, most = game.seats.start, game.seats.stop - 1
        raise ValueError(f"{game.id} takes {number_of('seat', fewest, most)}, not {seats}")


def check_seats_and_seed(game: Game[Any, Any, Any], seats: int, seed: int) -> None:
    """ValueError if no match can begin with so many seats or this seed, whatever its options."""
    check_seats(game, seats)
    if abs(seed) > LARGEST_SEED:
        raise ValueError(f"a seed lies between -2^52 and 2^52, not at {seed}")


class Match(Struct, Generic[Options, State, Action], frozen=True, eq=False, dict=True):
    """A value: playing on gives a new Match and leaves this one as it is, at a cost that does not grow with the log.

    What hosts need several times for each move is computed once, when the Match is made.
    """

    game: Game[Options, State, Action]
    header: GameSession[Options, Action]
    """The session without the entries in `tail`. It has entries only if the match was taken up from a log; all of them
    are in `session`."""
    state: State
    count: int
    """The number of entries of the log."""
    last: Entry[Action | Common] | None
    """The last entry."""
    due_ms: int | None
    """The moment at which CLOCK acts next, in milliseconds since the start of the session; None when no time limit
    runs."""
    began_ms: int | None = 0
    """The moment from which the rules count time, on the same clock (parlour.core.waiting); None while the match
    waits."""
    tail: "Link[Action] | None" = None
    """The entries that were added since the match was taken up, the last one first."""

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
        waits: bool = False,
        branch: Branch | UnsetType = UNSET,
    ) -> "Match[Options, State, Action]":
        """A new match. Options and seats that are left out are the game's defaults: its own options, the fewest seats.

        Play begins at once, or in a match that waits when every seat is ready; a branch waits after the entries that it
        took over.
        """
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
            waits=waits or UNSET,
            branch=branch,
        )
        return cls.opened(game, session)

    @classmethod
    def opened(
        cls, game: Game[Options, State, Action], session: GameSession[Options, Action]
    ) -> "Match[Options, State, Action]":
        """The match at the start of a session that has no entries and whose options are settled."""
        state = game.start(session.options, session.seed, session.seats)
        outcome = game.outcome(state)
        if outcome is not None:
            session = structs.replace(session, outcome=outcome, ended=session.started)
        return cls.taken_up(game, session, state)

    @classmethod
    def taken_up(
        cls, game: Game[Options, State, Action], session: GameSession[Options, Action], state: State
    ) -> "Match[Options, State, Action]":
        """The match after all entries of a session, given the state to which they replay."""
        entries, over = session.entries, session.ended is not None or session.outcome is not None
        last, began = entries[-1] if entries else None, began_ms(session)
        due_ms = None if over else _due(game, state, began)
        return cls(game, session, state, len(entries), last, due_ms, began)

    def waiting_if_needed(self) -> "Match[Options, State, Action]":
        """This match, in which nothing has been played yet, made to wait if its game asks for that (`should_wait`)."""
        if not should_wait(self.game, self.state, self.header.seats):
            return self
        return Match.taken_up(self.game, structs.replace(self.header, waits=True), self.state)

    def begun_at(self, started: int) -> "Match[Options, State, Action]":
        """This match, in which nothing has been added since it was opened, with another start in Unix time."""
        ended = None if self.header.ended is None else started
        return structs.replace(self, header=structs.replace(self.header, started=started, ended=ended))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None while it goes on."""
        return self.header.outcome

    @property
    def covered(self) -> bool:
        """Whether the match still waits for its seats to be ready, so that nobody may see the game."""
        return self.began_ms is None and self.outcome is None

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now, or that the match waits for; empty exactly when the game is over."""
        if self.began_ms is not None or self.outcome is not None:
            return self.game.to_move(self.state)
        ready = ready_seats(self.session)
        return tuple(seat for seat in range(self.header.seats) if seat not in ready)

    @property
    def played_ms(self) -> int:
        """The time of the last entry as the rules count it; it stands still while the match waits."""
        return waits_from_ms(self.session) if self.began_ms is None else self.last_ms - self.began_ms

    @cached_property
    def session(self) -> GameSession[Options, Action]:
        """The session with all entries so far."""
        if self.tail is None:
            return self.header
        earlier = self.header.entries
        return structs.replace(self.header, entries=(*earlier, *self.added_since(len(earlier))))

    def added_since(self, count: int) -> "list[Entry[Action | Common]]":
        """The entries of the log after the first `count`, among which are all with which the match was taken up."""
        added = []
        link = self.tail
        for _ in range(self.count - count):
            if link is None:
                raise ValueError(f"the log was taken up with more than {count} entries")
            entry, link = link
            added.append(entry)
        return added[::-1]

    def newest_first(self) -> "Iterator[Entry[Action | Common]]":
        """The entries of the log, backwards."""
        link = self.tail
        while link is not None:
            entry, link = link
            yield entry
        yield from reversed(self.header.entries)

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
        self, seat: Seat, action: Action | Ready | Finish, at_ms: int, most: int = MOST_ENTRIES
    ) -> "tuple[Match[Options, State, Action], Refusal | None]":
        """Let a seat try an action: the match after it, and the refusal if it was refused.

        An action that the rules refuse is logged too; one that never reaches them is not (``not_loggable``).
        CLOCK first plays what is due up to this moment, so that no host can forget it.
        """
        if not 0 <= seat < self.header.seats:
            raise ValueError(f"nobody sits at seat {seat}; there are seats 0 to {self.header.seats - 1}")
        match = self.until(at_ms, most)
        if match.header.ended is not None:
            return match, Refusal("game-over")
        return match.submit_in_time(seat, action, at_ms, most)

    def submit_in_time(
        self, seat: Seat, action: Action | Ready | Finish, at_ms: int, most: int = MOST_ENTRIES
    ) -> "tuple[Match[Options, State, Action], Refusal | None]":
        """`submit`, for a seat that exists, in a match that is not over, when CLOCK has nothing to do up to this
        moment."""
        if self.count >= most:
            return self, Refusal("log-full", {"entries": most})
        began, state, refusal = self.began_ms, self.state, None
        try:
            if began is not None and _is_play(action):
                state = self.game.apply(state, seat, action, at_ms - began)
            elif (not_logged := self.not_loggable(seat, action)) is not None:
                return self, not_logged
            elif isinstance(action, Finish):
                state = self._finished(at_ms)
        except IllegalAction as illegal:
            refusal = illegal.refusal
        return self._logged(Entry(at_ms, seat, action, refusal), state), refusal

    def not_loggable(self, seat: Seat, action: Action | Ready | Finish) -> Refusal | None:
        """The refusal of an action that never reaches the rules: Ready twice, play before the start, Finish in
        company."""
        if isinstance(action, Ready):
            return None if self.covered and seat in self.to_move else Refusal("already-ready")
        if self.covered:
            return Refusal("not-begun")
        if isinstance(action, Finish) and not (self.header.seats == 1 and isinstance(self.game, SoloGame)):
            return Refusal("not-alone", {"seats": self.header.seats})
        return None

    def _finished(self, at_ms: int) -> State:
        """The state after a player has finished the game, or IllegalAction."""
        if not isinstance(self.game, SoloGame):
            raise AssertionError("only a game for one is finished by a player")
        state: State = self.game.finish(self.state, at_ms - (self.began_ms or 0))
        return state

    def until(self, at_ms: int, most: int = MOST_ENTRIES) -> "Match[Options, State, Action]":
        """The match at a later moment: CLOCK has played what was due by then, at the moment it was due, until the log
        is full."""
        match, last = self, self.last
        if last is not None and at_ms < last.at_ms:
            raise ValueError(f"time runs forward: {at_ms} ms comes after {last.at_ms} ms")
        while (due := match.due_ms) is not None and due <= at_ms and match.count < most:
            state = match.game.time_up(match.state, due - (match.began_ms or 0))
            match = match._logged(Entry(at_ms=due, seat=CLOCK, action=TimeUp()), state)
        return match

    def close(self, at_ms: int, most: int = MOST_ENTRIES) -> "Match[Options, State, Action]":
        """The match after its end, whether or not the game is over.

        If the log is full and CLOCK could not play what was due, the match ends at its last entry.
        """
        match = self.until(at_ms, most)
        header = match.header
        if header.ended is not None:
            return match
        behind = match.due_ms is not None and match.due_ms <= at_ms
        ended = header.started + (match.last_ms if behind else at_ms)
        return structs.replace(match, header=structs.replace(header, ended=ended), due_ms=None)

    def _logged(self, entry: Entry[Action | Common], state: State) -> "Match[Options, State, Action]":
        """The match with one more entry, and with its outcome and its end if the game is over."""
        game, header, began = self.game, self.header, self.began_ms
        if header.waits:
            began = self._began_after(entry)
        due_ms, outcome = None, game.outcome(state)
        if outcome is not None:
            header = structs.replace(header, outcome=outcome, ended=header.started + entry.at_ms)
        elif began is not None and (deadline := game.deadline(state)) is not None:
            due_ms = deadline + began
        return Match(game, header, state, self.count + 1, entry, due_ms, began, (entry, self.tail))

    def _began_after(self, entry: Entry[Action | Common]) -> int | None:
        """The value of `began_ms` after an entry of a match that waits."""
        if self.began_ms is None:
            return entry.at_ms - waits_from_ms(self.session) if len(self.to_move) == 1 else None
        return None if self.count + 1 == played_before(self.header) else self.began_ms


def _is_play(action: Action | Ready | Finish) -> TypeGuard[Action]:
    """Whether an action is one of the game's own. The types are compared, since `isinstance` on structs is slow: half a
    percent of a move's instructions."""
    return type(action) not in _NO_PLAY


def _due(game: Game[Options, State, Action], state: State, began: int | None) -> int | None:
    """The deadline of the rules, in milliseconds since the start of the session."""
    deadline = None if began is None else game.deadline(state)
    return None if deadline is None or began is None else deadline + began


AnyMatch: TypeAlias = Match[Any, Any, Any]

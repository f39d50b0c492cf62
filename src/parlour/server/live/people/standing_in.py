"""Bots that play on for people who are gone, so that nobody waits at an empty seat for long."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.server.clock import Alarm, ServerClock
from parlour.server.live.people.seating import Holder, Nobody, Person, open_seats
from parlour.server.settings import Settings

TakeOver: TypeAlias = Callable[[], Callable[[], None] | None]
"""A weak reference: a room leads to its stand-ins, and nothing leads back, so that no collector must find it."""


class RunningMatch(Protocol):
    """What is asked of the match that is played."""

    match: AnyMatch

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        ...


def awaited_seats(
    holders: tuple[Holder, ...], to_move: tuple[Seat, ...], is_present: Callable[[str], bool]
) -> tuple[Seat, ...]:
    """Seats to move whose people are not there, while somebody else is there who waits for them.

    Where nobody waits, nobody is in a hurry: two may play one move a day.
    """
    found = []
    for seat in to_move:
        who = holders[seat]
        if isinstance(who, Person) and not is_present(who.player):
            others = {one.player for one in holders if isinstance(one, Person)} - {who.player}
            found += [seat] if any(map(is_present, others)) else []
    return tuple(found)


class StandIns:
    """Decides when a bot takes which seat of a room. It looks again whenever somebody comes, goes, sits down or moves.

    Where a time limit runs, it says how long the others wait: CLOCK plays for whoever is away, no bot takes the seat.
    """

    __slots__ = ("_alarm", "_away_ms", "_clock", "_left_ms", "_since", "_take_over", "due", "level", "somebody_is_gone")

    def __init__(self, settings: Settings, clock: ServerClock, kit: Kit, take_over: TakeOver) -> None:
        self._left_ms, self._away_ms = int(settings.left_s * 1000), int(settings.away_s * 1000)
        self._clock = clock
        self._alarm = Alarm(clock)
        self._take_over = take_over
        """Gives what is called when a seat is due."""
        self.level = kit.middle_level
        """The level of the bots; None where a game has none, and nobody stands in."""
        self._since: dict[Seat, int] = {}
        """The time at which others began to wait at each seat, on the match's clock."""
        self.due: Mapping[Seat, int] = {}
        """The time at which a bot takes each seat, on the match's clock."""
        self.somebody_is_gone = False
        """Whether a seat is empty or its person away, so that a move may let the others begin to wait."""

    @property
    def waits(self) -> bool:
        """Whether a bot will take a seat if nothing happens."""
        return self._alarm.is_set()

    def update(
        self, match: RunningMatch | None, holders: tuple[Holder, ...], is_present: Callable[[str], bool]
    ) -> bool:
        """Decide anew, with None while nothing is played; whether something is different now."""
        self.somebody_is_gone = any(
            isinstance(who, Nobody) or (isinstance(who, Person) and not is_present(who.player)) for who in holders
        )
        before, self.due = self.due, self._due(match, holders, is_present)
        if match is None or not self.due:
            self._alarm.stop()
        elif self.due != before:
            next_ms = min(self.due.values()) - match.now_ms()
            self._alarm.set(self._clock.now_ms() + next_ms, self._seat_is_due)
        return self.due != before

    def seats_now(self, match: RunningMatch) -> tuple[Seat, ...]:
        """The seats that bots take now."""
        now = match.now_ms()
        return tuple(seat for seat, due in self.due.items() if due <= now)

    def from_ms(self, match: RunningMatch, away_s: float) -> int | None:
        """The time from which the others may give the seat of a player, who has been away for so long, to a bot; None
        where no bot stands in."""
        return None if self.level is None else match.now_ms() - int(away_s * 1000) + self._away_ms

    def _seat_is_due(self) -> None:
        take_over = self._take_over()
        if take_over is not None:
            take_over()

    def start_over(self) -> None:
        """Forget what was due: it is done, or was not due yet, and the next update sets the alarm anew."""
        self.due = {}

    def stop(self) -> None:
        """Let nobody stand in any more."""
        self._alarm.stop()

    def _due(
        self, match: RunningMatch | None, holders: tuple[Holder, ...], is_present: Callable[[str], bool]
    ) -> dict[Seat, int]:
        if match is None or self.level is None:
            self._since = {}
            return {}
        empty = open_seats(holders)
        awaited = () if match.match.due_ms is not None else awaited_seats(holders, match.match.to_move, is_present)
        if not empty and not awaited:
            self._since = {}
            return {}
        now = match.now_ms()
        self._since = {seat: self._since.get(seat, now) for seat in (*empty, *awaited)}
        due = {seat: self._since[seat] + self._away_ms for seat in awaited}
        for seat in empty:
            who = holders[seat]
            written = who.bot_due_ms if isinstance(who, Nobody) else None
            due[seat] = self._since[seat] + self._left_ms if written is None else written
        return due

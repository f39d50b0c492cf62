"""The daily challenge: the same board for everybody, one ranked attempt each, from midnight to midnight UTC."""

import hmac
import re
from contextlib import suppress
from datetime import date
from typing import TypeAlias

from msgspec import Struct

from parlour.core.kit import Boards, Kit
from parlour.core.scoring import ShownScore
from parlour.core.session import SEEDS
from parlour.games import kits
from parlour.protocol.days import day_ms, day_of
from parlour.protocol.messages import ChosenOptions
from parlour.protocol.options import plain_options
from parlour.protocol.ranking import NotCounted
from parlour.server.live.hub import Hub
from parlour.server.live.people.seating import Person
from parlour.server.live.services import Services
from parlour.server.problems import Problem, not_found
from parlour.store import daily as attempts
from parlour.store import leaderboards, secrets
from parlour.store.daily import DailyAttempt
from parlour.store.leaderboards import Leaderboard
from parlour.store.log import AttemptTaken
from parlour.store.players import Player
from parlour.store.transaction import Transaction, job

Day: TypeAlias = str
"""A UTC day: ``2026-11-15``."""
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
NAME = "daily"
"""The name of the store's secret from which the seeds come."""


class MyAttempt(Struct, frozen=True):
    """My one ranked attempt."""

    room: str | None
    """The room in which it is played; None when that has been closed."""
    match: str
    begun: bool
    """Whether it is used up: its player was ready, or has moved. Until then it can be left and opened again."""
    over: bool
    score: int | None
    """None while it is played, and when it was left before its end."""
    shown: ShownScore | None
    """The score for people."""
    rank: int | None
    """None while it is not on the list."""
    not_counted: NotCounted | None
    """Why it is not on the list; None too while it may still come there."""


class Challenge(Struct, frozen=True, kw_only=True):
    """The challenge of one game for one day."""

    game: str
    day: Day
    board: str
    options: ChosenOptions
    ends_in_s: int
    """How long it can still be begun."""
    players: int
    """How many are on its list."""
    mine: MyAttempt | None
    streak: int
    """The number of days in a row on which I finished it, today included once I have."""


class Daily:
    """Draws the boards of the days and keeps everybody to one attempt."""

    def __init__(self, services: Services, hub: Hub) -> None:
        self._services = services
        self._hub = hub
        self._secret: bytes | None = None

    async def challenges(self, player: Player | None) -> list[Challenge]:
        """Today's challenge of every game that has one."""
        day = self.today()
        return [await self._challenge(kit, boards, player, day) for kit, boards in _challenged()]

    async def open(self, player: Player, game: str, address: str = "") -> Challenge:
        """Begin my attempt at today's challenge, or take it up where it is. ``address`` is the hash of where I am."""
        kit, boards = _challenged_game(game)
        day = self.today()
        if await self._attempt(player, game, day) is None:
            await self._begin(player, game, boards, day, address)
        return await self._challenge(kit, boards, player, day)

    async def standings(self, game: str, day: str, count: int, player: Player | None) -> Leaderboard:
        """The list of who did best on a day."""
        _, boards = _challenged_game(game)
        if not _is_day(day) or day > self.today():
            raise not_found("day")
        board = boards.of(boards.daily)
        return await self._services.store.read(
            leaderboards.daily_board(game, board, day, count, None if player is None else player.id)
        )

    async def require_sight(self, player: Player | None, game: str, seed: int, day: Day | None) -> None:
        """Whoever could still play the board of a day, or is playing it, sees nobody else play it.

        Somebody else's practice on today's board shows it as well as their attempt does.
        """
        if day is None and await self._is_todays(game, seed):
            day = self.today()
        if day is None:
            return
        mine = None if player is None else await self._attempt(player, game, day)
        if mine is None and day < self.today():
            return
        if mine is None or not mine.ended:
            raise Problem(403, "daily-first", "finish your attempt at that day's challenge first: this shows its board")

    def today(self) -> Day:
        """The day by the server's clock."""
        return day_of(self._services.clock.now_ms())

    async def _begin(self, player: Player, game: str, boards: Boards, day: Day, address: str) -> None:
        holders, seed = (Person(player.id, player.name),), await self._seed(game, day)
        # Should another window of theirs have been quicker, that attempt is the attempt.
        with suppress(AttemptTaken):
            await self._hub.open(
                player,
                game,
                plain_options(boards.daily),
                holders,
                public=False,
                seed=seed,
                daily=day,
                address=address,
            )

    async def _challenge(self, kit: Kit, boards: Boards, player: Player | None, day: Day) -> Challenge:
        game, now = kit.game.id, self._services.clock.now_ms()
        board, mine, streak = await self._services.store.read(_standing(game, boards, day, player))
        return Challenge(
            game=game,
            day=day,
            board=board.board,
            options=plain_options(boards.daily),
            ends_in_s=max(0, (day_ms(day, 1) - now) // 1000),
            players=board.players,
            mine=None if mine is None else _mine(mine, board),
            streak=streak,
        )

    async def _is_todays(self, game: str, seed: int) -> bool:
        challenged = any(kit.game.id == game for kit, _ in _challenged())
        return challenged and seed % SEEDS == await self._seed(game, self.today())

    async def _attempt(self, player: Player, game: str, day: str) -> DailyAttempt | None:
        return await self._services.store.read(attempts.attempt(game, day, player.id))

    async def _seed(self, game: str, day: str) -> int:
        if self._secret is None:
            self._secret = await self._services.store.write(secrets.obtain(NAME))
        drawn = hmac.digest(self._secret, f"{game} {day}".encode(), "sha256")
        return int.from_bytes(drawn[:4], "big")


@job
def _standing(
    transaction: Transaction, game: str, boards: Boards, day: Day, player: Player | None
) -> tuple[Leaderboard, DailyAttempt | None, int]:
    """What there is to say of a day's challenge, in one reading: its list, a player's attempt, their days in a row."""
    me = None if player is None else player.id
    board = leaderboards.daily_board(game, boards.of(boards.daily), day, 1, me)(transaction)
    if me is None:
        return board, None, 0
    return board, attempts.attempt(game, day, me)(transaction), attempts.streak(game, day, me)(transaction)


def _mine(attempt: DailyAttempt, board: Leaderboard) -> MyAttempt:
    score = None if attempt.outcome is None else attempt.outcome.scores[0]
    return MyAttempt(
        room=attempt.room,
        match=attempt.match,
        begun=attempt.begun,
        over=attempt.ended,
        score=score,
        shown=attempt.shown,
        rank=None if board.mine is None else board.mine.rank,
        not_counted=attempt.not_counted,
    )


def _challenged() -> list[tuple[Kit, Boards]]:
    return [(kit, kit.boards) for kit in kits().values() if kit.boards is not None and 1 in kit.game.seats]


def _challenged_game(game: str) -> tuple[Kit, Boards]:
    for kit, boards in _challenged():
        if kit.game.id == game:
            return kit, boards
    raise not_found("challenge")


def _is_day(text: str) -> bool:
    try:
        return DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False

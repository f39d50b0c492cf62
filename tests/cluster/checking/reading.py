"""Reads the evidence from the store's own tables, and replays every log on the way."""

from collections.abc import Collection, Iterator, Sequence

import msgspec
from msgspec import Struct, structs
from sqlalchemy import bindparam, select

from parlour.core.errors import ParlourError
from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import Entry, encode_entry
from parlour.games import kit_of
from parlour.protocol.ranking import not_counted
from parlour.store import log
from parlour.store.databases import database_at
from parlour.store.statements import Row, Statement, each_of
from parlour.store.tables import bests, entries, matches, ratings, results, seats
from parlour.store.transaction import Transaction
from tests.cluster.checking.checker import WATCHER
from tests.cluster.checking.evidence import Evidence, LoggedEntry, LoggedMatch, Result
from tests.cluster.checking.history import digest

_AMONG = select(each_of("of").c.value)
_ENTRIES = Statement(
    select(entries.c.seq, entries.c.ref).where(entries.c.match == bindparam("of")).order_by(entries.c.seq)
)
_SAT = Statement(select(seats.c.match).where(seats.c.player.in_(_AMONG)).distinct())
_PLACES = Statement(
    select(matches.c.id, matches.c.place, matches.c.listed).where(matches.c.id.in_(_AMONG)).order_by(matches.c.id)
)
_RESULTS = Statement(select(results).where(results.c.player.in_(_AMONG)))
_RATINGS = Statement(select(ratings.c.game, ratings.c.player, ratings.c.games).where(ratings.c.player.in_(_AMONG)))
_BESTS = Statement(
    select(bests.c.game, bests.c.board, bests.c.player, bests.c.score).where(
        bests.c.player.in_(_AMONG), bests.c.period == "all"
    )
)


class Kept(Struct, frozen=True):
    """What was read of a match, before it is replayed."""

    stored: log.StoredMatch
    seqs: tuple[int, ...]
    refs: tuple[str | None, ...]
    place: int | None
    listed: bool


def read_evidence(address: str, names: Collection[str], players: Collection[str]) -> Evidence:
    """All about these matches, these players and theirs, of one moment, from a database that servers are using."""
    connection = database_at(address).reading()
    try:
        connection.begin()
        sat = {row.match for row in connection.many(_SAT, of=sorted(players))}
        kept, found = _kept(connection, sorted(sat.union(names))), _standings(connection, sorted(players))
    finally:
        connection.rollback()
        connection.close()
    return structs.replace(found, matches=tuple(_match(one) for one in kept))


def _kept(transaction: Transaction, names: Sequence[str]) -> list[Kept]:
    found = []
    for row in transaction.many(_PLACES, of=names):
        stored = log.stored(row.id)(transaction)
        assert stored is not None
        lines = transaction.many(_ENTRIES, of=stored.number)
        found.append(
            Kept(
                stored,
                tuple(line.seq for line in lines),
                tuple(line.ref for line in lines),
                row.place,
                bool(row.listed),
            )
        )
    return found


def _standings(transaction: Transaction, players: Sequence[str]) -> Evidence:
    return Evidence(
        matches=(),
        results=tuple(_result(row) for row in transaction.many(_RESULTS, of=players)),
        rated_games={f"{row.game} {row.player}": row.games for row in transaction.many(_RATINGS, of=players)},
        bests={f"{row.game} {row.board} {row.player}": row.score for row in transaction.many(_BESTS, of=players)},
    )


def _match(kept: Kept) -> LoggedMatch:
    session, kit = kept.stored.session, kit_of(kept.stored.session.game)
    shown, wrong = _shown(kept)
    if kept.seqs != tuple(range(len(kept.seqs))):
        wrong = f"the entries are numbered {kept.seqs}"
    return LoggedMatch(
        id=session.id,
        game=session.game,
        people=tuple(seated.player for seated in kept.stored.seats),
        beginners=tuple(seated.beginner for seated in kept.stored.seats),
        left=tuple(seated.left is not None for seated in kept.stored.seats),
        entries=tuple(_entry(entry, ref) for entry, ref in zip(session.entries, kept.refs, strict=True)),
        shown=tuple(shown),
        wrong=wrong,
        over=session.outcome is not None,
        ended=session.ended is not None,
        listed=kept.listed,
        daily=kept.stored.origin.daily,
        confirmed=kept.stored.confirmed,
        place=kept.place,
        counts=not_counted(kit, kept.stored.facts(kit)) is None,
    )


def _entry(entry: Entry[Struct], ref: str | None) -> LoggedEntry:
    refused = None if entry.refused is None else entry.refused.code
    return LoggedEntry(entry.seat, msgspec.to_builtins(entry.action), ref, refused)


def _shown(kept: Kept) -> tuple[list[dict[int, str]], str | None]:
    """What a replay shows after each number of entries, as far as it goes, and what it contradicts."""
    shown: list[dict[int, str]] = []
    session = kept.stored.session
    try:
        shown.extend(dict(_digests(match, kept.refs)) for match in replay(kit_of(session.game).game, session))
    except ParlourError as error:
        return shown, str(error)
    return shown, None


def _digests(match: AnyMatch, refs: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    covered = match.covered
    for seat in (WATCHER, *range(match.header.seats)):
        view = None if covered else match.game.view(match.state, None if seat == WATCHER else seat)
        yield (
            seat,
            digest(
                view,
                to_move=match.to_move,
                scores=(0,) * match.header.seats if covered else match.game.scores(match.state),
                outcome=match.outcome,
                due_ms=match.due_ms,
                last=None if match.last is None else msgspec.Raw(encode_entry(match.last)),
                last_ref=refs[match.count - 1] if match.count else None,
            ),
        )


def _result(row: Row) -> Result:
    return Result(
        match=row.match,
        player=row.player,
        game=row.game,
        board=row.board,
        score=row.score,
        counts=row.not_counted is None,
        rated=row.rating_after is not None,
    )

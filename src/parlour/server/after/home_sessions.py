"""Sessions that were played at home: who sat there, and whether a replay bears them out."""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.quick_start import ForBot, ForMe
from parlour.core.session import MOST_SEATS, encode_session, read_json, read_session
from parlour.games import bot_of, kit_of
from parlour.games.documents import Document
from parlour.protocol.bots import bot_name
from parlour.protocol.ranking import Seated
from parlour.server.work import tasks
from parlour.store.home_matches import HomeMatch, digest_of
from parlour.store.players import Player


class HomeSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A session with the owner of each seat, as a table at home keeps it."""

    seats: Annotated[tuple[ForMe | ForBot, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    session: Raw
    chosen: bool = False
    """Whether the player chose the board, which makes the match practice."""
    player: str | None = None
    """The player who may hand it in; anybody if it is left out."""


_HOME_SESSION = msgspec.json.Decoder(HomeSession)


class VerifiedSession(Struct, frozen=True):
    """A session that a replay has borne out."""

    game: str
    session: bytes
    """The session in Parlour's own JSON."""
    bots: tuple[str | None, ...]
    """The level of the bot at each seat that a bot played."""
    digest: bytes
    chosen: bool
    player: str | None


def judged(text: bytes) -> VerifiedSession:
    """The task of a worker: a session from home if it holds; MalformedInput or SessionRejected if not."""
    home: HomeSession = read_json(text, _HOME_SESSION)
    document = Document(bytes(home.session))
    kit = tasks.loaded(document.kit.game.id)
    bots = tuple(place.level if isinstance(place, ForBot) else None for place in home.seats)
    for level in filter(None, bots):
        bot_of(kit, level)
    if None not in bots:
        raise MalformedInput("whoever hands in a match holds at least one of its seats")
    session = document.session()
    if session.seats != len(bots):
        raise MalformedInput(f"{len(bots)} sat there, but {session.seats} play")
    verdict = document.verdict()
    if not verdict.ok:
        raise SessionRejected(verdict.code or "rejected", verdict.reason or "", verdict.entry)
    digest = digest_of(session, bots)
    return VerifiedSession(session.game, encode_session(session), bots, digest, home.chosen, home.player)


def match_of(found: VerifiedSession, player: Player) -> HomeMatch:
    """The match of a verified session, with the player at every seat that no bot held."""
    seats = tuple(
        Seated(player.name, player.id) if level is None else Seated(bot_name(level), bot=level) for level in found.bots
    )
    return HomeMatch(read_session(kit_of(found.game).game, found.session), seats, found.digest, found.chosen)

"""Sessions that are played at home: who sits there, and whether a replay bears them out."""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.quick_start import ForBot, ForMe
from parlour.core.session import MOST_SEATS, decode_session, encode_session, read_json
from parlour.games import bot_of, kit_of
from parlour.games.documents import Document
from parlour.protocol.bots import bot_name
from parlour.protocol.ranking import Seated
from parlour.server.work import tasks
from parlour.store.home_matches import HomeMatch, digest_of
from parlour.store.players import Player


class HomeSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A log, and whose seats are whose: as a table at home keeps it."""

    seats: Annotated[tuple[ForMe | ForBot, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    session: Raw
    chosen: bool = False
    """Whether its player chose the board: then it is practice."""
    player: str | None = None
    """Whose it is, if that is said: nobody else hands it in."""


_HOME_SESSION = msgspec.json.Decoder(HomeSession)


class VerifiedSession(Struct, frozen=True):
    """A session that a replay has borne out."""

    game: str
    session: bytes
    """In our own JSON."""
    bots: tuple[str | None, ...]
    """By seat, the level of the bot that played there."""
    digest: bytes
    chosen: bool
    player: str | None


def judged(text: bytes) -> VerifiedSession:
    """A worker's: MalformedInput or SessionRejected unless a text is a session of somebody at home that holds."""
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
    """The match of a session that was borne out, with a player at every seat that is no bot's."""
    seats = tuple(
        Seated(player.name, player.id) if level is None else Seated(bot_name(level), bot=level) for level in found.bots
    )
    return HomeMatch(decode_session(kit_of(found.game).game, found.session), seats, found.digest, found.chosen)

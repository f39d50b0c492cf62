"""What a fuzzer begins with: texts that decoders accept, made from the golden games."""

from collections.abc import Iterator
from functools import cache

import msgspec

from parlour.core.match import AnyMatch
from parlour.core.session import AnySession, decode_session, encode_entry, encode_session
from parlour.games import kit_of, kits
from parlour.testing.players import begin
from tests.playthroughs.record import FOLDER

FEW = 6
"""Entries of a golden game that are enough to begin with: a fuzzer is quicker with short texts."""


@cache
def golden() -> tuple[AnySession, ...]:
    """The sessions at the ends of the golden games."""
    texts = [file.read_bytes().splitlines()[-1] for file in sorted(FOLDER.glob("*.txt"))]
    return tuple(decode_session(kit_of(msgspec.json.decode(text)["game"]).game, text) for text in texts)


def short() -> Iterator[AnySession]:
    """The golden games, broken off after a few entries."""
    for session in golden():
        yield msgspec.structs.replace(session, entries=session.entries[:FEW], ended=None, outcome=None)


def sessions() -> Iterator[bytes]:
    """In our own JSON and in every other format, as they are and within a line of an export."""
    for session in (*short(), *golden()):
        kit = kit_of(session.game)
        yield from (encode_session(session), *(form.write(session) for form in kit.formats if session.ended))
        yield b'{"seated":[{"name":"Ann"}],"session":' + encode_session(session) + b"}"


def log_lines() -> Iterator[bytes]:
    """Logs as the store keeps them, one entry a line."""
    for session in short():
        yield b"\n".join(map(encode_entry, session.entries))


def messages() -> Iterator[bytes]:
    """What a client says in a room."""
    yield b'{"type":"ping"}'
    yield b'{"type":"say","phrase":"well-played"}'
    for session in short():
        for entry in session.entries:
            said = {
                "type": "submit",
                "match": session.id,
                "seat": max(0, entry.seat),
                "action": entry.action,
                "ref": "1",
            }
            yield msgspec.json.encode(said)


def bodies() -> Iterator[bytes]:
    """What pages post."""
    for kit in kits().values():
        places = [{"for": "me"}, *[{"for": "anybody"}] * (kit.game.seats.start - 1)]
        options = msgspec.to_builtins(kit.game.options())
        yield msgspec.json.encode(
            {"game": kit.game.id, "seats": places, "options": options, "public": True, "seed": -7}
        )
        yield msgspec.json.encode({"game": kit.game.id, "options": options})
    yield from (b'{"seat":0}', b'{"seat":1,"level":"novice"}', b'{"seq":3}', b'{"name":"Ann"}', b'{"phrase":"a b c"}')


def lines() -> Iterator[bytes]:
    """What a person types at a terminal, and addresses, codes, names and cookies."""
    for session in short():
        kit = kit_of(session.game)
        yield from (
            kit.text.write(entry.action).encode()
            for entry in session.entries
            if isinstance(entry.action, kit.game.actions)
        )
    yield from (b"BCDFGH", b"bcd-fgh", "앤".encode(), b"Ann#2", b"parlour=abc; other=1", b"10.0.0.1", b"::ffff:1.2.3.4")
    yield from (b"https://example.org", b"/ten-exorcism/daily/2026-11-16", b"postgresql://a:b@c/d", b"0:100", b"-5:3")


def levels() -> Iterator[bytes]:
    """Levels with their proofs."""
    for kit in kits().values():
        if kit.levels is not None:
            yield msgspec.json.encode(kit.levels.deal(kit.game.options(), 7))


def openings() -> Iterator[AnyMatch]:
    """A match of every game that has just begun."""
    for kit in kits().values():
        yield begin(kit.game, 1)

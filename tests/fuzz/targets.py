"""One function a decoder: it takes any bytes, and fails when the decoder does not keep its laws."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import msgspec

from parlour.batch.inputs import read_items
from parlour.core.errors import MalformedInput, SessionRejected
from parlour.core.match import AnyMatch
from parlour.core.replay import Verdict
from parlour.core.session import action_decoder, decode_entries, encode_entry, encode_session
from parlour.games import kits
from parlour.games.documents import MANY, Document, options_from, verdicts
from parlour.protocol.messages import Submit, decode
from parlour.server.access.addresses import address_key
from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.identity import hashed_recovery_phrase, read_code
from parlour.server.access.origins import origin_allowed
from parlour.server.http.api.matches import TryFrom
from parlour.server.http.api.me import RecoveryPhrase, Rename
from parlour.server.http.api.rooms import AskAdvice, Fill, Join, OpenRoom, Quick
from parlour.server.http.pages import is_page
from parlour.server.socket.picows_adapter import read_cookies
from parlour.store.address import address_of
from parlour.store.names import NameRefused, clean_name, skeleton
from tests.fuzz import corpus

MOST_BYTES = 8192
"""Of a text that is made up; longer ones have tests of their own."""
BODIES = (OpenRoom, Quick, Join, Fill, AskAdvice, TryFrom, Rename, RecoveryPhrase)


@dataclass(frozen=True)
class Target:
    """A decoder to try."""

    check: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]


def session(text: bytes) -> None:
    """A verdict or a reason; the same one by one and in bulk; and what is read is written as it was read."""
    [alone] = verdicts([text])
    in_bulk = verdicts([text] * MANY)
    assert [_comparable(one) for one in in_bulk] == [_comparable(alone)] * MANY
    try:
        found = Document(text).session()
    except (MalformedInput, SessionRejected):
        assert not isinstance(alone, Verdict) or not alone.ok
        return
    again = Document(encode_session(found)).session()
    assert again == found
    assert encode_session(again) == encode_session(found)


def log_lines(text: bytes) -> None:
    """Entries or a reason; and what is read is written as it was read."""
    for kit in kits().values():
        with suppress(MalformedInput):
            entries = decode_entries(kit.game, text.replace(b"\n", b","))
            assert decode_entries(kit.game, b",".join(map(encode_entry, entries))) == entries


def message(text: bytes) -> None:
    """A message or a reason; its action is read by every game, and played or refused from the start of a match."""
    try:
        said = decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    if not isinstance(said, Submit):
        return
    for opening in _openings():
        try:
            action = action_decoder(opening.game)(said.action)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            continue
        after, refusal = opening.submit(said.seat % opening.header.seats, action, 5)
        assert refusal is None or refusal.code
        assert after.count >= opening.count


def body(text: bytes) -> None:
    """A body or a reason; its options are a game's or refused, and those that are taken mean the same again."""
    for kind in BODIES:
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            _use(msgspec.json.decode(text, type=kind))


def line(text: bytes) -> None:
    """What is typed: an action that is written as it is read, a code, a name, cookies, an address, or none of them."""
    typed = text.decode(errors="surrogateescape")
    for kit in kits().values():
        with suppress(MalformedInput):
            action = kit.text.read(typed)
            assert kit.text.read(kit.text.write(action)) == action
    code = read_code(typed)
    assert code is None or read_code(code) == code
    with suppress(NameRefused):
        name = clean_name(typed)
        assert clean_name(name) == name
        assert skeleton(name) == skeleton(skeleton(name))
    cookies = read_cookies(text.decode("latin-1"))
    assert len(DeviceCookie().token_hash(cookies)) == len(hashed_recovery_phrase(typed)) == 32
    key = address_key(typed)
    assert address_key(key.partition("/")[0]) == key
    assert not origin_allowed(typed, None, ())
    assert isinstance(is_page(typed), bool)
    with suppress(MalformedInput):
        assert isinstance(str(address_of(typed)), str)


def file(text: bytes) -> None:
    """Items of a file: in the order of their lines, each with a text or with a reason, never nothing."""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text))
    try:
        items = list(read_items(["-"]))
    finally:
        sys.stdin = before
    assert items
    assert all(bool(item.text) != (item.problem is not None) for item in items)
    numbers = [item.line for item in items]
    assert numbers == sorted(numbers)


def level(text: bytes) -> None:
    """A grading or a reason."""
    for kit in kits().values():
        if kit.levels is not None:
            with suppress(MalformedInput):
                _, grading = kit.levels.grade(text)
                assert kit.levels.describe(grading)


TARGETS = {
    "session": Target(session, corpus.sessions),
    "log-lines": Target(log_lines, corpus.log_lines),
    "message": Target(message, corpus.messages),
    "body": Target(body, corpus.bodies),
    "line": Target(line, corpus.lines),
    "file": Target(file, corpus.sessions),
    "level": Target(level, corpus.levels),
}


def _comparable(answer: Verdict | MalformedInput) -> object:
    return answer if isinstance(answer, Verdict) else str(answer)


@cache
def _openings() -> tuple[AnyMatch, ...]:
    return tuple(corpus.openings())


def _use(decoded: msgspec.Struct) -> None:
    """Go on with a body as the server does."""
    if isinstance(decoded, Rename):
        with suppress(NameRefused):
            clean_name(decoded.name)
    if not isinstance(decoded, OpenRoom | Quick) or decoded.game not in kits():
        return
    kit = kits()[decoded.game]
    with suppress(MalformedInput):
        options = options_from(kit, decoded.options)
        assert options_from(kit, msgspec.to_builtins(options)) == options

"""Ways to change how a session is written, and its bytes."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

SPELLINGS = (
    b"%d.0", b"%de0", b"%dE+0", b"-%d", b"+%d", b"0%d", b"%d.", b"%d.5", b'"%d"', b"[%d]", b"%d0e-1", b"0x%d", b"%d_0",
    b" %d ", b"%d\t", b"true", b"null", b"NaN", b"1e999", b"-0",
)  # fmt: skip
SCRAPS = (
    b"\xff",
    b"\x00",
    b"\xef\xbb\xbf",
    b'"',
    b"\\",
    b"\\ud800",
    b"}",
    b"]",
    b",",
    b"{",
    b"[[[[",
    b"1",
    b" ",
    b"\n",
)
NUMBER = re.compile(rb"(?<=[:,\[])\d+(?=[,\]}])")
PAIR = re.compile(rb'"\w+":(?:-?\d+|"[^"\\]*"|null|true|false)(?=[,}])')
KEY = re.compile(rb'"\w+":')


@dataclass(frozen=True)
class Paper:
    """A session's text, and another of the same game and format to take things from."""

    chance: random.Random
    text: bytes
    other: bytes


Rewriting = Callable[[Paper], bytes]


def spelling(paper: Paper) -> bytes:
    """A number is written in another way."""
    found = list(NUMBER.finditer(paper.text))
    if not found:
        return paper.text
    number = paper.chance.choice(found)
    spelled = paper.chance.choice(SPELLINGS).replace(b"%d", number.group())
    return paper.text[: number.start()] + spelled + paper.text[number.end() :]


def twice(paper: Paper) -> bytes:
    """A field stands there twice, as it is or as another one is, before or behind the true one."""
    found = list(PAIR.finditer(paper.text))
    if not found:
        return paper.text
    pair = paper.chance.choice(found)
    key, _, value = pair.group().partition(b":")
    again = paper.chance.choice(
        (value, value, b"0", b"null", b'"x"', paper.chance.choice(found).group().partition(b":")[2])
    )
    at = paper.chance.choice((pair.start(), pair.end()))
    said = key + b":" + again
    return paper.text[:at] + (said + b"," if at == pair.start() else b"," + said) + paper.text[at:]


def escaped(paper: Paper) -> bytes:
    """A letter of a name is written by its number."""
    key = paper.chance.choice(list(KEY.finditer(paper.text)) or [None])
    if key is None:
        return paper.text
    at = paper.chance.randrange(key.start() + 1, key.end() - 2)
    return paper.text[:at] + b"\\u%04x" % paper.text[at] + paper.text[at + 1 :]


def spaced(paper: Paper) -> bytes:
    """Blanks around it and within."""
    return (
        paper.chance.choice((b"", b" ", b"\n"))
        + paper.text.replace(b",", b" ,\r\n")
        + paper.chance.choice((b"", b"\t", b"  "))
    )


def flipped(paper: Paper) -> bytes:
    """One bit, or one byte."""
    at = paper.chance.randrange(len(paper.text))
    return paper.text[:at] + bytes([paper.text[at] ^ 1 << paper.chance.randrange(8)]) + paper.text[at + 1 :]


def digit(paper: Paper) -> bytes:
    """One digit becomes another."""
    at = paper.chance.choice([at for at, byte in enumerate(paper.text) if 48 <= byte < 58])
    return paper.text[:at] + b"%d" % paper.chance.randrange(10) + paper.text[at + 1 :]


def scrap(paper: Paper) -> bytes:
    """Something comes in that does not belong there."""
    at = paper.chance.randrange(len(paper.text) + 1)
    return paper.text[:at] + paper.chance.choice(SCRAPS) + paper.text[at + paper.chance.choice((0, 0, 1)) :]


def torn(paper: Paper) -> bytes:
    """The text ends early, or goes on as another one does."""
    at = paper.chance.randrange(len(paper.text))
    return paper.text[:at] + paper.chance.choice(
        (b"", paper.other[paper.chance.randrange(len(paper.other)) :], paper.text[at // 2 :])
    )


REWRITINGS: Sequence[Rewriting] = (spelling, spelling, twice, twice, escaped, spaced, flipped, digit, scrap, torn)

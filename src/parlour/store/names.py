"""What a player may be called: names that can be seen, read and told apart. Pure functions, without a database."""

import re
import unicodedata
from collections.abc import Collection

from parlour.core.errors import ParlourError
from parlour.languages import LANGUAGES, reserved_names

LONGEST_NAME = 24
"""Letters and signs; the marks on a letter count with it."""
LONGEST_NAME_BYTES = 96
"""The most bytes in UTF-8: four for each letter, or fewer letters with marks on them."""
MOST_MARKS = 3
"""Combining marks on one letter: Thai and Hebrew need two, Vietnamese and Khmer may need three."""

RESERVED = tuple(name for language in LANGUAGES for name in reserved_names(language))
"""What the product itself calls somebody, and its bots' levels, in all of its languages; compared by ``skeleton``."""
BOTS = ("bot", "봇", "로봇")
"""The words with which no name begins or ends."""

_NUMBERED = re.compile(r"#[0-9]+$")
_LONGEST_NUMBER = 9
"""The most figures of a number after a name: no more players are so called."""
_COMPATIBILITY_JAMO = ("\u3131", "\u318e")
"""The first and last of the letters that are kept as they are typed: ㅋㅋ would otherwise become the beginnings of
syllables."""
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufffc\U0001d159\U00016fe4")
"""Letters, marks and signs that draw nothing; what Unicode calls a format or a control is found by its category."""
_SELECTORS = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Signs that choose between pictures of the character before them, and draw nothing themselves."""
_JOINER = "\u200d"
"""The sign that joins the pictures beside it into one, where the font has one: a family of its members."""
_FLAG_LETTERS = re.compile("(?<=\U0001f3f4)[\U000e0020-\U000e007f]+")
"""Signs behind a black flag that say of which country it is, and draw nothing themselves."""
_TOGETHER = frozenset({"LATIN", "CJK", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO"})
"""Scripts that are written side by side and not mistaken for each other; any other stands alone."""
_ALIKE = {
    "a": "\u0430\u03b1",
    "b": "\u0432\u03b2",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u03b5",
    "h": "\u043d\u04bb",
    "j": "\u0458\u03f3",
    "k": "\u043a\u03ba",
    "l": "1|!i\u0131\u0456\u04cf\u03b9",
    "m": "\u043c\u03bc",
    "n": "\u043f\u03b7",
    "o": "0\u043e\u03bf\u0585",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "r": "\u0433",
    "s": "\u0455",
    "t": "\u0442\u03c4",
    "v": "\u0475\u03bd",
    "w": "\u051d\u0461\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03c5",
    "z": "\u03b6",
}
"""Small letters of Cyrillic, Greek and Armenian, and figures, by the Latin letter that they are taken for."""
_LOOKS_LIKE = {ord(other): letter for letter, others in _ALIKE.items() for other in others}


class NameRefused(ParlourError):
    """Nobody can be called that. ``code`` is stable; the message says what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def clean_name(typed: str, forbidden: Collection[str] = ()) -> str:
    """A name as it is shown, or NameRefused. A number behind it (``Mina#2``) is left out: the server gives it.

    Words that a host forbids are in no name, whatever stands before, between and behind their letters.
    """
    name = " ".join(_plain_pictures(_normalised(typed)).split())
    name = _NUMBERED.sub("", name).rstrip()
    _require_seen(name)
    _require_length(name)
    _require_marks(name)
    if "#" in name:
        raise NameRefused("name-number", "a name holds no #: it stands before the number of a second player so called")
    _require_one_script(name)
    if _is_reserved(name):
        raise NameRefused("name-reserved", "that is what the server calls somebody itself; choose another name")
    looks = skeleton(name)
    if any(word in looks for word in map(skeleton, forbidden) if word):
        raise NameRefused("name-forbidden", "the host of this server wants no name with that word; choose another name")
    return name


def skeleton(name: str) -> str:
    """A key that is equal for names that look alike: without case, accents, spaces and signs between letters.

    Letters that look alike in two scripts are one. ``rn`` and ``vv`` are taken for ``m`` and ``w``.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    seen = (sign for sign in plain if unicodedata.category(sign)[0] in "LNSM" and not unicodedata.combining(sign))
    looked = "".join(seen).translate(_LOOKS_LIKE)
    looked = looked.replace("rn", "m").replace("vv", "w")
    return unicodedata.normalize("NFC", looked)


def numbered(name: str, number: int) -> str:
    """What a player is shown as: the first one so called by the name alone, the others with their number."""
    return name if number == 1 else f"{name}#{number}"


def without_number(shown: str) -> tuple[str, int | None]:
    """The name of somebody as they are shown, and the number behind it if there is one: that of ``numbered``."""
    name, _, number = shown.rpartition("#")
    if not (name and number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER):
        return shown, None
    return name, int(number)


def _normalised(typed: str) -> str:
    first, last = _COMPATIBILITY_JAMO
    kept = (mark if first <= mark <= last else unicodedata.normalize("NFKC", mark) for mark in typed)
    return unicodedata.normalize("NFC", "".join(kept))


def _plain_pictures(name: str) -> str:
    """The name without the unseen signs that choose or join pictures; a joiner anywhere else stays, to be refused."""
    bare = _FLAG_LETTERS.sub("", _SELECTORS.sub("", name))
    around = zip(" " + bare, bare, bare[1:] + " ", strict=False)
    return "".join(sign for before, sign, after in around if sign != _JOINER or not _are_pictures(before, after))


def _are_pictures(*signs: str) -> bool:
    return all(unicodedata.category(sign)[0] == "S" for sign in signs)


def _require_seen(name: str) -> None:
    if any(mark in _UNSEEN or unicodedata.category(mark)[0] == "C" for mark in name):
        raise NameRefused(
            "name-unseen",
            "a name holds only letters, digits and signs that can be seen: leave out what was pasted with it",
        )
    if not any(unicodedata.category(mark)[0] in "LNS" for mark in name):
        raise NameRefused("name-empty", "a name needs at least one letter or digit")


def _require_length(name: str) -> None:
    letters = sum(unicodedata.category(mark)[0] != "M" for mark in name)
    if letters > LONGEST_NAME or len(name.encode()) > LONGEST_NAME_BYTES:
        raise NameRefused("name-too-long", f"a name has at most {LONGEST_NAME} letters, not {letters}")


def _require_marks(name: str) -> None:
    """Marks stand on something that can carry them, and few on each."""
    marks, carried = 0, False
    for sign in name:
        if unicodedata.category(sign)[0] != "M":
            marks, carried = 0, unicodedata.category(sign)[0] in "LN"
            continue
        marks += 1
        if not carried or marks > MOST_MARKS:
            raise NameRefused("name-marks", f"accents stand on letters, at most {MOST_MARKS} on each")


def _require_one_script(name: str) -> None:
    scripts = {_script(mark) for mark in name if unicodedata.category(mark)[0] == "L"}
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise NameRefused("name-mixed", "letters of scripts that look alike are not mixed in one name")


def _script(letter: str) -> str:
    """The script of a letter, which is the first word of its Unicode name: LATIN, CYRILLIC, HANGUL."""
    return re.split("[ -]", unicodedata.name(letter, "UNNAMED"), maxsplit=1)[0]


def _is_reserved(name: str) -> bool:
    words = [skeleton(word) for word in name.split()]
    return skeleton(name) in _RESERVED or words[0] in _BOTS or words[-1] in _BOTS


_RESERVED = frozenset(skeleton(name) for name in RESERVED)
_BOTS = frozenset(map(skeleton, BOTS))

"""Every way in which a seed could stand in a text, to look for it in what players are sent."""

import base64
from collections.abc import Iterator

U32 = 2**32
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LEAST = 2**24
"""Smaller seeds are spelled so briefly that they stand in a text by chance."""


def told(seed: int, text: bytes) -> list[str]:
    """The spellings of a seed that a text holds."""
    lowered, plain = text.lower().decode(), text.decode()
    return [spelling for spelling in spellings(seed) if spelling in plain or spelling in lowered]


def spellings(seed: int) -> set[str]:
    """As it is and as a game uses it, in every base up to 36 that is not too long to be a name, and as bytes."""
    numbers = {abs(seed), seed % U32, seed % 2**64}
    found = {_in_base(number, base) for number in numbers if number >= LEAST for base in range(5, 37)}
    return found | {code for number in numbers if number >= LEAST for code in _as_bytes(number)}


def _in_base(number: int, base: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, base)
        digits = DIGITS[digit] + digits
    return digits


def _as_bytes(number: int) -> Iterator[str]:
    size = 4 if number < U32 else 8
    for order in ("big", "little"):
        whole = number.to_bytes(size, order)
        yield whole.hex()
        yield base64.b64encode(whole).decode().rstrip("=")
        yield base64.urlsafe_b64encode(whole).decode().rstrip("=")

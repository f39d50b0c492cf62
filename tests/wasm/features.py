"""Which features of WebAssembly a module needs, read from its instructions.

By the names of LLVM; what every browser with WebAssembly has is not named.
"""

from collections.abc import Callable
from functools import partial

HEADER = 8
"""Bytes before the first section."""
CODE_SECTION, TAG_SECTION = 10, 13
EXCEPTIONS = "exception-handling"
REFERENCES = "reference-types"
FEATURES: dict[int, str] = {
    **dict.fromkeys((0x06, 0x07, 0x08, 0x09, 0x18, 0x19), EXCEPTIONS),
    **dict.fromkeys((0x0A, 0x1F), "exnref"),
    **dict.fromkeys((0x12, 0x13), "tail-call"),
    **dict.fromkeys((0x14, 0x15), "function-references"),
    **dict.fromkeys((0x1C, 0x25, 0x26, 0xD0, 0xD1, 0xD2), REFERENCES),
    **dict.fromkeys(range(0xC0, 0xC5), "sign-ext"),
    0xFB: "gc",
    0xFE: "atomics",
}
"""Of instructions of one byte, and of prefixes."""
NUMBERS: dict[int, int] = {
    **dict.fromkeys((*range(0x02, 0x05), 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, 0x10, 0x12, 0x18), 1),
    **dict.fromkeys((*range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0, 0xD2), 1),
    **dict.fromkeys((0x11, 0x13, *range(0x28, 0x3F)), 2),
}
"""How many numbers of any length follow an instruction; none follow the others."""
BRANCHES, TYPED_SELECT, F32, F64, MISCELLANEOUS, VECTORS = 0x0E, 0x1C, 0x43, 0x44, 0xFC, 0xFD


def features(module: bytes) -> set[str]:
    """All that a browser must have beyond the first WebAssembly to compile a module."""
    found: set[str] = set()
    at = HEADER
    while at < len(module):
        section, at = module[at], at + 1
        size, at = _number(module, at)
        if section == TAG_SECTION:
            found.add(EXCEPTIONS)
        if section == CODE_SECTION:
            found |= _of_code(module, at)
        at += size
    return found


def _of_code(code: bytes, at: int) -> set[str]:
    found: set[str] = set()
    functions, at = _number(code, at)
    for _ in range(functions):
        size, at = _number(code, at)
        end = at + size
        locals_, at = _number(code, at)
        at = _past(code, at, 2 * locals_)
        while at < end:
            instruction, at = code[at], at + 1
            if (feature := FEATURES.get(instruction)) is not None:
                found.add(feature)
            if (special := _SPECIAL.get(instruction)) is not None:
                at = special(code, at, found)
            else:
                at = _past(code, at, NUMBERS.get(instruction, 0))
        if at != end:
            raise ValueError(f"an instruction is not known; so far there are {sorted(found)}")
    return found


def _number(code: bytes, at: int) -> tuple[int, int]:
    """An unsigned number, seven bits a byte, the lowest first; and where it ends."""
    value = shift = 0
    while (byte := code[at]) >= 128:
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
    return value | byte << shift, at + 1


def _past(code: bytes, at: int, numbers: int) -> int:
    for _ in range(numbers):
        while code[at] >= 128:
            at += 1
        at += 1
    return at


def _listed(more: int, code: bytes, at: int, _found: set[str]) -> int:
    """Past so many numbers as the first says, and some more."""
    count, at = _number(code, at)
    return _past(code, at, count + more)


def _fixed(size: int, _code: bytes, at: int, _found: set[str]) -> int:
    return at + size


def _miscellaneous(code: bytes, at: int, found: set[str]) -> int:
    kind, at = _number(code, at)
    if kind < 8:
        found.add("nontrapping-fptoint")
        return at
    found.add("bulk-memory" if kind < 15 else REFERENCES)
    return _past(code, at, 2 if kind in (8, 10, 12, 14) else 1)


def _vectors(code: bytes, at: int, found: set[str]) -> int:
    kind, at = _number(code, at)
    found.add("simd128" if kind < 256 else "relaxed-simd")
    if kind < 12 or kind in (92, 93):
        return _past(code, at, 2)
    if kind in (12, 13):
        return at + 16
    if 21 <= kind <= 34:
        return at + 1
    return _past(code, at, 2) + 1 if 84 <= kind <= 91 else at


_SPECIAL: dict[int, Callable[[bytes, int, set[str]], int]] = {
    BRANCHES: partial(_listed, 1),
    TYPED_SELECT: partial(_listed, 0),
    F32: partial(_fixed, 4),
    F64: partial(_fixed, 8),
    MISCELLANEOUS: _miscellaneous,
    VECTORS: _vectors,
}
"""Instructions that are followed by something else than some numbers."""

"""What a package needs in a browser, by its requirements: ``tomli; python_version < "3.11"`` is not needed there.

Only so much of PEP 508 is read as requirements of packages are written with. What is not understood counts as needed.
"""

import re
from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne

_NAME = re.compile(r"[\w.-]+")
"""The name that a requirement begins with."""
_TOKEN = re.compile(r"""\s*(\(|\)|<=|>=|==|!=|<|>|\w+|"[^"]*"|'[^']*')""")
_COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {
    "<": lt,
    "<=": le,
    "==": eq,
    "!=": ne,
    ">=": ge,
    ">": gt,
}
BROWSER_PYTHON = "3.14"
"""The version of the Python that browsers run, whatever Python runs the hub. The Makefile names it too."""
_THERE: Mapping[str, str] = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "python_full_version": BROWSER_PYTHON,
    "python_version": BROWSER_PYTHON,
    "sys_platform": "emscripten",
}
"""What markers are compared with: the Python of a browser, in which no extra was asked for."""


def needed_name(requirement: str) -> str | None:
    """The name of the package that a requirement asks for in a browser, in small letters; None if it asks for none."""
    wanted, _, marker = requirement.partition(";")
    found = _NAME.match(wanted.strip())
    if found is None or not _holds(marker):
        return None
    return found[0].lower().replace("_", "-")


def _holds(marker: str) -> bool:
    """Whether a marker holds in a browser; one that is not understood does."""
    tokens = _tokens(marker)
    if not tokens:
        return True
    try:
        held = _either(tokens)
    except (IndexError, KeyError, ValueError):
        return True
    return held or bool(tokens)


def _tokens(marker: str) -> list[str]:
    """The parts of a marker, the last one first."""
    return _TOKEN.findall(marker)[::-1]


def _either(tokens: list[str]) -> bool:
    held = _both(tokens)
    while tokens and tokens[-1] == "or":
        tokens.pop()
        held = _both(tokens) or held
    return held


def _both(tokens: list[str]) -> bool:
    held = _one(tokens)
    while tokens and tokens[-1] == "and":
        tokens.pop()
        held = _one(tokens) and held
    return held


def _one(tokens: list[str]) -> bool:
    first = tokens.pop()
    if first == "(":
        held = _either(tokens)
        if tokens.pop() != ")":
            raise ValueError("a parenthesis is not closed")
        return held
    compared, second = tokens.pop(), tokens.pop()
    of_versions = any("version" in token for token in (first, second))
    one, other = (_version(text) if of_versions else text for text in (_value(first), _value(second)))
    return _COMPARISONS[compared](one, other)


def _value(token: str) -> str:
    return token[1:-1] if token[0] in "\"'" else _THERE[token]


def _version(text: str) -> str:
    """A version whose order is that of its text: each of three numbers in six digits."""
    numbers = [int(part) for part in text.split(".")]
    return ".".join(f"{number:06}" for number in (*numbers, 0, 0, 0)[:3])

"""The colours of code, from the client's tokens: one style for each theme."""

import re
from pathlib import Path

from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Literal, Name, Number, Operator, String, Text

TOKENS = Path(__file__).parents[2] / "client" / "src" / "styles" / "tokens.css"
COLOURS = {name: (day, night) for name, day, night in re.findall(
    r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", TOKENS.read_text()
)}  # fmt: skip
"""What each colour of the client is by day and at night."""
DAY, NIGHT = 0, 1


def _styles(theme: int) -> dict[object, str]:
    colour = {name: both[theme] for name, both in COLOURS.items()}
    return {
        Text: colour["ink"],
        Comment: f"italic {colour['ink-soft']}",
        Keyword: colour["seat-0"],
        Operator.Word: colour["seat-0"],
        Name.Function: colour["lamp-text"],
        Name.Class: colour["lamp-text"],
        Name.Decorator: colour["lamp-text"],
        Name.Tag: colour["seat-0"],
        Name.Attribute: colour["lamp-text"],
        Literal: colour["seat-2"],
        String: colour["seat-2"],
        Number: colour["seat-1"],
        Generic.Prompt: colour["ink-soft"],
        Generic.Output: colour["ink-soft"],
        Error: colour["no"],
    }


class Day(Style):  # type: ignore[misc]  # Pygments has no types
    """Ink on paper."""

    background_color = COLOURS["raised"][DAY]
    styles = _styles(DAY)


class Night(Style):  # type: ignore[misc]  # as above
    """The same by lamplight."""

    background_color = COLOURS["raised"][NIGHT]
    styles = _styles(NIGHT)

"""The blocks of the documentation's pages that can be run. ``python -m tests.newcomer.blocks`` lists them.

A fence that begins with ``sh`` or ``python`` is run. One that cannot be run by the tests says so, with the reason,
behind its language: `sh not-here: needs root`. Blocks of docs/OPERATIONS.md have names, by which
tests/test_operations.py runs them.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/README.md")], key=lambda page: page.as_posix()
)
RUNNABLE = ("sh", "python")
NOT_HERE = "not-here:"
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w+) *(?P<mark>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
COMMANDS = (
    "parlour|make|pip|pipx|python3?|pytest|scripts/|\\.venv/|createdb|systemctl|dask|podman|docker|cd|curl|PARLOUR_"
)


@dataclass(frozen=True)
class Block:
    """What stands in one fence."""

    page: Path
    language: str
    mark: str
    text: str

    @property
    def why_not(self) -> str:
        """Why it is not run by these tests; empty if it is."""
        return self.mark.removeprefix(NOT_HERE).strip() if self.mark.startswith(NOT_HERE) else ""


def blocks(page: Path) -> list[Block]:
    """Those of a page, in their order."""
    return [
        Block(
            page, found["language"], found["mark"], re.sub(f"^{found['indent']}", "", found["text"], flags=re.MULTILINE)
        )
        for found in FENCE.finditer(page.read_text())
        if found["language"] in RUNNABLE
    ]


def loose_commands(page: Path) -> list[str]:
    """Lines that look like commands and stand in no fence: nobody would run them."""
    outside = re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.findall(rf"^ {{4,}}(?:{COMMANDS}).*$", outside, re.MULTILINE)


def main() -> None:
    """How many are run, and which are not, with their reasons."""
    found = [block for page in PAGES for block in blocks(page)]
    left_out = [block for block in found if block.why_not]
    print(f"{len(found) - len(left_out)} blocks are run, {len(left_out)} are not:")
    for block in left_out:
        first = block.text.splitlines()[0].partition(" #")[0].strip()
        print(f"  {block.page.relative_to(ROOT)}: {first}: {block.why_not}")


if __name__ == "__main__":
    main()

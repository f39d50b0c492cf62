"""The blocks of the documentation's pages that can be run. ``python -m tests.newcomer.blocks`` lists them.

A fence that begins with ``sh`` or ``python`` is run by ``make test``. One that needs a machine of its own says where on
that it is run (`sh bare-machine: checkout`), and ``make newcomer`` runs it there. One that cannot be run says why
(`sh not-here: needs a name on the internet`). Blocks of docs/OPERATIONS.md have names, by which
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
BARE_MACHINE = "bare-machine:"
PLACES = ("whole", "checkout", "registry", "names", "containers")
"""Where that is: tests/newcomer/machine has the last four; ``whole`` is what scripts/bare-machine does by itself."""
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

    @property
    def place(self) -> str:
        """Where on a bare machine it is run; empty if it needs none."""
        return self.mark.removeprefix(BARE_MACHINE).strip() if self.mark.startswith(BARE_MACHINE) else ""


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
    machine = [block for block in found if block.place]
    print(f"{len(found) - len(left_out) - len(machine)} blocks are run by make test, {len(machine)} by make newcomer:")
    for block in machine:
        print(f"  {_shown(block)}: {block.place}")
    print(f"{len(left_out)} are not run:")
    for block in left_out:
        print(f"  {_shown(block)}: {block.why_not}")


def _shown(block: Block) -> str:
    first = block.text.splitlines()[0].partition(" #")[0].strip()
    return f"{block.page.relative_to(ROOT)}: {first}"


if __name__ == "__main__":
    main()

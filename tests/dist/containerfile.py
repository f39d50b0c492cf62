"""What stands in the Containerfile."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
STORE = "/var/lib/parlour"
"""Where the hub of an image keeps everything."""


def instructions() -> list[tuple[str, str]]:
    """The lines of the Containerfile, continued ones together: ``("USER", "10001:10001")``."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found = [line.partition(" ") for line in text.splitlines() if line.strip()]
    return [(name, re.sub(r"\s+", " ", rest).strip()) for name, _, rest in found]


def running() -> list[tuple[str, str]]:
    """Those of the last stage, which is the image."""
    lines = instructions()
    return lines[max(number for number, (name, _) in enumerate(lines) if name == "FROM") :]


def one(name: str) -> str:
    """What stands behind an instruction of which the image has one."""
    [found] = [rest for instruction, rest in running() if instruction == name]
    return found

"""How many lines the tests run, by package, after ``make test``; fails if that has fallen far.

Python's come from tests/line_coverage.py, the client's from vitest.
"""

import io
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import coverage
import msgspec

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "coverage"
PYTHON, CLIENT = ROOT / "src" / "parlour", ROOT / "client" / "src"
COMPILED = ("kernels", "migrations")
"""What Python's tracer does not see: compiled by numba, or run by Alembic."""
FLOORS = {"Python": 88, "client": 60}
"""Percent below which lines that nobody tests have come in great number. Some points below what is: a floor, no aim."""


class Lines(NamedTuple):
    run: int
    all: int

    @property
    def percent(self) -> float:
        return 100 * self.run / self.all if self.all else 100.0


def python_lines() -> dict[str, Lines]:
    """By file."""
    measured = coverage.Coverage(data_file=FOLDER / "python", source_pkgs=["parlour"], config_file=False)
    measured.combine(keep=True)
    with redirect_stdout(io.StringIO()):
        measured.json_report(outfile=str(FOLDER / "lines.json"), omit=[f"*/{part}/*" for part in COMPILED])
    report = msgspec.json.decode((FOLDER / "lines.json").read_bytes())
    return {
        Path(name).absolute().relative_to(PYTHON).as_posix(): Lines(
            one["summary"]["covered_lines"], one["summary"]["num_statements"]
        )
        for name, one in report["files"].items()
    }


def client_lines() -> dict[str, Lines]:
    """By file."""
    report = msgspec.json.decode((FOLDER / "client" / "coverage-summary.json").read_bytes())
    return {
        Path(name).relative_to(CLIENT).as_posix(): Lines(one["lines"]["covered"], one["lines"]["total"])
        for name, one in report.items()
        if name != "total"
    }


def added(lines: Iterable[Lines]) -> Lines:
    each = list(lines)
    return Lines(sum(one.run for one in each), sum(one.all for one in each))


def by_package(files: dict[str, Lines]) -> dict[str, Lines]:
    """``server/live/rooms/room.py`` belongs to ``server``; what lies in no folder belongs to none."""
    found: dict[str, list[Lines]] = defaultdict(list)
    for name, lines in files.items():
        found[name.split("/")[0] if "/" in name else "."].append(lines)
    return {package: added(found[package]) for package in sorted(found)}


def row(name: str, files: dict[str, Lines]) -> str:
    """The whole, and what it is in each package, in percent."""
    whole = added(files.values())
    packages = "  ".join(f"{package} {lines.percent:.0f}" for package, lines in by_package(files).items())
    return f"{name:6} {whole.percent:5.1f} % of {whole.all:,}: {packages}"


def fallen(name: str, files: dict[str, Lines]) -> str | None:
    """What to say if too few lines are run."""
    percent, floor = added(files.values()).percent, FLOORS[name]
    return f"{name}: tests run {percent:.1f} % of all lines, fewer than {floor} %" if percent < floor else None


def main() -> None:
    measured = {"Python": python_lines(), "client": client_lines()}
    print("Lines that tests run (Python: in the tests' own processes; client: in vitest)")
    print(*(row(name, files) for name, files in measured.items()), sep="\n")
    if complaints := [said for name, files in measured.items() if (said := fallen(name, files))]:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()

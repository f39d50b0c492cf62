"""How many lines tests run is told by package, and that it has fallen."""

from scripts.coverage_table import FLOORS, Lines, by_package, fallen, row

FILES = {
    "server/app.py": Lines(3, 4),
    "server/live/rooms/room.py": Lines(5, 6),
    "core/match.py": Lines(1, 2),
    "a.py": Lines(0, 0),
}


def test_lines_are_counted_by_package() -> None:
    assert by_package(FILES) == {".": Lines(0, 0), "core": Lines(1, 2), "server": Lines(8, 10)}
    assert row("Python", FILES) == "Python  75.0 % of 12: . 100  core 50  server 80"


def test_only_a_part_below_the_floor_is_complained_of() -> None:
    floor = FLOORS["client"]
    assert fallen("client", {"a.ts": Lines(floor, 100)}) is None
    assert fallen("client", {"a.ts": Lines(floor - 1, 100)}) == (
        f"client: tests run {floor - 1}.0 % of all lines, fewer than {floor} %"
    )

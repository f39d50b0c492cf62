"""The documentation is run: it cannot lag behind the code."""

import re
from dataclasses import MISSING, fields
from importlib import import_module
from pathlib import Path

import click
import pytest

from parlour.cli.app import app
from parlour.core.kit import Kit
from parlour.games import kits
from parlour.languages import ENGLISH
from parlour.testing import LAWS
from tests import nim

ROOT = Path(__file__).parents[1]
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def test_the_template_in_the_docs_is_the_one_that_is_tested() -> None:
    page = ROOT / "docs" / "ADDING_A_GAME.md"
    assert blocks(page, "python") == [(ROOT / "tests" / "nim.py").read_text()]
    board = ROOT / "client" / "template" / "nim" / "board" / "index.tsx"
    assert blocks(page, "tsx") == [board.read_text()]


def test_the_files_lines_and_names_that_a_game_takes_are_counted_right() -> None:
    """All but the lines of the template's Python, which is one file here and three where it is a game of its own."""

    def lines(*files: Path) -> int:
        return sum(len(file.read_text().splitlines()) for file in files)

    page = " ".join((ROOT / "docs" / "ADDING_A_GAME.md").read_text().split())
    template = ROOT / "client" / "template" / "nim"
    tests = [*template.rglob("*.test.tsx")]
    drawn = [file for file in template.rglob("*.*") if file.suffix in (".ts", ".tsx", ".css") and file not in tests]
    drawn.remove(template / "types.ts")
    assert f"{NUMBERS[len(drawn)]} of the page with {lines(*drawn)} and its tests with {lines(*tests)} " in page
    texts = len([*(template / "text").iterdir()])
    names = len({said[ENGLISH] for said in (nim.kit.title, nim.kit.summary, *nim.kit.names.values())})
    assert f"its words in {NUMBERS[texts]} files, {NUMBERS[names]} names in `words.json`" in page
    assert f"the obvious rules with {lines(ROOT / 'tests' / 'forgeries' / 'naive_nim.py')}," in page

    package = ROOT / "src" / "parlour" / "cli" / "new_game_files"
    python = lines(*package.glob("src/parlour_new_game/*.py.in"))
    script = lines(*package.glob("src/parlour_new_game/page/board.*.in"))
    tested = lines(*package.glob("tests/*.py.in"))
    written = sum(file.is_file() for file in package.rglob("*"))
    assert f"{written} files, of which {python} lines are Python, {script} are script and style of the page" in page
    assert f"and {tested} are tests" in page
    assert f"its {len(LAWS) + 2} tests" in page


def test_the_page_template_has_the_files_that_the_docs_list() -> None:
    section = (ROOT / "docs" / "ADDING_A_GAME.md").read_text().partition("\n## Its page\n")[2]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    template = ROOT / "client" / "template" / "nim"
    files = {str(file.relative_to(template)) for file in template.rglob("*") if file.is_file()}
    assert set(re.findall(r"`([^`]+)`", " ".join(rows))) == files


def test_the_table_of_the_kit_has_every_field_that_may_be_left_out() -> None:
    steps = (ROOT / "docs" / "ADDING_A_GAME.md").read_text().partition("\n## In a package of your own\n")[0]
    rows = re.findall(r"^ +\| (`.*?) \|", steps, re.MULTILINE)
    optional = {
        field.name for field in fields(Kit) if field.default is not MISSING or field.default_factory is not MISSING
    }
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} >= optional


def test_the_variables_that_pages_of_packages_use_are_told() -> None:
    """Whoever has the wheel has no sources of the client."""
    section = (ROOT / "docs" / "ADDING_A_GAME.md").read_text().partition("### The variables of the hub\n")[2]
    told = set(re.findall(r"`(--[\w-]+)`", section.partition("\n## ")[0]))
    tokens = (ROOT / "client" / "src" / "styles" / "tokens.css").read_text()
    assert told == set(re.findall(r"^ +(--[\w-]+):", tokens, re.MULTILINE))


def test_every_command_prints_json_when_asked_but_those_that_the_readme_names() -> None:
    def without(command: click.Command, name: str) -> list[str]:
        if isinstance(command, click.Group):
            return [found for inner in command.commands.values() for found in without(inner, inner.name or "")]
        return [] if any("--json" in parameter.opts for parameter in command.params) else [name]

    [said] = re.findall(r"prints JSON with `--json` \(`(\w+)` .*?, `(\w+)` .*?\)", (ROOT / "README.md").read_text())
    assert sorted(without(app, "parlour")) == sorted(said)


def test_every_command_of_the_docs_exists_and_every_command_is_in_the_readme() -> None:
    commands = set(app.commands)
    for page in PAGES:
        named = set(re.findall(r"^parlour ([a-z][a-z-]*)", page.read_text(), re.MULTILINE))
        assert named <= commands, page.name
    assert commands - {"warm"} <= set(re.findall(r"parlour ([a-z][a-z-]*)", (ROOT / "README.md").read_text()))


def test_every_make_target_of_the_docs_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        assert set(re.findall(r"\bmake ([a-z]+)\b(?: +#|`)", page.read_text())) <= targets, page.name


@pytest.mark.parametrize("game_id", list(kits()))
def test_every_game_has_its_rules_written_down(game_id: str) -> None:
    assert f"(`{game_id}`" in (ROOT / "docs" / "RULES.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_every_refusal_and_verdict_code_is_written_down() -> None:
    rules = (ROOT / "docs" / "RULES.md").read_text()
    sources = "\n".join(file.read_text() for file in (ROOT / "src" / "parlour").rglob("*.py"))
    codes = set(re.findall(r'(?:SessionRejected|IllegalAction)\(\s*"([a-z-]+)"', sources))
    assert codes
    for code in codes - {"game-over", "not-your-turn"}:
        assert f"`{code}`" in rules, code


def names_of_the_specification() -> list[tuple[str, str]]:
    """The rows of the table in docs/ARCHITECTURE.md: what the specification says, what it is called here."""
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    section = page.split("## Names of the specification\n")[1].split("\n## ")[0]
    return re.findall(r"^\| (?!there)(\S.*) \| (.*) \|$", section, re.MULTILINE)


def exists_in_python(name: str) -> bool:
    """Whether ``rules.State.board`` leads somewhere: a module, and what is inside it."""
    parts = ["parlour", *([] if name.startswith("core") else ["games", "ten_exorcism"]), *name.split(".")]
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def exists_as_a_file(name: str) -> bool:
    """Whether there is the file ``board/selection.ts``, and ``board/selection.ts#sumIn`` is exported from it."""
    path, _, export = name.partition("#")
    own = ROOT / "client" / "src" / "games" / "ten-exorcism"
    folder = own if (own / path).is_file() else ROOT
    if not (folder / path).is_file():
        return False
    exporting = rf"^export (?:default )?(?:function|const|type|interface|class) {export}\b"
    return not export or re.search(exporting, (folder / path).read_text(), re.MULTILINE) is not None


def test_every_name_that_the_specification_is_given_here_exists() -> None:
    rows = names_of_the_specification()
    assert len(rows) > 20
    for said, here in rows:
        names = re.findall(r"`([^`]+)`", here)
        assert names, said
        for name in names:
            is_file = re.search(r"\.(tsx?|css|py)(#|$)", name) is not None
            assert (exists_as_a_file if is_file else exists_in_python)(name), f"{said}: {name}"

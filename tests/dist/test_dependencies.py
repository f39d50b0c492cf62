"""Whatever the package imports, its wheel asks for: nothing is there by the grace of what only the tests need."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "parlour"
ONLY_IN_BROWSERS = {"js", "pyodide", "pyodide_js"}
"""What Python in a browser brings along."""
FOR_TESTS_AND_BENCHMARKS = ("dev", "bench")
NAME = re.compile(r"[A-Za-z0-9._-]+")


def named(requirement: str) -> str:
    """The name of the distribution that a requirement asks for: ``psycopg[binary]>=3`` for psycopg."""
    found = NAME.match(requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def asked_for() -> set[str]:
    """The distributions that the wheel asks for, by itself or for an extra that people install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    people = [one for name, extra in extras.items() if name not in FOR_TESTS_AND_BENCHMARKS for one in extra]
    return {named(requirement) for requirement in (*project["dependencies"], *people)}


def imported(tree: ast.AST) -> Iterator[str]:
    """The first parts of the names of all modules that a piece of code imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def foreign_modules() -> dict[str, str]:
    """Modules of others that the package imports, each with a file that does."""
    found = {
        module: file.relative_to(ROOT).as_posix()
        for file in SOURCES.rglob("*.py")
        if "new_game_files" not in file.parts
        for module in imported(ast.parse(file.read_text()))
    }
    own = {*sys.stdlib_module_names, *ONLY_IN_BROWSERS, "parlour"}
    return {module: file for module, file in found.items() if module not in own}


def test_every_module_that_the_package_imports_belongs_to_a_distribution_that_the_wheel_asks_for() -> None:
    distributions, asked = packages_distributions(), asked_for()
    unasked = {
        module: file
        for module, file in foreign_modules().items()
        if not asked & {named(name) for name in distributions.get(module, ())}
    }
    assert unasked == {}

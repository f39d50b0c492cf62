"""The table of packages in docs/ARCHITECTURE.md, made from the packages' docstrings; ``make layout`` renews it."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ARCHITECTURE.md"
BEGIN, END = "<!-- packages: make layout -->\n", "<!-- end of packages -->"
UNLISTED = {"migrations", "client"}


def packages() -> str:
    """A row for each package: its name, what its docstring says lives there, its modules."""
    rows = [f"| `{name}` | {says} | {modules} |\n" for name, says, modules in _packages()]
    return "| package | what lives there | modules |\n|---|---|---|\n" + "".join(rows)


def written() -> str:
    """What the page has now."""
    return PAGE.read_text().partition(BEGIN)[2].partition(END)[0]


def _packages() -> Iterator[tuple[str, str, str]]:
    source = ROOT / "src" / "parlour"
    for init in sorted(source.rglob("__init__.py"), key=lambda file: file.parent.as_posix()):
        folder = init.parent
        if folder == source or UNLISTED & set(folder.relative_to(source).parts):
            continue
        paragraphs = (ast.get_docstring(ast.parse(init.read_text())) or "").split("\n\n")
        says = " ".join(" ".join(part.split()) for part in paragraphs if not part.startswith(" ") and part[-1] != ":")
        modules = sorted(file.stem for file in folder.glob("*.py") if file != init)
        yield folder.relative_to(source).as_posix(), says.replace("``", "`"), " ".join(modules)


def main() -> None:
    """Write the table into the page."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(before + BEGIN + packages() + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()

"""Which pages the site has, and how the repository's Markdown becomes its sources.

A file keeps its words. Links between files become links between pages; a picture, or a file that is no page, comes
along; a folder is named and not linked.
"""

import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
FRONT = "README.md"
SECTIONS: dict[str, tuple[str, ...]] = {
    "Play": ("docs/PLAYING.md", "docs/RULES.md"),
    "Host": ("docs/RECIPES.md", "docs/HOSTING.md", "docs/OPERATIONS.md", "docs/FAIRNESS.md", "SECURITY.md"),
    "Make a game": ("docs/ADDING_A_GAME.md", "examples/windfall/README.md"),
    "Study": ("docs/STUDYING.md", "docs/BATCHES.md", "docs/ENGINES.md"),
    "How it works": (
        "docs/ARCHITECTURE.md", "docs/PROTOCOL.md", "docs/BROWSER.md", "docs/GDD.md", "docs/SPEC.md",
        "benchmarks/results.md", "CONTRIBUTING.md", "CHANGELOG.md",
    ),
}  # fmt: skip
"""Every page but the front one, by the heading under which it is listed."""
API: dict[str, tuple[str, ...]] = {
    "The contract of a game": (
        "core.game", "core.kit", "core.quick_start", "core.scoring", "core.words", "core.errors", "core.mulberry32",
    ),
    "Sessions, matches and replays": (
        "core.session", "core.match", "core.waiting", "core.replay", "games", "games.documents",
    ),
    "Bots, solvers and analyses": (
        "core.bot", "core.solver", "games.ten_exorcism.solver", "games.ten_exorcism.report",
        "games.dots_and_boxes.engine", "games.dots_and_boxes.report", "games.stackdoku.levels.level",
        "games.stackdoku.report",
    ),
    "Batches": ("batch.running", "batch.pool", "batch.solving", "batch.arena", "batch.dealing", "batch.verification"),
    "Tests of a game": (
        "testing", "testing.laws", "testing.clock_laws", "testing.secret_laws", "testing.page_laws", "testing.players",
    ),
}  # fmt: skip
"""Pages that are made from docstrings, with the modules of ``parlour`` that each shows."""
LINK = re.compile(r"(\]\(|\bsrc=\")(?![a-z]+:|#|/)([^)\s\"#]+)(#[^)\s\"]*)?")
NAMED_BY_FILE = re.compile(r"\[(?:docs/)?[A-Z_]+\.md\]\(")
"""A link that is called as the file: in the site it is called as the page."""
FOLDER_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s#:]+)\)")


def page_name(file: str) -> str:
    """What a file's page is called in addresses."""
    path = PurePosixPath(file)
    if file == FRONT:
        return "index"
    if path.name == "README.md":
        return path.parent.name
    return path.stem.lower().replace("_", "-")


def api_name(title: str) -> str:
    """What a page of docstrings is called in addresses."""
    return "api-" + "-".join(re.findall(r"[a-z]+", title.lower())[:2])


def files() -> list[str]:
    """Every file that is a page."""
    return [FRONT, *(file for section in SECTIONS.values() for file in section)]


def source(file: str) -> tuple[str, set[str]]:
    """The text of a page with its links as the site has them, and the files that it needs beside it."""
    folder = (ROOT / file).parent
    pages = {ROOT / page: page_name(page) for page in files()}
    needed: set[str] = set()

    def linked(found: "re.Match[str]") -> str:
        before, target, anchor = found[1], (folder / found[2]).resolve(), found[3] or ""
        if target in pages:
            return f"{before}{pages[target]}.md{anchor}"
        if target.is_file():
            needed.add(target.relative_to(ROOT).as_posix())
            return f"{before}{target.relative_to(ROOT).as_posix()}"
        return found[0]

    def unlinked(found: "re.Match[str]") -> str:
        return found[1] if (folder / found[2]).is_dir() else found[0]

    prose = re.split(r"(^```.*?^```$)", (ROOT / file).read_text(), flags=re.MULTILINE | re.DOTALL)
    prose[::2] = [LINK.sub(linked, FOLDER_LINK.sub(unlinked, NAMED_BY_FILE.sub("[](", part))) for part in prose[::2]]
    return "".join(prose), needed


def lists() -> str:
    """The site's table of contents, for the end of the front page."""
    api = [api_name(title) for title in API]
    parts = []
    for title, section in SECTIONS.items():
        names = [page_name(file) for file in section] + (api if title == "Study" else [])
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n")
    return "\n" + "\n".join(parts)


def api_page(title: str) -> str:
    """A page of docstrings."""
    modules = "\n".join(
        f"`parlour.{module}`\n{'-' * (len(module) + 10)}\n\n.. automodule:: parlour.{module}\n" for module in API[title]
    )
    return f"# {title}\n\n```{{eval-rst}}\n{modules}```\n"

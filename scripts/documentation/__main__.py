"""``python -m scripts.documentation FOLDER``: build the site into a folder. Every warning is an error."""

import shutil
import sys
from pathlib import Path

from scripts.documentation import pages
from scripts.documentation.diagrams import draw_all
from scripts.documentation.finishing import finish
from sphinx.cmd.build import main as sphinx

WORK = pages.ROOT / "build" / "docs"


def main(served: Path) -> int:
    """The exit status of Sphinx."""
    shutil.rmtree(WORK, ignore_errors=True)
    source = WORK / "source"
    source.mkdir(parents=True)
    write_sources(source)
    draw_all(source)
    flags = ["--quiet", "--fail-on-warning", "--keep-going", "--builder", "html"]
    status = sphinx([*flags, "--conf-dir", str(Path(__file__).parent), "--doctree-dir", str(WORK / "read"),
                     str(source), str(WORK / "html")])  # fmt: skip
    if status == 0:
        shutil.rmtree(served, ignore_errors=True)
        finish(WORK / "html", served)
    return status


def write_sources(source: Path) -> None:
    """Every page of the site as Markdown, and what it needs beside it."""
    for file in pages.files():
        text, needed = pages.source(file)
        if file == pages.FRONT:
            text += pages.lists()
        (source / f"{pages.page_name(file)}.md").write_text(text)
        for name in needed:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(pages.ROOT / name, source / name)
    for title in pages.API:
        (source / f"{pages.api_name(title)}.md").write_text(pages.api_page(title))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

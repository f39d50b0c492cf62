"""Mermaid diagrams as pictures, drawn when the site is built: one for light pages, one for dark ones."""

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOLDER = "diagrams"


def draw_all(source: Path) -> None:
    """Draw the diagrams of all pages in a folder into files beside them; Node is started once."""
    texts = sorted({text for page in source.glob("*.md") for text in FENCE.findall(page.read_text())})
    drawn = subprocess.run(
        [str(ROOT / "scripts" / "npm"), "run", "--silent", "diagrams"],
        input=json.dumps(texts), capture_output=True, text=True, check=True,
    )  # fmt: skip
    (source / FOLDER).mkdir(exist_ok=True)
    for text, pictures in zip(texts, json.loads(drawn.stdout), strict=True):
        for theme in ("light", "dark"):
            (source / FOLDER / file_name(text, theme)).write_text(pictures[theme])


def file_name(text: str, theme: str) -> str:
    """Of the picture of a diagram."""
    return f"{sha256(text.encode()).hexdigest()[:12]}-{theme}.svg"


class Mermaid(SphinxDirective):
    """The pictures of a diagram, of which a page shows the one that fits its theme."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Both pictures."""
        text = "\n".join(self.content) + "\n"
        return [
            nodes.image(uri=f"{FOLDER}/{file_name(text, theme)}", classes=[f"only-{theme}", "diagram"])
            for theme in ("light", "dark")
        ]


def name_diagrams(_: Sphinx, page: nodes.document) -> None:
    """Call each diagram as the heading above it, for those who do not see it."""
    for section in page.findall(nodes.section):
        for child in section.children:
            if isinstance(child, nodes.image) and "diagram" in child["classes"]:
                child["alt"] = f"Diagram: {section.next_node(nodes.title).astext()}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("mermaid", Mermaid)
    app.connect("doctree-read", name_diagrams)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

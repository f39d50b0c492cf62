"""What Sphinx is told about the site."""

from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from parlour import __version__

project = "Parlour"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "scripts.documentation.diagrams"]

myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]
myst_enable_extensions = ["html_image"]

autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": False}
autodoc_preserve_defaults = True
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True
default_role = "code"

templates_path = ["templates"]
pygments_style = "scripts.documentation.highlighting.Day"
pygments_dark_style = "scripts.documentation.highlighting.Night"

CLIENT = Path("../../client")
FONTS = ("fraunces", "atkinson-hyperlegible-next")
LOOK = {
    "font-stack": "var(--sans)",
    "font-stack--headings": "var(--serif)",
    "font-size--small--2": "max(var(--size-s), 0.875em)",
    "font-size--small--3": "max(var(--size-s), 0.875em)",
    "font-size--small--4": "max(var(--size-s), 0.875em)",
    "color-problematic": "var(--no)",
    "color-brand-primary": "var(--lamp-text)",
    "color-brand-content": "var(--lamp-text)",
    "color-brand-visited": "var(--ink-soft)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--ink-soft)",
    "color-foreground-muted": "var(--ink-soft)",
    "color-foreground-border": "var(--edge-strong)",
    "color-background-primary": "var(--ground)",
    "color-background-secondary": "var(--table)",
    "color-background-hover": "var(--raised)",
    "color-background-hover--transparent": "transparent",
    "color-background-border": "var(--edge)",
    "color-background-item": "var(--edge)",
    "color-announcement-background": "var(--table)",
    "color-announcement-text": "var(--ink)",
    "color-sidebar-link-text": "var(--ink)",
    "color-sidebar-link-text--top-level": "var(--ink)",
    "color-sidebar-item-background--current": "var(--raised)",
    "color-sidebar-search-background": "var(--ground)",
    "color-inline-code-background": "var(--raised)",
    "color-highlighted-background": "color-mix(in srgb, var(--lamp) 35%, transparent)",
    "color-highlighted-text": "var(--ink)",
    "color-highlight-on-target": "color-mix(in srgb, var(--lamp) 20%, transparent)",
    "color-api-name": "var(--lamp-text)",
    "color-api-pre-name": "var(--ink-soft)",
    "color-api-background": "var(--raised)",
    "color-api-background-hover": "var(--raised)",
}
"""The theme's variables by those of the client, which are of both themes."""

html_theme = "furo"
html_title = project
html_favicon = str(CLIENT / "public" / "icon.svg")
html_static_path = [
    "static",
    str(CLIENT / "src" / "styles" / "tokens.css"),
    *(str(CLIENT / f"node_modules/@fontsource-variable/{font}/files/{font}-latin-wght-normal.woff2") for font in FONTS),
]
html_css_files = ["tokens.css", "site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
html_search_scorer = str(Path(__file__).parent / "search_scorer.js")
html_theme_options = {
    "announcement": '<a href="../">Back to the games</a>',  # every page lies in one folder, at the hub's /docs
    "light_css_variables": LOOK,
    "dark_css_variables": LOOK,
}


def setup(app: Sphinx) -> None:
    """Leave languages without colours that Pygments does not know, or not well enough to see no mistakes."""
    for language in ("messages", "tsx"):
        app.add_lexer(language, TextLexer)

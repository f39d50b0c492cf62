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

html_theme = "furo"
html_title = f"Parlour {__version__}"
html_favicon = "../../client/public/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
html_search_scorer = str(Path(__file__).parent / "search_scorer.js")
html_theme_options = {
    "announcement": '<a href="../">Back to the games</a>',  # every page lies in one folder, at the hub's /docs
    "light_css_variables": {
        "color-brand-primary": "#8a540a",
        "color-brand-content": "#8a540a",
        "color-brand-visited": "#62556b",
        "color-background-primary": "#fffaf0",
        "color-background-secondary": "#f4eee1",
        "color-foreground-primary": "#251c30",
        "color-foreground-muted": "#62556b",
        "color-announcement-background": "#e9dfcb",
        "color-announcement-text": "#251c30",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f2b65a",
        "color-brand-content": "#f2b65a",
        "color-brand-visited": "#b9adc4",
        "color-background-primary": "#17131f",
        "color-background-secondary": "#221b2e",
        "color-foreground-primary": "#f3ead7",
        "color-foreground-muted": "#b9adc4",
        "color-announcement-background": "#2e2540",
        "color-announcement-text": "#f3ead7",
    },
}


def setup(app: Sphinx) -> None:
    """Leave languages without colours that Pygments does not know, or not well enough to see no mistakes."""
    for language in ("messages", "tsx"):
        app.add_lexer(language, TextLexer)

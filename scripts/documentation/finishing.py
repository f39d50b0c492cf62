"""What Sphinx wrote, made ready to be served: no script and no style stands in a page itself, and text lies packed.

The pages' content policy (``parlour.server.app``) lets neither run.
"""

import gzip
import re
from hashlib import sha256
from pathlib import Path

PACKED = {".html", ".js", ".css", ".svg", ".txt", ".json", ".py", ".inv"}
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
STYLED = re.compile(r'(<[a-z]+\b[^>]*?) style="([^"]*)"([^>]*>)')
CLASS = re.compile(r' class="([^"]*)"')
SOURCE_MAP = ".map"
"""For who works on the theme."""
REACHED = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
"""What the theme leaves out, and those need who do not see a page or have no mouse to scroll with."""
MOVED = "_static/moved"
"""The folder for what stood in pages."""


def finish(built: Path, served: Path) -> None:
    """Write the site into the folder from which it is served."""
    rules: dict[str, str] = {}
    written: dict[str, bytes] = {}
    for path in sorted(built.rglob("*")):
        name = path.relative_to(built).as_posix()
        if path.is_dir() or name.startswith(".") or path.suffix == SOURCE_MAP:
            continue
        if path.suffix == ".html":
            text, beside = moved(path.read_text(), "../" * name.count("/"), rules)
            written |= beside
            written[name] = reached(text).encode()
        else:
            written[name] = path.read_bytes()
    written[f"{MOVED}/styled.css"] = "".join(f".{name}{{{rule}}}\n" for name, rule in sorted(rules.items())).encode()
    for name, body in written.items():
        packed = Path(name).suffix in PACKED
        file = served / (name + (".gz" if packed else ""))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gzip.compress(body, mtime=0) if packed else body)


def reached(page: str) -> str:
    """A page in which headings have their level, and whatever can be wider than a screen is reached by the keyboard."""
    for given, wanted in REACHED.items():
        page = page.replace(given, wanted)
    return page


def moved(page: str, root: str, rules: dict[str, str]) -> tuple[str, dict[str, bytes]]:
    """A page whose scripts and styles stand in files beside it, and those files; rules of single elements are added to
    those of the whole site, by the class that stands for them."""
    beside: dict[str, bytes] = {}

    def kept(text: str, ending: str) -> str:
        name = f"{MOVED}/{sha256(text.encode()).hexdigest()[:12]}.{ending}"
        beside[name] = text.encode()
        return root + name

    def classed(found: "re.Match[str]") -> str:
        name = f"styled-{sha256(found[2].encode()).hexdigest()[:8]}"
        rules[name] = found[2]
        tag = found[1] + found[3]
        return (
            CLASS.sub(rf' class="\1 {name}"', tag, count=1)
            if CLASS.search(tag)
            else f'{found[1]} class="{name}"{found[3]}'
        )

    page = SCRIPT.sub(lambda found: f'<script src="{kept(found[1], "js")}"></script>', page)
    page = STYLE.sub(lambda found: f'<link rel="stylesheet" href="{kept(found[1], "css")}">', page)
    while STYLED.search(page):
        page = STYLED.sub(classed, page)
    sheet = f'<link rel="stylesheet" href="{root}{MOVED}/styled.css">'
    return page.replace("</head>", f"{sheet}</head>", 1), beside

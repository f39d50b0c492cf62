"""Asked by hatchling before it builds: nothing is released without the pages and the documentation inside."""

from pathlib import Path

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = ("client/index.html", "docs/index.html.gz")
EDITABLE = "editable"
"""How a checkout is installed in place: it may build its pages later."""


class RequirePages(BuildHookInterface[BuilderConfig]):
    """Of the wheel and of the source archive."""

    def initialize(self, version: str, _build_data: dict[str, object]) -> None:
        """Ends the build where something is missing."""
        if version == EDITABLE:
            return
        server = Path(self.root) / "src" / "parlour" / "server"
        missing = [name for name in BUILT if not (server / name).is_file()]
        if missing:
            raise FileNotFoundError(f"{server} lacks {' and '.join(missing)}: make dist builds the pages first")

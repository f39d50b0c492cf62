"""Print every schema that the client is written against: HTTP, socket, and the values of each game and template."""

import sys
from functools import reduce
from operator import or_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args, get_type_hints

import msgspec
from tests import nim

from parlour.core.kit import Kit
from parlour.games import OWN, kits
from parlour.home import worker
from parlour.protocol.messages import schema
from parlour.server.app import Parlour
from parlour.server.settings import Settings


def game_schema(kit: Kit) -> dict[str, Any]:
    """What a game's folder in the client sees: options, actions and view; analysis and advice if it has them."""
    game = kit.game
    named = {"Options": game.options, "Action": reduce(or_, game.actions), "View": _returned(game.view)}
    if kit.analyst is not None:
        named["Analysis"] = _returned(kit.analyst.analyse)
    if kit.adviser is not None:
        [named["Advice"]] = (kind for kind in get_args(_returned(kit.adviser.advise)) if kind is not type(None))
    schemas, definitions = msgspec.json.schema_components(list(named.values()), ref_template="#/$defs/{name}")
    own_names = {name: {"$ref": f"#/$defs/{name}"} for name in named}
    others = {name: found for name, found in zip(named, schemas, strict=True) if found != own_names[name]}
    return {"$defs": definitions | others}


def _returned(function: Any) -> Any:
    return get_type_hints(function, include_extras=True)["return"]


def main() -> None:
    """Print them."""
    with TemporaryDirectory() as folder:
        parlour = Parlour(Settings(database=Path(folder) / "schemas.db"))
        openapi = parlour.app.openapi_schema.to_schema()
        parlour.store.close()
    games = {name: game_schema(kit) for name, kit in kits().items() if name.replace("-", "_") in OWN}
    templates = {"nim": game_schema(nim.kit)}
    whole = {"openapi": openapi, "protocol": schema(), "home": worker.schema(), "games": games, "templates": templates}
    sys.stdout.buffer.write(msgspec.json.encode(whole))


if __name__ == "__main__":
    main()

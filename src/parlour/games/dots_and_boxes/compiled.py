"""What is compiled of Dots and Boxes."""

from types import NoneType

from parlour.core.compiled import Compiled
from parlour.games.dots_and_boxes.kernels.constants import NODE, NODE_OF_MANY

COMPILED = Compiled(__package__)
_function = COMPILED.function

completed = _function("board.completed", "i64 i64", int)
boxes_at = _function("board.boxes_at", "i64", int)
lines_of = _function("board.lines_of", "i64", int)
two_sided = _function("board.two_sided", "i64", int)
captured = _function("chains.captured", "i64", int)
giving_cost = _function("chains.giving_cost", "i64 i64", int)
unsafe_lines = _function("chains.unsafe_lines", "i64", int)
connected = _function("chains.connected", "i64 i64 i64", int)
chains_margin = _function("two.chains_margin", "i64", int)
cheapest_line = _function("many.cheapest_line", "i64", int)
narrow = _function("solver.narrow", "i64 i64 i64[] i64[] i64[]", NoneType)
best_lines = _function("solver.best_lines", "i64 i64 i64[] i64[]", int)
grow_two = _function("two.grow_two", f"i64 i64 i64[,{NODE}] i64[] f64[] i64[] i64[]", NoneType)
grow_many = _function("many.grow_many", f"i64[] i64 i64[,{NODE_OF_MANY}] i64[] f64[] i64[] i64[]", NoneType)

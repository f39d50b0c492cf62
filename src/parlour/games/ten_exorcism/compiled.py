"""What is compiled of Ten Exorcism."""

from types import NoneType

from parlour.core.compiled import Compiled

COMPILED = Compiled(__package__)
_function = COMPILED.function

any_rectangle = _function("rectangles.any_rectangle", "u8[]", bool)
all_rectangles = _function("rectangles.all_rectangles", "u8[] u8[]", int)
packed_at_most = _function("packing.packed_at_most", "i64[] f64[]", int)
begin = _function("annealing.begin", "i64[] i64", NoneType)
anneal = _function("annealing.anneal", "i64[] i64 f64 i64 i64 i64 i64 i64", NoneType)

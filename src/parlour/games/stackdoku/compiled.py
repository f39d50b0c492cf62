"""What is compiled of Stackdoku."""

from types import NoneType

from parlour.core.compiled import Compiled

COMPILED = Compiled(__package__)
_function = COMPILED.function

next_u32 = _function("chance.next_u32", "i64[]", int)
below = _function("chance.below", "i64[] i64", int)
find_puzzle = _function("deal.find_puzzle", "i64[] i64 i64 i64 i64 i64[] i64[]", int)
label = _function("deal.label", "i64[] i64[,4] i64[,3] i64 i64[,2] i64[]", bool)
start_board = _function("logic.start_board", "i64[] i64[] i64", NoneType)
replay_marks = _function("logic.replay_marks", "i64[] i64[] i64[] i64 i64[]", NoneType)
certify = _function("play.certify", "i64[] i64[] i64 i64 i64 i64[,3]", int)
clears_within = _function("play.clears_within", "i64[,4] i64[] i64[] i64[] i64 i64 i64 i64[]", int)
games_on_course = _function("play.games_on_course", "i64[] i64[,4] i64[] i64[] i64 i64 i64", int)
bot_score = _function("play.bot_score", "i64[] i64[,4] i64[] i64[] i64", int)
clearable = _function("stack.clearable", "i64[,4] i64[] i64 i64 i64[]", int)
free_tiles = _function("stack.free_tiles", "i64[,4] i64", int)
count_solutions = _function("solver.count_solutions", "i64[] i64", int)

"""All pairs of columns at once: a span is a run of columns, and a vector has a byte for each of the 55 spans.

A row's vector says what the row's ghosts sum to in each span. Where the vectors of all rows above one and of all rows
down to another differ by ten, there is a rectangle of ten. Bytes wrap at 256, so a sum of 266 looks like ten.
"""

from typing import Any

from llvmlite import ir
from numba import types

from parlour.core.kernels import compared, instruction
from parlour.games.ten_exorcism.kernels.constants import TEN, VECTOR

LANES = 8 * VECTOR


def _vector(builder: Any, address: Any, index: Any) -> Any:
    """A pointer to the vector that begins with this word."""
    word, vector = ir.IntType(64), ir.VectorType(ir.IntType(8), LANES)
    place = builder.gep(builder.inttoptr(address, word.as_pointer()), [index], source_etype=word)
    return builder.bitcast(place, vector.as_pointer())


def _splat(byte: int) -> Any:
    return ir.Constant(ir.VectorType(ir.IntType(8), LANES), [byte] * LANES)


@instruction
def clear_vector(typing_context: Any, address: Any, to: Any) -> Any:  # noqa: ARG001
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        builder.store(_splat(0), _vector(builder, args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@instruction
def add_vector(typing_context: Any, address: Any, to: Any, origin: Any) -> Any:  # noqa: ARG001
    """Add a cell to a row."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        to = _vector(builder, args[0], args[1])
        more = builder.load(_vector(builder, args[0], args[2]), align=8)
        builder.store(builder.add(builder.load(to, align=8), more), to, align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@instruction
def subtract_vector(typing_context: Any, address: Any, to: Any, origin: Any) -> Any:  # noqa: ARG001
    """Take a cell off a row."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        to = _vector(builder, args[0], args[1])
        less = builder.load(_vector(builder, args[0], args[2]), align=8)
        builder.store(builder.sub(builder.load(to, align=8), less), to, align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@instruction
def spans_with_ghosts(typing_context: Any, address: Any, row: Any) -> Any:  # noqa: ARG001
    """The set of spans in which a row has a ghost."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        sums = builder.load(_vector(builder, args[0], args[1]), align=8)
        return compared(builder, "!=", sums, _splat(0))

    return types.int64(types.int64, types.int64), codegen


@instruction
def add_rows(typing_context: Any, address: Any, to: Any, above: Any, row: Any) -> Any:  # noqa: ARG001
    """The sums of a row and of all above it."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        sums = builder.load(_vector(builder, args[0], args[2]), align=8)
        more = builder.load(_vector(builder, args[0], args[3]), align=8)
        builder.store(builder.add(sums, more), _vector(builder, args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64), codegen


@instruction
def spans_of_ten(typing_context: Any, address: Any, above: Any, down: Any) -> Any:  # noqa: ARG001
    """The set of spans in which two sums differ by ten."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        above = builder.load(_vector(builder, args[0], args[1]), align=8)
        down = builder.load(_vector(builder, args[0], args[2]), align=8)
        return compared(builder, "==", builder.sub(down, above), _splat(TEN))

    return types.int64(types.int64, types.int64, types.int64), codegen

"""Instructions for sets of cells and for bytes.

A set of cells is three words of 60 bits: cell r * 10 + c is bit 10 * (r % 6) + c of word r // 6.
"""

from typing import Any

from llvmlite import ir
from numba import types

from parlour.core.kernels import compared, instruction, step
from parlour.games.ten_exorcism.kernels.constants import LANES


@instruction
def byte_at(typing_context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001
    """Read the byte at this index from an array's address."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        byte = ir.IntType(8)
        place = builder.gep(builder.inttoptr(args[0], byte.as_pointer()), [args[1]], source_etype=byte)
        return builder.zext(builder.load(place), ir.IntType(64))

    return types.int64(types.int64, types.int64), codegen


@instruction
def leading_zeros(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """How many bits above the highest set bit of a non-zero int64 are zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@instruction
def shifted_right(typing_context: Any, word: Any, by: Any) -> Any:  # noqa: ARG001
    """An int64 shifted right with zeros coming in."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), codegen


@instruction
def equal_sets(typing_context: Any, address: Any, index: Any, m0: Any, m1: Any, m2: Any) -> Any:  # noqa: ARG001
    """Of LANES pairs of sets of cells, the bits of those whose first set has in common with m just the second.

    From the index on there are all first words of the first sets, all second, all third, and the same of the others.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        word, vector = ir.IntType(64), ir.VectorType(ir.IntType(64), LANES)
        origin = builder.gep(builder.inttoptr(args[0], word.as_pointer()), [args[1]], source_etype=word)
        origin = builder.bitcast(origin, vector.as_pointer())

        def load(k: int) -> Any:
            place = builder.gep(origin, [ir.Constant(word, k)], source_etype=vector)
            return builder.load(place, align=8)

        differ = None
        for k, m in enumerate(args[2:]):
            one = builder.insert_element(ir.Constant(vector, ir.Undefined), m, ir.Constant(ir.IntType(32), 0))
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
            splat = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), zeros)
            part = builder.xor(builder.and_(load(k), splat), load(k + 3))
            differ = part if differ is None else builder.or_(differ, part)
        return builder.zext(compared(builder, "==", differ, ir.Constant(vector, [0] * LANES)), word)

    return types.int64(types.int64, types.int64, types.int64, types.int64, types.int64), codegen


@step
def highest(word):
    """Index of the highest set bit of a non-zero int64."""
    return 63 - leading_zeros(word)

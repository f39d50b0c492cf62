"""What the kernels of all games are made with: two ways to compile, and instructions that numba does not offer.

Inner kernels take the address of an array (``array.ctypes.data``): an array argument costs a reference count at every
call, and an index that might be negative a comparison at every access. Whoever calls the outermost kernel holds the
array, so it outlives the search.

Signed integers on purpose: numba turns a mix of int64 and uint64 into a float. Bit 63 is never used.
"""

from typing import Any

import numba
from llvmlite import ir
from numba import extending, types

# numba's types describe the decorated function, not the compiled one.
instruction: Any = extending.intrinsic
kernel = numba.njit(cache=True, nogil=True)
# A helper of a kernel: compiled into its caller, since a call costs more than most of these do.
step = numba.njit(cache=True, nogil=True, forceinline=True)


@instruction
def popcount(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """How many bits of an int64 are set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@instruction
def lowest(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    """Index of the lowest set bit of a non-zero int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@instruction
def peek(typing_context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001
    """Read the int64 at this index from an array's address."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        word = ir.IntType(64)
        return builder.load(builder.gep(builder.inttoptr(args[0], word.as_pointer()), [args[1]], source_etype=word))

    return types.int64(types.int64, types.int64), codegen


@instruction
def poke(typing_context: Any, address: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
    """Write an int64 at this index of the array at this address."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        word = ir.IntType(64)
        place = builder.gep(builder.inttoptr(args[0], word.as_pointer()), [args[1]], source_etype=word)
        builder.store(args[2], place)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen

"""What the kernels of all games are made with: two ways to compile, where what is compiled is kept, and instructions
that numba does not offer.

Inner kernels take the address of an array (``array.ctypes.data``): an array argument costs a reference count at every
call, and an index that might be negative a comparison at every access. Whoever calls the outermost kernel holds the
array, so it outlives the search.

Signed integers on purpose: numba turns a mix of int64 and uint64 into a float. Bit 63 is never used.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numba
from llvmlite import ir
from numba import extending, types
from numba.core import caching, event

PART_BITS = 128
FRACTION_BITS = 52
FRACTION = (1 << FRACTION_BITS) - 1
HALF_ROOT_BITS = 0x3FE6A09E667F3BCD
"""The bits of the square root of a half: the smallest number of which log takes no power of two out."""
LOG_2 = math.log(2)
SERIES = 9

# numba's types describe the decorated function, not the compiled one.
instruction: Any = extending.intrinsic


class _Stamped:
    """A place of kernels that are compiled again when any changes that they may call: of their package, or here.

    A kernel is compiled into its callers, and numba by itself looks at a kernel's own file only.
    """

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)  # type: ignore[call-arg]
        self._package = function.__module__.rpartition(".")[0]

    def get_source_stamp(self) -> object:
        own: object = super().get_source_stamp()  # type: ignore[misc]
        return own, _sources(self._package)


@cache
def _sources(package: str) -> str:
    """What the modules of a package, and this one, hold now."""
    content = sha256(files("parlour.core").joinpath("kernels.py").read_bytes())
    for file in sorted(files(package).iterdir(), key=lambda file: file.name) if package else ():
        if file.name.endswith(".py"):
            body = file.read_bytes()
            content.update(f"{file.name}\n{len(body)}\n".encode() + body)
    return content.hexdigest()


class _Given(_Stamped, caching.UserProvidedCacheLocator):
    """The folder that NUMBA_CACHE_DIR names."""


class _Beside(_Stamped, caching.InTreeCacheLocator):
    """Beside the modules."""


class _OfUser(_Stamped, caching.UserWideCacheLocator):
    """Among what the user's programs keep."""


class _BesideReadOnly(_Beside):
    """Beside the modules, where whoever installed them compiled them and nobody else may write."""

    def ensure_cache_path(self) -> None:
        pass


class _Places(caching.CompileResultCacheImpl):
    def __init__(self, function: Any) -> None:
        self._locator_classes = [_Given, _Beside, _OfUser, _BesideReadOnly]
        super().__init__(function)


class _Kept(caching.FunctionCache):
    _impl_class = _Places

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The kernel as it is kept, or None: then it is compiled."""
        kept = super().load_overload(signature, target)
        if kept is None and _turns:
            _turns[-1]()
            kept = super().load_overload(signature, target)
        return kept

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """What cannot be written is compiled again by the next process."""
        with suppress(OSError):
            super().save_overload(signature, compiled)


def njit(**how: bool | str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """As numba's, and kept: compiled for the types of its arguments when it is first called with them."""

    def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
        dispatcher: Any = numba.njit(function, **how)  # type: ignore[call-overload]
        dispatcher._cache = _Kept(function)
        kept: Callable[..., Any] = dispatcher
        return kept

    return compiled


kernel = njit(nogil=True)
# A part of a kernel: compiled into its caller, since a call costs more than most of these do.
step = njit(nogil=True, forceinline=True)


_turns: list[Callable[[], None]] = []
"""What has to be waited for before a kernel is compiled: the innermost is last."""


def kept_in() -> str:
    """The folder in which the kernels of this module are kept: all processes that share kernels have it in common."""
    return str(_Kept(compared).cache_path)


@contextmanager
def compiling(begun: Callable[[], None], turn: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Inside, ``begun`` is called whenever a kernel has to be compiled, since none is kept that fits.

    ``turn`` is called before, and may wait for another process that compiles; a kernel that it has kept is loaded.
    """

    class Listener(event.Listener):
        def on_start(self, _event: Any) -> None:
            begun()

        def on_end(self, _event: Any) -> None:
            pass

    _turns.append(turn)
    try:
        with event.install_listener("numba:compile", Listener()):
            yield
    finally:
        _turns.pop()


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


@instruction
def bits_of(typing_context: Any, number: Any) -> Any:  # noqa: ARG001
    """The 64 bits of a float as an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), codegen


@instruction
def float_of(typing_context: Any, bits: Any) -> Any:  # noqa: ARG001
    """The float of these 64 bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), codegen


def compared(builder: Any, how: str, left: Any, right: Any) -> Any:
    """Compare two vectors lane by lane, as an integer with a bit for each lane; for the instructions of kernels.

    In parts of 128 bits: WebAssembly has an instruction for so many, and LLVM takes longer vectors apart lane by lane.
    """
    lanes, item = left.type.count, left.type.element
    part, whole = PART_BITS // item.width, ir.IntType(lanes)
    bits = ir.Constant(whole, 0)
    for first in range(0, lanes, part):
        mask = ir.Constant(ir.VectorType(ir.IntType(32), part), list(range(first, first + part)))
        sides = [builder.shuffle_vector(side, ir.Constant(side.type, ir.Undefined), mask) for side in (left, right)]
        found = builder.bitcast(builder.icmp_unsigned(how, *sides), ir.IntType(part))
        bits = builder.or_(bits, builder.shl(builder.zext(found, whole), ir.Constant(whole, first)))
    return bits


@step
def log(x: float) -> float:
    """The natural logarithm of a positive, normal number: the same bits on every machine, which no library promises.

    x is m times a power of two with m near 1, and log m is 2 artanh s of s = (m - 1) / (m + 1), whose series is short
    since s is small: what is left out is below a tenth of the last bit.
    """
    bits = bits_of(x) - HALF_ROOT_BITS
    exponent = bits >> FRACTION_BITS
    m = float_of((bits & FRACTION) + HALF_ROOT_BITS)
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    series = 0.0
    for k in range(SERIES, -1, -1):
        series = series * z + 1.0 / (2 * k + 1)
    return exponent * LOG_2 + 2.0 * s * series

"""From declarations to a library: numba's code for another machine, optimised by LLVM for it, and linked.

What this relies on inside numba is its target context, its calling convention, its arrays' layout and the names in
runtime.ll. The comparison of the libraries with the native kernels is a test, so a version of numba in which any of it
changed is seen.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core.funcdesc import FunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.runtime import nrtdynmod
from numba.np.arrayobj import make_array, populate_array
from scripts.wasm.binary import imports

from parlour.core.compiled import Argument, Declaration

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
HERE = Path(__file__).parent
IMPORTS = {"memory", "__stack_pointer", "__memory_base", "__table_base", "malloc", "free"}
"""What a library may ask of whoever loads it."""
FAILURES = (
    "Py",
    "numba_unpickle",
    "numba_runtime_build_excinfo_struct",
    "numba_do_raise",
    "numba_gil_",
    "NRT_MemInfo_alloc",
)
"""What begins like this only makes an exception and its text. Here a kernel that raises is a trap."""
NUMBERS = {"i64": types.int64, "f64": types.float64, "u8": types.uint8}
ANSWERS = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.none}
ITEM_COUNT = ir.IntType(32)


class Builder:
    """Makes libraries; one is enough for all games."""

    def __init__(self) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(TRIPLE)
        self._machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="pic")
        self._context = cpu_target.target_context

    def library(self, game: str) -> bytes:
        """The compiled functions that a game declares."""
        declared: list[Declaration] = import_module(f"parlour.games.{game}.compiled").COMPILED.declared
        whole = self._parsed((HERE / "runtime.ll").read_text())
        whole.link_in(self._parsed(str(nrtdynmod.create_nrt_module(self._context)[0])))
        for declaration in declared:
            for text in self._function(declaration):
                whole.link_in(self._parsed(text))
        whole.link_in(self._parsed(_traps(whole)))
        names = [declaration.name for declaration in declared]
        self._optimise(whole, names)
        _check(whole)
        return _linked(self._machine.emit_object(whole), names)

    def _function(self, declaration: Declaration) -> Iterable[str]:
        """The code of a kernel, and of a function of its name that any C could call."""
        kernel = getattr(import_module(declaration.module), declaration.name)
        wanted = tuple(_type(argument) for argument in declaration.arguments)
        kernel.compile(wanted)
        compiled = kernel.overloads[wanted]
        answer = ANSWERS[declaration.answer]
        if compiled.signature.return_type != answer:
            raise TypeError(f"{declaration.name} answers with {compiled.signature.return_type}, declared is {answer}")
        yield compiled.library.get_llvm_str()
        yield self._entry(declaration, compiled.fndesc)

    def _entry(self, declaration: Declaration, kernel: FunctionDescriptor) -> str:
        """A function on numbers and addresses that calls a kernel, and traps if it raised."""
        context, convention = self._context, self._context.call_conv
        module = context.create_module(declaration.name)
        given = [
            part
            for argument, kind in zip(declaration.arguments, kernel.argtypes, strict=True)
            for part in ((ir.IntType(8).as_pointer(), ITEM_COUNT) if argument.row else (context.get_value_type(kind),))
        ]
        returned = {float: ir.DoubleType(), int: ir.IntType(64), bool: ir.IntType(32)}.get(declaration.answer)
        entry = ir.Function(module, ir.FunctionType(returned or ir.VoidType(), given), declaration.name)
        builder = ir.IRBuilder(entry.append_basic_block())
        parts = iter(entry.args)
        passed = [
            self._array(builder, argument, kind, next(parts), next(parts)) if argument.row else next(parts)
            for argument, kind in zip(declaration.arguments, kernel.argtypes, strict=True)
        ]
        callee = ir.Function(
            module, convention.get_function_type(kernel.restype, kernel.argtypes), kernel.llvm_func_name
        )
        status, answer = convention.call_function(builder, callee, kernel.restype, kernel.argtypes, passed)
        with builder.if_then(status.is_error, likely=False):
            builder.call(module.declare_intrinsic("llvm.trap", fnty=ir.FunctionType(ir.VoidType(), [])), [])
        if returned is None:
            builder.ret_void()
        else:
            builder.ret(builder.zext(answer, returned) if declaration.answer is bool else answer)
        return str(module)

    def _array(
        self, builder: ir.IRBuilder, argument: Argument, kind: types.Array, address: ir.Value, items: ir.Value
    ) -> ir.Value:
        """numba's description of an array in C order that somebody else owns."""
        context = self._context
        array = make_array(kind)(context, builder)
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        item, row = (context.get_constant(types.intp, number) for number in (size, argument.row))
        count = builder.sext(items, row.type)
        shape, strides = [count], [item]
        if kind.ndim == 2:
            shape, strides = [builder.sdiv(count, row), row], [builder.mul(item, row), item]
        populate_array(
            array,
            data=builder.bitcast(address, array.data.type),
            shape=shape,
            strides=strides,
            itemsize=item,
            meminfo=None,
        )
        return array._getvalue()

    def _parsed(self, text: str) -> llvm.ModuleRef:
        """A module of this text, for the machine that is built for."""
        text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
        text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
        return llvm.parse_assembly(
            f'target triple = "{TRIPLE}"\ntarget datalayout = "{self._machine.target_data}"\n{text}'
        )

    def _optimise(self, whole: llvm.ModuleRef, names: list[str]) -> None:
        """Keep what the named functions need, and make it fast; counts of references go where they cancel."""
        for each in (*whole.global_variables, *whole.functions):
            if not each.is_declaration and each.name not in names:
                each.linkage = "internal"
        for level, prune in ((0, True), (1, True), (3, False)):
            builder = llvm.create_pass_builder(self._machine, llvm.create_pipeline_tuning_options(level))
            passes = builder.getModulePassManager()
            if prune:
                passes.add_refprune_pass()
            passes.run(whole, builder)
        whole.verify()


def _type(argument: Argument) -> types.Type:
    number = NUMBERS[argument.item]
    if argument.row == 0:
        return number
    return types.Array(number, 1 if argument.row == 1 else 2, "C")


def _traps(module: llvm.ModuleRef) -> str:
    """Code that defines what makes exceptions."""
    heads = re.findall(r"^declare (.*@\"?([\w.]+)\"?\(.*\)).*$", str(module), flags=re.MULTILINE)
    found = [head for head, name in heads if name.startswith(FAILURES)]
    define = "define {} {{\n call void @llvm.trap()\n unreachable\n}}"
    return "\n".join(["declare void @llvm.trap()", *(define.format(head) for head in found)])


def _check(module: llvm.ModuleRef) -> None:
    """That nothing is left which belongs to this process."""
    baked = [each.name for each in module.global_variables if each.name.startswith("numba.dynamic")]
    if baked:
        raise ValueError(f"addresses of this process are left in the code: {baked}")


def _linked(code: bytes, names: list[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "code.o"), Path(folder, "code.so")
        given.write_bytes(code)
        options = ["-shared", "--experimental-pic", "--allow-undefined", "--no-entry", "--strip-all"]
        keep = [f"--export={name}" for name in names]
        linker = Path(__file__).parents[1] / "wasm-ld"
        subprocess.run([linker, *options, *keep, given, "-o", made], check=True)
        library = made.read_bytes()
    unknown = imports(library) - IMPORTS
    if unknown:
        raise ValueError(f"the library asks for more than it may: {sorted(unknown)}")
    return library

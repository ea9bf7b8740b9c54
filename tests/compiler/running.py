"""Runs functions that are given as text in three forms: as plain Python, by Numba, and as a module in wasmtime."""

import ast
import math
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import wasmtime

from rookery.compiler.compiling import compiled
from rookery.compiler.errors import NotInLanguage
from rookery.compiler.language import BOOL, FLOAT, INT, UNSIGNED, ArrayType, TupleType, Type
from rookery.compiler.program import Export, Global, KernelName
from rookery.core import bits, kernel
from rookery.core.compiling.names import Modules, as_global, record_of
from tests.wasm.module_calls import PAGE, Wasmtime

numba: Any = vars(kernel)["numba"]  # it is taught the functions of bits.py there
FUEL = 1 << 26  # of one call: what does not end is trapped
FILE = "kernels.py"
GIVEN = {"Array": Any, "NamedTuple": NamedTuple, "math": math, "np": np, "numba": numba}
GIVEN |= {name: getattr(bits, name) for name in bits.__all__}
CONFIG = wasmtime.Config()
CONFIG.consume_fuel = True
ENGINE = wasmtime.Engine(CONFIG)
NAN = np.float64(math.nan)


class Text(Modules):
    """A program of one module, whose text is given."""

    def __init__(self, text: str) -> None:
        super().__init__({})
        self.text = text
        self.tree = ast.parse(text)
        self.space: dict[str, Any] = {**GIVEN, "__name__": "kernels"}
        exec(compile(text, FILE, "exec"), self.space)

    def _found(self, module: str, name: str) -> Global | None:
        if module not in ("kernels", ""):
            return super()._found(module, name)
        if name in self.space:
            return as_global(self.space[name])
        return super()._found("builtins", name)

    def function(self, kernel: KernelName) -> ast.FunctionDef:
        if kernel.module != "kernels":
            return super().function(kernel)
        found = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name == kernel.name]
        if not found:
            raise NotInLanguage(f"{kernel.name} is no function of the text; write a kernel")
        return found[-1]

    def names(self, module: str) -> Iterable[str]:
        return self.space if module in ("kernels", "") else super().names(module)

    def parameters(self, function: ast.stmt) -> list[ast.arg]:
        assert isinstance(function, ast.FunctionDef)
        given = function.args
        return [*given.posonlyargs, *given.args, *given.kwonlyargs]

    def file(self, module: str) -> str:
        return FILE


def type_of(value: Any) -> Type:
    """The type of an argument."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, np.uint64):
        return UNSIGNED
    if isinstance(value, int | np.integer):
        return INT
    if isinstance(value, float | np.floating):
        return FLOAT
    if isinstance(value, np.ndarray):
        of = record_of(value.dtype) if value.dtype.names else value.dtype.name
        return ArrayType(of, (None,) * value.ndim)
    assert isinstance(value, tuple)
    names = type(value)._fields  # type: ignore[attr-defined]
    return TupleType(tuple(map(type_of, value)), names, type(value).__name__)


def entry(name: str, args: Sequence[Any]) -> Export:
    """A function as an export, for arguments like these."""
    return Export(name, KernelName("kernels", name), tuple(map(type_of, args)))


class Wasm(Wasmtime):
    """Functions of a text as a module."""

    def __init__(self, program: Text, entries: list[Export], *, checked: bool = False) -> None:
        self.made = compiled(program, entries, checked=checked)
        super().__init__(self.made.wasm, ENGINE, FUEL)
        self.block = -(-self.base // 64) * 64

    def run(self, name: str, args: Sequence[Any]) -> Any:
        """What the function returns; arrays among the arguments are changed in place."""
        free, lent = self.block + 1024, list[tuple[np.ndarray[Any, Any], int]]()
        words = [0]

        def give(value: Any) -> None:
            nonlocal free
            if isinstance(value, np.ndarray):
                known = [address for array, address in lent if array is value]
                if not known:
                    lent.append((value, free))
                    known = [free]
                    free += -(-value.nbytes // 64) * 64 + 64
                words.extend((known[0], *value.shape))
            elif isinstance(value, tuple):
                for part in value:
                    give(part)
            elif isinstance(value, float | np.floating):
                words.append(struct.unpack("<q", struct.pack("<d", value))[0])
            else:
                words.append(int(value) - (int(value) >> 63 << 64) if int(value) >> 63 == 1 else int(value))

        for arg in args:
            give(arg)
        self.reserve(free + PAGE)
        for array, address in lent:
            self.write(address, array.tobytes())
        self.write(self.block, struct.pack(f"<{len(words)}q", *words))
        self.call(name, self.block)
        for array, address in lent:
            array[...] = np.frombuffer(self.read(address, array.nbytes), array.dtype).reshape(array.shape)
        kind = next(iter(self.made.returns[name]), "")
        word = self.read(self.block, 8)
        forms = {INT: "<q", UNSIGNED: "<Q", FLOAT: "<d", BOOL: "<q"}
        found = struct.unpack(forms[kind], word)[0] if kind in forms else None
        return bool(found) if kind == BOOL else found


def plain(program: Text, name: str) -> Callable[..., Any]:
    """The function as plain Python, with numbers of 64 bits."""
    function = program.space[name]

    def run(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*(np.int64(arg) if type(arg) is int else arg for arg in args))

    return run


def machine(program: Text) -> Callable[[str], Any]:
    """The functions of a text, compiled by Numba when they are called.

    Numba tells LLVM that +, - and * of signed numbers never leave 64 bits: where they do, machine code may do anything.
    Here it wraps around, as a module does."""
    space = {**program.space}
    options: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}  # those of core/kernel.py
    exec(compile(program.text, FILE, "exec"), space)
    for node in program.tree.body:
        if isinstance(node, ast.FunctionDef):
            space[node.name] = numba.njit(**options)(space[node.name])

    def found(name: str) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            with mock.patch("numba.cpython.numbers._int_arith_flags", return_value=[]):
                return space[name](*args)

        return run

    return found


def same(one: Any, other: Any) -> bool:
    """Whether two results are equal as bytes; the bits of one nan are as good as those of another."""
    if one is None or other is None:
        return one is other
    if isinstance(one, float | np.floating) or isinstance(other, float | np.floating):
        one, other = float(one), float(other)
        return (math.isnan(one) and math.isnan(other)) or struct.pack("<d", one) == struct.pack("<d", other)
    return int(one) % 2**64 == int(other) % 2**64


def agrees(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether the arrays among two lists of arguments hold the same bytes."""
    for a, b in zip(one, other, strict=True):
        if isinstance(a, tuple):
            if not agrees(a, b):
                return False
        elif isinstance(a, np.ndarray):
            if a.dtype == np.float64:  # one nan is as good as another
                a, b = np.where(np.isnan(a), NAN, a), np.where(np.isnan(b), NAN, b)
            if a.tobytes() != b.tobytes():
                return False
    return True


def copied(args: Sequence[Any]) -> list[Any]:
    """The same arguments, with arrays of their own; an array that is given twice is one array again."""
    seen: dict[int, Any] = {}

    def copy(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return seen.setdefault(id(value), value.copy())
        if isinstance(value, tuple):
            return type(value)(*map(copy, value))
        return value

    return list(map(copy, args))

"""From kernels to a module: lowering, inlining, encoding."""

import ast
import math
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from graphlib import CycleError
from itertools import chain

from rookery.compiler import encoding, ir
from rookery.compiler.errors import NotInLanguage
from rookery.compiler.inlining import inlined
from rookery.compiler.ir import Const, Expr, Function, Get, If, Let, Op, Return, Statement, i32, i64, op
from rookery.compiler.language import BOOL, FLOAT, FORMATS, INT, UNSIGNED, TupleType, Type, leaves
from rookery.compiler.lowering.control import Statements
from rookery.compiler.lowering.scope import Again, Known, Signature
from rookery.compiler.program import ConstantArray, Export, KernelName, Program
from rookery.compiler.values import ArrayValue, Num, Value

__all__ = ["Compiled", "compiled"]

FIRST_BYTE = ir.FOLDED_OFFSET  # what lies below is never read or written, or is the report of a check
REPORT = 64  # the address of a report: the number of the check, the value, the limit; each 8 bytes
BLOCK_WORD = 8
TOO_DEEP = "an expression or a branch is nested too deeply; write it as several statements"
MOST_COPIES = 200  # of one kernel, for different types of arguments
MOST_PARAMETERS = 1000  # that WebAssembly allows
DATA_ALIGNMENT = 16
# kind -> format, and letter of struct
TABLE_FORMATS = {INT: ("int64", "q"), UNSIGNED: ("uint64", "q"), FLOAT: ("float64", "d"), BOOL: ("bool", "?")}


@dataclass(frozen=True, slots=True)
class Site:
    """A check in a checked module."""

    kernel: KernelName
    line: int
    what: str  # {0} the value, {1} the limit


@dataclass(frozen=True, slots=True)
class Compiled:
    """A module. Each exported kernel takes the address of a block of words: word 0 for its result, then the arguments
    (see `shim`)."""

    wasm: bytes
    size: int  # bytes of memory that the module uses; what it is lent lies above, or, if it is movable, elsewhere
    returns: dict[str, tuple[str, ...]]  # export -> kinds of numbers
    sites: list[Site]


def compiled(program: Program, entries: list[Export], *, checked: bool = False, movable: bool = False) -> Compiled:
    """Compile kernels, and all that they call, to a module. A movable module takes its memory, and the place in it that
    is its own, from who makes an instance of it; several can share one memory. Raises NotInLanguage."""
    unit = NewModule(program, checked, movable)
    signatures = {entry.name: unit.instance(entry.kernel, entry.arguments) for entry in entries}
    unit.lower()
    exports = {name: unit.shim(name, signature) for name, signature in signatures.items()}
    try:
        functions = inlined([*exports.values()])
        wasm = encoding.module(functions, exports, encoding.OwnMemory(unit.data, unit.free, movable))
    except CycleError as error:
        raise unit.recursion(error.args[1]) from None
    except RecursionError:
        raise NotInLanguage(TOO_DEEP) from None
    returns = {name: tuple(numbers_of(one.result)) for name, one in signatures.items()}
    return Compiled(wasm, unit.free, returns, unit.sites)


def numbers_of(result: Type | None) -> Iterator[str]:
    """The kinds of the numbers that a kernel returns."""
    if isinstance(result, str):
        yield result
    elif isinstance(result, TupleType):
        for item in result.items:
            yield from numbers_of(item)


def leaves_of(types: tuple[Type, ...]) -> list[str]:
    return list(chain.from_iterable(map(leaves, types)))


@dataclass
class NewModule:
    """The module that is being made."""

    program: Program
    checked: bool
    movable: bool
    free: int = FIRST_BYTE
    data: list[tuple[int, bytes]] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    _instances: dict[tuple[KernelName, tuple[Type, ...]], Signature] = field(default_factory=dict)
    _copies: Counter[KernelName] = field(default_factory=Counter)
    _waiting: list[Signature] = field(default_factory=list)
    _addresses: dict[bytes, int] = field(default_factory=dict)
    _helpers: dict[str, Function] = field(default_factory=dict)

    def instance(self, kernel: KernelName, types: tuple[Type, ...]) -> Signature:
        """The copy of a kernel for these types; it is lowered later."""
        if (kernel, types) not in self._instances:
            returns = self.program.function(kernel).returns
            result = None if returns is None else self.program.annotated(kernel.module, returns)
            if result is None and returns is not None and not _is_none(returns):
                what = "int, float, bool, np.uint64, a tuple of these, or None"
                raise self.placed(
                    NotInLanguage(f"a kernel returns {what}; write one of them after ->", returns), kernel
                )
            self._copies[kernel] += 1
            if self._copies[kernel] > MOST_COPIES or len(leaves_of(types)) > MOST_PARAMETERS:
                told = "the kernel is called with too many kinds of arguments, or too large ones; write fewer of them"
                raise self.placed(NotInLanguage(told, self.program.function(kernel)), kernel)
            parameters = leaves_of(types)
            results = [] if result is None else list(leaves(result))
            function = Function(kernel.name, parameters, results, [*parameters])
            self._instances[kernel, types] = Signature(kernel, types, result, function)
            self._waiting.append(self._instances[kernel, types])
        return self._instances[kernel, types]

    def lower(self) -> None:
        """Lower all kernels that are needed."""
        while self._waiting:
            signature = self._waiting.pop()
            known = Known()
            try:
                while True:
                    function = signature.function
                    function.body, function.locals = [], [*function.parameters]
                    try:
                        Statements(self, signature, known).whole()
                        break
                    except Again:
                        continue
            except NotInLanguage as error:
                raise self.placed(error, signature.kernel) from None
            except RecursionError:
                deep = NotInLanguage(TOO_DEEP, self.program.function(signature.kernel))
                raise self.placed(deep, signature.kernel) from None

    def shim(self, name: str, signature: Signature) -> Function:
        """The exported function of a kernel: it reads arguments from a block of words, and writes the result to word 0.
        Several results go to word 0 and to the words after the arguments.

        int, unsigned, bool, float   one word
        record                       one word, its address
        array of n axes              1 + n words: its address, its lengths
        bundle                       the words of its fields, one after another"""
        shim = Function(name, ["i32"], [], ["i32"])
        block = Get("i32", 0)
        words = enumerate(leaves_of(signature.types), 1)
        args: list[Expr] = [ir.load(f"{kind}.load", block, BLOCK_WORD * place) for place, kind in words]
        results = signature.function.results
        locals_ = tuple(map(shim.new_local, results))
        shim.body = [Let(locals_, ir.call(signature.function, tuple(args)))]
        for number, (local, wasm) in enumerate(zip(locals_, results, strict=True)):
            value: Expr = Get(wasm, local)
            if wasm == "i32":
                value, wasm = op("i64.extend_i32_u", value), "i64"
            word = 0 if number == 0 else len(args) + number
            shim.body.append(ir.store(f"{wasm}.store", block, BLOCK_WORD * word, value))
        return shim

    def placed(self, error: NotInLanguage, kernel: KernelName) -> NotInLanguage:
        """The error with its file and kernel, if it does not know them."""
        error.file = error.file or self.program.file(kernel.module)
        error.kernel = error.kernel or kernel.name
        return error

    def recursion(self, circle: list[Function]) -> NotInLanguage:
        kernel = next(one.kernel for one in self._instances.values() if one.function in circle)
        message = f"{kernel.name} calls itself; write a loop, with a stack in an array"
        return self.placed(NotInLanguage(message, self.program.function(kernel)), kernel)

    # ── Memory ───────────────────────────────────────────────────────────────
    def _take(self, size: int) -> int:
        address = self.free + -self.free % DATA_ALIGNMENT
        self.free = address + size
        return address

    def _array(self, form: str, address: int, shape: tuple[Expr, ...]) -> ArrayValue:
        if self.movable:
            return ArrayValue(form, ir.Base(), shape, None, address)
        return ArrayValue(form, i32(address), shape)

    def constant_array(self, array: ConstantArray) -> ArrayValue:
        if array.data not in self._addresses:
            self._addresses[array.data] = self._take(len(array.data))
            self.data.append((self._addresses[array.data], array.data))
        return self._array(array.format, self._addresses[array.data], tuple(map(i32, array.shape)))

    def scratch(self, form: str, shape: tuple[Expr, ...]) -> ArrayValue:
        """An array for one place in the program; `shape`: constants. Kernels are not recursive."""
        size = FORMATS[form].size * math.prod(int(length.value) for length in shape if isinstance(length, Const))
        return self._array(form, self._take(size), shape)

    # ── Checks ───────────────────────────────────────────────────────────────
    def site(self, line: int, signature: Signature, what: str) -> int:
        """The number under which a check at this line is told."""
        self.sites.append(Site(signature.kernel, line, what))
        return len(self.sites)

    def report(self, site: int, value: Expr, limit: Expr) -> list[Statement]:
        """The end of a run that a check did not pass."""
        numbers = (i64(site), value, limit)
        start: Expr = ir.Base() if self.movable else i32(0)
        told = (ir.Write("i64.store", start, REPORT + BLOCK_WORD * place, one) for place, one in enumerate(numbers))
        return [*told, ir.Trap()]

    # ── What the compiler adds ───────────────────────────────────────────────
    def helper(self, name: str) -> Function:
        """A function that the compiler adds: `floordiv`, `mod`."""
        if name not in self._helpers:
            self._helpers[name] = _division(name)
        return self._helpers[name]

    def table(self, items: tuple[Value, ...]) -> ArrayValue | None:
        """An array of these, if they are constants of one kind."""
        kinds = {item.kind if isinstance(item, Num) and isinstance(item.expr, Const) else "" for item in items}
        if len(kinds) != 1 or (kind := kinds.pop()) not in TABLE_FORMATS:
            return None
        form, code = TABLE_FORMATS[kind]
        numbers = [item.expr.value for item in items if isinstance(item, Num) and isinstance(item.expr, Const)]
        return self.constant_array(ConstantArray(form, (len(items),), struct.pack(f"<{len(items)}{code}", *numbers)))


def _is_none(annotation: ast.expr) -> bool:
    return isinstance(annotation, ast.Constant) and annotation.value is None


def _division(name: str) -> Function:
    """`//` or `%` of any two whole numbers, rounded down. By 0 both are 0, and so are both of the least number by -1,
    as machine code has it."""
    made = Function(name, ["i64", "i64"], ["i64"], ["i64", "i64"])
    a, b = Get("i64", 0), Get("i64", 1)
    least = op("i64.eq", a, i64(-(1 << 63)))
    made.body = [
        If(op("i64.eqz", b), [Return((i64(0),))], []),
        If(
            op("i64.eq", b, i64(-1)),
            [Return((op("select", i64(0), op("i64.sub", i64(0), a), least) if name == "floordiv" else i64(0),))],
            [],
        ),
    ]
    rest = made.new_local("i64")
    r = Get("i64", rest)
    made.body.append(Let((rest,), op("i64.rem_s", a, b)))
    other_sign: Expr = Op("i32", "i64.lt_s", (op("i64.xor", r, b), i64(0)))
    wrong = op("i32.and", ir.as_test(r), other_sign)
    if name == "floordiv":
        made.body.append(Return((op("i64.sub", op("i64.div_s", a, b), op("i64.extend_i32_u", wrong)),)))
    else:
        made.body.append(Return((op("i64.add", r, op("select", b, i64(0), wrong)),)))
    return made

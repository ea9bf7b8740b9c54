"""From kernels to a module: lowering, inlining, encoding."""

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from graphlib import CycleError

from rookery.compiler import encoding, ir, values
from rookery.compiler.errors import NotInLanguage
from rookery.compiler.inlining import inlined
from rookery.compiler.ir import Const, Expr, Function, Get, Let, Statement, i32, i64, op
from rookery.compiler.language import NO_VALUES, WASM, Type, leaves
from rookery.compiler.lowering.control import Statements
from rookery.compiler.lowering.scope import Signature
from rookery.compiler.program import ConstantArray, Export, KernelName, Program
from rookery.compiler.values import Value

FIRST_BYTE = ir.FOLDED_OFFSET  # what lies below is never read or written, or is the report of a check
REPORT = 64  # the address of a report: the number of the check, the value, the limit; each 8 bytes
BLOCK_WORD = 8
TOO_DEEP = "an expression or a branch is nested too deeply; write it as several statements"
MOST_COPIES = 200  # of one kernel, for different types of arguments
MOST_PARAMETERS = 1000  # that WebAssembly allows
DATA_ALIGNMENT = 16


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
    returns = {name: tuple(leaves(one.result)) for name, one in signatures.items()}
    return Compiled(wasm, unit.free, returns, unit.sites)


def held_as(types: Iterable[Type]) -> list[str]:
    """The WebAssembly types of the leaves of these."""
    return [WASM[leaf] for kind in types for leaf in leaves(kind)]


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
    _places: dict[bytes, Expr] = field(default_factory=dict)

    def instance(self, kernel: KernelName, types: tuple[Type, ...]) -> Signature:
        """The copy of a kernel for these types; it is lowered later."""
        if (kernel, types) not in self._instances:
            returns = self.program.function(kernel).returns
            nothing = returns is None or (isinstance(returns, ast.Constant) and returns.value is None)
            result = NO_VALUES if returns is None or nothing else self.program.annotated(kernel.module, returns)
            if result is None:
                what = "int, float, bool, np.uint64, a tuple of these, or None"
                raise self.refused(kernel, f"a kernel returns {what}; write one of them after ->", returns)
            self._copies[kernel] += 1
            if self._copies[kernel] > MOST_COPIES or len(held_as(types)) > MOST_PARAMETERS:
                what = "too many kinds of arguments, or too large ones; write fewer of them"
                raise self.refused(kernel, f"the kernel is called with {what}")
            parameters = held_as(types)
            function = Function(kernel.name, parameters, held_as([result]), [*parameters])
            self._instances[kernel, types] = Signature(kernel, types, result, function)
            self._waiting.append(self._instances[kernel, types])
        return self._instances[kernel, types]

    def lower(self) -> None:
        """Lower all kernels that are needed."""
        while self._waiting:
            signature = self._waiting.pop()
            try:
                Statements(self, signature).whole()
            except NotInLanguage as error:
                raise self.placed(error, signature.kernel) from None
            except RecursionError:
                raise self.refused(signature.kernel, TOO_DEEP) from None

    def shim(self, name: str, signature: Signature) -> Function:
        """The exported function of a kernel: it reads arguments from a block of words, and writes the result to word 0.
        Several results go to word 0 and to the words after the arguments.

        int, unsigned, bool, float   one word
        record                       one word, its address
        array of n axes              1 + n words: its address, its lengths
        bundle                       the words of its fields, one after another"""
        shim = Function(name, ["i32"], [], ["i32"])

        def word(place: int) -> Expr:
            return op("i32.add", Get("i32", 0), i32(BLOCK_WORD * place))

        words = enumerate(held_as(signature.types), 1)
        args: list[Expr] = [ir.load(f"{kind}.load", word(place)) for place, kind in words]
        results = signature.function.results
        locals_ = tuple(map(shim.new_local, results))
        shim.body = [Let(locals_, ir.call(signature.function, tuple(args)))]
        for number, (local, wasm) in enumerate(zip(locals_, results, strict=True)):
            value: Expr = Get(wasm, local)
            if wasm == "i32":
                value, wasm = op("i64.extend_i32_u", value), "i64"
            shim.body.append(ir.store(f"{wasm}.store", word(len(args) + number if number else 0), value))
        return shim

    def placed(self, error: NotInLanguage, kernel: KernelName) -> NotInLanguage:
        """The error with its file and kernel, if it does not know them."""
        error.file = error.file or self.program.file(kernel.module)
        error.kernel = error.kernel or kernel.name
        return error

    def refused(self, kernel: KernelName, message: str, node: ast.AST | None = None) -> NotInLanguage:
        return self.placed(NotInLanguage(message, node or self.program.function(kernel)), kernel)

    def recursion(self, circle: list[Function]) -> NotInLanguage:
        kernel = next(one.kernel for one in self._instances.values() if one.function in circle)
        return self.refused(kernel, f"{kernel.name} calls itself; write a loop, with a stack in an array")

    # ── Memory ───────────────────────────────────────────────────────────────
    def _take(self, size: int) -> Expr:
        """The address of so many bytes of the module's own memory."""
        address = self.free + -self.free % DATA_ALIGNMENT
        self.free = address + size
        return op("i32.add", ir.Base(), i32(address)) if self.movable else i32(address)

    def constant_array(self, array: ConstantArray) -> Value:
        if array.data not in self._places:
            self._places[array.data] = self._take(len(array.data))
            self.data.append((self.free - len(array.data), array.data))
        return values.array(array.format, self._places[array.data], map(i32, array.shape))

    def scratch(self, size: Expr) -> Expr:
        """The address of an array for one place in the program; `size`: a constant. Kernels are not recursive."""
        assert isinstance(size, Const)
        return self._take(int(size.value))

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

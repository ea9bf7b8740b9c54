"""The intermediate form as the bytes of a WebAssembly module.

The format is that of the WebAssembly core specification 2.0, section 5 (https://www.w3.org/TR/wasm-core-2/).
"""

import struct
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from rookery.compiler import ir
from rookery.compiler.ir import Break, Call, Choose, Const, Expr, Function, Get, If, Labelled, Let, Loop, Seq

WASM_PAGE = 65_536
MOST_PAGES = 65_536  # of a memory: 4 GiB
TYPE_CODES = {"i32": 0x7F, "i64": 0x7E, "f32": 0x7D, "f64": 0x7C, "v128": 0x7B}
NO_RESULT = 0x40  # the type of a block without a result
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END, BR, BR_IF, RETURN, CALL = (
    0x00, 0x02, 0x03, 0x04, 0x05, 0x0B, 0x0C, 0x0D, 0x0F, 0x10,
)  # fmt: skip  # columns
GET, SET = 0x20, 0x21
BASE = bytes((0x23, 0))  # of a movable module: its only global
CONST = {"i32": 0x41, "i64": 0x42, "f32": 0x43, "f64": 0x44}
MEMORY_COPY = bytes((0xFC, 10, 0, 0))


def _numbered(first: int, names: str, kind: str = "") -> dict[str, bytes]:
    return {kind + name: bytes((code,)) for code, name in enumerate(names.split(), first)}


TEST_CODES = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
WHOLE_CODES = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"
FLOAT_CODES = "abs neg ceil floor trunc nearest sqrt add sub mul div min max copysign"
OPCODES = {
    **_numbered(0x1B, "select"),
    **_numbered(0x28, "i32.load i64.load f32.load f64.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u"),
    **_numbered(0x30, "load8_s load8_u load16_s load16_u load32_s load32_u", "i64."),
    **_numbered(0x36, "i32.store i64.store f32.store f64.store i32.store8 i32.store16"),
    **_numbered(0x3C, "store8 store16 store32", "i64."),
    **_numbered(0x45, TEST_CODES, "i32."),
    **_numbered(0x50, TEST_CODES, "i64."),
    **_numbered(0x5B, "eq ne lt gt le ge", "f32."),
    **_numbered(0x61, "eq ne lt gt le ge", "f64."),
    **_numbered(0x67, WHOLE_CODES, "i32."),
    **_numbered(0x79, WHOLE_CODES, "i64."),
    **_numbered(0x8B, FLOAT_CODES, "f32."),
    **_numbered(0x99, FLOAT_CODES, "f64."),
    **_numbered(0xA7, "wrap_i64 trunc_f32_s trunc_f32_u trunc_f64_s trunc_f64_u", "i32."),
    **_numbered(0xAC, "extend_i32_s extend_i32_u trunc_f32_s trunc_f32_u trunc_f64_s trunc_f64_u", "i64."),
    **_numbered(0xB2, "convert_i32_s convert_i32_u convert_i64_s convert_i64_u demote_f64", "f32."),
    **_numbered(0xB7, "convert_i32_s convert_i32_u convert_i64_s convert_i64_u promote_f32", "f64."),
    **_numbered(0xBD, "i64.reinterpret_f64 f32.reinterpret_i32 f64.reinterpret_i64"),
    "v128.load": b"\xfd\x00",
    "v128.store": b"\xfd\x0b",
    "v128.splat": b"\xfd\x13",  # of four float32
    "v128.add": b"\xfd\xe4\x01",
    "v128.sub": b"\xfd\xe5\x01",
    "v128.mul": b"\xfd\xe6\x01",
}


def uleb(value: int) -> bytes:
    """LEB128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def sleb(value: int) -> bytes:
    """LEB128 of a signed number."""
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        if (value == 0 and not low & 0x40) or (value == -1 and low & 0x40):
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def _vector(items: Iterable[bytes]) -> bytes:
    listed = list(items)
    return uleb(len(listed)) + b"".join(listed)


def _sized(data: bytes) -> bytes:
    return uleb(len(data)) + data


class OwnMemory(NamedTuple):
    """The memory of a module."""

    data: Sequence[tuple[int, bytes]]  # addresses, and what lies there at first
    size: int  # bytes
    movable: bool  # it is a part of one that the module is given, from the global `base` on


def module(functions: Sequence[Function], exports: dict[str, Function], memory: OwnMemory) -> bytes:
    """A module with these functions. It exports some of them by name. One that is not movable exports its memory, and
    `heap`, the first address that callers may use."""
    kinds: dict[bytes, int] = {}
    numbers = {id(function): number for number, function in enumerate(functions)}
    uses = []
    for function in functions:
        kind = b"\x60" + _types(function.parameters) + _types(function.results)
        uses.append(uleb(kinds.setdefault(kind, len(kinds))))
    code = [_sized(_Body(function, numbers).whole()) for function in functions]
    exported = [_sized(name.encode()) + b"\x00" + uleb(numbers[id(one)]) for name, one in exports.items()]
    number = bytes((TYPE_CODES["i32"], 0))  # of a global: an i32 that never changes
    shared = b"\x03" + uleb(-(-memory.size // WASM_PAGE)) + uleb(MOST_PAGES)
    imported = [_sized(b"") + _sized(b"memory") + b"\x02" + shared, _sized(b"") + _sized(b"base") + b"\x03" + number]
    owned = [
        (5, _vector([b"\x00" + uleb(-(-memory.size // WASM_PAGE))])),
        (6, _vector([number + _address(memory.size, False) + b"\x0b"])),
    ]
    if not memory.movable:
        exported = [_sized(b"memory") + b"\x02\x00", _sized(b"heap") + b"\x03\x00", *exported]
    data = [b"\x00" + _address(at, memory.movable) + b"\x0b" + _sized(held) for at, held in memory.data]
    sections = [
        (1, _vector(kinds)),
        *([(2, _vector(imported))] if memory.movable else []),
        (3, _vector(uses)),
        *([] if memory.movable else owned),
        (7, _vector(exported)),
        (10, _vector(code)),
        (11, _vector(data)),
    ]
    return b"\x00asm\x01\x00\x00\x00" + b"".join(bytes((number,)) + _sized(text) for number, text in sections)


def _address(at: int, movable: bool) -> bytes:
    """The instructions of a constant address."""
    number = bytes((CONST["i32"],)) + sleb(at)
    return BASE + number + OPCODES["i32.add"] if movable else number


def _types(kinds: Sequence[str]) -> bytes:
    return _vector(bytes((TYPE_CODES[kind],)) for kind in kinds)


class _Body:
    """The code of one function."""

    def __init__(self, function: Function, numbers: dict[int, int]) -> None:
        self.function, self.numbers = function, numbers
        self.out = bytearray()
        self.labels: list[int] = []  # of the blocks around, the innermost last

    def whole(self) -> bytes:
        runs = groupby(self.function.locals[len(self.function.parameters) :])
        declared = _vector(uleb(len([*run])) + bytes((TYPE_CODES[kind],)) for kind, run in runs)
        self.body(self.function.body)
        return declared + bytes(self.out) + bytes((END,))

    # ── Statements ───────────────────────────────────────────────────────────
    def body(self, statements: list[ir.Statement]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ir.Statement) -> None:
        out = self.out
        match node:
            case Let(locals_, value):
                self.expr(value)
                for local in reversed(locals_):
                    out.append(SET)
                    out += uleb(local)
            case ir.Write(name, address, offset, value):
                self.expr(address)
                self.expr(value)
                self._memory(name, offset)
            case ir.Copy(target, source, size):
                for part in (target, source, size):
                    self.expr(part)
                out += MEMORY_COPY
            case If():
                self._if(node)
            case Loop(around, again, body):
                self._open(BLOCK, around)
                self._open(LOOP, again)
                self.body(body)
                self._break(again, None)
                self._end()
                self._end()
            case Labelled(label, body):
                self._open(BLOCK, label)
                self.body(body)
                self._end()
            case Break(label, test):
                self._break(label, test)
            case ir.Return(values):
                for value in values:
                    self.expr(value)
                out.append(RETURN)
            case ir.Trap():
                out.append(UNREACHABLE)

    def _open(self, opcode: int, label: int) -> None:
        self.out += bytes((opcode, NO_RESULT))
        self.labels.append(label)

    def _end(self) -> None:
        self.labels.pop()
        self.out.append(END)

    def _if(self, node: If) -> None:
        if isinstance(node.test, Choose):  # `and`, `or`: jumps instead of a value that is tested
            out, other = next(ir.labels), next(ir.labels)
            body = [Break(other, ir.negated(node.test)), *node.yes, *([Break(out)] if node.no else [])]
            self.statement(Labelled(out, [Labelled(other, body), *node.no]))
            return
        self.expr(node.test)
        self._open(IF, -1)
        self.body(node.yes)
        if node.no:
            self.out.append(ELSE)
            self.body(node.no)
        self._end()

    def _break(self, label: int, test: Expr | None) -> None:
        """A jump to a label, by how many blocks further out it is."""
        match test:
            case Seq(_, body, value):
                self.body(body)
                self._break(label, value)
            case ir.Op(_, "i32.eqz", (ir.Op(_, "i32.eqz", (one,)),)):
                self._break(label, one)
            case Choose(_, one, Const(_, 1), other):  # one or other
                self._break(label, one)
                self._break(label, other)
            case Choose(_, one, other, Const(_, 0)):  # one and other
                around = next(ir.labels)
                self.statement(Labelled(around, [Break(around, ir.negated(one)), Break(label, other)]))
            case _:
                if test is not None:
                    self.expr(test)
                self.out.append(BR if test is None else BR_IF)
                self.out += uleb(self.labels[::-1].index(label))

    # ── Expressions ──────────────────────────────────────────────────────────
    def expr(self, node: Expr) -> None:
        out = self.out
        match node:
            case Const(kind, value):
                out.append(CONST[kind])
                out += struct.pack("<f" if kind == "f32" else "<d", value) if kind[0] == "f" else sleb(int(value))
            case ir.Base():
                out += BASE
            case Get(_, local):
                out.append(GET)
                out += uleb(local)
            case ir.Op(_, name, args):
                for arg in args:
                    self.expr(arg)
                out += OPCODES[name]
            case ir.Load(_, name, address, offset):
                self.expr(address)
                self._memory(name, offset)
            case Choose(kind, test, yes, no):
                self.expr(test)
                out += bytes((IF, TYPE_CODES[kind]))
                self.labels.append(-1)
                self.expr(yes)
                out.append(ELSE)
                self.expr(no)
                self._end()
            case Seq(_, body, value):
                self.body(body)
                self.expr(value)
            case Call(_, function, args):
                for arg in args:
                    self.expr(arg)
                out.append(CALL)
                out += uleb(self.numbers[id(function)])

    def _memory(self, name: str, offset: int) -> None:
        self.out += OPCODES[name]
        self.out.append(0)  # nothing is known of the alignment: records are packed
        self.out += uleb(offset)

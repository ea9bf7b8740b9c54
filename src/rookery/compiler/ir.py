"""The intermediate form: typed trees, close to WebAssembly, with locals instead of a stack.

Expressions are evaluated from left to right, and only where they stand; statements inside one (`Seq`) keep that order.
`op`, `load` and `choose` fold constants as they build, so that what inlining makes known is folded, too.
"""

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

CHEAP = 6  # instructions
labels = count()  # of blocks and loops
MOST_SINGLE = 3.4028234663852886e38  # the largest float32
FOLDED_OFFSET = 1024  # bytes: no array begins below this address, so a constant index up to it may become an offset


# ── Expressions ──────────────────────────────────────────────────────────────
@dataclass(slots=True)
class Const:
    type: str
    value: int | float


@dataclass(slots=True)
class Get:
    type: str
    local: int


@dataclass(slots=True)
class Base:
    """Where the memory of a movable module begins."""

    type: str = "i32"


@dataclass(slots=True)
class Op:
    type: str
    name: str
    args: tuple["Expr", ...]


@dataclass(slots=True)
class Load:
    type: str
    name: str
    address: "Expr"
    offset: int


@dataclass(slots=True)
class Choose:
    """One of two expressions; the other is not evaluated."""

    type: str
    test: "Expr"
    yes: "Expr"
    no: "Expr"


@dataclass(slots=True)
class Seq:
    """Statements, then a value."""

    type: str
    body: list["Statement"]
    value: "Expr"


@dataclass(slots=True)
class Call:
    """A call with one result."""

    type: str
    function: "Function"
    args: tuple["Expr", ...]


Expr = Const | Get | Base | Op | Load | Choose | Seq | Call


# ── Statements ───────────────────────────────────────────────────────────────
@dataclass(slots=True)
class Let:
    local: int
    value: Expr


@dataclass(slots=True)
class LetMany:
    """A call with any number of results."""

    locals: tuple[int, ...]
    function: "Function"
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Write:
    name: str
    address: Expr
    offset: int
    value: Expr


@dataclass(slots=True)
class Copy:
    """Copy bytes; the two places may overlap."""

    target: Expr
    source: Expr
    size: Expr
    apart: bool = False  # they do not overlap, or are the same


@dataclass(slots=True)
class If:
    test: Expr
    yes: list["Statement"]
    no: list["Statement"]


@dataclass(slots=True)
class Loop:
    """A break to its label begins it again; at its end it is left."""

    label: int
    body: list["Statement"]


@dataclass(slots=True)
class Labelled:
    """A break to its label leaves it."""

    label: int
    body: list["Statement"]


@dataclass(slots=True)
class Break:
    label: int
    test: Expr | None = None  # None: always


@dataclass(slots=True)
class Return:
    values: tuple[Expr, ...]


@dataclass(slots=True)
class Trap:
    """The end of a run that must not go on."""


Statement = Let | LetMany | Write | Copy | If | Loop | Labelled | Break | Return | Trap

StatementT = TypeVar("StatementT", bound=Statement)


@dataclass(slots=True, eq=False)
class Function:
    name: str
    parameters: list[str]
    results: list[str]
    locals: list[str]  # their types; the first are the parameters
    body: list[Statement] = field(default_factory=list)

    def new_local(self, kind: str) -> int:
        self.locals.append(kind)
        return len(self.locals) - 1


# ── Building ─────────────────────────────────────────────────────────────────
def i32(value: int) -> Const:
    return Const("i32", value)


def i64(value: int) -> Const:
    return Const("i64", signed(value, 64))


def const(kind: str, value: float) -> Const:
    """A constant of a WebAssembly type."""
    return Const(kind, signed(int(value), 64 if kind == "i64" else 32) if kind[0] == "i" else float(value))


def signed(value: int, bits: int) -> int:
    """The signed number with the same last bits."""
    value &= (1 << bits) - 1
    return value - (value >> bits - 1 << bits)


def _unsigned(value: int, bits: int) -> int:
    return value & (1 << bits) - 1


FOLDED_WHOLE: dict[str, Callable[[int, int, int], int]] = {  # bits and two signed numbers
    "add": lambda n, a, b: a + b,
    "sub": lambda n, a, b: a - b,
    "mul": lambda n, a, b: a * b,
    "and": lambda n, a, b: a & b,
    "or": lambda n, a, b: a | b,
    "xor": lambda n, a, b: a ^ b,
    "shl": lambda n, a, b: a << (b & n - 1),
    "shr_s": lambda n, a, b: a >> (b & n - 1),
    "shr_u": lambda n, a, b: _unsigned(a, n) >> (b & n - 1),
    "eq": lambda n, a, b: a == b,
    "ne": lambda n, a, b: a != b,
    "lt_s": lambda n, a, b: a < b,
    "le_s": lambda n, a, b: a <= b,
    "gt_s": lambda n, a, b: a > b,
    "ge_s": lambda n, a, b: a >= b,
    "lt_u": lambda n, a, b: _unsigned(a, n) < _unsigned(b, n),
    "le_u": lambda n, a, b: _unsigned(a, n) <= _unsigned(b, n),
    "gt_u": lambda n, a, b: _unsigned(a, n) > _unsigned(b, n),
    "ge_u": lambda n, a, b: _unsigned(a, n) >= _unsigned(b, n),
}
FOLDED_FLOATS: dict[str, Callable[[float, float], float]] = {
    "f64.add": lambda a, b: a + b,
    "f64.sub": lambda a, b: a - b,
    "f64.mul": lambda a, b: a * b,
}
FOLDED_ALONE: dict[str, Callable[[int], int | float]] = {
    "i32.wrap_i64": lambda a: signed(a, 32),
    "i64.extend_i32_u": lambda a: _unsigned(a, 32),
    "i64.extend_i32_s": lambda a: a,
    "i32.eqz": lambda a: a == 0,
    "i64.eqz": lambda a: a == 0,
    "f64.convert_i64_s": float,
    "f64.convert_i64_u": lambda a: float(_unsigned(a, 64)),
    "f64.neg": lambda a: -a,
    "f64.abs": abs,
}
COMPARISONS = frozenset({"eq", "ne", "eqz", "lt", "le", "gt", "ge"})
OPPOSITE = {"eq": "ne", "ne": "eq", "lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s"}
OPPOSITE |= {name.replace("_s", "_u"): other.replace("_s", "_u") for name, other in OPPOSITE.items()}
TRAPPING = ("div_s", "div_u", "rem_s", "rem_u", "trunc_f64_s")
COMMUTES = frozenset({"add", "mul", "and", "or", "xor"})


def type_of(name: str) -> str:
    """The type of an instruction's result."""
    kind, _, what = name.partition(".")
    return "i32" if what.partition("_")[0] in COMPARISONS else kind


def op(name: str, *args: Expr) -> Expr:
    """An instruction, or what it comes to. `select` takes the two values, then the test."""
    if name == "select":
        yes, no, test = args
        return (yes if test.value else no) if isinstance(test, Const) else Op(yes.type, name, args)
    kind, _, what = name.partition(".")
    result = type_of(name)
    if len(args) == 1:
        return _of_one(name, what, result, args[0])
    a, b = args
    if name == "i32.sub" and (apart := _apart(a, b)) is not None:
        return i32(apart)
    if isinstance(a, Const) and isinstance(b, Const):
        if kind[0] == "i" and what in FOLDED_WHOLE:
            bits = int(kind[1:])
            return const(result, FOLDED_WHOLE[what](bits, a.value, b.value))  # type: ignore[arg-type]
        if name in FOLDED_FLOATS and math.isfinite(found := FOLDED_FLOATS[name](a.value, b.value)):
            return Const(result, found)
    if kind[0] == "i" and what in COMMUTES and isinstance(a, Const):
        a, b = b, a
    if kind[0] == "i" and isinstance(b, Const):
        return _with_constant(name, kind, what, a, b)
    return Op(result, name, (a, b))


def _of_one(name: str, outer: str, result: str, a: Expr) -> Expr:
    if isinstance(a, Const):
        if name in FOLDED_ALONE:
            return const(result, FOLDED_ALONE[name](a.value))  # type: ignore[arg-type]
        if name == "f32.demote_f64" and abs(a.value) <= MOST_SINGLE:
            return Const("f32", struct.unpack("<f", struct.pack("<f", a.value))[0])
        if name == "f64.promote_f32":
            return Const("f64", a.value)
    if isinstance(a, Op):
        inner, _, what = a.name.partition(".")
        if name == "i32.wrap_i64":
            if what in ("extend_i32_u", "extend_i32_s"):
                return a.args[0]
            # the last bits of these depend on the last bits of their operands alone
            if a.type == "i64" and (what in ("add", "sub", "mul") or (what == "shl" and _is_below_32(a.args[1]))):
                return op(f"i32.{what}", *(op(name, arg) for arg in a.args))
        if outer == "eqz" and what in OPPOSITE and inner[0] == "i":
            return op(f"{inner}.{OPPOSITE[what]}", *a.args)
        if name == "i64.eqz" and what == "extend_i32_u":
            return op("i32.eqz", a.args[0])
    return Op(result, name, (a,))


def _with_constant(name: str, kind: str, what: str, a: Expr, b: Const) -> Expr:
    """A whole-number instruction whose second operand is known."""
    value = int(b.value)
    if value == 0 and what in ("add", "sub", "or", "xor", "shl", "shr_s", "shr_u"):
        return a
    if value == 0 and what in ("eq", "ne"):
        test = op(f"{kind}.eqz", a)
        return test if what == "eq" else as_test(a)
    if what == "mul":
        if value == 1:
            return a
        if value > 1 and value & (value - 1) == 0:
            return op(f"{kind}.shl", a, Const(kind, value.bit_length() - 1))
    if what == "sub":
        return op(f"{kind}.add", a, const(kind, -value))
    if what in ("add", "mul", "and", "or") and isinstance(a, Op) and a.name == name and isinstance(a.args[1], Const):
        return op(name, a.args[0], op(name, a.args[1], b))
    # what is multiplied is a sum with a constant: the constant goes out, and may become the offset of a load
    if name in ("i32.mul", "i32.shl") and isinstance(a, Op) and a.name == "i32.add" and isinstance(a.args[1], Const):
        return op("i32.add", op(name, a.args[0], b), op(name, a.args[1], b))
    if what == "and" and (value == -1 or (value == 1 and kind == "i32" and is_bit(a))):
        return a
    return Op(type_of(name), name, (a, b))


def _is_below_32(value: Expr) -> bool:
    return isinstance(value, Const) and 0 <= value.value < 32


def _apart(a: Expr, b: Expr) -> int | None:
    """By how much two expressions differ, if that is certain: (x + 5) and x by 5."""
    more, less = _constant(a), _constant(b)
    if not isinstance(more[0], Const) and is_pure(more[0]) and more[0] == less[0]:
        return more[1] - less[1]
    return None


def _constant(a: Expr) -> tuple[Expr, int]:
    if isinstance(a, Op) and a.name == "i32.add" and isinstance(a.args[1], Const):
        return a.args[0], int(a.args[1].value)
    return a, 0


def is_pure(value: Expr) -> bool:
    """Whether it reads no memory, calls nothing and cannot trap: instructions over locals and constants."""
    if isinstance(value, Op):
        return not value.name.endswith(TRAPPING) and all(map(is_pure, value.args))
    return isinstance(value, Const | Get | Base)


def is_cheap(value: Expr) -> bool:
    """Whether it is pure and at most a few instructions."""
    return is_pure(value) and size(value) <= CHEAP


def size(value: Expr) -> int:
    """The number of instructions of a pure expression."""
    return 1 + sum(map(size, value.args)) if isinstance(value, Op) else 1


def as_test(value: Expr) -> Expr:
    """Whether a whole number is not 0, as an i32 that is 0 only if it is."""
    if value.type == "i32":
        return value
    if isinstance(value, Const):
        return i32(int(value.value != 0))
    if isinstance(value, Op) and value.name == "i64.extend_i32_u":
        return value.args[0]
    return Op("i32", "i64.ne", (value, i64(0)))


def negated(test: Expr) -> Expr:
    return op("i32.eqz", test)


def choose(test: Expr, yes: Expr, no: Expr) -> Expr:
    if isinstance(test, Const):
        return yes if test.value else no
    if yes.type == "i32" and isinstance(no, Const) and no.value == 0 and isinstance(yes, Const) and yes.value == 1:
        return op("i32.ne", test, i32(0)) if not is_bit(test) else test
    # `and` and `or` of what is cheap and certain not to trap: two branches less
    if isinstance(no, Const) and no.value == 0 and no.type == "i32" and is_bit(test) and is_bit(yes) and is_cheap(yes):
        return op("i32.and", test, yes)
    if isinstance(yes, Const) and yes.value == 1 and yes.type == "i32" and is_bit(test) and is_bit(no) and is_cheap(no):
        return op("i32.or", test, no)
    return Choose(yes.type, test, yes, no)


def is_bit(value: Expr) -> bool:
    """Whether an i32 is certainly 0 or 1."""
    if isinstance(value, Const):
        return value.value in (0, 1)
    if isinstance(value, Choose):
        return is_bit(value.yes) and is_bit(value.no)
    if not isinstance(value, Op):
        return False
    if value.name in ("i32.and", "i32.or"):
        return all(map(is_bit, value.args))
    return value.name.partition(".")[2].partition("_")[0] in COMPARISONS


def seq(first: list[Statement], value: Expr) -> Expr:
    """A value, after these statements."""
    return Seq(value.type, first, value) if first else value


def wide(value: Expr) -> Expr:
    """A length or an index, i32, as an i64."""
    return op("i64.extend_i32_s", value)


def load(name: str, address: Expr, offset: int = 0) -> Load:
    base, more = split(address, offset)
    return Load("i32" if name.startswith("i32") else name.partition(".")[0], name, base, more)


def store(name: str, address: Expr, offset: int, value: Expr) -> Write:
    base, more = split(address, offset)
    return Write(name, base, more, value)


def split(address: Expr, offset: int) -> tuple[Expr, int]:
    """The address without a constant that may become part of the offset."""
    if isinstance(address, Op) and address.name == "i32.add" and isinstance(address.args[1], Const):
        more = int(address.args[1].value)
        if 0 <= more <= FOLDED_OFFSET:
            return address.args[0], offset + more
    return address, offset


def is_simple(value: Expr) -> bool:
    """Whether evaluating it again costs nothing and changes nothing."""
    return isinstance(value, Const | Get | Base)


# ── Trees ────────────────────────────────────────────────────────────────────
KIDS: dict[type, tuple[str, ...]] = {  # class -> its attributes with nodes, in the order in which they are evaluated
    Op: ("args",),
    Call: ("args",),
    LetMany: ("args",),
    Load: ("address",),
    Choose: ("test", "yes", "no"),
    Seq: ("body", "value"),
    Let: ("value",),
    Write: ("address", "value"),
    Copy: ("target", "source", "size"),
    If: ("test", "yes", "no"),
    Loop: ("body",),
    Labelled: ("body",),
    Break: ("test",),
    Return: ("values",),
}
REBUILT: dict[type, Callable[..., Any]] = {  # class -> from a node, and what changes expressions and bodies
    Op: lambda n, expr, body: op(n.name, *map(expr, n.args)),
    Call: lambda n, expr, body: Call(n.type, n.function, tuple(map(expr, n.args))),
    LetMany: lambda n, expr, body: LetMany(n.locals, n.function, tuple(map(expr, n.args))),
    Load: lambda n, expr, body: load(n.name, expr(n.address), n.offset),
    Choose: lambda n, expr, body: choose(expr(n.test), expr(n.yes), expr(n.no)),
    Seq: lambda n, expr, body: seq(body(n.body), expr(n.value)),
    Let: lambda n, expr, body: Let(n.local, expr(n.value)),
    Write: lambda n, expr, body: store(n.name, expr(n.address), n.offset, expr(n.value)),
    Copy: lambda n, expr, body: Copy(expr(n.target), expr(n.source), expr(n.size), n.apart),
    If: lambda n, expr, body: If(expr(n.test), body(n.yes), body(n.no)),
    Loop: lambda n, expr, body: Loop(n.label, body(n.body)),
    Labelled: lambda n, expr, body: Labelled(n.label, body(n.body)),
    Break: lambda n, expr, body: Break(n.label, None if n.test is None else expr(n.test)),
    Return: lambda n, expr, body: Return(tuple(map(expr, n.values))),
}


def rebuilt(node: Any, expr: Callable[[Expr], Expr], body: Callable[[list[Statement]], list[Statement]]) -> Any:
    """A node with its parts replaced, folded again."""
    made = REBUILT.get(type(node))
    return node if made is None else made(node, expr, body)


def with_values(node: StatementT, known: dict[int, Expr]) -> StatementT:
    """A statement with expressions in the place of locals, folded again."""

    def expr(part: Expr) -> Expr:
        return known.get(part.local, part) if isinstance(part, Get) else rebuilt(part, expr, body)

    def body(statements: list[Statement]) -> list[Statement]:
        return [rebuilt(statement, expr, body) for statement in statements]

    made: StatementT = rebuilt(node, expr, body)
    return made


def nodes(*roots: Expr | Statement) -> Iterator[Expr | Statement]:
    """All nodes of trees, in no particular order."""
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        yield node
        for name in KIDS.get(type(node), ()):
            kids = getattr(node, name)
            if isinstance(kids, list | tuple):
                waiting.extend(kids)
            elif kids is not None:
                waiting.append(kids)


def reads(value: Expr, locals_: tuple[int, ...]) -> bool:
    """Whether an expression reads one of these locals."""
    return any(isinstance(node, Get) and node.local in locals_ for node in nodes(value))

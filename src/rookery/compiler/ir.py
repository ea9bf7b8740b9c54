"""The intermediate form: typed trees, close to WebAssembly, with locals instead of a stack.

Expressions are evaluated from left to right, and only where they stand; statements inside one (`Seq`) keep that order.
`op`, `load` and `choose` fold constants as they build, so that what inlining makes known is folded, too.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

labels = count()  # of blocks and loops
FOLDED_OFFSET = 1024  # bytes: no array begins below this address, so a constant index up to it may become an offset


# ── Expressions ──────────────────────────────────────────────────────────────
@dataclass(slots=True)
class Expr:
    type: str  # of WebAssembly


@dataclass(slots=True)
class Const(Expr):
    value: int | float


@dataclass(slots=True)
class Get(Expr):
    local: int


@dataclass(slots=True)
class Base(Expr):
    """The address at which the memory of a movable module begins."""

    type: str = "i32"


@dataclass(slots=True)
class Op(Expr):
    name: str
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Load(Expr):
    name: str
    address: Expr
    offset: int


@dataclass(slots=True)
class Choose(Expr):
    """One of two expressions; the other is not evaluated."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(slots=True)
class Seq(Expr):
    """Statements, then a value."""

    body: "list[Statement]"
    value: Expr


@dataclass(slots=True)
class Call(Expr):
    """A call. One that has not one result has no type, and stands alone in a Let."""

    function: "Function"
    args: tuple[Expr, ...]


# ── Statements ───────────────────────────────────────────────────────────────
class Statement:
    __slots__ = ()


@dataclass(slots=True)
class Let(Statement):
    locals: tuple[int, ...]  # one, or as many as a call has results
    value: Expr


@dataclass(slots=True)
class Write(Statement):
    name: str
    address: Expr
    offset: int
    value: Expr


@dataclass(slots=True)
class Copy(Statement):
    """Copy bytes; the two places may overlap."""

    target: Expr
    source: Expr
    size: Expr


@dataclass(slots=True)
class If(Statement):
    test: Expr
    yes: list[Statement]
    no: list[Statement]


@dataclass(slots=True)
class Loop(Statement):
    """Its body again and again: a break to `again` begins it once more, one to `out` leaves it."""

    out: int
    again: int
    body: list[Statement]


@dataclass(slots=True)
class Labelled(Statement):
    """A break to its label leaves it."""

    label: int
    body: list[Statement]


@dataclass(slots=True)
class Break(Statement):
    label: int
    test: Expr | None = None  # None: always


@dataclass(slots=True)
class Return(Statement):
    values: tuple[Expr, ...]


@dataclass(slots=True)
class Trap(Statement):
    """The end of a run that must not go on."""


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


LIKE_PYTHON = ("add", "sub", "mul", "xor", "eq", "ne", "lt_s", "le_s", "gt_s", "ge_s")
FOLDED: dict[str, Callable[[int, int], int]] = {  # what decides about branches and addresses
    **{name: getattr(operator, name.partition("_")[0]) for name in LIKE_PYTHON},
    "and": operator.and_,
    "or": operator.or_,
    "le_u": lambda a, b: a % (1 << 64) <= b % (1 << 64),
    "shl": lambda a, b: a << (b & 63),
}
COMPARISONS = frozenset({"eq", "ne", "eqz", "lt", "le", "gt", "ge"})
TRAPPING = ("div_s", "div_u", "rem_s", "rem_u", "trunc_f64_s")
COMMUTES = frozenset({"add", "mul", "and", "or", "xor"})


def op(name: str, *args: Expr) -> Expr:
    """An instruction, or what it comes to. `select` takes the two values, then the test."""
    if name == "select":
        yes, no, test = args
        return (yes if test.value else no) if isinstance(test, Const) else Op(yes.type, name, args)
    kind, _, what = name.partition(".")
    result = "i32" if what.partition("_")[0] in COMPARISONS else kind
    if len(args) == 1:
        return _of_one(name, what, result, args[0])
    a, b = args
    if kind[0] == "f":
        return Op(result, name, (a, b))
    if name == "i32.add" and not isinstance(b, Const):
        (a, more), (b, less) = split(a), split(b)
        if more or less:
            return op(name, Op(result, name, (a, b)), i32(more + less))
    if name == "i32.sub" and (apart := _apart(a, b)) is not None:
        return i32(apart)
    if what in COMMUTES and isinstance(a, Const):
        a, b = b, a
    return _with_constant(name, result, a, b) if isinstance(b, Const) else Op(result, name, (a, b))


def _of_one(name: str, what: str, result: str, a: Expr) -> Expr:
    if isinstance(a, Seq):
        return seq(a.body, op(name, a.value))
    if isinstance(a, Const) and what in ("wrap_i64", "extend_i32_s", "extend_i32_u", "eqz"):
        return const(result, a.value == 0 if what == "eqz" else a.value)
    if isinstance(a, Choose) and name == "i32.eqz":
        return choose(negated(a.test), negated(a.no), negated(a.yes))
    if isinstance(a, Op) and name == "i32.wrap_i64":
        inner = a.name.partition(".")[2]
        if inner in ("extend_i32_u", "extend_i32_s"):
            return a.args[0]
        if inner in ("add", "sub", "mul"):  # their last bits depend on the last bits of their operands alone
            return op(f"i32.{inner}", *(op(name, arg) for arg in a.args))
    return Op(result, name, (a,))


def _with_constant(name: str, result: str, a: Expr, b: Const) -> Expr:
    """A whole-number instruction whose second operand is known."""
    kind, _, what = name.partition(".")
    value = int(b.value)
    if isinstance(a, Const) and what in FOLDED:
        return const(result, FOLDED[what](int(a.value), value))
    if value == 0 and what in ("add", "sub", "or", "xor", "shl", "shr_s", "shr_u"):
        return a
    if value == 0 and what == "eq":
        return op(f"{kind}.eqz", a)
    if value == 1 and what == "mul":
        return a
    if what == "sub":
        return op(f"{kind}.add", a, const(kind, -value))
    if isinstance(a, Op) and isinstance(a.args[-1], Const):
        if what in ("add", "mul") and a.name == name:
            return op(name, a.args[0], op(name, a.args[1], b))
        # what is multiplied is a sum with a constant: the constant goes out, and may become the offset of a load
        if name == "i32.mul" and a.name == "i32.add":
            return op("i32.add", op(name, a.args[0], b), op(name, a.args[1], b))
    return Op(result, name, (a, b))


def _apart(a: Expr, b: Expr) -> int | None:
    """By how much two expressions differ, if that is certain: (x + 5) and x by 5."""
    (one, more), (other, less) = split(a), split(b)
    return more - less if not isinstance(one, Const) and is_pure(one) and one == other else None


def split(address: Expr) -> tuple[Expr, int]:
    """A sum with a constant as the rest and the constant."""
    if isinstance(address, Op) and address.name == "i32.add" and isinstance(address.args[1], Const):
        return address.args[0], int(address.args[1].value)
    return address, 0


def is_pure(value: Expr) -> bool:
    """Whether it reads no memory, calls nothing and cannot trap: instructions over locals and constants."""
    if isinstance(value, Op):
        return not value.name.endswith(TRAPPING) and all(map(is_pure, value.args))
    return isinstance(value, Const | Get | Base)


def as_test(value: Expr) -> Expr:
    """Whether a whole number is not 0, as an i32 that is 0 only if it is."""
    if value.type == "i32":
        return value
    return op("i64.ne", value, i64(0))


def negated(test: Expr) -> Expr:
    return op("i32.eqz", test)


def choose(test: Expr, yes: Expr, no: Expr) -> Expr:
    if isinstance(test, Const):
        return yes if test.value else no
    return Choose(yes.type, test, yes, no)


def seq(first: list[Statement], value: Expr) -> Expr:
    """A value, after these statements."""
    return Seq(value.type, first, value) if first else value


def call(function: Function, args: tuple[Expr, ...]) -> Call:
    return Call(function.results[0] if len(function.results) == 1 else "", function, args)


def wide(value: Expr) -> Expr:
    """A length or an index, i32, as an i64."""
    return op("i64.extend_i32_s", value)


def load(name: str, address: Expr) -> Load:
    return Load(name.partition(".")[0], name, *_with_offset(address))


def store(name: str, address: Expr, value: Expr) -> Write:
    return Write(name, *_with_offset(address), value)


def _with_offset(address: Expr) -> tuple[Expr, int]:
    """The same place, with a constant of the address as the offset if it may be one."""
    base, more = split(address)
    return (base, more) if 0 <= more <= FOLDED_OFFSET else (address, 0)


def is_simple(value: Expr) -> bool:
    """Whether evaluating it again costs nothing and changes nothing."""
    return isinstance(value, Const | Get | Base)


# ── Trees ────────────────────────────────────────────────────────────────────
REBUILT: dict[type, Callable[..., Any]] = {  # class -> from a node, and what changes expressions and bodies
    Op: lambda n, expr, body: op(n.name, *map(expr, n.args)),
    Load: lambda n, expr, body: load(n.name, op("i32.add", expr(n.address), i32(n.offset))),
    Choose: lambda n, expr, body: choose(expr(n.test), expr(n.yes), expr(n.no)),
    Seq: lambda n, expr, body: seq(body(n.body), expr(n.value)),
    Call: lambda n, expr, body: Call(n.type, n.function, tuple(map(expr, n.args))),
    Let: lambda n, expr, body: Let(n.locals, expr(n.value)),
    Write: lambda n, expr, body: store(n.name, op("i32.add", expr(n.address), i32(n.offset)), expr(n.value)),
    Copy: lambda n, expr, body: Copy(expr(n.target), expr(n.source), expr(n.size)),
    If: lambda n, expr, body: If(expr(n.test), body(n.yes), body(n.no)),
    Loop: lambda n, expr, body: Loop(n.out, n.again, body(n.body)),
    Labelled: lambda n, expr, body: Labelled(n.label, body(n.body)),
    Break: lambda n, expr, body: Break(n.label, n.test and expr(n.test)),
    Return: lambda n, expr, body: Return(tuple(map(expr, n.values))),
}


def rebuilt(node: Any, expr: Callable[[Expr], Expr], body: Callable[[list[Statement]], list[Statement]]) -> Any:
    """A node with its parts replaced, folded again."""
    made = REBUILT.get(type(node))
    return node if made is None else made(node, expr, body)


KIDS: dict[type, list[str]] = {  # class -> its attributes with nodes
    kind: [one.name for one in fields(kind) if "Expr" in str(one.type) or "Statement" in str(one.type)]
    for kind in (Const, Get, Base, Trap, *REBUILT)
}


def with_values(node: Any, known: dict[int, Expr]) -> Any:
    """A statement with expressions in the place of locals, folded again."""

    def expr(part: Expr) -> Expr:
        return known.get(part.local, part) if isinstance(part, Get) else rebuilt(part, expr, body)

    def body(statements: list[Statement]) -> list[Statement]:
        return [rebuilt(statement, expr, body) for statement in statements]

    return rebuilt(node, expr, body)


def nodes(*roots: Expr | Statement) -> Iterator[Expr | Statement]:
    """All nodes of trees, in no particular order."""
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        yield node
        for name in KIDS[type(node)]:
            parts = getattr(node, name)
            if isinstance(parts, list | tuple):
                waiting += parts
            elif parts is not None:
                waiting.append(parts)


def reads(value: Expr, locals_: Sequence[int]) -> bool:
    """Whether an expression reads one of these locals."""
    return any(isinstance(node, Get) and node.local in locals_ for node in nodes(value))

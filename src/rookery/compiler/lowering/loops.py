"""Faster forms of loops over range(...).

A loop of few rounds and few instructions is written out, round by round, with the variable as a constant.

A loop whose body is one assignment of sums, differences and products of float32, as in `out[j] = out[j] + a * row[j]`,
computes each element alone. So four at once come to the same, unless what is written is read up to three elements
later: that is tested when the loop begins. A search with a network takes half the time.
"""

from rookery.compiler import ir
from rookery.compiler.ir import Const, Expr, Get, Let, Load, Op, Statement, Write, i32, i64, op

MOST_NODES = 400  # of a loop that is written out, all rounds together
LANES, LANE = 4, 4  # LANE: bytes
BYTES = 16
OPERATORS = {"f32.add": "v128.add", "f32.sub": "v128.sub", "f32.mul": "v128.mul"}


def written_out(variable: int, places: range, body: list[Statement]) -> list[list[Statement]]:
    """The rounds of a loop, one after another; none if they are too many or too long."""
    size = 2 + sum(1 for _ in ir.nodes(*body))
    set_again = any(isinstance(node, Let) and variable in node.locals for node in ir.nodes(*body))
    if set_again or places[MOST_NODES // size :]:
        return []
    values = map(i64, places)
    return [[Let((variable,), value), *(ir.with_values(one, {variable: value}) for one in body)] for value in values]


def by_fours(function: ir.Function, counter: Get, end: Expr, variable: int, body: list[Statement]) -> list[Statement]:
    """Statements that do most of the work of a loop over range(start, end) before it begins; none if its body is of
    another form. `counter`: the local that counts, from which the variable is set."""
    if not body or not (isinstance(body[-1], Write) and body[-1].name == "f32.store"):
        return []
    *first, last = body
    known: dict[int, Expr] = {variable: counter}
    set_here = {local for statement in first if isinstance(statement, Let) for local in statement.locals}
    for statement in first:
        if not isinstance(statement, Let) or not ir.is_pure(statement.value):
            return []
        if ir.reads(statement.value, [*set_here - known.keys()]):  # what the round before has left, as in `a = a * b`
            return []
        known[statement.locals[0]] = ir.with_values(statement, known).value
    write = ir.with_values(last, known)
    before: list[Statement] = []
    wide = _wide(write.value, counter, function, before)
    if wide is None or not _steps(write.address, counter):
        return []
    stop = function.new_local("i64")
    whole = op("i64.and", op("i64.sub", end, counter), i64(-LANES))
    before.append(Let((stop,), op("i64.add", counter, whole)))
    out, again = next(ir.labels), next(ir.labels)
    steps: list[Statement] = [
        ir.Break(out, op("i64.ge_s", counter, Get("i64", stop))),
        Write("v128.store", write.address, write.offset, wide),
        Let((variable,), op("i64.add", counter, i64(LANES - 1))),
        *first,  # as the last of the four leaves them
        Let((counter.local,), op("i64.add", counter, i64(LANES))),
    ]
    apart: Expr = i32(1)
    for load in (node for node in ir.nodes(write.value) if isinstance(node, Load)):
        behind = op("i32.sub", _place(write), _place(load))
        apart = op("i32.and", apart, op("i32.ge_u", op("i32.sub", behind, i32(1)), i32(BYTES - 1)))
    return [ir.If(apart, [*before, ir.Loop(out, again, steps)], [])]


def _wide(value: Expr, counter: Get, function: ir.Function, before: list[Statement]) -> Expr | None:
    """Four values of an expression at once; None if that is not possible. Unchanging values are made `before`."""
    if isinstance(value, Op) and value.name in OPERATORS:
        args = [_wide(arg, counter, function, before) for arg in value.args]
        known = tuple(arg for arg in args if arg is not None)
        return Op("v128", OPERATORS[value.name], known) if len(known) == len(args) else None
    if isinstance(value, Load) and value.name == "f32.load" and _steps(value.address, counter):
        return Load("v128", "v128.load", value.address, value.offset)
    if value.type == "f32" and isinstance(value, Const | Get):
        local = function.new_local("v128")
        before.append(Let((local,), Op("v128", "v128.splat", (value,))))
        return Get("v128", local)
    return None


def _steps(address: Expr, counter: Get) -> bool:
    """Whether an address grows by the size of a float32 each time, and by nothing else."""
    if address == op("i32.mul", op("i32.wrap_i64", counter), i32(LANE)):
        return True
    if not isinstance(address, Op) or address.name != "i32.add":
        return False
    one, other = address.args
    if ir.reads(one, (counter.local,)):
        one, other = other, one
    return ir.is_pure(one) and not ir.reads(one, (counter.local,)) and _steps(other, counter)


def _place(part: Load | Write) -> Expr:
    return op("i32.add", part.address, i32(part.offset))

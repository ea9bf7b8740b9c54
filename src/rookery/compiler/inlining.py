"""Small kernels, and those that one place alone calls, become part of their callers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter

from rookery.compiler import ir
from rookery.compiler.ir import (
    Break,
    Call,
    Const,
    Expr,
    Function,
    Get,
    Labelled,
    Let,
    LetMany,
    Return,
    Seq,
    Statement,
    nodes,
    rebuilt,
)

__all__ = ["inlined"]

INLINED_NODES = 40  # nodes of a kernel that is inlined everywhere


def called_first(roots: Sequence[Function]) -> list[Function]:
    """The functions that these call, directly or through others, and they themselves: callees before callers.

    Raises graphlib.CycleError, whose second argument has the functions that call each other in a circle."""
    graph: dict[Function, list[Function]] = {}
    waiting = [*roots]
    while waiting:
        if (function := waiting.pop()) not in graph:
            graph[function] = callees(function)
            waiting += graph[function]
    return list(TopologicalSorter(graph).static_order())


def callees(function: Function) -> list[Function]:
    return [node.function for node in nodes(*function.body) if isinstance(node, Call | LetMany)]


def inlined(roots: Sequence[Function]) -> list[Function]:
    """The functions that these still call, and they themselves, in the same order. Raises as `called_first`."""
    order = called_first(roots)
    calls = Counter(id(callee) for function in order for callee in callees(function))
    sizes: dict[int, int] = {}
    for function in order:
        wanted = {
            id(callee) for callee in callees(function) if sizes[id(callee)] <= INLINED_NODES or calls[id(callee)] == 1
        }
        if wanted:
            function.body = _Inliner(function, wanted).body(function.body)
        sizes[id(function)] = sum(1 for _ in nodes(*function.body))
    return called_first(roots)


class _Inliner:
    """Inlines into one function."""

    def __init__(self, function: Function, wanted: set[int]) -> None:
        """`wanted`: ids of the functions that become part of it."""
        self.function, self.wanted = function, wanted

    def body(self, statements: list[Statement]) -> list[Statement]:
        made: list[Statement] = []
        for statement in statements:
            made.extend(self.statement(statement))
        return made

    def statement(self, node: Statement) -> Iterator[Statement]:
        if isinstance(node, LetMany) and id(node.function) in self.wanted:
            yield from self.copied(node.function, tuple(map(self.expr, node.args)), node.locals)
        else:
            yield rebuilt(node, self.expr, self.body)

    def expr(self, node: Expr) -> Expr:
        if isinstance(node, Call) and id(node.function) in self.wanted:
            return self.as_value(node.function, tuple(map(self.expr, node.args)))
        return rebuilt(node, self.expr, self.body)  # type: ignore[no-any-return]

    def as_value(self, callee: Function, args: tuple[Expr, ...]) -> Expr:
        """A call with one result as an expression."""
        body = callee.body
        if isinstance(body[-1], Return) and not any(isinstance(node, Return) for node in nodes(*body[:-1])):
            first, copy = self._entered(callee, args)
            return ir.seq([*first, *copy.body(body[:-1])], copy.expr(body[-1].values[0]))
        local = self.function.new_local(callee.results[0])
        return Seq(callee.results[0], list(self.copied(callee, args, (local,))), Get(callee.results[0], local))

    def copied(self, callee: Function, args: tuple[Expr, ...], results: tuple[int, ...]) -> Iterator[Statement]:
        """The body of a callee; what it returns is written to the locals `results`."""
        first, copy = self._entered(callee, args)
        yield from first
        copy.results, copy.label = results, next(ir.labels)
        body = callee.body
        last = body[-1] if body else None
        if isinstance(last, Return):
            inner = [*copy.body(body[:-1]), *copy.leave(last)]
        else:
            inner = copy.body(body)
        if any(isinstance(node, Break) and node.label == copy.label for node in nodes(*inner)):
            yield Labelled(copy.label, inner)
        else:
            yield from inner

    def _entered(self, callee: Function, args: tuple[Expr, ...]) -> "tuple[list[Statement], _Copy]":
        """The statements that hold the arguments, and what copies the body."""
        assigned = {node.local for node in nodes(*callee.body) if isinstance(node, Let)}
        assigned |= {local for node in nodes(*callee.body) if isinstance(node, LetMany) for local in node.locals}
        first: list[Statement] = []
        places: list[Expr] = []
        for number, arg in enumerate(args):
            if isinstance(arg, Const | Get) and number not in assigned:
                places.append(arg)
            else:
                local = self.function.new_local(arg.type)
                first.append(Let(local, arg))
                places.append(Get(arg.type, local))
        return first, _Copy(self.function, places, callee)


class _Copy:
    """Copies trees of a callee into a caller, with the caller's locals."""

    def __init__(self, function: Function, arguments: list[Expr], callee: Function) -> None:
        self.function, self.callee = function, callee
        self.places: dict[int, Expr] = dict(enumerate(arguments))
        self.results: tuple[int, ...] = ()
        self.label = -1

    def place(self, local: int) -> Expr:
        if local not in self.places:
            kind = self.callee.locals[local]
            self.places[local] = Get(kind, self.function.new_local(kind))
        return self.places[local]

    def _local(self, local: int) -> int:
        place = self.place(local)
        assert isinstance(place, Get)
        return place.local

    def leave(self, node: Return) -> list[Statement]:
        """What a `return` writes, without the jump."""
        values = [self.expr(value) for value in node.values]
        if len(values) == 1:
            return [Let(self.results[0], values[0])] if self.results else []
        # one result may be computed from what another one replaces
        held = [self.function.new_local(value.type) for value in values]
        kept: list[Statement] = [Let(local, value) for local, value in zip(held, values, strict=True)]
        back = zip(self.results, held, values, strict=True)
        return kept + [Let(local, Get(value.type, one)) for local, one, value in back]

    def body(self, statements: list[Statement]) -> list[Statement]:
        made: list[Statement] = []
        for node in statements:
            if isinstance(node, Return):
                made.extend(self.leave(node))
                made.append(Break(self.label))
            elif isinstance(node, Let):
                made.append(Let(self._local(node.local), self.expr(node.value)))
            elif isinstance(node, LetMany):
                args = tuple(map(self.expr, node.args))
                made.append(LetMany(tuple(map(self._local, node.locals)), node.function, args))
            else:
                made.append(rebuilt(node, self.expr, self.body))
        return made

    def expr(self, node: Expr) -> Expr:
        if isinstance(node, Get):
            return self.place(node.local)
        return rebuilt(node, self.expr, self.body)  # type: ignore[no-any-return]

"""Small kernels, and those that one place alone calls, become part of their callers."""

from collections import Counter
from collections.abc import Sequence
from graphlib import TopologicalSorter

from rookery.compiler import ir

__all__ = ["inlined"]

INLINED_NODES = 40  # nodes of a kernel that is inlined everywhere


def called_first(roots: Sequence[ir.Function]) -> list[ir.Function]:
    """The functions that these call, directly or through others, and they themselves: callees before callers.

    Raises graphlib.CycleError, whose second argument has the functions that call each other in a circle."""
    graph: dict[ir.Function, list[ir.Function]] = {}
    waiting = [*roots]
    while waiting:
        if (function := waiting.pop()) not in graph:
            graph[function] = callees(function)
            waiting += graph[function]
    return list(TopologicalSorter(graph).static_order())


def callees(function: ir.Function) -> list[ir.Function]:
    return [node.function for node in ir.nodes(*function.body) if isinstance(node, ir.Call | ir.LetMany)]


def inlined(roots: Sequence[ir.Function]) -> list[ir.Function]:
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
        sizes[id(function)] = sum(1 for _ in ir.nodes(*function.body))
    return called_first(roots)


class _Inliner:
    """Inlines into one function."""

    def __init__(self, function: ir.Function, wanted: set[int]) -> None:
        """`wanted`: ids of the functions that become part of it."""
        self.function, self.wanted = function, wanted

    def body(self, statements: list[ir.Statement]) -> list[ir.Statement]:
        made: list[ir.Statement] = []
        for node in statements:
            if isinstance(node, ir.LetMany) and id(node.function) in self.wanted:
                made += self.copied(node.function, tuple(map(self.expr, node.args)), node.locals)
            else:
                made.append(ir.rebuilt(node, self.expr, self.body))
        return made

    def expr(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Call) and id(node.function) in self.wanted:
            return self.as_value(node.function, tuple(map(self.expr, node.args)))
        return ir.rebuilt(node, self.expr, self.body)  # type: ignore[no-any-return]

    def as_value(self, callee: ir.Function, args: tuple[ir.Expr, ...]) -> ir.Expr:
        """A call with one result as an expression."""
        body = callee.body
        if isinstance(body[-1], ir.Return) and not any(isinstance(node, ir.Return) for node in ir.nodes(*body[:-1])):
            first, copy = self._entered(callee, args)
            return ir.seq([*first, *copy.body(body[:-1])], copy.expr(body[-1].values[0]))
        local = self.function.new_local(callee.results[0])
        return ir.Seq(callee.results[0], self.copied(callee, args, (local,)), ir.Get(callee.results[0], local))

    def copied(self, callee: ir.Function, args: tuple[ir.Expr, ...], results: tuple[int, ...]) -> list[ir.Statement]:
        """The body of a callee; what it returns is written to the locals `results`."""
        first, copy = self._entered(callee, args)
        copy.results, copy.label = results, next(ir.labels)
        body = callee.body
        if body and isinstance(last := body[-1], ir.Return):
            inner = [*copy.body(body[:-1]), *copy.leave(last)]
        else:
            inner = copy.body(body)
        if any(isinstance(node, ir.Break) and node.label == copy.label for node in ir.nodes(*inner)):
            inner = [ir.Labelled(copy.label, inner)]
        return first + inner

    def _entered(self, callee: ir.Function, args: tuple[ir.Expr, ...]) -> "tuple[list[ir.Statement], _Copy]":
        """The statements that hold the arguments, and what copies the body."""
        assigned = {node.local for node in ir.nodes(*callee.body) if isinstance(node, ir.Let)}
        assigned |= {local for node in ir.nodes(*callee.body) if isinstance(node, ir.LetMany) for local in node.locals}
        first: list[ir.Statement] = []
        places: list[ir.Expr] = []
        for number, arg in enumerate(args):
            if isinstance(arg, ir.Const | ir.Get) and number not in assigned:
                places.append(arg)
            else:
                local = self.function.new_local(arg.type)
                first.append(ir.Let(local, arg))
                places.append(ir.Get(arg.type, local))
        return first, _Copy(self.function, places, callee)


class _Copy:
    """Copies trees of a callee into a caller, with the caller's locals."""

    def __init__(self, function: ir.Function, arguments: list[ir.Expr], callee: ir.Function) -> None:
        self.function, self.callee = function, callee
        self.places: dict[int, ir.Expr] = dict(enumerate(arguments))
        self.results: tuple[int, ...] = ()
        self.label = -1

    def place(self, local: int) -> ir.Expr:
        if local not in self.places:
            kind = self.callee.locals[local]
            self.places[local] = ir.Get(kind, self.function.new_local(kind))
        return self.places[local]

    def _local(self, local: int) -> int:
        place = self.place(local)
        assert isinstance(place, ir.Get)
        return place.local

    def leave(self, node: ir.Return) -> list[ir.Statement]:
        """What a `return` writes, without the jump."""
        values = [self.expr(value) for value in node.values]
        if len(values) == 1:
            return [ir.Let(self.results[0], values[0])] if self.results else []
        # one result may be computed from what another one replaces
        held = [self.function.new_local(value.type) for value in values]
        kept: list[ir.Statement] = [ir.Let(local, value) for local, value in zip(held, values, strict=True)]
        back = zip(self.results, held, values, strict=True)
        return kept + [ir.Let(local, ir.Get(value.type, one)) for local, one, value in back]

    def body(self, statements: list[ir.Statement]) -> list[ir.Statement]:
        made: list[ir.Statement] = []
        for node in statements:
            if isinstance(node, ir.Return):
                made.extend(self.leave(node))
                made.append(ir.Break(self.label))
            elif isinstance(node, ir.Let):
                made.append(ir.Let(self._local(node.local), self.expr(node.value)))
            elif isinstance(node, ir.LetMany):
                args = tuple(map(self.expr, node.args))
                made.append(ir.LetMany(tuple(map(self._local, node.locals)), node.function, args))
            else:
                made.append(ir.rebuilt(node, self.expr, self.body))
        return made

    def expr(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Get):
            return self.place(node.local)
        return ir.rebuilt(node, self.expr, self.body)  # type: ignore[no-any-return]

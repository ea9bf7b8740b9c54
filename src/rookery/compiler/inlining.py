"""Small kernels, and those that one place alone calls, become part of their callers."""

from collections import Counter
from collections.abc import Sequence
from graphlib import TopologicalSorter

from rookery.compiler import ir

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
    return [node.function for node in ir.nodes(*function.body) if isinstance(node, ir.Call)]


def inlined(roots: Sequence[ir.Function]) -> list[ir.Function]:
    """The functions that these still call, and they themselves, in the same order. Raises as `called_first`."""
    order = called_first(roots)
    calls = Counter(callee for function in order for callee in callees(function))
    small: set[ir.Function] = set()
    for function in order:
        if not small.isdisjoint(callees(function)):
            itself = [ir.Get(kind, local) for local, kind in enumerate(function.locals)]
            function.body = _Copies(function, function, itself, small).body(function.body)
        if calls[function] == 1 or sum(1 for _ in ir.nodes(*function.body)) <= INLINED_NODES:
            small.add(function)
    return called_first(roots)


class _Copies:
    """Copies trees of a function into another, or into itself: then the calls of small kernels become copies, too."""

    def __init__(
        self, function: ir.Function, source: ir.Function, places: Sequence[ir.Expr], small: set[ir.Function]
    ) -> None:
        """`places`: what stands for the first locals of `source`; `small`: those of which calls become copies."""
        self.function, self.source, self.small = function, source, small
        self.places = dict(enumerate(places))
        self.results: tuple[int, ...] = ()  # of a copy in another function: the locals to which it returns,
        self.label = -1  # and its end

    def _place(self, local: int) -> ir.Expr:
        if local not in self.places:
            kind = self.source.locals[local]
            self.places[local] = ir.Get(kind, self.function.new_local(kind))
        return self.places[local]

    def _local(self, local: int) -> int:
        place = self._place(local)
        assert isinstance(place, ir.Get)
        return place.local

    def body(self, statements: list[ir.Statement]) -> list[ir.Statement]:
        copied: list[ir.Statement] = []
        for node in statements:
            if isinstance(node, ir.Return) and self.source is not self.function:
                copied += [*self.leave(node), ir.Break(self.label)]
            elif isinstance(node, ir.Let):
                locals_, value = tuple(map(self._local, node.locals)), node.value
                if isinstance(value, ir.Call) and value.function in self.small:
                    copied += self._copied(value, locals_)
                else:
                    copied.append(ir.Let(locals_, self.expr(value)))
            else:
                copied.append(ir.rebuilt(node, self.expr, self.body))
        return copied

    def expr(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Get):
            return self._place(node.local)
        if isinstance(node, ir.Call) and node.function in self.small:
            return self._as_value(node)
        return ir.rebuilt(node, self.expr, self.body)  # type: ignore[no-any-return]

    def leave(self, node: ir.Return) -> list[ir.Statement]:
        """The writes of a `return`, without the jump."""
        values = [self.expr(value) for value in node.values]
        if len(values) == 1:
            return [ir.Let(self.results, values[0])] if self.results else []
        # one result may be computed from what another one replaces
        held = [self.function.new_local(value.type) for value in values]
        values_held = [ir.Let((local,), value) for local, value in zip(held, values)]
        back = zip(self.results, held, values)
        return [*values_held, *(ir.Let((local,), ir.Get(value.type, one)) for local, one, value in back)]

    # ── Calls that become copies ─────────────────────────────────────────────
    def _as_value(self, node: ir.Call) -> ir.Expr:
        """A call with one result as an expression."""
        body = node.function.body
        if isinstance(body[-1], ir.Return) and not any(isinstance(one, ir.Return) for one in ir.nodes(*body[:-1])):
            first, copy = self._entered(node)
            return ir.seq([*first, *copy.body(body[:-1])], copy.expr(body[-1].values[0]))
        local = self.function.new_local(node.type)
        return ir.Seq(node.type, self._copied(node, (local,)), ir.Get(node.type, local))

    def _copied(self, node: ir.Call, results: tuple[int, ...]) -> list[ir.Statement]:
        """The body of a callee; what it returns is written to the locals `results`."""
        first, copy = self._entered(node)
        copy.results, copy.label = results, next(ir.labels)
        body = node.function.body
        if body and isinstance(last := body[-1], ir.Return):
            inner = [*copy.body(body[:-1]), *copy.leave(last)]
        else:
            inner = copy.body(body)
        if any(isinstance(one, ir.Break) and one.label == copy.label for one in ir.nodes(*inner)):
            inner = [ir.Labelled(copy.label, inner)]
        return first + inner

    def _entered(self, node: ir.Call) -> "tuple[list[ir.Statement], _Copies]":
        """The statements that hold the arguments, and what copies the body."""
        callee = node.function
        assigned = {local for one in ir.nodes(*callee.body) if isinstance(one, ir.Let) for local in one.locals}
        first: list[ir.Statement] = []
        places: list[ir.Expr] = []
        for number, arg in enumerate(map(self.expr, node.args)):
            if isinstance(arg, ir.Const | ir.Get) and number not in assigned:
                places.append(arg)
            else:
                local = self.function.new_local(arg.type)
                first.append(ir.Let((local,), arg))
                places.append(ir.Get(arg.type, local))
        return first, _Copies(self.function, callee, places, self.small)

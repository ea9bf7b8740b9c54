"""Small kernels, and those that one place alone calls, become part of their callers."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rookery.compiler import ir
from rookery.compiler.ir import Break, Call, Const, Expr, Function, Get, Labelled, Let, LetMany, Return, Seq, Statement

__all__ = ["called_first", "inlined"]

INLINED_NODES = 40  # nodes of a kernel that is inlined everywhere
MOST_NODES = 6_000  # nodes of a kernel that takes in no more


def called_first(roots: Sequence[Function]) -> list[Function]:
    """The functions that these call, directly or through others, and they themselves: callees before callers.

    Raises RecursionError with the name of a function that calls itself, directly or through others."""
    order: list[Function] = []
    state: dict[int, bool] = {}  # False: its callees are being visited; True: it is in `order`
    stack: list[tuple[Function, Iterator[Function]]] = []

    def enter(function: Function) -> None:
        state[id(function)] = False
        stack.append((function, iter(callees(function))))

    for root in roots:
        if id(root) not in state:
            enter(root)
        while stack:
            function, left = stack[-1]
            for callee in left:
                if id(callee) not in state:
                    enter(callee)
                    break
                if not state[id(callee)]:
                    raise RecursionError(callee.name)
            else:
                state[id(function)] = True
                order.append(function)
                stack.pop()
    return order


def callees(function: Function) -> list[Function]:
    return [node.function for node in nodes(function.body) if isinstance(node, Call | LetMany)]


def nodes(body: list[Statement]) -> Iterator[Expr | Statement]:
    """All nodes of a body."""
    waiting: list[Expr | Statement] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(ir.parts(node))
        for inner in ir.bodies(node):
            waiting.extend(inner)


def inlined(order: list[Function], kept: set[int]) -> list[Function]:
    """The functions that are still needed, in the same order. `kept`: ids of those that are needed whatever happens."""
    calls = Counter(id(callee) for function in order for callee in callees(function))
    sizes: dict[int, int] = {}
    for function in order:
        wanted = {
            id(callee)
            for callee in callees(function)
            if sizes[id(callee)] <= INLINED_NODES or (calls[id(callee)] == 1 and id(callee) not in kept)
        }
        if wanted:
            _Inliner(function, wanted).run()
        sizes[id(function)] = sum(1 for _ in nodes(function.body))
    left: set[int] = set(kept)
    for function in reversed(order):
        if id(function) in left:
            left.update(map(id, callees(function)))
    return [function for function in order if id(function) in left]


class _Inliner:
    """Inlines into one function."""

    def __init__(self, function: Function, wanted: set[int]) -> None:
        """`wanted`: ids of the functions that become part of it."""
        self.function, self.wanted = function, wanted
        self.size = 0

    def run(self) -> None:
        self.function.body = self.body(self.function.body)

    def body(self, statements: list[Statement]) -> list[Statement]:
        made: list[Statement] = []
        for statement in statements:
            made.extend(self.statement(statement))
        return made

    def statement(self, node: Statement) -> Iterator[Statement]:
        if isinstance(node, LetMany):
            args = tuple(map(self.expr, node.args))
            if id(node.function) in self.wanted:
                yield from self.copied(node.function, args, node.locals)
            else:
                yield LetMany(node.locals, node.function, args)
        else:
            yield rebuilt(node, self.expr, self.body)

    def expr(self, node: Expr) -> Expr:
        if isinstance(node, Call):
            args = tuple(map(self.expr, node.args))
            if id(node.function) not in self.wanted:
                return Call(node.type, node.function, args)
            return self.as_value(node.function, args)
        return rebuilt_expr(node, self.expr, self.body)

    def as_value(self, callee: Function, args: tuple[Expr, ...]) -> Expr:
        """A call with one result as an expression."""
        body = callee.body
        if isinstance(body[-1], Return) and not any(isinstance(node, Return) for node in nodes(body[:-1])):
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
        if any(isinstance(node, Break) and node.label == copy.label for node in nodes(inner)):
            yield Labelled(copy.label, inner)
        else:
            yield from inner

    def _entered(self, callee: Function, args: tuple[Expr, ...]) -> "tuple[list[Statement], _Copy]":
        """The statements that hold the arguments, and what copies the body."""
        assigned = {node.local for node in nodes(callee.body) if isinstance(node, Let)}
        assigned |= {local for node in nodes(callee.body) if isinstance(node, LetMany) for local in node.locals}
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
        if isinstance(node, Call):
            return Call(node.type, node.function, tuple(map(self.expr, node.args)))
        return rebuilt_expr(node, self.expr, self.body)


# ── Rebuilding ───────────────────────────────────────────────────────────────
def rebuilt_expr(node: Expr, expr, body) -> Expr:  # type: ignore[no-untyped-def]
    """A node with its parts replaced, folded again."""
    if isinstance(node, ir.Op):
        return ir.op(node.name, *map(expr, node.args))
    if isinstance(node, ir.Load):
        return ir.load(node.name, expr(node.address), node.offset)
    if isinstance(node, ir.Choose):
        return ir.choose(expr(node.test), expr(node.yes), expr(node.no))
    if isinstance(node, Seq):
        return ir.seq(body(node.body), expr(node.value))
    return node


def rebuilt(node: Statement, expr, body) -> Statement:  # type: ignore[no-untyped-def]
    """The same of a statement other than a call."""
    if isinstance(node, Let):
        return Let(node.local, expr(node.value))
    if isinstance(node, ir.Write):
        return ir.store(node.name, expr(node.address), node.offset, expr(node.value))
    if isinstance(node, ir.Copy):
        return ir.Copy(expr(node.target), expr(node.source), expr(node.size))
    if isinstance(node, ir.If):
        test = expr(node.test)
        if isinstance(test, Const):
            return Labelled(next(ir.labels), body(node.yes if test.value else node.no))
        return ir.If(test, body(node.yes), body(node.no))
    if isinstance(node, ir.Loop):
        return ir.Loop(node.label, body(node.body))
    if isinstance(node, Labelled):
        return Labelled(node.label, body(node.body))
    if isinstance(node, Break):
        return Break(node.label, None if node.test is None else expr(node.test))
    if isinstance(node, Return):
        return Return(tuple(map(expr, node.values)))
    return node

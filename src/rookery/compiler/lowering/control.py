"""Statements, and whole kernels."""

import ast
from functools import partial

from rookery.compiler import ir
from rookery.compiler.errors import absent
from rookery.compiler.language import FLOAT, INT, NO_VALUES, SINGLE, TupleType, Type, told
from rookery.compiler.lowering.expressions import Expressions
from rookery.compiler.lowering.loops import by_fours, written_out
from rookery.compiler.lowering.places import InMemory
from rookery.compiler.lowering.scope import stored_names
from rookery.compiler.program import Builtin
from rookery.compiler.values import Value, is_number, number, several

NO_ELSE = "a loop with `else` is not in the language of kernels; write an if statement after it"


class Statements(Expressions):
    loops: list[tuple[int, int]]  # the labels of `break` and `continue`, the innermost last

    def whole(self) -> None:
        """Lower the kernel. Raises NotInLanguage."""
        self.loops = []
        self.body += self.inside(self.tree.body)
        if self.signature.result != NO_VALUES and not (self.body and isinstance(self.body[-1], ir.Return)):
            self.body.append(ir.Trap())

    def inside(self, statements: list[ast.stmt]) -> list[ir.Statement]:
        return self.apart(lambda: [*map(self.statement, statements)])[0]

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign():
                value = self._value_of_all(node)
                for target in node.targets:
                    self.assign(target, value, node)
            case ast.AugAssign():
                self._augmented(node)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self.held(self.call(call))
            case ast.If():
                self._if(node)
            case ast.While():
                self._while(node)
            case ast.For():
                self._for(node)
            case ast.Return():
                self._return(node)
            case ast.Break() | ast.Continue() if self.loops:
                self.body.append(ir.Break(self.loops[-1][isinstance(node, ast.Continue)]))
            case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Await()):
                self.value(node.value)  # is refused
            case ast.Expr():
                self.refuse(f"{ast.unparse(node)} is not used; assign it to a name, or remove it", node)
            case _:
                self.refuse(absent(node), node)

    # ── Assignments ──────────────────────────────────────────────────────────
    def _value_of_all(self, node: ast.Assign) -> Value:
        """The value of an assignment. It is computed before what the targets name, if that could matter."""
        value = self.value(node.value)
        several = len(node.targets) > 1 or isinstance(node.targets[0], ast.Tuple)
        if several or (not isinstance(node.targets[0], ast.Name) and _calls(node)):
            return self.fixed(value, node)
        return value

    def fixed(self, value: Value, by: ast.stmt) -> Value:
        """A value that a statement does not change when it assigns to names, elements and fields."""
        assigned = [local for name in stored_names(by) & self.variables.keys() for local in self.locals_of(name)]
        parts = (expr if ir.is_pure(expr) and not ir.reads(expr, assigned) else self.new(expr) for expr in value.exprs)
        return value._replace(exprs=tuple(parts))

    def assign(self, target: ast.expr, value: Value, node: ast.stmt) -> None:
        if isinstance(target, ast.Tuple):
            if not isinstance(value.type, TupleType):
                self.refuse(f"{told(value.type)} is not taken apart into names; write an index for each part", node)
            if len(value.items) != len(target.elts):
                self.refuse(f"{len(target.elts)} names stand for {len(value.items)} values", node)
            for part, item in zip(target.elts, value.items, strict=True):
                self.assign(part, item, node)
        elif isinstance(target, ast.Name):
            self.set(target.id, value, node)
        else:
            place = self._target(target)
            if isinstance(place, InMemory):
                if not is_number(value):
                    self.refuse("a number is assigned to a field or an element", node)
                self.write(place, value, node)
            else:
                self.write_whole(place, value, target)

    def _target(self, target: ast.expr) -> Value | InMemory:
        """The value or place of an element, a slice or a field that is to be changed."""
        root = target
        while isinstance(root, ast.Subscript | ast.Attribute):
            root = root.value
        if not isinstance(target, ast.Subscript | ast.Attribute):
            self.refuse(f"{ast.unparse(target)} cannot be assigned to; write names, elements or fields", target)
        if isinstance(root, ast.Name) and self.resolved(root) is not None:
            self.refuse(f"{root.id} is a constant of the module; a kernel changes only what it is given", target)
        return self.found(target)

    def _augmented(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            left, right = self.numbers(target, node.value)
            self.set(target.id, self.arithmetic(left, node.op, right, node), node)
            return
        place = self._target(target)
        if not isinstance(place, InMemory):
            self.refuse(f"{ast.unparse(target)} is not one number; write an assignment, or a loop", node)
        place = InMemory(place.format, self.hold(place.address))
        before, by = self.in_order(place.read, partial(self.number, node.value))  # the old value first
        self.write(place, self.arithmetic(before, node.op, by, node), node)

    # ── Control ──────────────────────────────────────────────────────────────
    def _if(self, node: ast.If) -> None:
        test = self.test(node.test)
        self.body.append(ir.If(test, self.inside(node.body), self.inside(node.orelse)))

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            self.refuse(NO_ELSE, node)
        out, again = next(ir.labels), next(ir.labels)
        self.loops.append((out, again))
        first, test = self.apart(self.test, node.test)
        body = self.inside(node.body)
        self.loops.pop()
        self.body.append(ir.Loop(out, again, [*first, ir.Break(out, ir.negated(test)), *body]))

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            self.refuse(NO_ELSE, node)
        called = node.iter.func if isinstance(node.iter, ast.Call) else None
        function = self.resolved(called) if isinstance(called, ast.Name) else None
        if isinstance(function, Builtin) and function.name == "range":
            self._for_range(node, node.iter.args)  # type: ignore[attr-defined]
            return
        among = self.value(node.iter)
        if not isinstance(among.type, TupleType) or among.type.of:
            self.refuse("a loop goes over range(...) or a tuple in kernels", node)
        out = next(ir.labels)
        steps: list[ir.Statement] = []
        for item in self.fixed(among, node).items:
            following = next(ir.labels)
            self.loops.append((out, following))
            set_, _ = self.apart(self.assign, node.target, item, node)
            steps.append(ir.Labelled(following, [*set_, *self.inside(node.body)]))
            self.loops.pop()
        self.body.append(ir.Labelled(out, steps))

    def _for_range(self, node: ast.For, given: list[ast.expr]) -> None:
        """The bounds are evaluated once; the variable keeps its last value."""
        if not isinstance(node.target, ast.Name) or not 1 <= len(given) <= 3:
            self.refuse("a loop over range(...) has one variable, and one to three bounds", node)
        numbers = [self.as_kind(value, INT, one) for value, one in zip(self.numbers(*given), given, strict=True)]
        start, end, step = (ir.i64(0), *numbers, ir.i64(1))[-3:] if len(numbers) == 1 else (*numbers, ir.i64(1))[:3]
        if not isinstance(step, ir.Const) or step.value == 0:
            self.refuse("the step of a range must be a constant that is not 0", node)
        (here,) = self.new_locals(["i64"])
        self.body.append(ir.Let((here.local,), start))
        end = self.new(end)  # in a local of its own: the loop may change the variable that it names
        out, again, following = next(ir.labels), next(ir.labels), next(ir.labels)
        self.loops.append((out, following))
        set_, _ = self.apart(self.set, node.target.id, number(INT, here), node)
        (variable,) = self.locals_of(node.target.id)
        body = self.inside(node.body)
        self.loops.pop()
        if isinstance(start, ir.Const) and isinstance(end, ir.Const):
            rounds = written_out(variable, range(int(start.value), int(end.value), int(step.value)), body)
            if rounds:
                self.body.append(ir.Labelled(out, [ir.Labelled(following, one) for one in rounds]))
                return
        if step == ir.i64(1):
            self.body += by_fours(self.function, here, end, variable, body)
        past = ir.op("i64.ge_s" if step.value > 0 else "i64.le_s", here, end)
        on = ir.Let((here.local,), ir.op("i64.add", here, step))
        self.body.append(ir.Loop(out, again, [ir.Break(out, past), ir.Labelled(following, [*set_, *body]), on]))

    def _return(self, node: ast.Return) -> None:
        nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        value = several(()) if node.value is None or nothing else self.value(node.value)
        self.body.append(ir.Return(tuple(self._as_result(value, self.signature.result, node))))

    def _as_result(self, value: Value, result: Type, node: ast.stmt) -> list[ir.Expr]:
        match result, value.type:
            case TupleType(parts), TupleType(items, of="") if len(parts) == len(items):
                return [expr for item, part in zip(value.items, parts) for expr in self._as_result(item, part, node)]
            case "float", str(kind) if kind != FLOAT:
                how = "np.float64" if kind == SINGLE else "float"
                self.refuse(f"this kernel returns a float, not {told(kind)}; write {how}(...)", node)
            case str(kind), str():
                return [self.as_kind(value, kind, node)]
        self.refuse(f"this kernel returns {told(result)}, not {told(value.type)}; write what it returns", node)


def _calls(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))

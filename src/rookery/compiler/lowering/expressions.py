"""Expressions."""

import ast

from rookery.compiler.errors import absent
from rookery.compiler.ir import Expr, Statement, choose, i32, negated, op, seq
from rookery.compiler.language import BOOL, FLOAT, INT, SINGLE, told, wider
from rookery.compiler.lowering.calling import Calls
from rookery.compiler.lowering.places import InMemory
from rookery.compiler.program import BundleClass, ConstantArray, Constants, Global, Namespace, Number, Other
from rookery.compiler.values import Num, OtherValue, TupleValue, Value, items_of, packed, unpacked

__all__ = ["Expressions"]


class Expressions(Calls):
    def value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name() | ast.Attribute() | ast.Subscript():
                found = self.found(node)
                return found.read() if isinstance(found, InMemory) else found
            case ast.BinOp():
                left = self.number(node.left)
                return self.arithmetic(left, node.op, self.number(node.right), node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if type(number) is int:
                return self._constant(ast.copy_location(ast.Constant(-number), node))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return Num(BOOL, self._comparison(node))
            case ast.BoolOp():
                return self._either(node)
            case ast.IfExp():
                return self._if_else(node)
            case ast.Tuple():
                return TupleValue(tuple(map(self.value, node.elts)))
            case ast.Call():
                result = self.call(node)
                if result is None:
                    self.refuse(f"{ast.unparse(node.func)} returns nothing", node)
                return result
        self.refuse(absent(node), node)

    def found(self, node: ast.expr) -> Value | InMemory:
        """What a name, an attribute or a subscript stands for."""
        if isinstance(node, ast.Subscript):
            return self.subscript(node)
        if isinstance(node, ast.Name) and (variable := self.variable(node.id)) is not None:
            return variable
        if (known := self.resolved(node)) is not None:
            return self._of_global(known, node)
        if not isinstance(node, ast.Attribute):
            self.refuse(f"{ast.unparse(node)} is nothing that a kernel can use", node)
        return self.attribute(node)

    def _of_global(self, known: Global, node: ast.expr) -> Value:
        match known:
            case Number(kind, value):
                if kind == INT and not -(1 << 63) <= value < 1 << 63:
                    self.refuse(f"{ast.unparse(node)} does not fit 64 bits; define it as np.uint64(...)", node)
                return self.constant(kind, value)
            case ConstantArray():
                return self.unit.constant_array(known)
            case Constants(items, names, of):
                return TupleValue(tuple(self._of_global(item, node) for item in items), names, of if names else "")
            case Other(what):
                return OtherValue(what)
            case BundleClass():
                self.refuse(f"{ast.unparse(node)} is a class", node)
        if isinstance(known, Namespace):
            self.refuse(f"{ast.unparse(node)} is a module; write one of its names after a dot", node)
        self.refuse(f"{ast.unparse(node)} is a function; kernels can only call it", node)

    def _constant(self, node: ast.Constant) -> Num:
        match node.value:
            case bool():
                return self.constant(BOOL, node.value)
            case int():
                if not -(1 << 63) <= node.value < 1 << 63:
                    self.refuse(f"{node.value} does not fit 64 bits; define a name for it, as np.uint64(...)", node)
                return self.constant(INT, node.value)
            case float():
                return self.constant(FLOAT, node.value)
        self.refuse(f"{node.value!r} is not a number, and kernels have nothing else; write a number for it", node)

    # ── Truth ────────────────────────────────────────────────────────────────
    def test(self, node: ast.expr) -> Expr:
        """Whether an expression is true, as an i32."""
        match node:
            case ast.BoolOp():
                tests = [self.test(value) for value in node.values]
                found = tests[-1]
                for test in reversed(tests[:-1]):
                    found = _both(test, found) if isinstance(node.op, ast.And) else _one(test, found)
                return found
            case ast.UnaryOp(op=ast.Not()):
                return negated(self.test(node.operand))
            case ast.Compare():
                return self._comparison(node)
        return self.truth(self.number(node))

    def _comparison(self, node: ast.Compare) -> Expr:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        first: list[Statement] = []
        left, right = self.number(node.left), self.number(node.comparators[0])
        if len(node.ops) > 1:  # the second is needed twice, and the first is evaluated before it
            left, right = self._held(left, first), self._held(right, first)
        found = self.compared(left, node.ops[0], right, node)
        for sign, following in zip(node.ops[1:], node.comparators[1:], strict=True):
            then: list[Statement] = []
            left, right = right, self._held(self.number(following), then)
            found = _both(found, seq(then, self.compared(left, sign, right, node)))
        return seq(first, found)

    def _held(self, value: Num, first: list[Statement]) -> Num:
        return Num(value.kind, self.hold(value.expr, first), value.short)

    def _membership(self, node: ast.Compare) -> Expr:
        value, among = self.number(node.left), self.value(node.comparators[0])
        items = items_of(among)
        if len(node.ops) > 1 or items is None:
            self.refuse("`in` is only for tuples of numbers in kernels", node)
        first: list[Statement] = []
        value = self._held(value, first)
        found: Expr = i32(0)
        for item in items:
            if not isinstance(item, Num):
                self.refuse("`in` is only for tuples of numbers in kernels", node)
            found = op("i32.or", found, self.compared(value, ast.Eq(), item, node))
        return seq(first, negated(found) if isinstance(node.ops[0], ast.NotIn) else found)

    def _unary(self, node: ast.UnaryOp) -> Num:
        if isinstance(node.op, ast.Not):
            return Num(BOOL, negated(self.test(node.operand)))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negative(value, node)
        return self.inverted(value, node) if isinstance(node.op, ast.Invert) else value

    def _either(self, node: ast.BoolOp) -> Num:
        """`and` and `or` as values: of bools, or of numbers of one kind."""
        values = [self.number(value) for value in node.values]
        kind: str | None = values[0].kind
        for value in values[1:]:
            kind = None if kind is None else wider(kind, value.kind)  # type: ignore[assignment]  # of two kinds
        if kind == BOOL:
            return Num(BOOL, self.test(node))
        if kind is None or kind == SINGLE:
            self.refuse("`and` and `or` need numbers of one kind; write bool(...) around each", node)
        found = self.converted(values[-1], kind, node)
        for value in reversed(values[:-1]):
            first: list[Statement] = []
            held = Num(kind, self.hold(self.converted(value, kind, node).expr, first))
            yes, no = (found, held) if isinstance(node.op, ast.And) else (held, found)
            found = Num(kind, seq(first, choose(self.truth(held), yes.expr, no.expr)))
        return Num(kind, found.expr, any(value.short for value in values))

    def _if_else(self, node: ast.IfExp) -> Value:
        test, yes, no = self.test(node.test), self.value(node.body), self.value(node.orelse)
        kind = wider(yes.type, no.type)
        if kind is None:
            self.refuse(
                f"this is either {told(yes.type)} or {told(no.type)}; write an if statement with two names", node
            )
        short = isinstance(yes, Num) and isinstance(no, Num) and (yes.short or no.short)
        parts = [list(packed(self.as_type(one, kind, node), kind)) for one in (yes, no)]
        first: list[Statement] = []
        if len(parts[0]) > 1:
            test = self.hold(test, first)
        chosen = [choose(test, *pair) for pair in zip(*parts, strict=True)]
        found = self.after(first, unpacked(kind, iter(chosen)))
        return Num(found.kind, found.expr, short) if isinstance(found, Num) else found


def _both(one: Expr, other: Expr) -> Expr:
    return choose(one, other, i32(0))


def _one(one: Expr, other: Expr) -> Expr:
    return choose(one, i32(1), other)

"""Expressions."""

import ast
from collections.abc import Callable

from rookery.compiler.errors import absent
from rookery.compiler.ir import Expr, If, choose, const, i32, negated, op, seq
from rookery.compiler.language import BOOL, FLOAT, INT, NO_VALUES, WASM, RecordType, TupleType, told
from rookery.compiler.lowering.calling import Calls
from rookery.compiler.lowering.places import InMemory
from rookery.compiler.program import BundleClass, ConstantArray, Constants, Global, Namespace, Number, Other
from rookery.compiler.values import Value, is_number, number, several

LITERALS: dict[type, str] = {bool: BOOL, int: INT, float: FLOAT}


class Expressions(Calls):
    def value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                return self._constant(LITERALS[type(value)], value, node)
            case ast.Constant():
                self.refuse(
                    f"{node.value!r} is not a number, and kernels have nothing else; write a number for it", node
                )
            case ast.Name() | ast.Attribute() | ast.Subscript():
                place = self.found(node)
                return place.read() if isinstance(place, InMemory) else place
            case ast.BinOp():
                left, right = self.numbers(node.left, node.right)
                return self.arithmetic(left, node.op, right, node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return self._constant(LITERALS[type(-value)], -value, node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return number(BOOL, self._comparison(node))
            case ast.BoolOp():
                return number(BOOL, self._joined(node, self._bool))
            case ast.IfExp():
                return self._if_else(node)
            case ast.Tuple():
                return several(self.values(*node.elts))
            case ast.Call():
                result = self.call(node)
                if result.type == NO_VALUES:
                    self.refuse(f"{ast.unparse(node.func)} returns nothing", node)
                return result
        self.refuse(absent(node), node)

    def found(self, node: ast.expr) -> Value | InMemory:
        """The value or place that a name, an attribute or a subscript stands for."""
        if isinstance(node, ast.Subscript):
            return self.subscript(node)
        if isinstance(node, ast.Name) and node.id in self.variables:
            return self.variables[node.id]
        if (known := self.resolved(node)) is not None:
            return self._of_global(known, node)
        if not isinstance(node, ast.Attribute):
            self.refuse(f"{ast.unparse(node)} is nothing that a kernel can use", node)
        return self.attribute(node)

    def _of_global(self, known: Global, node: ast.expr) -> Value:
        match known:
            case Number(kind, value):
                return self._constant(kind, value, node)
            case ConstantArray():
                return self.unit.constant_array(known)
            case Constants(items, names, of):
                return several((self._of_global(item, node) for item in items), names, of if names else "")
            case Other(what):
                return Value(RecordType(what, 0, {}), (i32(0),))  # nothing can be asked of it
            case BundleClass():
                self.refuse(f"{ast.unparse(node)} is a class", node)
            case Namespace():
                self.refuse(f"{ast.unparse(node)} is a module; write one of its names after a dot", node)
        self.refuse(f"{ast.unparse(node)} is a function; kernels can only call it", node)

    def _constant(self, kind: str, value: float, node: ast.expr) -> Value:
        if kind == INT and not -(1 << 63) <= value < 1 << 63:
            self.refuse(f"{ast.unparse(node)} does not fit 64 bits; define a constant np.uint64(...) for it", node)
        return number(kind, const(WASM[kind], value))

    # ── Truth ────────────────────────────────────────────────────────────────
    def test(self, node: ast.expr) -> Expr:
        match node:
            case ast.BoolOp():
                return self._joined(node, self.test)
            case ast.UnaryOp(op=ast.Not()):
                return negated(self.test(node.operand))
            case ast.Compare():
                return self._comparison(node)
        return self.truth(self.number(node), node)

    def _joined(self, node: ast.BoolOp, part: Callable[[ast.expr], Expr]) -> Expr:
        """`and` or `or`."""
        found, *before = reversed([seq(*self.apart(part, value)) for value in node.values])
        for test in before:
            found = choose(test, found, i32(0)) if isinstance(node.op, ast.And) else choose(test, i32(1), found)
        return found

    def _bool(self, node: ast.expr) -> Expr:
        """A part of `and` and `or` that are used as a value."""
        value = self.number(node)
        if value.kind != BOOL:
            self.refuse("the value of `and` and `or` is a bool in kernels; write bool(...) around the whole", node)
        return value.expr

    def _comparison(self, node: ast.Compare) -> Expr:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        left, right = self.numbers(node.left, node.comparators[0])
        if len(node.ops) > 1:  # the second is needed twice, and the first is evaluated before it
            left, right = self.held(left), self._twice(right)
        result = self.compared(left, node.ops[0], right, node)
        for sign, following in zip(node.ops[1:], node.comparators[1:]):
            left = right
            first, right = self.apart(lambda part: self._twice(self.number(part)), following)
            result = choose(result, seq(first, self.compared(left, sign, right, node)), i32(0))
        return result

    def _twice(self, value: Value) -> Value:
        return number(value.kind, self.hold(value.expr))

    def _membership(self, node: ast.Compare) -> Expr:
        value, among = self.values(node.left, node.comparators[0])
        if len(node.ops) > 1 or not is_number(value) or not isinstance(among.type, TupleType):
            self.refuse("`in` is only for tuples of numbers in kernels", node)
        value = self._twice(value)
        result: Expr = i32(0)
        for item in among.items:
            if not is_number(item):
                self.refuse("`in` is only for tuples of numbers in kernels", node)
            result = op("i32.or", result, self.compared(value, ast.Eq(), item, node))
        return negated(result) if isinstance(node.ops[0], ast.NotIn) else result

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return number(BOOL, negated(self.test(node.operand)))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negative(value, node)
        return self.inverted(value, node) if isinstance(node.op, ast.Invert) else value

    def _if_else(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        (first, yes), (other, no) = self.apart(self.value, node.body), self.apart(self.value, node.orelse)
        if yes.type != no.type:
            how = "write both as one kind, or an if statement with two names"
            self.refuse(f"this is either {told(yes.type)} or {told(no.type)}; {how}", node)
        if first or other or len(yes.exprs) > 1:
            test = self.hold(test)
        if first or other:
            self.body.append(If(test, first, other))
        return Value(yes.type, tuple(choose(test, *pair) for pair in zip(yes.exprs, no.exprs)))

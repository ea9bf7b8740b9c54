"""Expressions."""

import ast

from rookery.compiler.errors import absent
from rookery.compiler.ir import Expr, If, choose, i32, negated, op, seq
from rookery.compiler.language import BOOL, FLOAT, INT, SINGLE, RecordType, Type, told, wider
from rookery.compiler.lowering.calling import Calls
from rookery.compiler.lowering.places import InMemory
from rookery.compiler.program import BundleClass, ConstantArray, Constants, Global, Namespace, Number, Other
from rookery.compiler.values import Num, RecordValue, TupleValue, Value, packed, unpacked

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
                left, right = self.numbers(node.left, node.right)
                return self.arithmetic(left, node.op, right, node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)) if (
                type(number) is not bool
            ):
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
                return TupleValue(tuple(self.values(*node.elts)))
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
                return RecordValue(RecordType(what, 0, {}), i32(0))  # nothing can be asked of it
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
                tests = [seq(*self.apart(self.test, value)) for value in node.values]
                found = tests[-1]
                for test in reversed(tests[:-1]):
                    found = choose(test, found, i32(0)) if isinstance(node.op, ast.And) else choose(test, i32(1), found)
                return found
            case ast.UnaryOp(op=ast.Not()):
                return negated(self.test(node.operand))
            case ast.Compare():
                return self._comparison(node)
        return self.truth(self.number(node))

    def _comparison(self, node: ast.Compare) -> Expr:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        left, right = self.numbers(node.left, node.comparators[0])
        if len(node.ops) > 1:  # the second is needed twice, and the first is evaluated before it
            left, right = self.held(left), self._twice(right)
        found = self.compared(left, node.ops[0], right, node)
        for sign, following in zip(node.ops[1:], node.comparators[1:]):
            left = right
            first, right = self.apart(lambda part: self._twice(self.number(part)), following)
            found = choose(found, seq(first, self.compared(left, sign, right, node)), i32(0))
        return found

    def _twice(self, value: Num) -> Num:
        return Num(value.kind, self.hold(value.expr), value.short)

    def _membership(self, node: ast.Compare) -> Expr:
        value, among = self.values(node.left, node.comparators[0])
        if len(node.ops) > 1 or not isinstance(value, Num) or not isinstance(among, TupleValue):
            self.refuse("`in` is only for tuples of numbers in kernels", node)
        value = self._twice(value)
        found: Expr = i32(0)
        for item in among.items:
            if not isinstance(item, Num):
                self.refuse("`in` is only for tuples of numbers in kernels", node)
            found = op("i32.or", found, self.compared(value, ast.Eq(), item, node))
        return negated(found) if isinstance(node.ops[0], ast.NotIn) else found

    def _unary(self, node: ast.UnaryOp) -> Num:
        if isinstance(node.op, ast.Not):
            return Num(BOOL, negated(self.test(node.operand)))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negative(value, node)
        return self.inverted(value, node) if isinstance(node.op, ast.Invert) else value

    def _either(self, node: ast.BoolOp) -> Num:
        """`and` and `or` as values: of bools, or of numbers of one kind."""
        parts = [self.apart(self.number, value) for value in node.values]
        kind: Type | None = parts[0][1].kind
        for _, value in parts[1:]:
            kind = kind and wider(kind, value.kind)
        if kind == BOOL:
            return Num(BOOL, self.test(node))
        if not isinstance(kind, str) or kind == SINGLE:
            self.refuse("`and` and `or` need numbers of one kind; write bool(...) around each", node)
        found: Expr | None = None
        for first, value in reversed(parts):
            more, expr = self.apart(self.hold, self.converted(value, kind, node).expr)
            if found is not None:
                yes, no = (found, expr) if isinstance(node.op, ast.And) else (expr, found)
                expr = choose(self.truth(Num(kind, expr)), yes, no)
            found = seq([*first, *more], expr)
        assert found is not None
        return Num(kind, found, any(value.short for _, value in parts))

    def _if_else(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        (first, yes), (other, no) = self.apart(self.value, node.body), self.apart(self.value, node.orelse)
        kind = wider(yes.type, no.type)
        if kind is None:
            self.refuse(
                f"this is either {told(yes.type)} or {told(no.type)}; write an if statement with two names", node
            )
        short = isinstance(yes, Num) and isinstance(no, Num) and (yes.short or no.short)
        parts = [list(packed(self.as_type(one, kind, node), kind)) for one in (yes, no)]
        if first or other or len(parts[0]) > 1:
            test = self.hold(test)
        if first or other:
            self.body.append(If(test, first, other))
        found = unpacked(kind, (choose(test, *pair) for pair in zip(*parts)))
        return Num(found.kind, found.expr, short) if isinstance(found, Num) else found

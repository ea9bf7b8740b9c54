"""Arithmetic and comparisons."""

import ast

from rookery.compiler.errors import absent
from rookery.compiler.ir import Const, Expr, If, as_test, call, choose, const, i64, op, wide
from rookery.compiler.language import BOOL, FLOAT, INT, SINGLE, UNSIGNED, WASM, told
from rookery.compiler.lowering.scope import Scope, convert
from rookery.compiler.values import Num

__all__ = ["Arithmetic"]

WHOLE_OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
FLOAT_OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
COMPARED = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
OPERATOR_SIGNS = {ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@"}
WORD_BITS = 64


class Arithmetic(Scope):
    def as_int(self, value: Num, node: ast.AST) -> Expr:
        """A whole number, or a bool as 0 or 1."""
        return self.converted(value, INT, node).expr

    def as_float(self, value: Num) -> Expr:
        """Any number as float64."""
        if value.kind == UNSIGNED:
            return op("f64.convert_i64_u", value.expr)
        found = convert(value, FLOAT)
        assert found is not None
        return found

    def truth(self, value: Num) -> Expr:
        """Whether a number is not 0, as an i32."""
        if value.kind in (FLOAT, SINGLE):
            wasm = WASM[value.kind]
            return op(f"{wasm}.ne", value.expr, const(wasm, 0))
        return as_test(value.expr)

    # ── Arithmetic ───────────────────────────────────────────────────────────
    def arithmetic(self, left: Num, sign: ast.operator, right: Num, node: ast.AST) -> Num:
        kind, what = self._common(left, right, node), type(sign)
        if what is ast.Div and kind != SINGLE:
            return Num(FLOAT, op("f64.div", self.as_float(left), self.as_float(right)))
        if kind in (FLOAT, SINGLE):
            if what not in FLOAT_OPERATORS:
                sign_of = OPERATOR_SIGNS.get(what, "bits")
                self.refuse(f"floats have no {sign_of} in kernels; write int(...) or math.floor(...)", node)
            pair = (left.expr, right.expr) if kind == SINGLE else (self.as_float(left), self.as_float(right))
            return Num(kind, op(f"{WASM[kind]}.{FLOAT_OPERATORS[what]}", *pair))
        if kind == BOOL and what in (ast.BitAnd, ast.BitOr, ast.BitXor):
            return Num(BOOL, op(f"i32.{WHOLE_OPERATORS[what]}", left.expr, right.expr))
        if left.short and right.short:
            self.refuse("two numbers from unsigned fields do not mix; write np.int64(...) around each", node)
        if left.short and what in (ast.LShift, ast.RShift):
            self.refuse("a number from an unsigned field cannot be shifted; write np.int64(...) around it", node)
        if kind == UNSIGNED:
            return Num(kind, self._of_wholes(left.expr, what, right.expr, node, kind))
        return Num(INT, self._of_wholes(self.as_int(left, node), what, self.as_int(right, node), node, INT))

    def _common(self, left: Num, right: Num, node: ast.AST) -> str:
        """The kind of a sum of both."""
        kinds = {left.kind, right.kind}
        if len(kinds) == 1:
            return left.kind
        if UNSIGNED in kinds:
            if FLOAT in kinds or SINGLE in kinds:
                self.refuse("an np.uint64 and a float do not mix; write float(...) around the first", node)
            self.refuse(
                "an np.uint64 and a signed number do not mix; write np.uint64(...) or np.int64(...) around one", node
            )
        return INT if kinds == {BOOL, INT} else FLOAT

    def _of_wholes(self, a: Expr, what: type[ast.operator], b: Expr, node: ast.AST, kind: str) -> Expr:
        if what in WHOLE_OPERATORS:
            return op(f"i64.{WHOLE_OPERATORS[what]}", a, b)
        if what in (ast.LShift, ast.RShift):
            a = self.hold(a) if self.unit.checked else a  # it comes before the check
            right = "i64.shr_u" if kind == UNSIGNED else "i64.shr_s"
            return op("i64.shl" if what is ast.LShift else right, a, self._amount(b, node))
        if what not in (ast.FloorDiv, ast.Mod):
            whose = "np.uint64 has" if kind == UNSIGNED else "whole numbers have"
            self.refuse(f"{whose} no {OPERATOR_SIGNS[what]} in kernels; write * or a loop", node)
        whole = what is ast.FloorDiv
        if kind == UNSIGNED:
            a, b = self.hold(a), self.hold(b)
            return choose(as_test(b), op("i64.div_u" if whole else "i64.rem_u", a, b), i64(0))
        if isinstance(b, Const) and b.value > 0:
            return self._by_constant(a, int(b.value), whole)
        return call(self.unit.helper("floordiv" if whole else "mod"), (a, b))

    def _by_constant(self, a: Expr, by: int, whole: bool) -> Expr:
        """The quotient, rounded down, or the rest, of a division by a constant above 0."""
        if by & (by - 1) == 0:
            return op("i64.shr_s", a, i64(by.bit_length() - 1)) if whole else op("i64.and", a, i64(by - 1))
        if isinstance(a, Const):
            return i64(int(a.value) // by if whole else int(a.value) % by)
        a = self.hold(a)
        towards_0 = self.hold(op("i64.div_s", a, i64(by)))
        rest = self.hold(op("i64.sub", a, op("i64.mul", towards_0, i64(by))))
        lower = op("i64.shr_s", rest, i64(63))  # -1 where the rest is below 0, and the quotient must go down
        return op("i64.add", towards_0, lower) if whole else op("i64.add", rest, op("i64.and", lower, i64(by)))

    def _amount(self, b: Expr, node: ast.AST) -> Expr:
        """By how much a number is shifted: 0 .. 63."""
        if isinstance(b, Const):
            if not 0 <= int(b.value) < WORD_BITS:
                self.refuse(f"a shift by {int(b.value)} is not defined; allowed: 0 .. 63", node)
            return b
        return self.checked_below(b, i64(WORD_BITS), node, "a shift by {0}; allowed: 0 .. 63")

    def negative(self, value: Num, node: ast.AST) -> Num:
        if value.kind in (FLOAT, SINGLE):
            return Num(value.kind, op(f"{WASM[value.kind]}.neg", value.expr))
        if value.kind == UNSIGNED:
            self.refuse("an np.uint64 has no sign; write np.int64(...)", node)
        if value.short:
            self.refuse("a number from an unsigned field has no sign; write np.int64(...) around it", node)
        return Num(INT, op("i64.sub", i64(0), self.as_int(value, node)))

    def inverted(self, value: Num, node: ast.AST) -> Num:
        """`~`."""
        if value.kind in (FLOAT, SINGLE, BOOL):
            self.refuse(f"{told(value.kind)} has no ~; write int(...) around it, or `not`", node)
        if value.short:
            self.refuse("a number from an unsigned field has no ~; write np.int64(...) around it", node)
        return Num(value.kind, op("i64.xor", value.expr, i64(-1)))

    # ── Comparisons ──────────────────────────────────────────────────────────
    def compared(self, left: Num, sign: ast.cmpop, right: Num, node: ast.AST) -> Expr:
        """An i32, 0 or 1."""
        if type(sign) not in COMPARED:
            self.refuse(absent(sign), node)
        name, kinds = COMPARED[type(sign)], {left.kind, right.kind}
        if UNSIGNED in kinds and len(kinds) > 1:
            if kinds & {FLOAT, SINGLE}:
                self.refuse("an np.uint64 and a float do not mix; write float(...) around the first", node)
            left, right = self.converted(left, UNSIGNED, node), self.converted(right, UNSIGNED, node)
        if kinds == {SINGLE}:
            return op(f"f32.{name}", left.expr, right.expr)
        if FLOAT in kinds or SINGLE in kinds:
            return op(f"f64.{name}", self.as_float(left), self.as_float(right))
        sign_of = "" if name in ("eq", "ne") else "_u" if UNSIGNED in kinds else "_s"
        if kinds == {BOOL}:
            return op(f"i32.{name}{sign_of}", left.expr, right.expr)
        if UNSIGNED in kinds:
            return op(f"i64.{name}{sign_of}", left.expr, right.expr)
        return op(f"i64.{name}{sign_of}", self.as_int(left, node), self.as_int(right, node))

    # ── Checks ───────────────────────────────────────────────────────────────
    def checked_below(self, value: Expr, limit: Expr, node: ast.AST, what: str) -> Expr:
        """The value, i64 or i32. In a checked module, the run ends unless 0 <= value < limit.

        `what`: a sentence, in which {0} is the value and {1} the limit."""
        if not self.unit.checked:
            return value
        value = self.hold(value)
        site = self.unit.site(getattr(node, "lineno", 0), self.signature, what)
        numbers = (value, limit) if value.type == "i64" else (wide(value), wide(limit))
        self.body.append(If(op(f"{value.type}.ge_u", value, limit), self.unit.report(site, *numbers), []))
        return value

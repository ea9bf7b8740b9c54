"""Arithmetic and comparisons."""

import ast

from rookery.compiler.errors import absent
from rookery.compiler.ir import Const, Expr, If, as_test, choose, const, i64, op, wide
from rookery.compiler.language import BOOL, FLOAT, INT, SINGLE, UNSIGNED, WASM, told
from rookery.compiler.lowering.scope import Scope
from rookery.compiler.values import Value, number

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
FLOATS = {FLOAT, SINGLE}
WORD_BITS = 64


class Arithmetic(Scope):
    def as_float(self, value: Value, node: ast.AST) -> Expr:
        """Any number as float64."""
        return self.as_kind(value, FLOAT, node, stored=True)

    def truth(self, value: Value, node: ast.AST) -> Expr:
        """Whether a number is not 0, as an i32."""
        if value.kind in FLOATS:
            return op("f64.ne", self.as_float(value, node), const("f64", 0))
        return as_test(value.expr)

    def paired(self, left: Value, right: Value, node: ast.AST, *, compares: bool = False) -> tuple[str, Expr, Expr]:
        """The kind of a sum of both, and both as this kind. A word may be compared with a constant."""
        kinds = {left.kind, right.kind}
        if UNSIGNED in kinds and kinds & FLOATS:
            self.refuse("an np.uint64 and a float do not mix; write float(...) around the first", node)
        if UNSIGNED in kinds and len(kinds) > 1 and not compares:
            how = "np.uint64(...) or np.int64(...) around one"
            self.refuse(f"an np.uint64 and a signed number do not mix; write {how}", node)
        kind = FLOAT if kinds & FLOATS else INT
        if UNSIGNED in kinds or kinds == {SINGLE}:
            kind = UNSIGNED if UNSIGNED in kinds else SINGLE
        return kind, self.as_kind(left, kind, node), self.as_kind(right, kind, node)

    # ── Arithmetic ───────────────────────────────────────────────────────────
    def arithmetic(self, left: Value, sign: ast.operator, right: Value, node: ast.AST) -> Value:
        what = type(sign)
        if left.kind == right.kind == BOOL and what in (ast.BitAnd, ast.BitOr, ast.BitXor):
            return number(BOOL, op(f"i32.{WHOLE_OPERATORS[what]}", left.expr, right.expr))
        kind, a, b = self.paired(left, right, node)
        if what is ast.Div and kind != SINGLE:
            return number(FLOAT, op("f64.div", self.as_float(left, node), self.as_float(right, node)))
        if kind in FLOATS:
            if what not in FLOAT_OPERATORS:
                sign_of = OPERATOR_SIGNS.get(what, "bits")
                self.refuse(f"floats have no {sign_of} in kernels; write int(...) or math.floor(...)", node)
            return number(kind, op(f"{WASM[kind]}.{FLOAT_OPERATORS[what]}", a, b))
        return number(kind, self._of_wholes(a, what, b, node, kind))

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
        return self._divided(a, b, whole)

    def _divided(self, a: Expr, b: Expr, whole: bool) -> Expr:
        """The quotient, rounded down, or the rest. By 0 both are 0, and so are both of the least number by -1."""
        if isinstance(b, Const) and b.value > 0 and int(b.value) & (int(b.value) - 1) == 0:
            bits = int(b.value).bit_length() - 1
            return op("i64.shr_s", a, i64(bits)) if whole else op("i64.and", a, i64((1 << bits) - 1))
        a, b = self.hold(a), self.hold(b)
        if isinstance(b, Const) and b.value > 0:
            towards_0 = self.hold(op("i64.div_s", a, b))
            rest = self.hold(op("i64.sub", a, op("i64.mul", towards_0, b)))
            lower = op("i64.shr_s", rest, i64(63))  # -1 where the rest is below 0, and the quotient must go down
            return op("i64.add", towards_0, lower) if whole else op("i64.add", rest, op("i64.and", lower, b))
        small = self.hold(op("i64.le_u", op("i64.add", b, i64(1)), i64(1)))  # by 0 or -1, which would trap
        by = self.hold(op("select", i64(1), b, small))
        rest = self.hold(op("i64.rem_s", a, by))
        below = op("i32.and", as_test(rest), op("i64.lt_s", op("i64.xor", rest, by), i64(0)))
        if not whole:
            return op("i64.add", rest, op("select", by, i64(0), below))
        quotient = op("i64.sub", op("i64.div_s", a, by), op("i64.extend_i32_u", below))
        least = op("i64.eq", a, i64(-(1 << 63)))
        turned = op("select", i64(0), op("i64.sub", i64(0), a), least)
        return op("select", op("i64.and", turned, b), quotient, small)

    def _amount(self, b: Expr, node: ast.AST) -> Expr:
        """By how much a number is shifted: 0 .. 63."""
        if isinstance(b, Const):
            if not 0 <= int(b.value) < WORD_BITS:
                self.refuse(f"a shift by {int(b.value)} is not defined; allowed: 0 .. 63", node)
            return b
        return self.checked_below(b, i64(WORD_BITS), node, "a shift by {0}; allowed: 0 .. 63")

    def negative(self, value: Value, node: ast.AST) -> Value:
        if value.kind in FLOATS:
            return number(value.kind, op(f"{WASM[value.kind]}.neg", value.expr))
        if value.kind == UNSIGNED:
            self.refuse("an np.uint64 has no sign; write np.int64(...)", node)
        return number(INT, op("i64.sub", i64(0), self.as_kind(value, INT, node)))

    def inverted(self, value: Value, node: ast.AST) -> Value:
        """`~`."""
        if value.kind in (*FLOATS, BOOL):
            self.refuse(f"{told(value.kind)} has no ~; write int(...) around it, or `not`", node)
        kind = UNSIGNED if value.kind == UNSIGNED else INT
        return number(kind, op("i64.xor", self.as_kind(value, kind, node), i64(-1)))

    # ── Comparisons ──────────────────────────────────────────────────────────
    def compared(self, left: Value, sign: ast.cmpop, right: Value, node: ast.AST) -> Expr:
        """An i32, 0 or 1."""
        if type(sign) not in COMPARED:
            self.refuse(absent(sign), node)
        name = COMPARED[type(sign)]
        kind, a, b = self.paired(left, right, node, compares=True)
        unsigned = "_u" if kind == UNSIGNED else "_s"
        return op(f"{WASM[kind]}.{name}{'' if name in ('eq', 'ne') or kind in FLOATS else unsigned}", a, b)

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

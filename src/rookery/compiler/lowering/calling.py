"""Calls: functions of the language, kernels, bundles."""

import ast
import math
from collections.abc import Callable

from rookery.compiler.ir import Call, Const, Copy, Expr, Get, LetMany, Statement, choose, i32, i64, op, seq
from rookery.compiler.language import BOOL, FLOAT, FORMATS, INT, SINGLE, UNSIGNED, ArrayType, RecordType, Type, told
from rookery.compiler.lowering.places import Places
from rookery.compiler.lowering.scope import Signature
from rookery.compiler.program import Builtin, BundleClass, KernelName
from rookery.compiler.values import ArrayValue, Num, TupleValue, Value, items_of, packed, unpacked

__all__ = ["Calls"]


class Calls(Places):
    def call(self, node: ast.Call) -> Value | None:
        """What a call gives; None for a kernel that returns nothing."""
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            self.refuse("calls in kernels have plain arguments; write them in order, without names and stars", node)
        if isinstance(node.func, ast.Attribute) and self.resolved(node.func) is None:
            return self._method(node, node.func)
        called = self.resolved(node.func)
        match called:
            case Builtin(name):
                return self._builtin(name, node)
            case KernelName():
                return self._kernel(called, node)
            case BundleClass(name, fields):
                if len(fields) != len(node.args):
                    self.refuse(f"{name} has {len(fields)} fields, not {len(node.args)}", node)
                return TupleValue(tuple(map(self.value, node.args)), fields, name)
        self.refuse(f"{ast.unparse(node.func)} is not a kernel, nor a function of their language", node)

    # ── Kernels ──────────────────────────────────────────────────────────────
    def _kernel(self, name: KernelName, node: ast.Call) -> Value | None:
        program = self.unit.program
        parameters = program.function(name).args.args
        if len(parameters) != len(node.args):
            self.refuse(f"{name.name} takes {len(parameters)} arguments, not {len(node.args)}", node)
        values = []
        for parameter, argument in zip(parameters, node.args, strict=True):
            value = self.value(argument)
            wanted = program.annotated(name.module, parameter.annotation) if parameter.annotation else None
            values.append(self.as_argument(value, wanted, parameter.arg, argument))
        signature = self.unit.instance(name, tuple(value.type for value in values))
        args = tuple(expr for value in values for expr in packed(value, value.type))
        return self.result_of(signature, args)

    def as_argument(self, value: Value, wanted: Type | None, name: str, node: ast.expr) -> Value:
        """A value as a parameter of this name takes it; `wanted` is the type of its annotation."""
        if isinstance(wanted, str) and not isinstance(value, Num):
            self.refuse(f"{name} is {told(wanted)}, not {told(value.type)}", node)
        if not isinstance(value, Num):
            return value
        if wanted == FLOAT and value.kind != FLOAT:
            if value.kind != SINGLE:  # machine code would go on with whole numbers
                self.refuse(f"{name} is a float, not {told(value.kind)}; write float(...)", node)
            return value  # as a float32 of a copy of the kernel, as in machine code
        if isinstance(wanted, str):
            return self.converted(value, wanted, node)
        return Num(value.kind, value.expr)

    def result_of(self, signature: Signature, args: tuple[Expr, ...]) -> Value | None:
        function, result = signature.function, signature.result
        if result is None:
            self.body.append(LetMany((), function, args))
            return None
        if isinstance(result, str):
            return Num(result, Call(function.results[0], function, args))
        locals_ = tuple(map(self.function.new_local, function.results))
        gets: list[Expr] = [Get(self.function.locals[local], local) for local in locals_]
        gets[0] = seq([LetMany(locals_, function, args)], gets[0])
        return unpacked(result, iter(gets))

    # ── Methods ──────────────────────────────────────────────────────────────
    def _method(self, node: ast.Call, function: ast.Attribute) -> Value:
        base = self.value(function.value)
        if not (isinstance(base, ArrayValue) and function.attr == "copy" and not node.args):
            self.refuse(f"{told(base.type)} has no {function.attr}() in kernels", node)
        kind = base.type
        assert isinstance(kind, ArrayType)
        if isinstance(base.of, RecordType) or None in kind.shape or kind.strides is not None:
            self.refuse("only an array of a record's field or of a constant can be copied; write a loop", node)
        made, size = (
            self.unit.scratch(base.of, base.shape),
            i32(FORMATS[base.of].size * math.prod(length or 0 for length in kind.shape)),
        )
        copied = seq([Copy(made.place, base.place, size)], made.address)
        return ArrayValue(base.of, copied, base.shape, None, made.offset)

    # ── Functions of the language ────────────────────────────────────────────
    def _builtin(self, name: str, node: ast.Call) -> Value:
        if name in ("min", "max"):
            return self._extreme(name, node)
        if name == "range":
            self.refuse("range is only for loops; write for i in range(...)", node)
        if len(node.args) != 1:
            self.refuse(f"{name} takes one argument", node)
        if name == "len":
            return self._length(node)
        made: Callable[[Num, ast.AST], Num] = getattr(self, f"_{name}")
        return made(self.number(node.args[0]), node)

    def _length(self, node: ast.Call) -> Num:
        first: list[Statement] = []
        value = self.settled(self.value(node.args[0]), first)
        if isinstance(value, ArrayValue):
            return Num(INT, seq(first, op("i64.extend_i32_u", value.shape[0])))
        if (items := items_of(value)) is not None:
            return Num(INT, seq(first, i64(len(items))))
        self.refuse(f"{told(value.type)} has no length", node)

    def _extreme(self, name: str, node: ast.Call) -> Num:
        """As Python: the first, unless a later one is less, or more; of two kinds, as the wider one."""
        if len(node.args) < 2:
            self.refuse(f"{name} takes two or more numbers in kernels", node)
        found = self.number(node.args[0])
        for argument in node.args[1:]:
            other = self.number(argument)
            kind = self._common(found, other, node)
            kind = INT if kind == BOOL else kind
            first: list[Statement] = []
            a = Num(kind, self.hold(self.converted(found, kind, node).expr, first))
            b = Num(kind, self.hold(self.converted(other, kind, node).expr, first))
            better = self.compared(b, ast.Lt() if name == "min" else ast.Gt(), a, node)
            found = Num(kind, seq(first, op("select", b.expr, a.expr, better)), found.short and other.short)
        return found

    def _int(self, value: Num, node: ast.AST) -> Num:
        if value.kind in (FLOAT, SINGLE):
            return Num(INT, self._truncated(self.as_float(value), node))
        if value.kind == UNSIGNED:  # of less than 2 ** 63; machine code goes on without a sign
            return Num(INT, value.expr, short=True)
        return Num(INT, self.as_int(value, node), value.short)

    def _truncated(self, expr: Expr, node: ast.AST) -> Expr:
        """A float cut to a whole number of 64 bits; the least such number if it does not fit."""
        first: list[Statement] = []
        expr = self.hold(expr, first)
        fits = op("f64.lt", op("f64.abs", expr), Const("f64", 2.0**63))
        return seq(first, choose(fits, op("i64.trunc_f64_s", expr), i64(-(1 << 63))))

    def _float(self, value: Num, node: ast.AST) -> Num:
        """As machine code has it, a float32 stays one."""
        return value if value.kind == SINGLE else Num(FLOAT, self.as_float(value))

    def _float64(self, value: Num, node: ast.AST) -> Num:
        return Num(FLOAT, self.as_float(value))

    def _bool(self, value: Num, node: ast.AST) -> Num:
        return Num(BOOL, self.truth(value))

    def _uint64(self, value: Num, node: ast.AST) -> Num:
        if value.kind in (FLOAT, SINGLE):
            self.refuse("a float is no np.uint64; write np.uint64(int(...))", node)
        return Num(UNSIGNED, value.expr if value.kind in (INT, UNSIGNED) else self.as_int(value, node))

    def _int64(self, value: Num, node: ast.AST) -> Num:
        if value.kind in (FLOAT, SINGLE):
            return self._int(value, node)
        return Num(INT, value.expr if value.kind in (INT, UNSIGNED) else self.as_int(value, node))

    def _abs(self, value: Num, node: ast.AST) -> Num:
        if value.kind == FLOAT:
            return Num(FLOAT, op("f64.abs", value.expr))
        if value.kind == SINGLE:
            return Num(SINGLE, op("f32.abs", value.expr))
        first: list[Statement] = []
        a = self.hold(self.as_int(value, node), first)
        made = op("select", op("i64.sub", i64(0), a), a, op("i64.lt_s", a, i64(0)))
        return Num(INT, seq(first, made), value.short)

    def _sqrt(self, value: Num, node: ast.AST) -> Num:
        if value.kind == SINGLE:
            self.refuse("a float32 has no math.sqrt; write math.sqrt(np.float64(...))", node)
        return Num(FLOAT, op("f64.sqrt", self.as_float(value)))

    def _floor(self, value: Num, node: ast.AST) -> Num:
        return Num(INT, self._truncated(op("f64.floor", self.as_float(value)), node))

    def _isnan(self, value: Num, node: ast.AST) -> Num:
        first: list[Statement] = []
        a = self.hold(self.as_float(value), first)
        return Num(BOOL, seq(first, op("f64.ne", a, a)))

    def _lowest_bit(self, value: Num, node: ast.AST) -> Num:
        return Num(INT, op("i64.ctz", self.as_int(value, node)))

    def _count_bits(self, value: Num, node: ast.AST) -> Num:
        return Num(INT, op("i64.popcnt", self.as_int(value, node)))

    def _without_lowest(self, value: Num, node: ast.AST) -> Num:
        first: list[Statement] = []
        a = self.hold(self.as_int(value, node), first)
        return Num(INT, seq(first, op("i64.and", a, op("i64.add", a, i64(-1)))))

    def _bits_of(self, value: Num, node: ast.AST) -> Num:
        return Num(INT, op("i64.reinterpret_f64", self.as_float(value)))

    def _float_of(self, value: Num, node: ast.AST) -> Num:
        return Num(FLOAT, op("f64.reinterpret_i64", self.as_int(value, node)))

"""Calls: functions of the language, kernels, bundles."""

import ast
import math

from rookery.compiler.ir import Const, Copy, Expr, Get, Let, call, choose, i32, i64, op
from rookery.compiler.language import (
    BOOL,
    FLOAT,
    FORMATS,
    INT,
    SINGLE,
    UNSIGNED,
    WASM,
    ArrayType,
    RecordType,
    Type,
    told,
)
from rookery.compiler.lowering.places import Places
from rookery.compiler.lowering.scope import Signature
from rookery.compiler.program import Builtin, BundleClass, KernelName
from rookery.compiler.values import ArrayValue, Num, TupleValue, Value, packed, unpacked

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
                return TupleValue(tuple(self.values(*node.args)), fields, name)
        self.refuse(f"{ast.unparse(node.func)} is not a kernel, nor a function of their language", node)

    # ── Kernels ──────────────────────────────────────────────────────────────
    def _kernel(self, name: KernelName, node: ast.Call) -> Value | None:
        program = self.unit.program
        parameters = program.function(name).args.args
        if len(parameters) != len(node.args):
            self.refuse(f"{name.name} takes {len(parameters)} arguments, not {len(node.args)}", node)
        values = self.values(*node.args)
        for place, parameter in enumerate(parameters):
            wanted = program.annotated(name.module, parameter.annotation) if parameter.annotation else None
            values[place] = self.as_argument(values[place], wanted, parameter.arg, node.args[place])
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
            self.body.append(Let((), call(function, args)))
            return None
        if isinstance(result, str):
            return Num(result, call(function, args))
        locals_ = tuple(map(self.function.new_local, function.results))
        self.body.append(Let(locals_, call(function, args)))
        return unpacked(result, map(Get, function.results, locals_))

    # ── Methods ──────────────────────────────────────────────────────────────
    def _method(self, node: ast.Call, function: ast.Attribute) -> Value:
        base = self.value(function.value)
        if not (isinstance(base, ArrayValue) and function.attr == "copy" and not node.args):
            self.refuse(f"{told(base.type)} has no {function.attr}() in kernels", node)
        kind = base.type
        assert isinstance(kind, ArrayType)
        if isinstance(base.of, RecordType) or None in kind.shape or kind.strides is not None:
            self.refuse("only an array of a record's field or of a constant can be copied; write a loop", node)
        made = self.unit.scratch(base.of, base.shape)
        size = i32(FORMATS[base.of].size * math.prod(length or 0 for length in kind.shape))
        self.body.append(Copy(made.place, base.place, size))
        return made

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
        return self._of_number(name, self.number(node.args[0]), node)

    def _length(self, node: ast.Call) -> Num:
        value = self.held(self.value(node.args[0]))
        if isinstance(value, ArrayValue):
            return Num(INT, op("i64.extend_i32_u", value.shape[0]))
        if isinstance(value, TupleValue):
            return Num(INT, i64(len(value.items)))
        self.refuse(f"{told(value.type)} has no length", node)

    def _extreme(self, name: str, node: ast.Call) -> Num:
        """As Python: the first, unless a later one is less, or more; of two kinds, as the wider one."""
        if len(node.args) < 2:
            self.refuse(f"{name} takes two or more numbers in kernels", node)
        found, *others = self.numbers(*node.args)
        for other in others:
            kind = self._common(found, other, node)
            kind = INT if kind == BOOL else kind
            a = Num(kind, self.hold(self.converted(found, kind, node).expr))
            b = Num(kind, self.hold(self.converted(other, kind, node).expr))
            better = self.compared(b, ast.Lt() if name == "min" else ast.Gt(), a, node)
            found = Num(kind, op("select", b.expr, a.expr, better), found.short and other.short)
        return found

    def _of_number(self, name: str, value: Num, node: ast.AST) -> Num:
        """A function of one number."""
        match name, value.kind:
            case "bool", _:
                return Num(BOOL, self.truth(value))
            case "float", "single":  # stays one, as machine code has it
                return value
            case "float" | "float64", _:
                return Num(FLOAT, self.as_float(value))
            case "sqrt", "single":
                self.refuse("a float32 has no math.sqrt; write math.sqrt(np.float64(...))", node)
            case "sqrt", _:
                return Num(FLOAT, op("f64.sqrt", self.as_float(value)))
            case "floor", _:
                return Num(INT, self._truncated(op("f64.floor", self.as_float(value))))
            case "isnan", _:
                number = self.hold(self.as_float(value))
                return Num(BOOL, op("f64.ne", number, number))
            case "bits_of", _:
                return Num(INT, op("i64.reinterpret_f64", self.as_float(value)))
            case "abs", "float" | "single":
                return Num(value.kind, op(f"{WASM[value.kind]}.abs", value.expr))
            case "uint64", "float" | "single":
                self.refuse("a float is no np.uint64; write np.uint64(int(...))", node)
            case "int" | "int64", "float" | "single":
                return Num(INT, self._truncated(self.as_float(value)))
            case "int" | "int64", "unsigned":  # int: of less than 2 ** 63; machine code goes on without a sign
                return Num(INT, value.expr, short=name == "int")
            case "uint64", "unsigned":
                return value
        whole = self.as_int(value, node)
        match name:
            case "int":
                return Num(INT, whole, value.short)
            case "int64" | "uint64":
                return Num(INT if name == "int64" else UNSIGNED, whole)
            case "abs":
                whole = self.hold(whole)
                negative = op("i64.lt_s", whole, i64(0))
                return Num(INT, op("select", op("i64.sub", i64(0), whole), whole, negative), value.short)
            case "lowest_bit" | "count_bits":
                return Num(INT, op("i64.ctz" if name == "lowest_bit" else "i64.popcnt", whole))
            case "without_lowest":
                whole = self.hold(whole)
                return Num(INT, op("i64.and", whole, op("i64.add", whole, i64(-1))))
            case _:  # float_of
                return Num(FLOAT, op("f64.reinterpret_i64", whole))

    def _truncated(self, expr: Expr) -> Expr:
        """A float cut to a whole number of 64 bits; the least such number if it does not fit."""
        expr = self.hold(expr)
        fits = op("f64.lt", op("f64.abs", expr), Const("f64", 2.0**63))
        return choose(fits, op("i64.trunc_f64_s", expr), i64(-(1 << 63)))

"""Calls: functions of the language, kernels, bundles."""

import ast

from rookery.compiler.ir import Const, Copy, Expr, Let, call, choose, i64, op
from rookery.compiler.language import BOOL, FLOAT, INT, SINGLE, UNSIGNED, WASM, ArrayType, RecordType, TupleType, told
from rookery.compiler.lowering.places import Places
from rookery.compiler.lowering.scope import Signature
from rookery.compiler.program import Builtin, BundleClass, KernelName
from rookery.compiler.values import Value, bytes_of, is_number, number, several


class Calls(Places):
    def call(self, node: ast.Call) -> Value:
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
                    self.refuse(f"{name} has {_count(len(fields), 'field')}, not {len(node.args)}", node)
                return several(self.values(*node.args), fields, name)
        self.refuse(f"{ast.unparse(node.func)} is not a kernel, nor a function of their language", node)

    # ── Kernels ──────────────────────────────────────────────────────────────
    def _kernel(self, name: KernelName, node: ast.Call) -> Value:
        program = self.unit.program
        parameters = program.function(name).args.args
        if len(parameters) != len(node.args):
            self.refuse(f"{name.name} takes {_count(len(parameters), 'argument')}, not {len(node.args)}", node)
        values = self.values(*node.args)
        for place, parameter in enumerate(parameters):
            wanted = program.annotated(name.module, parameter.annotation) if parameter.annotation else None
            if isinstance(wanted, str):
                values[place] = self._as_argument(values[place], wanted, parameter.arg, node.args[place])
        signature = self.unit.instance(name, tuple(value.type for value in values))
        return self._result_of(signature, tuple(expr for value in values for expr in value.exprs))

    def _as_argument(self, value: Value, wanted: str, name: str, node: ast.expr) -> Value:
        """A value as a parameter of this name takes it; `wanted` is the kind of its annotation."""
        if not is_number(value):
            self.refuse(f"{name} is {told(wanted)}, not {told(value.type)}", node)
        if wanted == FLOAT == value.kind or (wanted, value.kind) == (FLOAT, SINGLE):
            return value  # a float32 stays one, in a copy of the kernel, as in machine code
        if wanted == FLOAT:  # machine code would go on with whole numbers
            self.refuse(f"{name} is a float, not {told(value.kind)}; write float(...)", node)
        return number(wanted, self.as_kind(value, wanted, node))

    def _result_of(self, signature: Signature, args: tuple[Expr, ...]) -> Value:
        function, result = signature.function, signature.result
        if isinstance(result, str):
            return number(result, call(function, args))
        places = self.new_locals(function.results)
        self.body.append(Let(tuple(place.local for place in places), call(function, args)))
        return Value(result, places)

    # ── Methods ──────────────────────────────────────────────────────────────
    def _method(self, node: ast.Call, function: ast.Attribute) -> Value:
        base = self.value(function.value)
        if not (isinstance(base.type, ArrayType) and function.attr == "copy" and not node.args):
            self.refuse(f"{told(base.type)} has no {function.attr}() in kernels", node)
        if isinstance(base.type.of, RecordType) or None in base.type.shape:
            self.refuse("only an array of a record's field or of a constant can be copied; write a loop", node)
        size = bytes_of(base.type.of, base.lengths)
        copy = Value(base.type, (self.unit.scratch(size),))
        self.body.append(Copy(copy.expr, base.expr, size))
        return copy

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
        if name == "bool":
            return number(BOOL, self.test(node.args[0]))
        return self._of_number(name, self.number(node.args[0]), node)

    def _length(self, node: ast.Call) -> Value:
        value = self.held(self.value(node.args[0]))
        if isinstance(value.type, ArrayType):
            return number(INT, op("i64.extend_i32_u", value.lengths[0]))
        if isinstance(value.type, TupleType):
            return number(INT, i64(len(value.items)))
        self.refuse(f"{told(value.type)} has no length", node)

    def _extreme(self, name: str, node: ast.Call) -> Value:
        """As Python: the first, unless a later one is less, or more; of two kinds, as the wider one."""
        if len(node.args) < 2:
            self.refuse(f"{name} takes two or more numbers in kernels", node)
        extreme, *others = self.numbers(*node.args)
        for other in others:
            kind, a, b = self.paired(extreme, other, node)
            first, later = number(kind, self.hold(a)), number(kind, self.hold(b))
            better = self.compared(later, ast.Lt() if name == "min" else ast.Gt(), first, node)
            extreme = number(kind, op("select", later.expr, first.expr, better))
        return extreme

    def _of_number(self, name: str, value: Value, node: ast.AST) -> Value:
        """A function of one number."""
        match name, value.kind:
            case ("float", "single") | ("uint64", "unsigned"):  # a float32 stays one, as machine code has it
                return value
            case "sqrt", "single":
                self.refuse("a float32 has no math.sqrt; write math.sqrt(np.float64(...))", node)
            case "abs", "float" | "single":
                return number(value.kind, op(f"{WASM[value.kind]}.abs", value.expr))
            case "uint64", "float" | "single":
                self.refuse("a float is no np.uint64; write np.uint64(int(...))", node)
            case "int64", "unsigned" | "short":
                return number(INT, value.expr)
            case ("float" | "float64" | "sqrt" | "floor" | "isnan" | "bits_of", _) | (
                "int" | "int64",
                "float" | "single",
            ):
                return self._of_float(name, self.as_float(value, node))
        return self._of_whole(name, self.as_kind(value, INT, node))

    def _of_float(self, name: str, x: Expr) -> Value:
        match name:
            case "sqrt":
                return number(FLOAT, op("f64.sqrt", x))
            case "isnan":
                x = self.hold(x)
                return number(BOOL, op("f64.ne", x, x))
            case "bits_of":
                return number(INT, op("i64.reinterpret_f64", x))
            case "float" | "float64":
                return number(FLOAT, x)
        return number(INT, self._truncated(op("f64.floor", x) if name == "floor" else x))

    def _of_whole(self, name: str, n: Expr) -> Value:
        match name:
            case "int" | "int64":
                return number(INT, n)
            case "uint64":
                return number(UNSIGNED, n)
            case "lowest_bit":
                return number(INT, op("i64.ctz", n))
            case "count_bits":
                return number(INT, op("i64.popcnt", n))
            case "float_of":
                return number(FLOAT, op("f64.reinterpret_i64", n))
        n = self.hold(n)
        if name == "without_lowest":
            return number(INT, op("i64.and", n, op("i64.add", n, i64(-1))))
        return number(INT, op("select", op("i64.sub", i64(0), n), n, op("i64.lt_s", n, i64(0))))  # abs

    def _truncated(self, expr: Expr) -> Expr:
        """A float cut to a whole number of 64 bits; the least such number if it does not fit."""
        expr = self.hold(expr)
        fits = op("f64.lt", op("f64.abs", expr), Const("f64", 2.0**63))
        return choose(fits, op("i64.trunc_f64_s", expr), i64(-(1 << 63)))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"

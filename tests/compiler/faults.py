"""Faults that are planted in the compiler: each is a text of one of its files, and what it becomes."""

from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

import rookery.compiler
import rookery.core.compiling.names
from tests import planting
from tests.planting import Copied, Fault, faults, files_of

FOLDER = Path(rookery.compiler.__file__).parent
# the compiler, what it is told, and the harness
COPIED = Copied(
    FOLDER,
    {
        "faulty": None,
        "faulty.modules": Path(rookery.core.compiling.names.__file__),
        "faulty.running": Path(__file__).with_name("running.py"),
        **files_of(FOLDER, "faulty.compiler"),
    },
    (("rookery.core.compiling.names", "faulty.modules"), ("rookery.compiler", "faulty.compiler")),
)


def planted(fault: Fault) -> AbstractContextManager[ModuleType]:
    """The harness of these tests, with a compiler that has a fault."""
    return planting.planted(COPIED, fault, "faulty.running")


FAULTS = faults(
    {
        "encoding.py": {
            "convert_i64_s convert_i64_u demote_f64": "convert_i64_u convert_i64_s demote_f64",
            'trunc_f64_s trunc_f64_u", "i64."': 'trunc_f64_u trunc_f64_s", "i64."',
            "convert_i64_s convert_i64_u promote_f32": "convert_i64_u convert_i64_s promote_f32",
            "for local in reversed(locals_):": "for local in locals_:",
            "[Break(around, ir.negated(one)), Break(label, other)]": "[Break(around, one), Break(label, other)]",
            "(value == -1 and low & 0x40)": "value == -1",
            '"v128.add": b"\\xfd\\xe4\\x01"': '"v128.add": b"\\xfd\\xe5\\x01"',
        },
        "lowering/loops.py": {
            "i32(BYTES - 1)": "i32(BYTES - 5)",
            'op("i64.sub", end, counter), i64(-LANES))': 'op("i64.sub", end, counter), i64(-1))',
            "i64(LANES - 1)))": "i64(LANES)))",
            "        *first,  # as the last of the four leaves them\n": "",
            "if set_again or": "if",
            "[*set_here - known.keys()]": "[]",
        },
        "language.py": {
            '"int8": Format(1, INT, "i64.load8_s"': '"int8": Format(1, INT, "i64.load8_u"',
            'UNSIGNED_SHORT, "i64.load16_u"': 'UNSIGNED_SHORT, "i64.load16_s"',
            '"int32": Format(4, INT, "i64.load32_s", "i64.store32")': (
                '"int32": Format(4, INT, "i64.load32_s", "i64.store16")'
            ),
        },
        "ir.py": {
            '"shl": lambda a, b: a << (b & 63)': '"shl": lambda a, b: a << (b & 31)',
            'a.value == 0 if what == "eqz" else a.value': "a.value",
            "negated(a.no), negated(a.yes))": "negated(a.yes), negated(a.no))",
            'return op(f"{kind}.add", a, const(kind, -value))': 'return op(f"{kind}.add", a, const(kind, value))',
            "*(op(name, arg) for arg in a.args))": "*(op(name, arg) for arg in a.args[::-1]))",
            "return more - less if": "return less - more if",
            "(base, more) if": "(base, 0) if",
            "return yes if test.value else no\n    return Choose": (
                "return no if test.value else yes\n    return Choose"
            ),
            'what in ("add", "mul") and a.name == name': 'what in ("add", "mul", "shr_s") and a.name == name',
            "i32(more + less)": "i32(more)",
        },
        "lowering/arithmetic.py": {
            'below = op("i32.and", as_test(rest)': 'below = op("i32.or", as_test(rest)',
            'op("select", by, i64(0), below)': 'op("select", i64(0), by, below)',
            'op("i64.and", turned, b)': "turned",
            'op("i64.add", towards_0, lower)': "towards_0",
            'op("i64.and", lower, b)': "b",
            '"i64.div_u" if whole else "i64.rem_u"': '"i64.div_u" if whole else "i64.rem_s"',
            'unsigned = "_u" if kind == UNSIGNED else "_s"': 'unsigned = "_s"',
            '"i64.shr_u" if kind == UNSIGNED else "i64.shr_s"': '"i64.shr_s"',
            '{FLOAT_OPERATORS[what]}", a, b)': '{FLOAT_OPERATORS[what]}", b, a)',
        },
        "lowering/places.py": {
            "ir.i32(field.offset))": "ir.i32(field.offset + 1))",
            "bytes_of(of, rest)": "bytes_of(of, lengths)",
            "stored = self.hold(self.as_kind(value, FORMATS[of].kind, node, stored=True))": (
                "stored = self.as_kind(value, FORMATS[of].kind, node, stored=True)"
            ),
            'op("i32.add", length, found) if found.value < 0 else found': "found",
        },
        "lowering/scope.py": {
            "if any(reads(expr, places[:number]) for number, expr in enumerate(exprs)):": "if False:",
            "values = list(map(self.held, values))": "pass",
            "expr if is_pure(expr) else self.new(expr)": "expr",
        },
        "lowering/control.py": {
            "and not ir.reads(expr, assigned)": "",
            "place = InMemory(place.format, self.hold(place.address))": "pass",
            '"i64.ge_s" if step.value > 0 else "i64.le_s"': '"i64.ge_s" if step.value > 0 else "i64.lt_s"',
            "end = self.new(end)": "pass",
            "self.loops[-1][isinstance(node, ast.Continue)]": "self.loops[0][isinstance(node, ast.Continue)]",
        },
        "lowering/expressions.py": {
            "choose(test, found, i32(0)) if isinstance(node.op, ast.And)": (
                "choose(test, i32(0), found) if isinstance(node.op, ast.And)"
            ),
            "left = right\n            first, right": "first, right",
        },
        "lowering/calling.py": {
            'ast.Lt() if name == "min" else ast.Gt()': 'ast.LtE() if name == "min" else ast.GtE()',
            "base.expr, size))\n        return made": "base.expr, size))\n        return base",
        },
        "inlining.py": {
            "if isinstance(arg, ir.Const | ir.Get) and number not in assigned:": (
                "if isinstance(arg, ir.Const | ir.Get):"
            ),
            "self.places[local] = ir.Get(kind, self.function.new_local(kind))": (
                "self.places[local] = ir.Get(kind, local)"
            ),
            "[*self.leave(node), ir.Break(self.label)]": "self.leave(node)",
            "[ir.Let(self.results, values[0])] if self.results else []": "[]",
        },
    }
)

"""Faults that are planted in the compiler: each is a text of one of its files, and what it becomes."""

# an entry of the list is a line

from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

import rookery.compiler
import rookery.core.compiling.names
from tests import planting
from tests.planting import Copied, Fault, files_of

__all__ = ["FAULTS", "planted"]

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


FAULTS = [
    Fault("encoding.py", "convert_i64_s convert_i64_u demote_f64", "convert_i64_u convert_i64_s demote_f64"),
    Fault("encoding.py", 'trunc_f64_s trunc_f64_u", "i64."', 'trunc_f64_u trunc_f64_s", "i64."'),
    Fault("encoding.py", "convert_i64_s convert_i64_u promote_f32", "convert_i64_u convert_i64_s promote_f32"),
    Fault("encoding.py", "for local in reversed(locals_):", "for local in locals_:"),
    Fault(
        "encoding.py",
        "[Break(around, ir.negated(one)), Break(label, other)]",
        "[Break(around, one), Break(label, other)]",
    ),
    Fault("encoding.py", "(value == -1 and low & 0x40)", "value == -1"),
    Fault("encoding.py", '"v128.add": b"\\xfd\\xe4\\x01"', '"v128.add": b"\\xfd\\xe5\\x01"'),
    Fault("lowering/loops.py", "i32(BYTES - 1)", "i32(BYTES - 5)"),
    Fault("lowering/loops.py", 'op("i64.sub", end, counter), i64(-LANES))', 'op("i64.sub", end, counter), i64(-1))'),
    Fault("lowering/loops.py", "i64(LANES - 1)))", "i64(LANES)))"),
    Fault("lowering/loops.py", "        *first,  # as the last of the four leaves them\n", ""),
    Fault("lowering/loops.py", "if set_again or", "if"),
    Fault("lowering/loops.py", "[*set_here - known.keys()]", "[]"),
    Fault("language.py", '"int8": Format(1, INT, "i64.load8_s"', '"int8": Format(1, INT, "i64.load8_u"'),
    Fault(
        "language.py",
        'UNSIGNED_SHORT, "i64.load16_u"',
        'UNSIGNED_SHORT, "i64.load16_s"',
    ),
    Fault(
        "language.py",
        '"int32": Format(4, INT, "i64.load32_s", "i64.store32")',
        '"int32": Format(4, INT, "i64.load32_s", "i64.store16")',
    ),
    Fault("ir.py", '"shl": lambda a, b: a << (b & 63)', '"shl": lambda a, b: a << (b & 31)'),
    Fault("ir.py", 'a.value == 0 if what == "eqz" else a.value', "a.value"),
    Fault("ir.py", "negated(a.no), negated(a.yes))", "negated(a.yes), negated(a.no))"),
    Fault(
        "ir.py", 'return op(f"{kind}.add", a, const(kind, -value))', 'return op(f"{kind}.add", a, const(kind, value))'
    ),
    Fault("ir.py", "*(op(name, arg) for arg in a.args))", "*(op(name, arg) for arg in a.args[::-1]))"),
    Fault("ir.py", "return more - less if", "return less - more if"),
    Fault("ir.py", "(base, more) if", "(base, 0) if"),
    Fault(
        "ir.py",
        "return yes if test.value else no\n    return Choose",
        "return no if test.value else yes\n    return Choose",
    ),
    Fault("ir.py", 'what in ("add", "mul") and a.name == name', 'what in ("add", "mul", "shr_s") and a.name == name'),
    Fault("lowering/arithmetic.py", 'below = op("i32.and", as_test(rest)', 'below = op("i32.or", as_test(rest)'),
    Fault("lowering/arithmetic.py", 'op("select", by, i64(0), below)', 'op("select", i64(0), by, below)'),
    Fault("lowering/arithmetic.py", 'op("i64.and", turned, b)', "turned"),
    Fault("lowering/arithmetic.py", 'op("i64.add", towards_0, lower)', "towards_0"),
    Fault("lowering/arithmetic.py", 'op("i64.and", lower, b)', "b"),
    Fault(
        "lowering/arithmetic.py",
        '"i64.div_u" if whole else "i64.rem_u"',
        '"i64.div_u" if whole else "i64.rem_s"',
    ),
    Fault("lowering/arithmetic.py", 'unsigned = "_u" if kind == UNSIGNED else "_s"', 'unsigned = "_s"'),
    Fault(
        "lowering/arithmetic.py",
        '"i64.shr_u" if kind == UNSIGNED else "i64.shr_s"',
        '"i64.shr_s"',
    ),
    Fault("lowering/arithmetic.py", '{FLOAT_OPERATORS[what]}", a, b)', '{FLOAT_OPERATORS[what]}", b, a)'),
    Fault("ir.py", "i32(more + less)", "i32(more)"),
    Fault("lowering/places.py", "ir.i32(field.offset))", "ir.i32(field.offset + 1))"),
    Fault("lowering/places.py", "bytes_of(of, rest)", "bytes_of(of, lengths)"),
    Fault(
        "lowering/places.py",
        "stored = self.hold(self.as_kind(value, FORMATS[of].kind, node, stored=True))",
        "stored = self.as_kind(value, FORMATS[of].kind, node, stored=True)",
    ),
    Fault("lowering/places.py", 'op("i32.add", length, found) if found.value < 0 else found', "found"),
    Fault(
        "lowering/scope.py", "if any(reads(expr, places[:number]) for number, expr in enumerate(exprs)):", "if False:"
    ),
    Fault("lowering/scope.py", "values = list(map(self.held, values))", "pass"),
    Fault("lowering/scope.py", "expr if is_pure(expr) else self.new(expr)", "expr"),
    Fault("lowering/control.py", "and not ir.reads(expr, assigned)", ""),
    Fault("lowering/control.py", "place = InMemory(place.format, self.hold(place.address))", "pass"),
    Fault(
        "lowering/control.py",
        '"i64.ge_s" if step.value > 0 else "i64.le_s"',
        '"i64.ge_s" if step.value > 0 else "i64.lt_s"',
    ),
    Fault("lowering/control.py", "end = self.new(end)", "pass"),
    Fault(
        "lowering/control.py",
        "self.loops[-1][isinstance(node, ast.Continue)]",
        "self.loops[0][isinstance(node, ast.Continue)]",
    ),
    Fault(
        "lowering/expressions.py",
        "choose(test, found, i32(0)) if isinstance(node.op, ast.And)",
        "choose(test, i32(0), found) if isinstance(node.op, ast.And)",
    ),
    Fault(
        "lowering/expressions.py",
        "left = right\n            first, right",
        "first, right",
    ),
    Fault(
        "lowering/calling.py", 'ast.Lt() if name == "min" else ast.Gt()', 'ast.LtE() if name == "min" else ast.GtE()'
    ),
    Fault("lowering/calling.py", "base.expr, size))\n        return made", "base.expr, size))\n        return base"),
    Fault(
        "inlining.py",
        "if isinstance(arg, ir.Const | ir.Get) and number not in assigned:",
        "if isinstance(arg, ir.Const | ir.Get):",
    ),
    Fault(
        "inlining.py",
        "self.places[local] = ir.Get(kind, self.function.new_local(kind))",
        "self.places[local] = ir.Get(kind, local)",
    ),
    Fault("inlining.py", "[*self.leave(node), ir.Break(self.label)]", "self.leave(node)"),
    Fault("inlining.py", "[ir.Let(self.results, values[0])] if self.results else []", "[]"),
]

"""Operators, comparisons and conditions."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.lowered_values import Lowered, Lowers
from rookery.javascript.python_library import variable
from rookery.javascript.value_kinds import (
    ANY_NUMBER,
    COMPARED_ALIKE,
    TUPLES,
    WHOLE_NUMBERS,
    Is,
    Kind,
    element,
    in_array,
    many,
    merged,
)

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText

SHIFTS = 32  # JavaScript moves bits by fewer places
SURE = (Is.SMALL, Is.SAFE)  # sums and products of which are exact


def _native(sign: str) -> Callable[["FunctionText", Lowered, Lowered], Lowered | None]:
    """An operator that JavaScript has, for numbers of which the result is exact."""

    def lower(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
        kinds = {left.kind, right.kind}
        if Is.NOTHING in kinds:
            return Lowered("0", Is.NOTHING)
        text = f"({left.text} {sign} {right.text})"
        if kinds <= {*SURE, Is.BOOL} and (sign != "*" or kinds <= {Is.SMALL, Is.BOOL}):
            return Lowered(text, Is.SAFE)
        return Lowered(text, Is.FLOAT) if Is.FLOAT in kinds and kinds <= {Is.FLOAT, *SURE} else None

    return lower


def _helped(name: str, left: Lowered, right: Lowered) -> Kind:
    kinds = (left.kind, right.kind)
    if all(kind in (*WHOLE_NUMBERS, Is.BOOL) for kind in kinds):
        return Is.INT
    if Is.FLOAT in kinds:  # with anything but a number, Python raises
        return Is.FLOAT
    if name == "add" and kinds == (Is.BYTES, Is.BYTES):
        return Is.BYTES
    if name == "add" and kinds[0].name == kinds[1].name == "list":
        return merged(kinds)
    if name == "add" and all(kind.name in TUPLES for kind in kinds):
        return many("row", merged(map(element, kinds)))
    if name == "mul" and any(kind.name in ("list", *TUPLES) for kind in kinds):
        owner = next(kind for kind in kinds if kind.name in ("list", *TUPLES))
        return many("list" if owner.name == "list" else "row", element(owner))
    if name == "mul" and Is.STR in kinds:
        return Is.STR
    if name in ("and_", "or_", "sub", "xor") and kinds[0].name in ("set", "dict"):
        return kinds[0]
    return Is.UNKNOWN


def _operator(name: str, native: Callable[["FunctionText", Lowered, Lowered], Lowered | None] = lambda *_: None) -> Any:
    def lower(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered:
        if name in ("add", "sub", "mul"):
            left, right = (Lowered(f"(+{x.text})", Is.SMALL) if x.kind == Is.BOOL else x for x in (left, right))
        result = native(fn, left, right)
        return result or Lowered(f"{fn.helper(name)}({left.text}, {right.text})", _helped(name, left, right))

    return lower


def _add(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
    if left.kind == right.kind == Is.STR:
        return Lowered(f"({left.text} + {right.text})", Is.STR)
    return _native("+")(fn, left, right)


def _floor_divided(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
    if left.kind in SURE and right.kind == Is.SMALL and right.text.isdigit() and right.text != "0":
        return Lowered(f"Math.floor({left.text} / {right.text})", left.kind)
    return None


def _remainder(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
    if left.kind in WHOLE_NUMBERS and right.kind == Is.SMALL:
        return Lowered(f"{fn.helper('mod')}({left.text}, {right.text})", Is.SMALL)
    return None


def _of_bits(sign: str, helper: str) -> Callable[["FunctionText", Lowered, Lowered], Lowered | None]:
    """An operator of bits, which JavaScript has for numbers of 32 bits."""

    def lower(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
        if left.kind == right.kind == Is.SMALL:
            return Lowered(f"({left.text} {sign} {right.text})", Is.SMALL if sign == "&" else Is.SAFE)
        for one in (left, right):  # a mask that is small and not negative leaves only small numbers
            if sign == "&" and _natural(one) and {left.kind, right.kind} <= {*WHOLE_NUMBERS}:
                return Lowered(f"{fn.helper(helper)}({left.text}, {right.text})", Is.SMALL)
        return None

    return lower


def _natural(value: Lowered) -> bool:
    return value.kind == Is.SMALL and value.text.isdigit()


def _shifted(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
    if left.kind == Is.SMALL and _natural(right) and int(right.text) < SHIFTS:
        return Lowered(f"({left.text} >> {right.text})", Is.SMALL)
    return None


def _divided(fn: "FunctionText", left: Lowered, right: Lowered) -> Lowered | None:
    if left.kind in (*SURE, Is.FLOAT) and _natural(right) and right.text != "0":
        return Lowered(f"({left.text} / {right.text})", Is.FLOAT)
    return Lowered(f"{fn.helper('truediv')}({left.text}, {right.text})", Is.FLOAT)


BINARY: dict[type[ast.operator], Callable[["FunctionText", Lowered, Lowered], Lowered]] = {
    ast.Add: _operator("add", _add),
    ast.Sub: _operator("sub", _native("-")),
    ast.Mult: _operator("mul", _native("*")),
    ast.Div: _operator("truediv", _divided),
    ast.FloorDiv: _operator("floordiv", _floor_divided),
    ast.Mod: _operator("mod", _remainder),
    ast.BitAnd: _operator("and_", _of_bits("&", "and_")),
    ast.BitOr: _operator("or_", _of_bits("|", "or_")),
    ast.BitXor: _operator("xor", _of_bits("^", "xor")),
    ast.LShift: _operator("lshift"),
    ast.RShift: _operator("rshift", _shifted),
}


def _binary(fn: "FunctionText", node: ast.BinOp) -> Lowered:
    if type(node.op) not in BINARY:
        raise NotInLanguage("`**` and `@` are not in the subset; write a product or a loop", node)
    return BINARY[type(node.op)](fn, fn.lowered(node.left), fn.lowered(node.right))


def _unary(fn: "FunctionText", node: ast.UnaryOp) -> Lowered:
    if isinstance(node.op, ast.Not):
        return Lowered(f"!{fn.condition(node.operand)}", Is.BOOL)
    value = fn.lowered(node.operand)
    if isinstance(node.op, ast.USub):
        if value.kind in (*SURE, Is.FLOAT):
            return Lowered(f"(-{value.text})", value.kind)
        return Lowered(f"{fn.helper('neg')}({value.text})", Is.INT if value.kind == Is.INT else Is.UNKNOWN)
    if isinstance(node.op, ast.Invert):
        return Lowered(f"{fn.helper('invert')}({value.text})", Is.INT)
    return value


def condition(fn: "FunctionText", node: ast.expr) -> str:
    """The truth of an expression, as JavaScript takes it; it needs no brackets around it."""
    if isinstance(node, ast.BoolOp):
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(fn.condition(x) for x in node.values)})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"!{fn.condition(node.operand)}"
    return truth(fn, fn.lowered(node))


def truth(fn: "FunctionText", value: Lowered) -> str:
    """`bool(value)`, where JavaScript asks for a truth."""
    if value.kind in COMPARED_ALIKE:
        return value.text
    if in_array(value.kind):
        return f"({value.text}.length > 0)"
    return f"{fn.helper('py_bool')}({value.text})"


def _either(fn: "FunctionText", node: ast.BoolOp) -> Lowered:
    *before, last = [fn.lowered(x) for x in node.values]
    kind, joined = merged(value.kind for value in (*before, last)), isinstance(node.op, ast.And)
    text = last.text
    for value in reversed(before):
        if value.kind in COMPARED_ALIKE:
            text = f"({value.text} {'&&' if joined else '||'} {text})"
        else:
            holder = fn.temporary_name()
            yes, no = (text, holder) if joined else (holder, text)
            text = f"({truth(fn, Lowered(f'({holder} = {value.text})', value.kind))} ? {yes} : {no})"
    return Lowered(text, kind)


def _comparison(fn: "FunctionText", node: ast.Compare) -> Lowered:
    parts, left = [], fn.lowered(node.left)
    for i, (operator, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = fn.lowered(right_node)
        if i < len(node.ops) - 1 and not isinstance(right_node, ast.Name | ast.Constant):
            holder = fn.temporary_name()
            parts.append(_compared(fn, operator, left, Lowered(f"({holder} = {right.text})", right.kind)))
            left = Lowered(holder, right.kind)
        else:
            parts.append(_compared(fn, operator, left, right))
            left = right
    return Lowered(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", Is.BOOL)


def _compared(fn: "FunctionText", operator: ast.cmpop, left: Lowered, right: Lowered) -> str:
    kinds = {left.kind, right.kind}
    alike = left.kind in COMPARED_ALIKE and (len(kinds) == 1 or kinds <= {*ANY_NUMBER})
    match operator:
        case ast.Is() | ast.IsNot():
            if Is.NONE not in kinds and kinds & {*ANY_NUMBER, Is.STR}:
                raise NotInLanguage("`is` is not for numbers and texts; write ==")
            return f"({left.text} {'===' if isinstance(operator, ast.Is) else '!=='} {right.text})"
        case ast.Eq() | ast.NotEq():
            same = isinstance(operator, ast.Eq)
            if alike or Is.STR in kinds:
                return f"({left.text} {'===' if same else '!=='} {right.text})"
            return f"{'' if same else '!'}{fn.helper('eq')}({left.text}, {right.text})"
        case ast.In() | ast.NotIn():
            sign = "" if isinstance(operator, ast.In) else "!"
            if right.kind.name == "object" and hasattr(right.kind.of, "__contains__") and not in_array(right.kind):
                return f"{sign}{right.text}.__contains__({left.text})"
            return f"{sign}{fn.helper('contains')}({right.text}, {left.text})"
    sign, name = _ORDER[type(operator)]
    if alike and left.kind != Is.STR:
        return f"({left.text} {sign} {right.text})"
    return f"{fn.helper(name)}({left.text}, {right.text})"


_ORDER: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "lt"),
    ast.LtE: ("<=", "le"),
    ast.Gt: (">", "gt"),
    ast.GtE: (">=", "ge"),
}


def _conditional(fn: "FunctionText", node: ast.IfExp) -> Lowered:
    yes, no = fn.lowered(node.body), fn.lowered(node.orelse)
    return Lowered(f"({fn.condition(node.test)} ? {yes.text} : {no.text})", merged((yes.kind, no.kind)))


def _walrus(fn: "FunctionText", node: ast.NamedExpr) -> Lowered:
    value = fn.lowered(node.value)
    fn.assigned(node.target.id, value.kind)
    return Lowered(f"({variable(node.target.id)} = {value.text})", value.kind)


OF_OPERATORS: Lowers = {
    ast.BinOp: _binary,
    ast.BoolOp: _either,
    ast.Compare: _comparison,
    ast.IfExp: _conditional,
    ast.NamedExpr: _walrus,
    ast.UnaryOp: _unary,
}

"""Expressions. Each becomes a text that needs no brackets around it, and its kind."""

import ast
import dataclasses
import json
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    NUMBERS,
    PLAIN,
    SAFE,
    SMALL,
    STR,
    TUPLES,
    UNKNOWN,
    WHOLE,
    Kind,
    element,
    field_kinds,
    in_array,
    item,
    many,
    merged,
    of_value,
    returned,
)
from rookery.javascript.library import member
from rookery.javascript.values import Value

if TYPE_CHECKING:
    from rookery.javascript.functions import Live, Scope

SURE = (SMALL, SAFE)  # sums and products of which are exact


def lowered(scope: "Scope", node: ast.expr) -> Value:
    """An expression. Raises NotInLanguage."""
    lower = scope.program.lowers.get(type(node))
    try:
        if lower is None:
            raise NotInLanguage(f"{ast.unparse(node)!r} is not in the subset that pages run; write it in another way")
        return lower(scope, node)
    except NotInLanguage as refused:
        refused.line = refused.line or node.lineno
        raise


# ── Names and constants ──────────────────────────────────────────────────────
def static(scope: "Scope", node: ast.expr) -> "Live | None":
    """The live object that a name outside of the function means, or a part of one that never changes."""
    if isinstance(node, ast.Name):
        return scope.live(node.id)
    if isinstance(node, ast.Attribute):
        owner = static(scope, node.value)
        if owner is not None and _is_fixed(owner.value) and hasattr(owner.value, node.attr):
            found = getattr(owner.value, node.attr)
            of = getattr(found, "__self__", None)  # of a method of a constant, that constant
            return type(owner)(found) if of is None or isinstance(of, types.ModuleType | type) else None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        owner = static(scope, node.value)
        if owner is not None and isinstance(owner.value, tuple | dict | types.MappingProxyType | str):
            try:
                return type(owner)(owner.value[node.slice.value])
            except LookupError:
                return None
    return None


def _is_fixed(value: Any) -> bool:
    return (
        isinstance(value, types.ModuleType | type | msgspec.Struct)
        or hasattr(type(value), "_fields")
        or dataclasses.is_dataclass(value)
    )


def _name(scope: "Scope", node: ast.Name) -> Value:
    if (found := scope.local(node.id)) is not None:
        return found
    return _live_value(scope, node, node.id)


def _live_value(scope: "Scope", node: ast.expr, called: str) -> Value:
    found = static(scope, node)
    if found is None:
        raise NotInLanguage(f"{ast.unparse(node)} is no name here", node)
    return Value(scope.program.reference(found.value, called), of_value(found.value))


def _attribute(scope: "Scope", node: ast.Attribute) -> Value:
    if static(scope, node) is not None:
        return _live_value(scope, node, node.attr)
    owner = lowered(scope, node.value)
    kind = owner.kind
    if kind.name == "view":
        if node.attr not in scope.program.view:
            known = ", ".join(scope.program.view)
            raise NotInLanguage(f"the view of a page has no {node.attr}; write one of {known}", node)
        return Value(f"{owner.text}.{node.attr}", scope.program.view[node.attr])
    if kind.name in ("record", "object"):
        found = field_kinds(kind.of).get(node.attr)
        if found is None:
            method = getattr(kind.of, node.attr, None)
            getter = getattr(method, "fget", None) or getattr(method, "func", None)
            found = returned(getter) if getter else UNKNOWN
        return Value(f"{owner.text}.{member(node.attr)}", found)
    if node.attr == "T":
        return Value(f"{scope.helper('transposed')}({owner.text})", kind)
    return Value(f"{owner.text}.{member(node.attr)}", UNKNOWN)


def _constant(scope: "Scope", node: ast.Constant) -> Value:
    if isinstance(node.value, bytes | complex) or node.value is ...:
        raise NotInLanguage(f"{node.value!r} is not in the subset; write a number or a text", node)
    return Value(scope.program.literal(node.value), of_value(node.value))


def _text(scope: "Scope", node: ast.JoinedStr) -> Value:
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(json.dumps(part.value, ensure_ascii=False)[1:-1].replace("`", "\\`").replace("${", "\\${").replace('\\"', '"'))
        else:
            assert isinstance(part, ast.FormattedValue)
            parts.append(f"${{{_formatted(scope, part)}}}")
    return Value(f"`{''.join(parts)}`", STR)


def _formatted(scope: "Scope", part: ast.FormattedValue) -> str:
    value = lowered(scope, part.value)
    if part.format_spec is not None:
        return f"{scope.helper('formatted')}({value.text}, {lowered(scope, part.format_spec).text})"
    if part.conversion == ord("r"):
        return f"{scope.helper('py_repr')}({value.text})"
    return value.text if value.kind in (STR, *WHOLE) else as_text(scope, value)


def as_text(scope: "Scope", value: Value) -> str:
    """`str(value)`."""
    if value.kind == FLOAT:
        raise NotInLanguage("pages write 1.0 otherwise than Python; give the float a form, as in {share:g}")
    return value.text if value.kind == STR else f"{scope.helper('py_str')}({value.text})"


# ── Collections ──────────────────────────────────────────────────────────────
def listed(scope: "Scope", nodes: list[ast.expr]) -> tuple[str, Kind]:
    """Values one after another, and the kind of each."""
    found = [lowered(scope, x.value if isinstance(x, ast.Starred) else x) for x in nodes]
    texts = [
        f"...{iterated(value)}" if isinstance(x, ast.Starred) else value.text
        for x, value in zip(nodes, found, strict=True)
    ]
    kinds = [element(v.kind) if isinstance(x, ast.Starred) else v.kind for x, v in zip(nodes, found, strict=True)]
    return ", ".join(texts), merged(kinds) if kinds else NOTHING


def _tuple(scope: "Scope", node: ast.Tuple) -> Value:
    text, kind = listed(scope, node.elts)
    if any(isinstance(x, ast.Starred) for x in node.elts):
        return Value(f"[{text}]", many("row", kind))
    return Value(f"[{text}]", Kind("tuple", tuple(lowered(scope, x).kind for x in node.elts)))


def _list(scope: "Scope", node: ast.List) -> Value:
    text, kind = listed(scope, node.elts)
    return Value(f"[{text}]", many("list", UNKNOWN if kind == NOTHING else kind))


def _set(scope: "Scope", node: ast.Set) -> Value:
    text, kind = listed(scope, node.elts)
    return Value(f"{scope.helper('py_set')}([{text}])", many("set", kind))


def _dict(scope: "Scope", node: ast.Dict) -> Value:
    parts, keys, values = [], list[Kind](), list[Kind]()
    for key, value in zip(node.keys, node.values, strict=True):
        found = lowered(scope, value)
        if key is None:
            parts.append(f"...{scope.helper('dot_items')}({found.text})")
            keys.append(element(found.kind))
            values.append(item(found.kind, None))
        else:
            given = lowered(scope, key)
            parts.append(f"[{given.text}, {found.text}]")
            keys.append(given.kind)
            values.append(found.kind)
    kinds = (merged(keys), merged(values)) if parts else (UNKNOWN, UNKNOWN)
    return Value(f"{scope.helper('dict')}([{', '.join(parts)}])", Kind("dict", kinds))


def iterated(value: Value, *, ordered: bool = True) -> str:
    """What `for ... of` takes. `ordered`: whether the order makes a difference. A set has none."""
    if value.kind.name == "set":
        if ordered:
            raise NotInLanguage("a set has no order that can be relied on; write sorted(...) around it")
        return f"{value.text}.values()"
    return value.text


# ── Operators ────────────────────────────────────────────────────────────────
def _native(sign: str) -> Callable[["Scope", Value, Value], Value | None]:
    """An operator that JavaScript has, for numbers of which the result is exact."""

    def lower(scope: "Scope", left: Value, right: Value) -> Value | None:
        kinds = {left.kind, right.kind}
        if NOTHING in kinds:
            return Value("0", NOTHING)
        text = f"({left.text} {sign} {right.text})"
        if kinds <= {*SURE, BOOL} and (sign != "*" or kinds <= {SMALL, BOOL}):
            return Value(text, SAFE)
        return Value(text, FLOAT) if FLOAT in kinds and kinds <= {FLOAT, *SURE} else None

    return lower


def _helped(name: str, left: Value, right: Value) -> Kind:
    kinds = (left.kind, right.kind)
    if all(kind in (*WHOLE, BOOL) for kind in kinds):
        return INT
    if FLOAT in kinds:  # with anything but a number, Python raises
        return FLOAT
    if name == "add" and kinds[0].name == kinds[1].name == "list":
        return merged(kinds)
    if name == "add" and all(kind.name in TUPLES for kind in kinds):
        return many("row", merged(map(element, kinds)))
    if name == "mul" and any(kind.name in ("list", *TUPLES) for kind in kinds):
        owner = next(kind for kind in kinds if kind.name in ("list", *TUPLES))
        return many("list" if owner.name == "list" else "row", element(owner))
    if name == "mul" and STR in kinds:
        return STR
    if name in ("and_", "or_", "sub", "xor") and kinds[0].name in ("set", "dict"):
        return kinds[0]
    if name in ("and_", "or_", "xor") and kinds == (BOOL, BOOL):
        return BOOL
    return UNKNOWN


def _operator(name: str, native: Callable[["Scope", Value, Value], Value | None] = lambda *_: None) -> Any:
    def lower(scope: "Scope", left: Value, right: Value) -> Value:
        found = native(scope, left, right)
        return found or Value(f"{scope.helper(name)}({left.text}, {right.text})", _helped(name, left, right))

    return lower


def _add(scope: "Scope", left: Value, right: Value) -> Value | None:
    if left.kind == right.kind == STR:
        return Value(f"({left.text} + {right.text})", STR)
    return _native("+")(scope, left, right)


def _floor_divided(scope: "Scope", left: Value, right: Value) -> Value | None:
    if left.kind in SURE and right.kind == SMALL and right.text.isdigit() and right.text != "0":
        return Value(f"Math.floor({left.text} / {right.text})", left.kind)
    return None


def _remainder(scope: "Scope", left: Value, right: Value) -> Value | None:
    if left.kind in WHOLE and right.kind == SMALL:
        return Value(f"{scope.helper('mod')}({left.text}, {right.text})", SMALL)
    return None


def _masked(scope: "Scope", left: Value, right: Value) -> Value | None:
    for one in (left, right):  # a mask that is small and not negative leaves only small numbers
        if one.kind == SMALL and one.text.isdigit() and {left.kind, right.kind} <= {*WHOLE}:
            return Value(f"{scope.helper('and_')}({left.text}, {right.text})", SMALL)
    return None


def _divided(scope: "Scope", left: Value, right: Value) -> Value | None:
    return Value(f"{scope.helper('truediv')}({left.text}, {right.text})", FLOAT)


OPERATORS: dict[type[ast.operator], Callable[["Scope", Value, Value], Value]] = {
    ast.Add: _operator("add", _add),
    ast.Sub: _operator("sub", _native("-")),
    ast.Mult: _operator("mul", _native("*")),
    ast.Div: _operator("truediv", _divided),
    ast.FloorDiv: _operator("floordiv", _floor_divided),
    ast.Mod: _operator("mod", _remainder),
    ast.Pow: _operator("pow"),
    ast.BitAnd: _operator("and_", _masked),
    ast.BitOr: _operator("or_"),
    ast.BitXor: _operator("xor"),
    ast.LShift: _operator("lshift"),
    ast.RShift: _operator("rshift"),
}


def _binary(scope: "Scope", node: ast.BinOp) -> Value:
    if isinstance(node.op, ast.MatMult):
        raise NotInLanguage("`@` is not in the subset; write a loop", node)
    return OPERATORS[type(node.op)](scope, lowered(scope, node.left), lowered(scope, node.right))


def _unary(scope: "Scope", node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        return Value(f"!{condition(scope, node.operand)}", BOOL)
    value = lowered(scope, node.operand)
    if isinstance(node.op, ast.USub):
        if value.kind in (*SURE, FLOAT):
            return Value(f"(-{value.text})", value.kind)
        return Value(f"{scope.helper('neg')}({value.text})", INT if value.kind == INT else UNKNOWN)
    if isinstance(node.op, ast.Invert):
        return Value(f"{scope.helper('invert')}({value.text})", INT)
    return value


def condition(scope: "Scope", node: ast.expr) -> str:
    """The truth of an expression, as JavaScript takes it; it needs no brackets around it."""
    if isinstance(node, ast.BoolOp):
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(condition(scope, x) for x in node.values)})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"!{condition(scope, node.operand)}"
    return truth(scope, lowered(scope, node))


def truth(scope: "Scope", value: Value) -> str:
    """`bool(value)`, where JavaScript asks for a truth."""
    if value.kind in PLAIN:
        return value.text
    if in_array(value.kind):
        return f"({value.text}.length > 0)"
    return f"{scope.helper('py_bool')}({value.text})"


def _either(scope: "Scope", node: ast.BoolOp) -> Value:
    *before, last = [lowered(scope, x) for x in node.values]
    kind, joined = merged(value.kind for value in (*before, last)), isinstance(node.op, ast.And)
    text = last.text
    for value in reversed(before):
        if value.kind in PLAIN:
            text = f"({value.text} {'&&' if joined else '||'} {text})"
        else:
            kept = scope.temporary_name()
            yes, no = (text, kept) if joined else (kept, text)
            text = f"({truth(scope, Value(f'({kept} = {value.text})', value.kind))} ? {yes} : {no})"
    return Value(text, kind)


def _comparison(scope: "Scope", node: ast.Compare) -> Value:
    parts, left = [], lowered(scope, node.left)
    for i, (operator, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = lowered(scope, right_node)
        if i < len(node.ops) - 1 and not isinstance(right_node, ast.Name | ast.Constant):
            kept = scope.temporary_name()
            parts.append(_compared(scope, operator, left, Value(f"({kept} = {right.text})", right.kind)))
            left = Value(kept, right.kind)
        else:
            parts.append(_compared(scope, operator, left, right))
            left = right
    return Value(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", BOOL)


def _compared(scope: "Scope", operator: ast.cmpop, left: Value, right: Value) -> str:
    kinds = {left.kind, right.kind}
    alike = left.kind in PLAIN and (len(kinds) == 1 or kinds <= {*NUMBERS})
    match operator:
        case ast.Is() | ast.IsNot():
            if NONE not in kinds and kinds & {*NUMBERS, STR}:
                raise NotInLanguage("`is` is not for numbers and texts; write ==")
            return f"({left.text} {'===' if isinstance(operator, ast.Is) else '!=='} {right.text})"
        case ast.Eq() | ast.NotEq():
            same = isinstance(operator, ast.Eq)
            if alike or STR in kinds:
                return f"({left.text} {'===' if same else '!=='} {right.text})"
            return f"{'' if same else '!'}{scope.helper('eq')}({left.text}, {right.text})"
        case ast.In() | ast.NotIn():
            return f"{'' if isinstance(operator, ast.In) else '!'}{scope.helper('contains')}({right.text}, {left.text})"
    sign, name = _ORDER[type(operator)]
    if alike and left.kind != STR:
        return f"({left.text} {sign} {right.text})"
    return f"{scope.helper(name)}({left.text}, {right.text})"


_ORDER: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "lt"),
    ast.LtE: ("<=", "le"),
    ast.Gt: (">", "gt"),
    ast.GtE: (">=", "ge"),
}


def _conditional(scope: "Scope", node: ast.IfExp) -> Value:
    yes, no = lowered(scope, node.body), lowered(scope, node.orelse)
    return Value(f"({condition(scope, node.test)} ? {yes.text} : {no.text})", merged((yes.kind, no.kind)))


def _walrus(scope: "Scope", node: ast.NamedExpr) -> Value:
    value = lowered(scope, node.value)
    scope.assigned(node.target.id, value.kind)
    return Value(f"({lowered(scope, _stored_name(node.target)).text} = {value.text})", value.kind)


def _stored_name(target: ast.Name) -> ast.Name:
    return ast.copy_location(ast.Name(target.id, ast.Load()), target)


# ── Indexes ──────────────────────────────────────────────────────────────────
def index_text(scope: "Scope", node: ast.expr) -> str:
    """What is between the brackets."""
    if isinstance(node, ast.Tuple) and any(isinstance(x, ast.Slice) for x in node.elts):
        raise NotInLanguage("a slice in an index of several parts is in the subset only at its end", node)
    return lowered(scope, node).text


def slice_text(scope: "Scope", node: ast.Slice) -> str:
    return ", ".join("null" if x is None else lowered(scope, x).text for x in (node.lower, node.upper, node.step))


def _subscript(scope: "Scope", node: ast.Subscript) -> Value:
    found = static(scope, node)
    if found is not None and isinstance(found.value, int | str | float):
        return _live_value(scope, node, "part")
    owner = lowered(scope, node.value)
    if isinstance(node.slice, ast.Slice):
        kind = many("row", element(owner.kind)) if owner.kind.name in ("tuple", "object") else owner.kind
        return Value(f"{scope.helper('slice')}({owner.text}, {slice_text(scope, node.slice)})", kind)
    if isinstance(node.slice, ast.Tuple) and owner.kind.name != "dict":
        *before, last = node.slice.elts
        text, kind = owner.text, owner.kind
        for part in before if isinstance(last, ast.Slice) else node.slice.elts:
            if isinstance(part, ast.Starred):
                text, kind = f"{scope.helper('walk')}({text}, {lowered(scope, part.value).text})", UNKNOWN
            else:
                text, kind = f"{scope.helper('getitem')}({text}, {lowered(scope, part).text})", element(kind)
        if isinstance(last, ast.Slice):
            return Value(f"{scope.helper('slice')}({text}, {slice_text(scope, last)})", many("cells"))
        return Value(text, kind)
    value = node.slice.value if isinstance(node.slice, ast.Constant) else None
    return Value(f"{scope.helper('getitem')}({owner.text}, {index_text(scope, node.slice)})", item(owner.kind, value))


def counting(scope: "Scope", node: ast.expr) -> tuple[str, str, Kind] | None:
    """Start, end and kind of the numbers of `range(end)` or `range(start, end)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) < 3):
        return None
    found = scope.live(node.func.id)
    if found is None or found.value is not range or any(isinstance(x, ast.Starred) for x in node.args):
        return None
    *before, end = [lowered(scope, x) for x in node.args]
    start = before[0] if before else Value("0", SMALL)
    return start.text, end.text, SMALL if start.kind == SMALL else INT


def eager(scope: "Scope", node: ast.expr, *, ordered: bool = True) -> Value:
    """An argument of a function that takes all elements: a generator is made a list at once."""
    return list_of(scope, node, ordered=ordered) if isinstance(node, ast.GeneratorExp | ast.ListComp) else lowered(scope, node)


# ── Comprehensions ───────────────────────────────────────────────────────────
def loops(
    scope: "Scope", generators: list[ast.comprehension], inside: Callable[[], str], *, ordered: bool = True
) -> str:
    """Loops around what `inside` gives, which is lowered with their variables."""
    if not generators:
        return inside()
    first, *others = generators
    counted = counting(scope, first.iter)
    given = None if counted else lowered(scope, first.iter)
    with scope.comprehending() as names:
        if counted and isinstance(first.target, ast.Name):
            start, end, kind = counted
            names[first.target.id] = kind
            name = lowered(scope, _stored_name(first.target)).text
            head = f"for (let {name} = {start}, {name}$ = {end}; {name} < {name}$; {name}++) "
        else:
            value = given or lowered(scope, first.iter)
            text, before = _target(scope, first.target, element(value.kind), names)
            head = f"for (const {text} of {before(iterated(value, ordered=ordered))}) "
        tests = "".join(f"if ({condition(scope, test)}) " for test in first.ifs)
        return f"{head}{tests}{loops(scope, others, inside, ordered=ordered)}"


def _target(scope: "Scope", target: ast.expr, kind: Kind, names: dict[str, Kind]) -> tuple[str, Callable[[str], str]]:
    """The variables of a loop as JavaScript takes them apart, and what has to be done to each element for that."""
    if isinstance(target, ast.Name):
        names[target.id] = kind
        return lowered(scope, _stored_name(target)).text, lambda text: text
    if not isinstance(target, ast.Tuple | ast.List):
        raise NotInLanguage(f"{ast.unparse(target)} cannot be the variable of a loop here", target)
    star = next((i for i, x in enumerate(target.elts) if isinstance(x, ast.Starred)), None)
    texts = []
    for i, x in enumerate(target.elts):
        if isinstance(x, ast.Starred):
            texts.append(_target(scope, x.value, many("list", element(kind)), names)[0])
        else:
            texts.append(_target(scope, x, item(kind, i if star is None or i < star else None), names)[0])
    text = f"[{', '.join(texts)}]"
    if star is None:
        return text, lambda given: given
    after = len(target.elts) - star - 1
    return text, lambda given: f"{scope.helper('starred')}({given}, {star}, {after})"


Comprehension = ast.ListComp | ast.GeneratorExp | ast.SetComp


def list_of(scope: "Scope", node: Comprehension, *, ordered: bool = True) -> Value:
    """A comprehension as a list that is made at once."""
    kinds = list[Kind]()

    def inside() -> str:
        value = lowered(scope, node.elt)
        kinds.append(value.kind)
        return f"$r.push({value.text});"

    text = loops(scope, node.generators, inside, ordered=ordered)
    return Value(f"(() => {{ const $r = []; {text} return $r }})()", many("list", kinds[0]))


def _generator(scope: "Scope", node: ast.GeneratorExp) -> Value:
    kinds = list[Kind]()

    def inside() -> str:
        value = lowered(scope, node.elt)
        kinds.append(value.kind)
        return f"yield {value.text};"

    text = loops(scope, node.generators, inside)
    return Value(f"(function* () {{ {text} }})()", many("iterator", kinds[0]))


def _set_of(scope: "Scope", node: ast.SetComp) -> Value:
    value = list_of(scope, node, ordered=False)
    return Value(f"{scope.helper('py_set')}({value.text})", many("set", element(value.kind)))


def _dict_of(scope: "Scope", node: ast.DictComp) -> Value:
    pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
    value = list_of(scope, ast.copy_location(ast.ListComp(pair, node.generators), node))
    return Value(f"{scope.helper('dict')}({value.text})", Kind("dict", element(value.kind).parts))


def _lambda(scope: "Scope", node: ast.Lambda) -> Value:
    inner = scope.within(node)
    return Value(inner.arrow(), Kind("function"))


def _yield(scope: "Scope", node: ast.Yield) -> Value:
    return Value(f"(yield {lowered(scope, node.value).text if node.value else 'null'})", NONE)


def _yield_from(scope: "Scope", node: ast.YieldFrom) -> Value:
    return Value(f"(yield* {iterated(lowered(scope, node.value))})", NONE)


EXPRESSIONS: dict[type[ast.expr], Callable[["Scope", Any], Value]] = {
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _either,
    ast.Compare: _comparison,
    ast.Constant: _constant,
    ast.Dict: _dict,
    ast.DictComp: _dict_of,
    ast.GeneratorExp: _generator,
    ast.IfExp: _conditional,
    ast.JoinedStr: _text,
    ast.Lambda: _lambda,
    ast.List: _list,
    ast.ListComp: list_of,
    ast.Name: _name,
    ast.NamedExpr: _walrus,
    ast.Set: _set,
    ast.SetComp: _set_of,
    ast.Subscript: _subscript,
    ast.Tuple: _tuple,
    ast.UnaryOp: _unary,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
}

"""Names, constants, texts, tuples and other collections, and parts of them."""

import ast
import dataclasses
import json
import numbers
import re
import types
import typing
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from rookery.compiler.errors import NotInLanguage, no_field
from rookery.javascript.loop_text import iterated, listed
from rookery.javascript.lowered_values import Lowered, Lowers
from rookery.javascript.member_kinds import field_kinds, item, member_kind
from rookery.javascript.python_library import EXCEPTIONS, LIBRARY, among, member
from rookery.javascript.value_kinds import (
    WHOLE_NUMBERS,
    Is,
    Kind,
    element,
    in_array,
    is_of_host,
    many,
    merged,
    of_value,
    present,
)

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText, Live


# ── Names and constants ──────────────────────────────────────────────────────
def static(fn: "FunctionText", node: ast.expr) -> "Live | None":
    """The live object that a name outside of the function means, or a part of one that never changes."""
    if isinstance(node, ast.Name):
        return fn.live(node.id)
    if isinstance(node, ast.Attribute):
        owner = static(fn, node.value)
        if owner is not None and is_fixed(owner.value) and hasattr(owner.value, node.attr):
            value = getattr(owner.value, node.attr)
            if among(value, LIBRARY):
                return type(owner)(value)
            of = getattr(value, "__self__", None)  # of a method of a constant, that constant
            if of is not None and not isinstance(of, types.ModuleType | type):
                return None
            return type(owner)(fn.module.standing_in(value))
    return None


def is_fixed(value: Any) -> bool:
    """Whether the parts of a live object never change."""
    return (
        isinstance(value, types.ModuleType | type | msgspec.Struct)
        or hasattr(type(value), "_fields")
        or dataclasses.is_dataclass(value)
    )


def _name(fn: "FunctionText", node: ast.Name) -> Lowered:
    if (found := fn.local(node.id)) is not None:
        return found
    return _live_value(fn, node, node.id)


def _live_value(fn: "FunctionText", node: ast.expr, called: str) -> Lowered:
    found = static(fn, node)
    if found is None:
        raise NotInLanguage(f"{ast.unparse(node)} is no name here", node)
    if isinstance(found.value, type) and not fn.module.record:
        fn.module.with_schema(found.value)
    return Lowered(fn.module.reference(found.value, called), of_value(found.value))


# what classes know of themselves -> the function of the runtime that tells it
OF_CLASSES = {
    "__mro__": ("class_mro", many("list")),
    "__name__": ("class_name", Is.STR),
    "__struct_encode_fields__": ("names_in_json", many("list", Is.STR)),
}


def _attribute(fn: "FunctionText", node: ast.Attribute) -> Lowered:
    if static(fn, node) is not None:
        return _live_value(fn, node, node.attr)
    owner = fn.lowered(node.value)
    kind = seen(fn, owner.kind)
    fn.module.members |= {node.attr} if kind.name in ("object", "record") else {node.attr, f".{node.attr}"}
    if kind.name == "view":
        if node.attr not in fn.module.view:
            known = ", ".join(fn.module.view)
            raise NotInLanguage(f"the view of a page has no {node.attr}; write one of {known}", node)
        return Lowered(f"{owner.text}.{node.attr}", fn.module.view[node.attr])
    if kind.name == "record" and not hasattr(kind.of, node.attr) and node.attr not in field_kinds(kind.of):
        raise NotInLanguage(no_field(kind.of.__name__, node.attr, [*field_kinds(kind.of)]), node)
    if kind.name in ("record", "object"):
        result = member_kind(kind, node.attr)
        if result.name == "function" and isinstance(result.of, types.FunctionType):  # a method that is called elsewhere
            return Lowered(f"{fn.helper('bound')}({owner.text}, {json.dumps(member(node.attr))})", result)
        return Lowered(f"{owner.text}.{member(node.attr)}", result)
    methods = types.MethodType | types.FunctionType
    of_class = node.attr in OF_CLASSES or isinstance(getattr(kind.of, node.attr, None), methods)
    if kind.name == "class" and not of_class:  # what it has for all of its objects
        return Lowered(f"{owner.text}.prototype.{member(node.attr)}", Is.UNKNOWN)
    if node.attr in OF_CLASSES:
        name, result = OF_CLASSES[node.attr]
        return Lowered(f"{fn.helper(name)}({owner.text})", result)
    if node.attr.startswith("__"):
        raise NotInLanguage(f"pages have no {node.attr}", node)
    if node.attr == "T":
        return Lowered(f"{fn.helper('transposed')}({owner.text})", kind)
    return Lowered(f"{owner.text}.{member(node.attr)}", Is.UNKNOWN)


def seen(fn: "FunctionText", kind: Kind) -> Kind:
    """The kind of an owner whose parts are asked for: it is not None then, and a position is a view in a game."""
    kind = present(kind)
    if kind.name == "view" and fn.module.record is None and kind.of:
        kind = Kind("object", (), kind.of)
    return kind._replace(of=fn.module.standing_in(kind.of)) if kind.name in ("object", "class") else kind


# classes of Python for which a function of the runtime asks, `is_...`
_TESTED = (str, int, bool, float, dict, bytes)


def instance_text(fn: "FunctionText", kept: str, node: ast.expr) -> str:
    """`isinstance` of what `kept` names."""
    classes = _classes(fn, node)
    if float in classes and int not in classes and not {*classes} & {bool}:
        raise NotInLanguage("pages cannot tell 1.0 from 1; ask for int | float", node)
    tests = []
    for cls in classes:
        if cls in _TESTED:
            tests.append(f"{fn.helper(f'is_{cls.__name__}')}({kept})")
        elif getattr(cls, "_is_runtime_protocol", False):
            names = [name for name in vars(cls) if not name.startswith("_")]
            fn.module.members |= {*names, *(f".{name}" for name in names)}
            tests += [f"{fn.helper('py_hasattr')}({kept}, {json.dumps(member(name))})" for name in names]
        elif (cls in EXCEPTIONS or not is_of_host(cls)) and not getattr(cls, "_is_protocol", False):
            tests.append(f"({kept} instanceof {fn.module.reference(cls)})")
        else:
            raise NotInLanguage(f"isinstance is not in the subset with {cls.__name__}", node)
    return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"


def _classes(fn: "FunctionText", node: ast.expr) -> list[Any]:
    """The classes that are asked for."""
    if isinstance(node, ast.BinOp):
        return [*_classes(fn, node.left), *_classes(fn, node.right)]
    if isinstance(node, ast.Tuple):
        return [cls for part in node.elts for cls in _classes(fn, part)]
    constant = static(fn, node)
    if constant is None:
        raise NotInLanguage("isinstance needs classes that are known", node)
    value = constant.value
    if value in _NUMBER_KINDS:
        return [*_NUMBER_KINDS[value]]
    return [*value] if isinstance(value, tuple) else [*typing.get_args(value)] if typing.get_args(value) else [value]


_NUMBER_KINDS = {np.integer: (int,), numbers.Integral: (int,), numbers.Real: (int, float)}


def _constant(fn: "FunctionText", node: ast.Constant) -> Lowered:
    if isinstance(node.value, complex) or node.value is ...:
        raise NotInLanguage(f"{node.value!r} is not in the subset; write a number or a text", node)
    return Lowered(fn.module.literal(node.value), of_value(node.value))


def _text(fn: "FunctionText", node: ast.JoinedStr) -> Lowered:
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            text = fn.module.literal(part.value)[1:-1].replace('\\"', '"')
            parts.append(text.replace("`", "\\`").replace("${", "\\${"))
        else:
            assert isinstance(part, ast.FormattedValue)
            parts.append(f"${{{_formatted(fn, part)}}}")
    return Lowered(f"`{''.join(parts)}`", Is.STR)


def _formatted(fn: "FunctionText", part: ast.FormattedValue) -> str:
    value = fn.lowered(part.value)
    if part.conversion == ord("r"):
        value = Lowered(f"{fn.helper('py_repr')}({value.text})", Is.STR)
    elif part.conversion == ord("s"):
        value = Lowered(as_text(fn, value), Is.STR)
    if part.format_spec is not None:
        form = ast.unparse(part.format_spec)[2:-1]
        if "{" not in form and not _FORM.fullmatch(form):
            raise NotInLanguage(f"the form {form!r} is not in the subset; write g, .2f, x, a width, or 016x")
        return f"{fn.helper('formatted')}({value.text}, {fn.lowered(part.format_spec).text})"
    return value.text if value.kind in (Is.STR, *WHOLE_NUMBERS) else as_text(fn, value)


_FORM = re.compile(r"g|x|,|\+?\.\d[f%]|0\d+x?|[<>]?\d+")  # which the runtime knows


def as_text(fn: "FunctionText", value: Lowered) -> str:
    """`str(value)`."""
    if value.kind == Is.FLOAT:
        raise NotInLanguage("pages write 1.0 otherwise than Python; give the float a form, as in {share:g}")
    return value.text if value.kind == Is.STR else f"{fn.helper('py_str')}({value.text})"


# ── Collections ──────────────────────────────────────────────────────────────
def _tuple(fn: "FunctionText", node: ast.Tuple) -> Lowered:
    text, kind = listed(fn, node.elts)
    if any(isinstance(x, ast.Starred) for x in node.elts):
        return Lowered(f"[{text}]", many("row", kind))
    return Lowered(f"[{text}]", Kind("tuple", tuple(fn.lowered(x).kind for x in node.elts)))


def _list(fn: "FunctionText", node: ast.List) -> Lowered:
    text, kind = listed(fn, node.elts)
    return Lowered(f"[{text}]", many("list", Is.UNKNOWN if kind == Is.NOTHING else kind))


def _set(fn: "FunctionText", node: ast.Set) -> Lowered:
    text, kind = listed(fn, node.elts, ordered=False)
    return Lowered(f"{fn.helper('py_set')}([{text}])", many("set", kind))


def _dict(fn: "FunctionText", node: ast.Dict) -> Lowered:
    parts, keys, values = [], list[Kind](), list[Kind]()
    for key, value in zip(node.keys, node.values, strict=True):
        entry = fn.lowered(value)
        if key is None:
            parts.append(f"...{fn.helper('dot_items')}({entry.text})")
            keys.append(element(entry.kind))
            values.append(item(entry.kind, None))
        else:
            given = fn.lowered(key)
            parts.append(f"[{given.text}, {entry.text}]")
            keys.append(given.kind)
            values.append(entry.kind)
    kinds = (merged(keys), merged(values)) if parts else (Is.UNKNOWN, Is.UNKNOWN)
    return Lowered(f"{fn.helper('dict')}([{', '.join(parts)}])", Kind("dict", kinds))


# ── Indexes ──────────────────────────────────────────────────────────────────
def index_text(fn: "FunctionText", node: ast.expr) -> str:
    """The text between the brackets."""
    if isinstance(node, ast.Tuple) and any(isinstance(x, ast.Slice) for x in node.elts):
        raise NotInLanguage("a slice in an index of several parts is in the subset only at its end", node)
    return fn.lowered(node).text


def slice_text(fn: "FunctionText", node: ast.Slice) -> str:
    return ", ".join("null" if x is None else fn.lowered(x).text for x in (node.lower, node.upper, node.step))


def got(fn: "FunctionText", owner: Lowered, index: Lowered, value: object = None) -> Lowered:
    """An item. `value`: the index, if it is a constant."""
    kind = item(owner.kind, value)
    if owner.kind == Is.STR and not fn.module.record:
        return Lowered(f"{fn.helper('text_item')}({owner.text}, {index.text})", Is.STR)
    if owner.kind.name == "bytes" or (owner.kind.name == "host" and index.text):
        return Lowered(f"{fn.helper('getitem')}({owner.text}, {index.text})", kind)
    if type(value) is int and owner.kind.name == "tuple" and 0 <= value < len(owner.kind.parts):
        return Lowered(f"{owner.text}[{value}]", kind)
    if not (in_array(owner.kind) or owner.kind == Is.STR) or index.text.startswith("(-"):
        return Lowered(f"{fn.helper('getitem')}({owner.text}, {index.text})", kind)
    once, again = zip(*(_read_twice(fn, one.text) for one in (owner, index)), strict=True)
    return Lowered(f"({once[0]}[{once[1]}] ?? {fn.helper('getitem')}({', '.join(again)}))", kind)


def _read_twice(fn: "FunctionText", text: str) -> tuple[str, str]:
    """An expression for its first reader, and for the second one."""
    if re.fullmatch(r"[\w$]+", text):
        return text, text
    name = fn.temporary_name()
    return f"({name} = {text})", name


def _subscript(fn: "FunctionText", node: ast.Subscript) -> Lowered:
    owner = fn.lowered(node.value)
    if isinstance(node.slice, ast.Slice):
        kind = many("row", element(owner.kind)) if owner.kind.name in ("tuple", "object") else owner.kind
        name = "text_slice" if owner.kind == Is.STR and not fn.module.record else "slice"
        return Lowered(f"{fn.helper(name)}({owner.text}, {slice_text(fn, node.slice)})", kind)
    if isinstance(node.slice, ast.Tuple) and owner.kind.name != "dict":
        *before, last = node.slice.elts
        text, kind = owner.text, owner.kind
        for part in before if isinstance(last, ast.Slice) else node.slice.elts:
            if isinstance(part, ast.Starred):
                text, kind = f"{fn.helper('walk')}({text}, {fn.lowered(part.value).text})", Is.UNKNOWN
            else:
                text, kind = got(fn, Lowered(text, kind), fn.lowered(part))
        if isinstance(last, ast.Slice):
            return Lowered(f"{fn.helper('slice')}({text}, {slice_text(fn, last)})", many("cells"))
        return Lowered(text, kind)
    value = node.slice.value if isinstance(node.slice, ast.Constant) else None
    return got(fn, owner, Lowered(index_text(fn, node.slice), Is.UNKNOWN), value)


def _lambda(fn: "FunctionText", node: ast.Lambda) -> Lowered:
    inner = fn.within(node)
    return Lowered(inner.arrow(), Kind("function"))


def _yield(fn: "FunctionText", node: ast.Yield) -> Lowered:
    value = fn.lowered(node.value).text if node.value else "null"
    return Lowered(f"(yield {value})", Is.UNKNOWN)


def _await(fn: "FunctionText", node: ast.Await) -> Lowered:
    value = fn.lowered(node.value)
    kind = value.kind.parts[0] if value.kind.name == "coroutine" else Is.UNKNOWN
    return Lowered(f"(yield* {fn.helper('awaited')}({value.text}))", kind)


def _yield_from(fn: "FunctionText", node: ast.YieldFrom) -> Lowered:
    return Lowered(f"(yield* {iterated(fn.lowered(node.value))})", Is.UNKNOWN)


OF_EXPRESSIONS: Lowers = {
    ast.Attribute: _attribute,
    ast.Await: _await,
    ast.Constant: _constant,
    ast.Dict: _dict,
    ast.JoinedStr: _text,
    ast.Lambda: _lambda,
    ast.List: _list,
    ast.Name: _name,
    ast.Set: _set,
    ast.Subscript: _subscript,
    ast.Tuple: _tuple,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
}

"""Calls."""

import ast
import json
import textwrap
import types
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rookery.compiler.errors import NotInLanguage
from rookery.core.numbers import copies_of, packed_of
from rookery.javascript.expression_text import as_text, listed, static
from rookery.javascript.live_sources import unwrapped
from rookery.javascript.loop_text import each_of, eager, loops
from rookery.javascript.lowered_values import Lowered, Parameters, live_parameters
from rookery.javascript.operator_text import truth
from rookery.javascript.python_library import BUILTINS, LIBRARY, METHODS, REPLACE, SAME, among, member
from rookery.javascript.value_kinds import (
    ANY_NUMBER,
    WHOLE_NUMBERS,
    Is,
    Kind,
    element,
    fields_of,
    in_array,
    is_data,
    many,
    merged,
    returned,
)

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText

UNORDERED = (set, frozenset, sum, len, sorted, any, all)  # to which the order of elements makes no difference
MADE_EMPTY = (list, dict, set, tuple, frozenset)


def called(fn: "FunctionText", node: ast.Call) -> Lowered:
    """A call."""
    function = node.func
    if isinstance(function, ast.Subscript):  # list[int]()
        found = static(fn, function.value)
        if found is not None and found.value in MADE_EMPTY:
            kind = fn.annotated(function)
            value = _builtin(fn, node, found.value)
            return Lowered(value.text, kind)
    found = static(fn, function)
    if found is not None:
        return _of_live(fn, node, found.value)
    if isinstance(function, ast.Name):
        signature = fn.inner_parameters(function.id)
        return Lowered(f"{fn.lowered(function).text}({arguments(fn, node, signature)})", _inner_kind(fn, function.id))
    if isinstance(function, ast.Attribute):
        return _method(fn, node, function)
    return Lowered(f"{fn.lowered(function).text}({arguments(fn, node, None)})", Is.UNKNOWN)


def _inner_kind(fn: "FunctionText | None", name: str) -> Kind:
    while fn is not None:
        if name in fn.inner:
            return fn.annotated(fn.inner[name].returns)
        fn = fn.outer
    return Is.UNKNOWN


def _of_live(fn: "FunctionText", node: ast.Call, function: Any) -> Lowered:
    raw = unwrapped(function)
    if function is typing.cast:
        value = fn.lowered(node.args[1])
        kind = fn.annotated(node.args[0])
        return Lowered(value.text, value.kind if kind == Is.UNKNOWN else kind)
    if raw is copies_of:
        return Lowered(
            f"{fn.helper('copies')}({listed(fn, node.args)[0]})", many("cells", fn.lowered(node.args[0]).kind)
        )
    if raw is packed_of or among(raw, SAME):
        return fn.lowered(node.args[0])
    if among(raw, REPLACE):
        return _replaced(fn, node)
    if among(raw, BUILTINS) or among(raw, _SPECIAL):
        return _builtin(fn, node, raw)
    if among(raw, LIBRARY):
        name, kind = LIBRARY[raw]
        if raw is textwrap.wrap:
            return _wrapped(fn, node)
        return Lowered(f"{fn.helper(name)}({_with_options(fn, node)})", kind)
    if is_data(raw):
        names = tuple(fields_of(raw))
        by_new = "new " if function is raw else ""
        given = arguments(fn, node, Parameters(names, len(names)))
        return Lowered(f"{by_new}{fn.module.reference(function)}({given})", Kind("object", (), raw))
    if isinstance(raw, types.FunctionType):
        given = arguments(fn, node, live_parameters(raw))
        return Lowered(f"{fn.module.reference(function)}({given})", returned(raw))
    if callable(function):
        return Lowered(f"{fn.module.reference(function)}({arguments(fn, node, None)})", Is.UNKNOWN)
    raise NotInLanguage(f"{ast.unparse(node.func)} cannot be called", node)


def _wrapped(fn: "FunctionText", node: ast.Call) -> Lowered:
    given = {x.arg: ast.unparse(x.value) for x in node.keywords}
    if given != {"break_long_words": "False", "break_on_hyphens": "False"}:
        raise NotInLanguage("textwrap.wrap needs break_long_words=False and break_on_hyphens=False here", node)
    return Lowered(f"{fn.helper('wrap')}({listed(fn, node.args)[0]})", many("list", Is.STR))


def _replaced(fn: "FunctionText", node: ast.Call) -> Lowered:
    """A new object with other values of some fields. Where the class is known, its constructor makes it."""
    value = fn.lowered(node.args[0])
    cls = value.kind.of
    if value.kind.name != "object" or any(x.arg is None for x in node.keywords):
        return Lowered(f"{fn.helper('replaced')}({value.text}, {_named(fn, node, member)})", value.kind)
    given = {str(x.arg): fn.lowered(x.value).text for x in node.keywords}
    name = value.text if value.text.isidentifier() else fn.temporary_name()
    fields = ", ".join(given.get(field, f"{name}.{member(field)}") for field in fields_of(cls))
    made = f"new {fn.module.reference(cls)}({fields})"
    return Lowered(made if name == value.text else f"({name} = {value.text}, {made})", value.kind)


def _method(fn: "FunctionText", node: ast.Call, function: ast.Attribute) -> Lowered:
    owner = fn.lowered(function.value)
    kind, name = owner.kind, function.attr
    if name == "_replace":
        return Lowered(f"{fn.helper('tuple_replaced')}({owner.text}, {_named(fn, node, member)})", kind)
    if (
        kind.name == "object"
        and (method := getattr(kind.of, name, None)) is not None
        and isinstance(unwrapped(method), types.FunctionType)
    ):
        signature = live_parameters(unwrapped(method), method=not isinstance(vars(kind.of).get(name), staticmethod))
        return Lowered(f"{owner.text}.{member(name)}({arguments(fn, node, signature)})", returned(unwrapped(method)))
    if kind.name == "record" and name == "copy":
        return Lowered(f"{fn.helper('record_copy')}({owner.text})", kind)
    if name not in METHODS:
        raise NotInLanguage(
            f"the method {name} is not in the subset, or what {ast.unparse(function.value)} is must be annotated", node
        )
    if name == "append" and kind.name == "list" and len(node.args) == 1:
        return Lowered(f"{owner.text}.push({fn.lowered(node.args[0]).text})", Is.UNKNOWN)
    if name == "join" and len(node.args) == 1:
        given = eager(fn, node.args[0])
        if in_array(given.kind):
            return Lowered(f"{given.text}.join({owner.text})", Is.STR)
    return Lowered(
        f"{fn.helper(f'dot_{name}')}({', '.join(filter(None, [owner.text, _with_options(fn, node)]))})",
        _of_method(kind, name),
    )


def _of_method(owner: Kind, name: str) -> Kind:
    """What a method of a collection gives."""
    if owner.name == "dict":
        key, value = owner.parts
        if name == "items":
            return many("list", Kind("tuple", (key, value)))
        if name in ("keys", "values"):
            return many("list", key if name == "keys" else value)
        if name == "copy":
            return owner
    if name in ("copy", "tolist"):
        return many("list", element(owner)) if name == "tolist" and owner.name == "cells" else owner
    if name == "pop" and owner.name in ("list", "set"):
        return element(owner)
    if name in ("difference", "intersection", "union"):
        return owner
    return METHODS[name]


def _with_options(fn: "FunctionText", node: ast.Call, *, ordered: bool = True) -> str:
    """The arguments of a function of the runtime: what is named comes as an object at the end."""
    texts = [
        listed(fn, [x])[0] if isinstance(x, ast.Starred) else eager(fn, x, ordered=ordered).text for x in node.args
    ]
    return ", ".join([*texts, *([_named(fn, node)] if any(x.arg != "strict" for x in node.keywords) else [])])


def _named(fn: "FunctionText", node: ast.Call, called: Callable[[str], str] = str) -> str:
    """The named arguments as an object."""
    if [x.arg for x in node.keywords] == [None] and ast.unparse(node.func).endswith(".format"):
        return fn.lowered(node.keywords[0].value).text
    if any(x.arg is None for x in node.keywords):
        raise NotInLanguage("`**` in a call is not in the subset; write each argument", node)
    given = [f"{called(str(x.arg))}: {fn.lowered(x.value).text}" for x in node.keywords if x.arg != "strict"]
    return f"{{ {', '.join(given)} }}"


def arguments(fn: "FunctionText", node: ast.Call, signature: Parameters | None) -> str:
    """The arguments of a lowered function, each in its place."""
    if signature is None or not (node.keywords or (signature.rest and len(signature.names) > signature.by_place)):
        if signature is None and node.keywords:
            raise NotInLanguage(
                f"what {ast.unparse(node.func)} is, is not known; give its arguments without names", node
            )
        return listed(fn, node.args)[0]
    given = {x.arg: fn.lowered(x.value).text for x in node.keywords}
    places = node.args[: signature.by_place]
    if None in given or any(isinstance(x, ast.Starred) for x in places):
        raise NotInLanguage("`*` or `**` with named arguments is not in the subset; write each argument", node)
    texts = [fn.lowered(x).text for x in places]
    for name in signature.names[len(places) :]:
        texts.append(given.pop(name, "undefined"))
    if given:
        raise NotInLanguage(f"{ast.unparse(node.func)} has no {', '.join(map(str, given))}", node)
    texts += [listed(fn, [x])[0] for x in node.args[signature.by_place :]]
    while texts and texts[-1] == "undefined":
        texts.pop()
    return ", ".join(texts)


# ── Built-in functions ───────────────────────────────────────────────────────
def _builtin(fn: "FunctionText", node: ast.Call, function: Any) -> Lowered:
    if (special := _SPECIAL.get(function)) is not None:
        found: Lowered | None = special(fn, node)
        if found is not None:
            return found
    ordered = function not in UNORDERED
    given = [eager(fn, x, ordered=ordered) for x in node.args if not isinstance(x, ast.Starred)]
    if function is bool and given:
        return Lowered(f"!!{truth(fn, given[0])}" if given[0].kind != Is.BOOL else given[0].text, Is.BOOL)
    if function is sum and given and element(given[0].kind) == Is.FLOAT:
        raise NotInLanguage("newer Pythons' `sum` adds floats in another way; write core.scene.total, or a loop", node)
    if function is len and (in_array(given[0].kind) or given[0].kind == Is.STR):
        return Lowered(f"{given[0].text}.length", Is.SMALL)
    if function is int and len(given) == 1 and given[0].kind in WHOLE_NUMBERS:
        return given[0]
    if (
        function in (min, max)
        and len(given) == 2 == len(node.args)
        and not node.keywords
        and all(x.kind in ANY_NUMBER for x in given)
    ):
        sign = "<" if function is min else ">"
        if all(x.text.replace("_", "").isalnum() for x in given):  # names and numbers, which are read twice
            one, two = given
            return Lowered(
                f"({two.text} {sign} {one.text} ? {two.text} : {one.text})", BUILTINS[function]([one.kind, two.kind])
            )
    kinds = [x.kind for x in given] if len(given) == len(node.args) else [Is.UNKNOWN, Is.UNKNOWN]
    return Lowered(
        f"{fn.helper(f'py_{function.__name__}')}({_with_options(fn, node, ordered=ordered)})",
        BUILTINS[function](kinds),
    )


def _str(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    return Lowered(as_text(fn, fn.lowered(node.args[0])), Is.STR) if node.args else Lowered('""', Is.STR)


def _search(answer: str, otherwise: str, when: bool) -> Callable[["FunctionText", ast.Call], Lowered | None]:
    """any and all: a loop that ends as soon as it knows."""

    def lower(fn: "FunctionText", node: ast.Call) -> Lowered | None:
        given = node.args[0]
        if not isinstance(given, ast.GeneratorExp):
            return None
        text = loops(
            fn,
            given.generators,
            lambda: f"if ({'' if when else '!'}{fn.condition(given.elt)}) return {answer};",
            ordered=False,
        )
        return Lowered(f"(() => {{ {text} return {otherwise} }})()", Is.BOOL)

    return lower


def _next(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    given = node.args[0]
    if not isinstance(given, ast.GeneratorExp):
        return None
    text, kind = each_of(fn, given, lambda value: f"return {value};")
    if len(node.args) > 1:
        default = fn.lowered(node.args[1])
        return Lowered(f"(() => {{ {text} return {default.text} }})()", merged([kind, default.kind]))
    stop = f"throw {fn.helper('exception')}({json.dumps('StopIteration')})"
    return Lowered(f"(() => {{ {text} {stop} }})()", kind)


def _listing(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    """list and tuple."""
    if not node.args:
        return Lowered("[]", many("list"))
    name = node.func.id if isinstance(node.func, ast.Name) else "list"
    value = eager(fn, node.args[0])
    text = value.text if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp) else f"[...{value.text}]"
    return Lowered(text, many("row" if name == "tuple" else "list", element(value.kind)))


def _isinstance(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    found = static(fn, node.args[1])
    if found is None or not (found.value in (str, int) or is_data(found.value)):
        raise NotInLanguage("isinstance is in the subset only with int, str, and classes of data", node)
    value = fn.lowered(node.args[0])
    if found.value in (str, int):
        return Lowered(f"{fn.helper(f'is_{found.value.__name__}')}({value.text})", Is.BOOL)
    return Lowered(f"({value.text} instanceof {fn.module.reference(found.value)})", Is.BOOL)


def _dict(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    if not node.keywords:
        return None
    pairs = ", ".join(f"[{json.dumps(x.arg)}, {fn.lowered(x.value).text}]" for x in node.keywords)
    return Lowered(f"{fn.helper('dict')}([{pairs}])", Kind("dict", (Is.STR, Is.UNKNOWN)))


_SPECIAL: dict[Any, Callable[["FunctionText", ast.Call], Lowered | None]] = {
    str: _str,
    any: _search("true", "false", True),
    all: _search("false", "true", False),
    next: _next,
    list: _listing,
    tuple: _listing,
    isinstance: _isinstance,
    dict: _dict,
}

"""Calls."""

import ast
import json
import types
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rookery.compiler.errors import NotInLanguage
from rookery.core.numbers import copies_of, packed_of
from rookery.javascript.fields import fields_of
from rookery.javascript.expressions import as_text, condition, eager, list_of, listed, loops, lowered, static, truth
from rookery.javascript.kinds import (
    BOOL,
    NUMBERS,
    SMALL,
    STR,
    UNKNOWN,
    WHOLE,
    Kind,
    element,
    in_array,
    is_data,
    many,
    merged,
    returned,
)
from rookery.javascript.library import BUILTINS, LIBRARY, METHODS, REPLACE, SAME, member
from rookery.javascript.sources import unwrapped
from rookery.javascript.values import Signature, Value, live_signature

if TYPE_CHECKING:
    from rookery.javascript.functions import Scope

UNORDERED = (set, frozenset, sum, len, sorted, any, all)  # to which the order of elements makes no difference
EMPTY = (list, dict, set, tuple, frozenset)
# names of parameters that the runtime takes as an object at the end
OPTIONS = ("key", "default", "reverse", "initial", "start", "fillvalue", "repeat", "sep", "break_long_words")


def called(scope: "Scope", node: ast.Call) -> Value:
    """A call."""
    function = node.func
    if isinstance(function, ast.Subscript):  # list[int]()
        found = static(scope, function.value)
        if found is not None and found.value in EMPTY:
            kind = scope.annotated(function)
            value = _builtin(scope, node, found.value)
            return Value(value.text, kind)
    found = static(scope, function)
    if found is not None:
        return _of_live(scope, node, found.value)
    if isinstance(function, ast.Name):
        signature = scope.inner_signature(function.id)
        return Value(f"{lowered(scope, function).text}({arguments(scope, node, signature)})", _inner_kind(scope, function.id))
    if isinstance(function, ast.Attribute):
        return _method(scope, node, function)
    return Value(f"{lowered(scope, function).text}({arguments(scope, node, None)})", UNKNOWN)


def _inner_kind(scope: "Scope | None", name: str) -> Kind:
    while scope is not None:
        if name in scope.inner:
            return scope.annotated(scope.inner[name].returns)
        scope = scope.outer
    return UNKNOWN


def _of_live(scope: "Scope", node: ast.Call, function: Any) -> Value:
    raw = unwrapped(function)
    if function is typing.cast:
        value = lowered(scope, node.args[1])
        kind = scope.annotated(node.args[0])
        return Value(value.text, value.kind if kind == UNKNOWN else kind)
    if raw is copies_of:
        return Value(f"{scope.helper('copies')}({listed(scope, node.args)[0]})", many("cells", lowered(scope, node.args[0]).kind))
    if raw is packed_of or _among(raw, SAME):
        return lowered(scope, node.args[0])
    if _among(raw, REPLACE):
        value = lowered(scope, node.args[0])
        return Value(f"{scope.helper('replaced')}({value.text}, {_named(scope, node, member)})", value.kind)
    if _among(raw, BUILTINS):
        return _builtin(scope, node, raw)
    if _among(raw, LIBRARY):
        name, kind = LIBRARY[raw]
        return Value(f"{scope.helper(name)}({_with_options(scope, node)})", kind)
    if is_data(raw):
        names = tuple(fields_of(raw))
        by_new = "new " if function is raw else ""
        given = arguments(scope, node, Signature(names, len(names)))
        return Value(f"{by_new}{scope.program.reference(function)}({given})", Kind("object", (), raw))
    if isinstance(raw, types.FunctionType):
        given = arguments(scope, node, live_signature(raw))
        return Value(f"{scope.program.reference(function)}({given})", returned(raw))
    if callable(function):
        return Value(f"{scope.program.reference(function)}({arguments(scope, node, None)})", UNKNOWN)
    raise NotInLanguage(f"{ast.unparse(node.func)} cannot be called", node)


def _among(value: Any, known: Any) -> bool:
    try:
        return value in known
    except (TypeError, ValueError):  # it has no hash, or is an array
        return False


def _method(scope: "Scope", node: ast.Call, function: ast.Attribute) -> Value:
    owner = lowered(scope, function.value)
    kind, name = owner.kind, function.attr
    if name == "_replace":
        return Value(f"{scope.helper('tuple_replaced')}({owner.text}, {_named(scope, node, member)})", kind)
    if kind.name == "object" and (method := getattr(kind.of, name, None)) is not None and isinstance(unwrapped(method), types.FunctionType):
        signature = live_signature(unwrapped(method), method=not isinstance(vars(kind.of).get(name), staticmethod))
        return Value(f"{owner.text}.{member(name)}({arguments(scope, node, signature)})", returned(unwrapped(method)))
    if kind.name == "record" and name in ("copy", "tobytes"):
        return Value(f"{scope.helper(f'record_{name}')}({owner.text})", kind if name == "copy" else UNKNOWN)
    if name not in METHODS:
        raise NotInLanguage(f"the method {name} is not in the subset, or what {ast.unparse(function.value)} is must be annotated", node)
    if name == "append" and kind.name == "list" and len(node.args) == 1:
        return Value(f"{owner.text}.push({lowered(scope, node.args[0]).text})", UNKNOWN)
    if name == "join" and len(node.args) == 1:
        given = eager(scope, node.args[0])
        if in_array(given.kind):
            return Value(f"{given.text}.join({owner.text})", STR)
    return Value(f"{scope.helper(f'dot_{name}')}({', '.join(filter(None, [owner.text, _with_options(scope, node)]))})", _of_method(kind, name))


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


def _with_options(scope: "Scope", node: ast.Call, *, ordered: bool = True) -> str:
    """The arguments of a function of the runtime: what is named comes as an object at the end."""
    texts = [listed(scope, [x])[0] if isinstance(x, ast.Starred) else eager(scope, x, ordered=ordered).text for x in node.args]
    return ", ".join([*texts, *([_named(scope, node)] if any(x.arg != "strict" for x in node.keywords) else [])])


def _named(scope: "Scope", node: ast.Call, called: Callable[[str], str] = str) -> str:
    """The named arguments as an object."""
    if [x.arg for x in node.keywords] == [None] and ast.unparse(node.func).endswith(".format"):
        return lowered(scope, node.keywords[0].value).text
    if any(x.arg is None for x in node.keywords):
        raise NotInLanguage("`**` in a call is not in the subset; write each argument", node)
    given = [f"{called(str(x.arg))}: {lowered(scope, x.value).text}" for x in node.keywords if x.arg != "strict"]
    return f"{{ {', '.join(given)} }}"


def arguments(scope: "Scope", node: ast.Call, signature: Signature | None) -> str:
    """The arguments of a lowered function, each in its place."""
    if signature is None or not (node.keywords or (signature.rest and len(signature.names) > signature.by_place)):
        if signature is None and node.keywords:
            raise NotInLanguage(f"what {ast.unparse(node.func)} is, is not known; give its arguments without names", node)
        return listed(scope, node.args)[0]
    given = {x.arg: lowered(scope, x.value).text for x in node.keywords}
    places = node.args[: signature.by_place]
    if None in given or any(isinstance(x, ast.Starred) for x in places):
        raise NotInLanguage("`*` or `**` with named arguments is not in the subset; write each argument", node)
    texts = [lowered(scope, x).text for x in places]
    for name in signature.names[len(places) :]:
        texts.append(given.pop(name, "undefined"))
    if given:
        raise NotInLanguage(f"{ast.unparse(node.func)} has no {', '.join(map(str, given))}", node)
    texts += [listed(scope, [x])[0] for x in node.args[signature.by_place :]]
    while texts and texts[-1] == "undefined":
        texts.pop()
    return ", ".join(texts)


# ── Built-in functions ───────────────────────────────────────────────────────
def _builtin(scope: "Scope", node: ast.Call, function: Any) -> Value:
    if (special := _SPECIAL.get(function)) is not None:
        found: Value | None = special(scope, node)
        if found is not None:
            return found
    ordered = function not in UNORDERED
    given = [eager(scope, x, ordered=ordered) for x in node.args if not isinstance(x, ast.Starred)]
    if function is bool and given:
        return Value(f"!!{truth(scope, given[0])}" if given[0].kind != BOOL else given[0].text, BOOL)
    if function is len and (in_array(given[0].kind) or given[0].kind == STR):
        return Value(f"{given[0].text}.length", SMALL)
    if function is int and len(given) == 1 and given[0].kind in WHOLE:
        return given[0]
    if function in (min, max) and len(given) == 2 == len(node.args) and not node.keywords and all(x.kind in NUMBERS for x in given):
        sign = "<" if function is min else ">"
        if all(x.text.replace("_", "").isalnum() for x in given):  # names and numbers, which are read twice
            one, two = given
            return Value(f"({two.text} {sign} {one.text} ? {two.text} : {one.text})", BUILTINS[function]([one.kind, two.kind]))
    kinds = [x.kind for x in given] if len(given) == len(node.args) else [UNKNOWN, UNKNOWN]
    return Value(f"{scope.helper(f'py_{function.__name__}')}({_with_options(scope, node, ordered=ordered)})", BUILTINS[function](kinds))


def _str(scope: "Scope", node: ast.Call) -> Value | None:
    return Value(as_text(scope, lowered(scope, node.args[0])), STR) if node.args else Value('""', STR)


def _search(answer: str, otherwise: str, when: bool) -> Callable[["Scope", ast.Call], Value | None]:
    """any and all: a loop that ends as soon as it knows."""

    def lower(scope: "Scope", node: ast.Call) -> Value | None:
        given = node.args[0]
        if not isinstance(given, ast.GeneratorExp):
            return None
        text = loops(scope, given.generators, lambda: f"if ({'' if when else '!'}{condition(scope, given.elt)}) return {answer};", ordered=False)
        return Value(f"(() => {{ {text} return {otherwise} }})()", BOOL)

    return lower


def _next(scope: "Scope", node: ast.Call) -> Value | None:

    given = node.args[0]
    if not isinstance(given, ast.GeneratorExp):
        return None
    kinds = list[Kind]()

    def inside() -> str:
        value = lowered(scope, given.elt)
        kinds.append(value.kind)
        return f"return {value.text};"

    text = loops(scope, given.generators, inside)
    if len(node.args) > 1:
        default = lowered(scope, node.args[1])
        return Value(f"(() => {{ {text} return {default.text} }})()", merged([kinds[0], default.kind]))
    stop = f"throw {scope.helper('exception')}({json.dumps('StopIteration')})"
    return Value(f"(() => {{ {text} {stop} }})()", kinds[0])


def _listing(scope: "Scope", node: ast.Call) -> Value | None:
    """list and tuple."""
    if not node.args:
        return Value("[]", many("list"))
    name = node.func.id if isinstance(node.func, ast.Name) else "list"
    value = eager(scope, node.args[0])
    text = value.text if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp) else f"[...{value.text}]"
    return Value(text, many("row" if name == "tuple" else "list", element(value.kind)))


def _isinstance(scope: "Scope", node: ast.Call) -> Value | None:
    found = static(scope, node.args[1])
    if found is None or not (found.value in (str, int) or is_data(found.value)):
        raise NotInLanguage("isinstance is in the subset only with int, str, and classes of data", node)
    value = lowered(scope, node.args[0])
    if found.value in (str, int):
        return Value(f"{scope.helper(f'is_{found.value.__name__}')}({value.text})", BOOL)
    return Value(f"({value.text} instanceof {scope.program.reference(found.value)})", BOOL)


def _dict(scope: "Scope", node: ast.Call) -> Value | None:
    if not node.keywords:
        return None
    pairs = ", ".join(f"[{json.dumps(x.arg)}, {lowered(scope, x.value).text}]" for x in node.keywords)
    return Value(f"{scope.helper('dict')}([{pairs}])", Kind("dict", (STR, UNKNOWN)))


_SPECIAL: dict[Any, Callable[["Scope", ast.Call], Value | None]] = {
    str: _str,
    any: _search("true", "false", True),
    all: _search("false", "true", False),
    next: _next,
    list: _listing,
    tuple: _listing,
    isinstance: _isinstance,
    dict: _dict,
}

"""Calls of functions that are built into Python."""

import ast
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.argument_text import with_options
from rookery.javascript.expression_text import as_text, instance_text
from rookery.javascript.loop_text import at_once, each_of, eager, iterated, loops
from rookery.javascript.lowered_values import Lowered
from rookery.javascript.operator_text import truth
from rookery.javascript.python_library import (
    BUILTINS,
)
from rookery.javascript.value_kinds import (
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


ONE_BY_ONE = (enumerate, filter, iter, map, reversed, zip)  # whose results have the order of what is given
UNORDERED = (set, frozenset, sum, len, sorted, any, all)  # to which the order of elements makes no difference


def builtin(fn: "FunctionText", node: ast.Call, function: Any) -> Lowered:
    """A call of one of them."""
    if (special := SPECIAL.get(function)) is not None:
        result: Lowered | None = special(fn, node)
        if result is not None:
            return result
    ordered = function not in UNORDERED
    given = [eager(fn, x, ordered=ordered) for x in node.args if not isinstance(x, ast.Starred)]
    if function is bool and given:
        return Lowered(f"!!{truth(fn, given[0])}" if given[0].kind != Is.BOOL else given[0].text, Is.BOOL)
    if function is sum and given and element(given[0].kind) == Is.FLOAT:
        raise NotInLanguage("newer Pythons' `sum` adds floats in another way; write core.scene.total, or a loop", node)
    if function is len and given[0].kind == Is.STR and not fn.module.record:  # a text of people
        return Lowered(f"{fn.helper('text_len')}({given[0].text})", Is.SMALL)
    if function is len and (in_array(given[0].kind) or given[0].kind == Is.STR):
        return Lowered(f"{given[0].text}.length", Is.SMALL)
    if function is int and len(given) == 1 and given[0].kind in WHOLE_NUMBERS:
        return given[0]
    if function in ONE_BY_ONE:
        for x in given:
            iterated(x)
    kinds = [x.kind for x in given] if len(given) == len(node.args) else [Is.UNKNOWN, Is.UNKNOWN]
    defaults = [fn.lowered(x.value).kind for x in node.keywords if x.arg == "default"]
    return Lowered(
        f"{fn.helper(f'py_{function.__name__}')}({with_options(fn, node, ordered=ordered)})",
        merged([BUILTINS[function](kinds), *defaults]),
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
        return Lowered(at_once(f"{text} return {otherwise}"), Is.BOOL)

    return lower


def _next(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    given = node.args[0]
    if not isinstance(given, ast.GeneratorExp):
        return None
    text, kind = each_of(fn, given, lambda value: f"return {value};")
    if len(node.args) > 1:
        default = fn.lowered(node.args[1])
        return Lowered(at_once(f"{text} return {default.text}"), merged([kind, default.kind]))
    stop = f"throw new {fn.helper('StopIteration')}()"
    return Lowered(at_once(f"{text} {stop}"), kind)


def _listing(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    """list and tuple."""
    if not node.args:
        return Lowered("[]", many("list"))
    name = node.func.id if isinstance(node.func, ast.Name) else "list"
    value = eager(fn, node.args[0])
    text = value.text if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp) else f"[...{iterated(value)}]"
    return Lowered(text, many("row" if name == "tuple" else "list", element(value.kind)))


def _isinstance(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    value = fn.lowered(node.args[0])
    if value.text.isidentifier():
        return Lowered(instance_text(fn, value.text, node.args[1]), Is.BOOL)
    kept = fn.temporary_name()
    return Lowered(f"({kept} = {value.text}, {instance_text(fn, kept, node.args[1])})", Is.BOOL)


def _part_of(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    """getattr and hasattr, which ask for methods, too."""
    match node.args[1]:
        case ast.Constant(str(name)):
            fn.module.members |= {name, f".{name}"}
    return None


def _dict(fn: "FunctionText", node: ast.Call) -> Lowered | None:
    if not node.keywords:
        return None
    pairs = ", ".join(f"[{json.dumps(x.arg)}, {fn.lowered(x.value).text}]" for x in node.keywords)
    return Lowered(f"{fn.helper('dict')}([{pairs}])", Kind("dict", (Is.STR, Is.UNKNOWN)))


SPECIAL: dict[Any, Callable[["FunctionText", ast.Call], Lowered | None]] = {
    str: _str,
    any: _search("true", "false", True),
    all: _search("false", "true", False),
    next: _next,
    list: _listing,
    tuple: _listing,
    isinstance: _isinstance,
    getattr: _part_of,
    hasattr: _part_of,
    dict: _dict,
}

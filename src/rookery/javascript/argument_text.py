"""The arguments of calls."""

import ast
import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.loop_text import eager, listed
from rookery.javascript.lowered_values import Parameters

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText


def arguments(fn: "FunctionText", node: ast.Call, signature: Parameters | None) -> str:
    """The arguments of a lowered function, each in its place."""
    apart = signature and signature.rest and (signature.options or len(signature.names) > signature.by_place)
    if signature is None or not (node.keywords or apart):
        if signature is None and node.keywords:
            raise NotInLanguage(
                f"what {ast.unparse(node.func)} is, is not known; give its arguments without names", node
            )
        return listed(fn, node.args)[0]
    given = _in_order(fn, node, signature)
    options = given.pop(None, "") if signature.options else ""
    places = node.args[: signature.by_place]
    if None in given or any(isinstance(x, ast.Starred) for x in places):
        raise NotInLanguage("`*` or `**` with named arguments is not in the subset; write each argument", node)
    texts = [fn.lowered(x).text for x in places]
    for name in signature.names[len(places) :]:
        texts.append(given.pop(name, "undefined"))
    if signature.options:
        named = ", ".join(f"[{json.dumps(name)}, {value}]" for name, value in given.items())
        texts.append(options or (f"{fn.helper('dict')}([{named}])" if named else "undefined"))
    elif given:
        raise NotInLanguage(f"{ast.unparse(node.func)} has no {', '.join(map(str, given))}", node)
    texts += [listed(fn, [x])[0] for x in node.args[signature.by_place :]]
    while texts and texts[-1] == "undefined":
        texts.pop()
    return ", ".join(texts)


def _in_order(fn: "FunctionText", node: ast.Call, signature: Parameters) -> dict[str | None, str]:
    """The named arguments. Python finds them in the order in which they are written: where they change places, and are
    no mere names, they are kept first."""
    given = {x.arg: fn.lowered(x.value).text for x in node.keywords}
    at = [signature.names.index(str(name)) if name in signature.names else len(signature.names) for name in given]
    active = [x for x in node.keywords if any(isinstance(part, _ACTIVE) for part in ast.walk(x.value))]
    if at == sorted(at) or len(active) < 2:
        return given
    holders = {name: (fn.temporary_name(), text) for name, text in given.items()}
    first = min(holders, key=lambda name: at[[*given].index(name)])
    all_kept = ", ".join(f"{name} = {text}" for name, text in holders.values())
    return {name: f"({all_kept}, {holders[name][0]})" if name == first else holders[name][0] for name in given}


_ACTIVE = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


def with_options(fn: "FunctionText", node: ast.Call, *, ordered: bool = True) -> str:
    """The arguments of a function of the runtime: what is named comes as an object at the end."""
    texts = [
        listed(fn, [x])[0] if isinstance(x, ast.Starred) else eager(fn, x, ordered=ordered).text for x in node.args
    ]
    return ", ".join([*texts, *([named(fn, node)] if any(x.arg != "strict" for x in node.keywords) else [])])


def named(fn: "FunctionText", node: ast.Call, called: Callable[[str], str] = str) -> str:
    """The named arguments as an object."""
    if [x.arg for x in node.keywords] == [None] and ast.unparse(node.func).endswith(".format"):
        return fn.lowered(node.keywords[0].value).text
    if any(x.arg is None for x in node.keywords):
        raise NotInLanguage("`**` in a call is not in the subset; write each argument", node)
    given = [f"{called(str(x.arg))}: {fn.lowered(x.value).text}" for x in node.keywords if x.arg != "strict"]
    return f"{{ {', '.join(given)} }}"

"""Statements."""

import ast
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.expressions import OPERATORS, condition, counting, index_text, iterated, lowered, slice_text, static
from rookery.javascript.kinds import BOOL, NUMBERS, STR, UNKNOWN, WHOLE, Kind, element, item, many
from rookery.javascript.library import SUPPRESS, member, variable
from rookery.javascript.values import Value

if TYPE_CHECKING:
    from rookery.javascript.functions import Scope


def block(scope: "Scope", body: list[ast.stmt]) -> list[str]:
    """Statements as lines."""
    return [line for statement in body for line in _statement(scope, statement)]


def _statement(scope: "Scope", node: ast.stmt) -> list[str]:
    lower = _STATEMENTS.get(type(node))
    try:
        if lower is None:
            what, instead = _ABSENT.get(type(node), (f"`{type(node).__name__.lower()}`", "it in another way"))
            raise NotInLanguage(f"{what} is not in the subset that pages run; write {instead}")
        return lower(scope, node)
    except NotInLanguage as refused:
        refused.line = refused.line or node.lineno
        raise


_ABSENT: dict[type[ast.stmt], tuple[str, str]] = {
    ast.Import: ("an import in a function", "it at the top of the module"),
    ast.ImportFrom: ("an import in a function", "it at the top of the module"),
    ast.Match: ("`match`", "if and elif"),
    ast.Global: ("`global`", "a parameter"),
    ast.Nonlocal: ("`nonlocal`", "a result"),
    ast.ClassDef: ("a class in a function", "it at the top of the module"),
}


def _expression(scope: "Scope", node: ast.Expr) -> list[str]:
    return [] if isinstance(node.value, ast.Constant) else [f"{lowered(scope, node.value).text};"]


def _return(scope: "Scope", node: ast.Return) -> list[str]:
    return [f"return {lowered(scope, node.value).text if node.value else 'null'};"]


def _assign(scope: "Scope", node: ast.Assign) -> list[str]:
    if len(node.targets) == 1:
        return _swap(scope, node.targets[0], node.value) or assigned(scope, node.targets[0], lowered(scope, node.value))
    value, kept = lowered(scope, node.value), scope.temporary_name()
    lines = [f"{kept} = {value.text};"]
    for target in node.targets:
        lines += assigned(scope, target, Value(kept, value.kind))
    return lines


def _swap(scope: "Scope", target: ast.expr, value: ast.expr) -> list[str]:
    """`a, b = x, y` without a list, where neither value needs a variable that is assigned."""
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)):
        return []
    names = {x.id for x in target.elts if isinstance(x, ast.Name)}
    used = {x.id for x in ast.walk(value) if isinstance(x, ast.Name)}
    if len(names) < len(target.elts) or names & used or any(isinstance(x, ast.Starred) for x in value.elts):
        return []
    pairs = zip(target.elts, value.elts, strict=True)
    return [line for one, given in pairs for line in assigned(scope, one, lowered(scope, given))]


def _annotated(scope: "Scope", node: ast.AnnAssign) -> list[str]:
    if node.value is None:
        return []
    kind = scope.annotated(node.annotation)
    value = lowered(scope, node.value)
    return assigned(scope, node.target, Value(value.text, value.kind if kind == UNKNOWN else kind))


def _augmented(scope: "Scope", node: ast.AugAssign) -> list[str]:
    target = node.target
    before: list[str] = []
    if isinstance(target, ast.Subscript):
        owner, at = scope.temporary_name(), scope.temporary_name()
        held = lowered(scope, target.value)
        before = [f"{owner} = {held.text}; {at} = {index_text(scope, target.slice)};"]
        old = Value(f"{scope.helper('getitem')}({owner}, {at})", item(held.kind, None))
    else:
        old = lowered(scope, _loaded(target))
    given = lowered(scope, node.value)
    if isinstance(node.op, ast.Add) and old.kind.name == "list":  # which others hold as well
        return [*before, f"{scope.helper('dot_extend')}({old.text}, {given.text});"]
    if isinstance(node.op, ast.BitOr | ast.Sub | ast.BitAnd) and old.kind.name in ("set", "dict"):
        raise NotInLanguage("a set or dictionary is not changed so; write `update`, or an assignment of a new one", node)
    if isinstance(node.op, ast.Add) and old.kind == UNKNOWN and given.kind not in (*NUMBERS, BOOL, STR):
        raise NotInLanguage(f"`+=` to what may be a list or a tuple; annotate {ast.unparse(target)}", node)
    value = OPERATORS[type(node.op)](scope, old, given)
    if isinstance(target, ast.Subscript):
        cells = held.kind.name == "cells"
        stored = _stored(scope, item(held.kind, None), value) if cells else value.text
        return [*before, f"{scope.helper('set_cells' if cells else 'setitem')}({owner}, {at}, {stored});"]
    return assigned(scope, target, value)


def _loaded(target: ast.expr) -> ast.expr:
    """The same place, to be read."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    assert isinstance(target, ast.Attribute)
    return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)


def assigned(scope: "Scope", target: ast.expr, value: Value) -> list[str]:
    """`target = value`."""
    if isinstance(target, ast.Name):
        scope.assigned(target.id, value.kind)
        return [f"{variable(target.id)} = {value.text};"]
    if isinstance(target, ast.Attribute):
        owner = lowered(scope, target.value)
        stored = _stored(scope, lowered(scope, _loaded(target)).kind, value) if owner.kind.name == "record" else value.text
        return [f"{owner.text}.{member(target.attr)} = {stored};"]
    if isinstance(target, ast.Subscript):
        owner = lowered(scope, target.value)
        cells = owner.kind.name == "cells"
        stored = _stored(scope, element(owner.kind), value) if cells else value.text
        if isinstance(target.slice, ast.Slice):
            name, index = "set_cells_slice" if cells else "setslice", slice_text(scope, target.slice)
        else:
            name, index = "set_cells" if cells else "setitem", index_text(scope, target.slice)
        return [f"{scope.helper(name)}({owner.text}, {index}, {stored});"]
    if isinstance(target, ast.Tuple | ast.List):
        return _unpacked(scope, target, value)
    raise NotInLanguage(f"an assignment to {ast.unparse(target)} is not in the subset; write one to a name", target)


def _stored(scope: "Scope", kind: Kind, value: Value) -> str:
    """A value as a field of a record keeps it: Python's records turn truths into numbers."""
    if value.kind in WHOLE or value.kind.name == "cells" or kind.name == "cells":
        return value.text
    return f"(+{value.text})" if value.kind == BOOL else f"{scope.helper('cell')}({value.text})"


def _unpacked(scope: "Scope", target: ast.Tuple | ast.List, value: Value) -> list[str]:
    names = target.elts
    star = next((i for i, x in enumerate(names) if isinstance(x, ast.Starred)), None)
    simple = all(isinstance(x, ast.Name) for x in names) and star is None
    if simple:
        for i, x in enumerate(names):
            assert isinstance(x, ast.Name)
            scope.assigned(x.id, item(value.kind, i))
        given = iterated(value)
        return [f"[{', '.join(variable(x.id) for x in names if isinstance(x, ast.Name))}] = {given};"]
    kept = scope.temporary_name()
    lines = [f"{kept} = {scope.helper('py_list')}({value.text});"]
    for i, x in enumerate(names):
        if isinstance(x, ast.Starred):
            end = len(names) - i - 1
            text = f"{kept}.slice({i}, {kept}.length - {end})"
            lines += assigned(scope, x.value, Value(text, many("list", element(value.kind))))
        else:
            after = star is not None and i > star
            text = f"{kept}[{kept}.length - {len(names) - i}]" if after else f"{kept}[{i}]"
            lines += assigned(scope, x, Value(text, item(value.kind, i - len(names) if after else i)))
    return lines


def _if(scope: "Scope", node: ast.If) -> list[str]:
    lines = [f"if ({condition(scope, node.test)}) {{", *block(scope, node.body)]
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        first, *rest = _if(scope, node.orelse[0])
        return [*lines, f"}} else {first}", *rest]
    return [*lines, *(["} else {", *block(scope, node.orelse)] if node.orelse else []), "}"]


def _while(scope: "Scope", node: ast.While) -> list[str]:
    _no_else(node)
    return [f"while ({condition(scope, node.test)}) {{", *block(scope, node.body), "}"]


def _no_else(node: ast.While | ast.For) -> None:
    if node.orelse:
        raise NotInLanguage("`else` of a loop is not in the subset that pages run; write a variable that says it", node)


def _for(scope: "Scope", node: ast.For) -> list[str]:
    _no_else(node)
    counted = counting(scope, node.iter)
    place = f"$i{node.lineno}_{node.col_offset}"
    if counted and isinstance(node.target, ast.Name):
        start, end, kind = counted
        head = f"for (let {place} = {start}, {place}e = {end}; {place} < {place}e; {place}++) {{"
        value = Value(place, kind)
    else:
        given = lowered(scope, node.iter)
        head, value = f"for (const {place} of {iterated(given)}) {{", Value(place, element(given.kind))
    return [head, *assigned(scope, node.target, value), *block(scope, node.body), "}"]


def _function(scope: "Scope", node: ast.FunctionDef) -> list[str]:
    return [scope.within(node).text(variable(node.name), "function ")]


def _raise(scope: "Scope", node: ast.Raise) -> list[str]:
    if not isinstance(node.exc, ast.Call):
        raise NotInLanguage("`raise` needs an exception with its words", node)
    given = ", ".join([json.dumps(ast.unparse(node.exc.func)), *(lowered(scope, x).text for x in node.exc.args)])
    return [f"throw {scope.helper('exception')}({given});"]


def _delete(scope: "Scope", node: ast.Delete) -> list[str]:
    lines = []
    for target in node.targets:
        if not isinstance(target, ast.Subscript):
            raise NotInLanguage("`del` of a variable is not needed; write nothing in its place", node)
        lines.append(
            f"{scope.helper('delitem')}({lowered(scope, target.value).text}, {index_text(scope, target.slice)});"
        )
    return lines


def _try(scope: "Scope", node: ast.Try) -> list[str]:
    if node.finalbody or node.orelse:
        raise NotInLanguage("`finally` and `else` of `try` are not in the subset; write what they do after it", node)
    lines = ["try {", *block(scope, node.body), "} catch ($e) {"]
    for i, handler in enumerate(node.handlers):
        if handler.type is None or handler.name:
            raise NotInLanguage("`except` needs exceptions without a name for them: `except ValueError:`", handler)
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        lines += [f"{'} else ' if i else ''}if ({_caught(scope, kinds)}) {{", *block(scope, handler.body)]
    return [*lines, "} else throw $e;", "}"]


def _caught(scope: "Scope", kinds: list[ast.expr]) -> str:
    return f"{scope.helper('caught')}($e, {json.dumps([ast.unparse(x) for x in kinds])})"


def _with(scope: "Scope", node: ast.With) -> list[str]:
    what = node.items[0].context_expr
    if len(node.items) > 1 or not isinstance(what, ast.Call) or _live(scope, what.func) is not SUPPRESS:
        raise NotInLanguage("`with` is in the subset only with contextlib.suppress", node)
    return ["try {", *block(scope, node.body), f"}} catch ($e) {{ if (!{_caught(scope, what.args)}) throw $e }}"]


def _live(scope: "Scope", node: ast.expr) -> Any:
    found = static(scope, node)
    return found.value if found else None


_STATEMENTS: dict[type[ast.stmt], Callable[["Scope", Any], list[str]]] = {
    ast.Expr: _expression,
    ast.Return: _return,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.FunctionDef: _function,
    ast.Raise: _raise,
    ast.Delete: _delete,
    ast.Try: _try,
    ast.With: _with,
    ast.Pass: lambda scope, node: [],
    ast.Assert: lambda scope, node: [],
    ast.Continue: lambda scope, node: ["continue;"],
    ast.Break: lambda scope, node: ["break;"],
}

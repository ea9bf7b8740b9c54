"""Statements."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.expression_text import got, index_text, instance_text, is_fixed, slice_text, static
from rookery.javascript.loop_text import iterated, loop, taken_apart
from rookery.javascript.lowered_values import Lowered
from rookery.javascript.member_kinds import item
from rookery.javascript.operator_text import BINARY
from rookery.javascript.python_library import SUPPRESS, member, variable
from rookery.javascript.value_kinds import ANY_NUMBER, WHOLE_NUMBERS, Is, Kind, element, in_array, many, of_class

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText


def block(fn: "FunctionText", body: list[ast.stmt]) -> list[str]:
    """Statements as lines."""
    return [line for statement in body for line in _statement(fn, statement)]


def _statement(fn: "FunctionText", node: ast.stmt) -> list[str]:
    lower = _STATEMENTS.get(type(node))
    try:
        if lower is None:
            what, instead = _ABSENT.get(type(node), (f"`{type(node).__name__.lower()}`", "it in another way"))
            raise NotInLanguage(f"{what} is not in the subset that pages run; write {instead}")
        return lower(fn, node)
    except NotInLanguage as refused:
        refused.line = refused.line or node.lineno
        raise


_ABSENT: dict[type[ast.stmt], tuple[str, str]] = {
    ast.Global: ("`global`", "a parameter"),
    ast.Nonlocal: ("`nonlocal`", "a result"),
    ast.ClassDef: ("a class in a function", "it at the top of the module"),
    ast.Import: ("`import` of a module in a function", "it at the top, or `from`"),
    ast.AsyncFor: ("`async for`", "a loop over a list"),
}


def _expression(fn: "FunctionText", node: ast.Expr) -> list[str]:
    return [] if isinstance(node.value, ast.Constant) else [f"{fn.lowered(node.value).text};"]


def _return(fn: "FunctionText", node: ast.Return) -> list[str]:
    return [f"return {fn.lowered(node.value).text if node.value else 'null'};"]


def _assign(fn: "FunctionText", node: ast.Assign) -> list[str]:
    if len(node.targets) == 1:
        return assigned(fn, node.targets[0], fn.lowered(node.value))
    value, holder = fn.lowered(node.value), fn.temporary_name()
    lines = [f"{holder} = {value.text};"]
    for target in node.targets:
        lines += assigned(fn, target, Lowered(holder, value.kind))
    return lines


def _annotated(fn: "FunctionText", node: ast.AnnAssign) -> list[str]:
    if node.value is None:
        return []
    kind = fn.annotated(node.annotation)
    value = fn.lowered(node.value)
    return assigned(fn, node.target, Lowered(value.text, value.kind if kind == Is.UNKNOWN else kind))


def _augmented(fn: "FunctionText", node: ast.AugAssign) -> list[str]:
    target = node.target
    before: list[str] = []
    if isinstance(target, ast.Subscript):
        owner, at = fn.temporary_name(), fn.temporary_name()
        held, index = _cell(fn, target)
        before = [f"{owner} = {held.text}; {at} = {index};"]
        old = got(fn, Lowered(owner, held.kind), Lowered(at, Is.UNKNOWN))
    else:
        old = fn.lowered(_loaded(target))
    given = fn.lowered(node.value)
    if type(node.op) not in BINARY:
        raise NotInLanguage("`**=` and `@=` are not in the subset; write a product or a loop", node)
    if isinstance(node.op, ast.Add) and old.kind.name == "list":  # which others hold as well
        return [*before, f"{fn.helper('dot_extend')}({old.text}, {given.text});"]
    if isinstance(node.op, ast.BitOr) and old.kind.name == "dict":  # which others hold as well
        return [*before, f"{fn.helper('dot_update')}({old.text}, {given.text});"]
    if isinstance(node.op, ast.BitOr | ast.Sub | ast.BitAnd) and old.kind.name == "set":
        raise NotInLanguage("a set is not changed so; write `update`, or an assignment of a new one", node)
    if isinstance(node.op, ast.Add) and old.kind == Is.UNKNOWN and given.kind not in (*ANY_NUMBER, Is.BOOL, Is.STR):
        raise NotInLanguage(f"`+=` to what may be a list or a tuple; annotate {ast.unparse(target)}", node)
    value = BINARY[type(node.op)](fn, old, given)
    if isinstance(target, ast.Subscript):
        cells = held.kind.name == "cells"
        stored = _stored(fn, item(held.kind, None), value) if cells else value.text
        return [*before, f"{fn.helper('set_cells' if cells else 'setitem')}({owner}, {at}, {stored});"]
    return assigned(fn, target, value)


def _loaded(target: ast.expr) -> ast.expr:
    """The same place, to be read."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    assert isinstance(target, ast.Attribute)
    return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)


def assigned(fn: "FunctionText", target: ast.expr, value: Lowered) -> list[str]:
    """`target = value`."""
    if isinstance(target, ast.Name):
        fn.assigned(target.id, value.kind)
        return [f"{variable(target.id)} = {value.text};"]
    if isinstance(target, ast.Attribute):
        if is_fixed(_live(fn, target.value)):
            what = ast.unparse(target)
            raise NotInLanguage(f"{what} never changes in a page; keep it in an object", target)
        owner = fn.lowered(target.value)
        stored = _stored(fn, fn.lowered(_loaded(target)).kind, value) if owner.kind.name == "record" else value.text
        return [f"{owner.text}.{member(target.attr)} = {stored};"]
    if isinstance(target, ast.Subscript):
        sliced = target.slice if isinstance(target.slice, ast.Slice) else None
        owner, index = (fn.lowered(target.value), slice_text(fn, sliced)) if sliced else _cell(fn, target)
        cells = owner.kind.name == "cells"
        stored = _stored(fn, element(owner.kind), value) if cells else value.text
        name = ("set_cells" if cells else "setitem") if not sliced else "set_cells_slice" if cells else "setslice"
        return [f"{fn.helper(name)}({owner.text}, {index}, {stored});"]
    if isinstance(target, ast.Tuple | ast.List):
        return _unpacked(fn, target, value)
    raise NotInLanguage(f"an assignment to {ast.unparse(target)} is not in the subset; write one to a name", target)


def _cell(fn: "FunctionText", target: ast.Subscript) -> tuple[Lowered, str]:
    """The object whose item is assigned, and the index. Of several indexes of a table, all but the last are applied."""
    owner = fn.lowered(target.value)
    if owner.kind.name != "cells" or not isinstance(target.slice, ast.Tuple):
        return owner, index_text(fn, target.slice)
    *before, last = target.slice.elts
    for part in before:
        row = got(fn, owner, fn.lowered(part))
        owner = Lowered(row.text, many("cells") if row.kind == Is.UNKNOWN else row.kind)
    return owner, index_text(fn, last)


def _stored(fn: "FunctionText", kind: Kind, value: Lowered) -> str:
    """A value as a field of a record keeps it: Python's records turn truths into numbers."""
    if value.kind in WHOLE_NUMBERS or value.kind.name == "cells" or kind.name == "cells":
        return value.text
    return f"(+{value.text})" if value.kind == Is.BOOL else f"{fn.helper('cell')}({value.text})"


def _unpacked(fn: "FunctionText", target: ast.Tuple | ast.List, value: Lowered) -> list[str]:
    holder = fn.temporary_name()
    given = value.text if in_array(value.kind) else f"{fn.helper('py_list')}({iterated(value)})"
    known = value.kind if in_array(value.kind) else many("list", element(value.kind))
    lines = [f"{holder} = {given};"]
    for part, lowered in taken_apart(fn, target, Lowered(holder, known)):
        lines += assigned(fn, part, lowered)
    return lines


def _if(fn: "FunctionText", node: ast.If) -> list[str]:
    lines = [f"if ({fn.condition(node.test)}) {{", *block(fn, node.body)]
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        first, *rest = _if(fn, node.orelse[0])
        return [*lines, f"}} else {first}", *rest]
    return [*lines, *(["} else {", *block(fn, node.orelse)] if node.orelse else []), "}"]


def _while(fn: "FunctionText", node: ast.While) -> list[str]:
    _no_else(node)
    return [f"while ({fn.condition(node.test)}) {{", *block(fn, node.body), "}"]


def _no_else(node: ast.While | ast.For) -> None:
    if node.orelse:
        raise NotInLanguage("`else` of a loop is not in the subset that pages run; write a variable that says it", node)


def _for(fn: "FunctionText", node: ast.For) -> list[str]:
    _no_else(node)
    head, parts = loop(fn, node.target, node.iter, f"$i{node.lineno}_{node.col_offset}")
    lines = [line for target, value in parts for line in assigned(fn, target, value)]
    return [f"{head} {{", *lines, *block(fn, node.body), "}"]


def _function(fn: "FunctionText", node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    name = variable(node.name)
    if node in fn.body:
        return [fn.within(node).text(name, "function ")]
    inner = fn.within(node)  # in a block, of which JavaScript would see it there alone
    return [*inner.text(name, f"{name} = function ").splitlines(), ";"]


def _raise(fn: "FunctionText", node: ast.Raise) -> list[str]:
    if node.exc is None:
        if not fn.handles:
            raise NotInLanguage("a bare `raise` is in the subset only in an `except`; write what is raised", node)
        return ["throw $e;"]
    constant = static(fn, node.exc)
    if constant is not None and isinstance(constant.value, type):  # the class alone
        return [f"throw new {fn.module.reference(constant.value)}();"]
    raised = fn.lowered(node.exc)
    return [f"throw new {raised.text}();" if raised.kind.name == "class" else f"throw {raised.text};"]


def _delete(fn: "FunctionText", node: ast.Delete) -> list[str]:
    lines = []
    for target in node.targets:
        if not isinstance(target, ast.Subscript):
            raise NotInLanguage("`del` of a variable is not needed; write nothing in its place", node)
        owner = fn.lowered(target.value).text
        if isinstance(target.slice, ast.Slice):
            lines.append(f"{fn.helper('setslice')}({owner}, {slice_text(fn, target.slice)}, []);")
        else:
            lines.append(f"{fn.helper('delitem')}({owner}, {index_text(fn, target.slice)});")
    return lines


def _try(fn: "FunctionText", node: ast.Try) -> list[str]:
    flag = fn.temporary_name() if node.orelse else ""
    before = [f"{flag} = false;"] if flag else []
    lines = ["try {", *block(fn, node.body), *([f"{flag} = true;"] if flag else []), "}"]
    if node.handlers:
        lines[-1] = "} catch ($e) {"
        for i, handler in enumerate(node.handlers):
            lines += [f"{'} else ' if i else ''}if ({_handled(fn, handler.type)}) {{"]
            if handler.name:
                fn.assigned(handler.name, _raised_kind(fn, handler.type))
                lines.append(f"{variable(handler.name)} = {fn.helper('caught_error')}($e);")
            fn.handles += 1
            lines += block(fn, handler.body)
            fn.handles -= 1
        lines += ["} else throw $e;", "}"]
    if flag:
        lines += [f"if ({flag}) {{", *block(fn, node.orelse), "}"]
        if node.finalbody:
            lines = ["try {", *lines, "}"]
    last = ["finally {", *block(fn, node.finalbody), "}"] if node.finalbody else []
    return [*before, *lines, *last]


def _handled(fn: "FunctionText", kinds: ast.expr | None) -> str:
    """Whether a handler takes `$e`."""
    if kinds is None:
        return "true"
    if isinstance(kinds, ast.Tuple):
        return _caught(fn, kinds.elts)
    if static(fn, kinds) is None and isinstance(kinds, ast.Name):  # a variable that holds some
        return f"{fn.helper('caught')}($e, {fn.lowered(kinds).text})"
    return _caught(fn, _alternatives(kinds))


def _alternatives(kinds: ast.expr) -> list[ast.expr]:
    """The classes in `A | B`."""
    return [*_alternatives(kinds.left), *_alternatives(kinds.right)] if isinstance(kinds, ast.BinOp) else [kinds]


def _raised_kind(fn: "FunctionText", kinds: ast.expr | None) -> Kind:
    found = static(fn, kinds) if kinds is not None else None
    return of_class(found.value) if found and isinstance(found.value, type) else Is.UNKNOWN


def _caught(fn: "FunctionText", kinds: list[ast.expr]) -> str:
    return f"{fn.helper('caught')}($e, [{', '.join(fn.lowered(x).text for x in kinds)}])"


def _with(fn: "FunctionText", node: ast.With) -> list[str]:
    what = node.items[0].context_expr
    if len(node.items) > 1 or not isinstance(what, ast.Call) or _live(fn, what.func) is not SUPPRESS:
        raise NotInLanguage("`with` is in the subset only with contextlib.suppress; write try and finally", node)
    return ["try {", *block(fn, node.body), f"}} catch ($e) {{ if (!{_caught(fn, what.args)}) throw $e }}"]


def _async_with(fn: "FunctionText", node: ast.AsyncWith) -> list[str]:
    """Locks and timeouts of asyncio, which end no error."""
    if len(node.items) > 1 or node.items[0].optional_vars:
        raise NotInLanguage("`async with` is in the subset only with one manager, and without `as`", node)
    manager, held, raised = fn.lowered(node.items[0].context_expr), fn.temporary_name(), fn.temporary_name()
    wait = f"yield* {fn.helper('awaited')}"
    lines = [f"{held} = {manager.text}; {raised} = null;", f"{wait}({held}.__aenter__());"]
    lines += ["try {", *block(fn, node.body), f"}} catch ($e) {{ {raised} = $e; throw $e;"]
    return [*lines, f"}} finally {{ {wait}({held}.__aexit__({raised})); }}"]


def _match(fn: "FunctionText", node: ast.Match) -> list[str]:
    subject = fn.lowered(node.subject)
    holder = fn.temporary_name()
    lines = [f"{holder} = {subject.text};"]
    for i, case in enumerate(node.cases):
        test = _fits(fn, holder, case.pattern)
        if case.guard is not None:
            test = f"{test} && {fn.condition(case.guard)}"
        lines += [f"{'} else ' if i else ''}if ({test}) {{", *block(fn, case.body)]
    return [*lines, "}"]


def _fits(fn: "FunctionText", subject: str, pattern: ast.pattern) -> str:
    match pattern:
        case ast.MatchClass(cls, [], [], []):
            return instance_text(fn, subject, cls)
        case ast.MatchOr(patterns):
            return f"({' || '.join(_fits(fn, subject, one) for one in patterns)})"
        case ast.MatchAs(None, None):
            return "true"
        case ast.MatchValue(value):
            return f"{fn.helper('eq')}({subject}, {fn.lowered(value).text})"
        case ast.MatchSingleton(value):
            return f"({subject} === {fn.module.literal(value)})"
    raise NotInLanguage("a pattern of `case` is in the subset only with a class, a value or `_`; write if and elif")


def _live(fn: "FunctionText", node: ast.expr) -> Any:
    found = static(fn, node)
    return found.value if found else None


_STATEMENTS: dict[type[ast.stmt], Callable[["FunctionText", Any], list[str]]] = {
    ast.Expr: _expression,
    ast.Return: _return,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.AsyncWith: _async_with,
    ast.Match: _match,
    ast.ImportFrom: lambda fn, node: [],  # function_text.imported
    ast.Raise: _raise,
    ast.Delete: _delete,
    ast.Try: _try,
    ast.With: _with,
    ast.Pass: lambda fn, node: [],
    ast.Assert: lambda fn, node: [],
    ast.Continue: lambda fn, node: ["continue;"],
    ast.Break: lambda fn, node: ["break;"],
}

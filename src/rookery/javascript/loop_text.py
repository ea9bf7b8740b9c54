"""Comprehensions, and what loops go through."""

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.compiler.errors import NotInLanguage
from rookery.javascript.lowered_values import Lowered, Lowers
from rookery.javascript.member_kinds import item
from rookery.javascript.python_library import variable
from rookery.javascript.value_kinds import Is, Kind, element, in_array, many, merged

if TYPE_CHECKING:
    from rookery.javascript.function_text import FunctionText


def iterated(value: Lowered, *, ordered: bool = True) -> str:
    """The operand of `for ... of`. `ordered`: whether the order makes a difference. A set has none."""
    if value.kind.name == "set":
        if ordered:
            raise NotInLanguage("a set has no order that can be relied on; write sorted(...) around it")
        return f"{value.text}.values()"
    return value.text


def unordered(fn: "FunctionText", value: Lowered) -> str:
    """The same where the order makes no difference. A value that is known only as a collection may be a set."""
    if value.kind.name in ("iterator", Is.UNKNOWN.name):
        return f"{fn.helper('each')}({value.text})"
    return iterated(value, ordered=False)


def listed(fn: "FunctionText", nodes: list[ast.expr], *, ordered: bool = True) -> tuple[str, Kind]:
    """Values one after another, and the kind of each."""
    values = [fn.lowered(x.value if isinstance(x, ast.Starred) else x) for x in nodes]
    texts = [
        f"...{iterated(value) if ordered else unordered(fn, value)}" if isinstance(x, ast.Starred) else value.text
        for x, value in zip(nodes, values, strict=True)
    ]
    kinds = [element(v.kind) if isinstance(x, ast.Starred) else v.kind for x, v in zip(nodes, values, strict=True)]
    return ", ".join(texts), merged(kinds) if kinds else Is.NOTHING


def counting(fn: "FunctionText", node: ast.expr) -> tuple[str, str, Kind] | None:
    """Start, end and kind of the numbers of `range(end)` or `range(start, end)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) < 3):
        return None
    constant = fn.live(node.func.id)
    if constant is None or constant.value is not range or any(isinstance(x, ast.Starred) for x in node.args):
        return None
    *before, end = [fn.lowered(x) for x in node.args]
    start = before[0] if before else Lowered("0", Is.SMALL)
    return start.text, end.text, Is.SMALL if start.kind == Is.SMALL else Is.INT


def eager(fn: "FunctionText", node: ast.expr, *, ordered: bool = True) -> Lowered:
    """An argument of a function that takes all elements: a generator is made a list at once."""
    return list_of(fn, node, ordered=ordered) if isinstance(node, ast.GeneratorExp | ast.ListComp) else fn.lowered(node)


def loop(
    fn: "FunctionText", target: ast.expr, node: ast.expr, place: str, *, ordered: bool = True
) -> tuple[str, list[tuple[ast.expr, Lowered]]]:
    """The head of `for target in node:`, and what each of its variables gets. `place`: a name that nothing else has."""
    if (counted := counting(fn, node)) is not None:
        start, end, kind = counted
        head = f"for (let {place} = {start}, {place}e = {end}; {place} < {place}e; {place}++)"
        return head, taken_apart(fn, target, Lowered(place, kind))
    given = fn.lowered(node)
    through = iterated(given) if ordered else unordered(fn, given)
    return f"for (const {place} of {through})", taken_apart(fn, target, Lowered(place, element(given.kind)))


def loops(
    fn: "FunctionText", generators: list[ast.comprehension], inside: Callable[[], str], *, ordered: bool = True
) -> str:
    """Loops around what `inside` gives, which is lowered with their variables."""
    if not generators:
        return inside()
    first, *others = generators
    if first.is_async:
        raise NotInLanguage("`async for` in a comprehension is not in the subset; write a loop", first.target)
    place = f"$c{first.iter.lineno}_{first.iter.col_offset}"
    head, parts = loop(fn, first.target, first.iter, place, ordered=ordered)
    with fn.comprehending() as names:
        for target, value in parts:
            if not isinstance(target, ast.Name):
                raise NotInLanguage(f"{ast.unparse(target)} cannot be the variable of a loop here", target)
            names[target.id] = value.kind
        last = {ast.unparse(x): value.text for x, value in parts}  # of several `_`
        own = f"const {', '.join(f'{variable(name)} = {text}' for name, text in last.items())};"
        tests = "".join(f"if ({fn.condition(test)}) " for test in first.ifs)
        within = loops(fn, others, inside, ordered=ordered)
        return f"{head} {{ {own} {tests}{{ {within} }} }}"


def taken_apart(fn: "FunctionText", target: ast.expr, value: Lowered) -> list[tuple[ast.expr, Lowered]]:
    """The places of a target, and what each gets of the value, whose text may be read many times."""
    if not isinstance(target, ast.Tuple | ast.List):
        return [(target, value)]
    star = next((i for i, x in enumerate(target.elts) if isinstance(x, ast.Starred)), len(target.elts))
    listed = value if in_array(value.kind) else Lowered(f"{fn.helper('py_list')}({iterated(value)})", value.kind)
    pairs = list[tuple[ast.expr, Lowered]]()
    for i, x in enumerate(target.elts):
        after = i - len(target.elts)  # counted from the end
        if isinstance(x, ast.Starred):
            text = f"{listed.text}.slice({i}, {listed.text}.length - {-1 - after})"
            pairs += taken_apart(fn, x.value, Lowered(text, many("list", element(value.kind))))
        elif i > star:
            pairs += taken_apart(fn, x, Lowered(f"{listed.text}.at({after})", item(value.kind, after)))
        else:
            pairs += taken_apart(fn, x, Lowered(f"{listed.text}[{i}]", item(value.kind, i)))
    return pairs


Comprehension = ast.ListComp | ast.GeneratorExp | ast.SetComp


def each_of(
    fn: "FunctionText", node: Comprehension, statement: Callable[[str], str], *, ordered: bool = True
) -> Lowered:
    """Loops with a statement for each element, and the kind of the elements."""
    kinds = list[Kind]()

    def inside() -> str:
        value = fn.lowered(node.elt)
        kinds.append(value.kind)
        return statement(value.text)

    text = loops(fn, node.generators, inside, ordered=ordered)
    return Lowered(text, kinds[0])


def list_of(fn: "FunctionText", node: Comprehension, *, ordered: bool = True) -> Lowered:
    """A comprehension as a list that is made at once."""
    text, kind = each_of(fn, node, lambda value: f"$r.push({value});", ordered=ordered)
    return Lowered(at_once(f"const $r = []; {text} return $r"), many("list", kind))


def at_once(text: str) -> str:
    """Statements as an expression. Statements that wait are a coroutine."""
    waits = _AWAITED in text
    return f"(yield* (function* () {{ {text} }})())" if waits else f"(() => {{ {text} }})()"


_AWAITED = "(yield* $awaited"


def _generator(fn: "FunctionText", node: ast.GeneratorExp) -> Lowered:
    text, kind = each_of(fn, node, lambda value: f"yield {value};")
    if _AWAITED in text:
        raise NotInLanguage("`await` in a generator is not in the subset; write a list", node)
    return Lowered(f"(function* () {{ {text} }})()", many("iterator", kind))


def _set_of(fn: "FunctionText", node: ast.SetComp) -> Lowered:
    value = list_of(fn, node, ordered=False)
    return Lowered(f"{fn.helper('py_set')}({value.text})", many("set", element(value.kind)))


def _dict_of(fn: "FunctionText", node: ast.DictComp) -> Lowered:
    pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
    value = list_of(fn, ast.copy_location(ast.ListComp(pair, node.generators), node))
    return Lowered(f"{fn.helper('dict')}({value.text})", Kind("dict", element(value.kind).parts))


OF_LOOPS: Lowers = {
    ast.DictComp: _dict_of,
    ast.GeneratorExp: _generator,
    ast.ListComp: list_of,
    ast.SetComp: _set_of,
}

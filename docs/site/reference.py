"""The API reference: a page for each public module, made from its docstrings and signatures.

No module is imported: the names come from its `__all__`, and the source is read as a syntax tree. So kernels are shown
as the functions that their authors wrote. Docstrings are Markdown, like all our pages.
"""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

# module -> its purpose; these are stable, all other modules may change
PUBLIC = {
    "rookery": "Games, positions, records.",
    "rookery.search": "Analysis, tree search, exact search, perft.",
    "rookery.bots": "Bots and their levels.",
    "rookery.arena": "Matches, ratings, calibration.",
    "rookery.envs": "Environments for learners.",
    "rookery.export": "Games as files.",
    "rookery.testing": "The laws, for any game.",
    "rookery.core.errors": "Every refusal.",
    "rookery.core.protocol": "For authors of games: facts, fields, verbs.",
    "rookery.core.kernel": "For authors of games: compiled functions.",
    "rookery.core.scene": "For authors of games: the picture as data.",
    "rookery.core.plain": "For authors of games: verbs of games without chance or secrets.",
    "rookery.core.plain_evaluator": "For authors of games: the evaluator of a game that has none.",
    "rookery.core.chance": "For authors of games: random streams in kernels.",
    "rookery.core.generator": "For authors of bots: random numbers that are equal on every machine.",
    "rookery.core.bits": "For authors of games: sets as masks.",
    "rookery.core.observation": "For authors of games: what learners see.",
}
ONLY = {"rookery.core.kernel": ["kernel"]}  # the other names in these modules may change
ROOT = Path(__file__).parents[2]
_SESSION = re.compile(r"(?m)(?:^>>> .*\n?(?:^(?!>>>|\n).+\n?)*)+")
Thing = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def page(module: str) -> str:
    """The page of a module as Markdown for MyST."""
    tree = _tree(module)
    parts = [f"# {module}", _text(tree), f"```{{py:module}} {module}\n```"]
    parts += [_entry(name, found(module, name)) for name in names(module)]
    return "\n\n".join(parts) + "\n"


def listed() -> str:
    """The list of all pages, as Markdown."""
    return "\n".join(f"* [{module}](/api/{module}.md): {purpose}" for module, purpose in PUBLIC.items()) + "\n"


@functools.cache
def _tree(module: str) -> ast.Module:
    home = ROOT / "src" / Path(*module.split("."))
    file = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    text = file.read_text("utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            behind = lines[(node.end_lineno or 1) - 1][node.end_col_offset :]
            vars(node)["comment"] = behind.partition("#")[2].strip()
    return tree


def names(module: str) -> list[str]:
    """The public names of a module: those in its `__all__`, or those of all that it defines without an underscore."""
    if module in ONLY:
        return ONLY[module]
    body = _tree(module).body
    for node in body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    defined = [node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return sorted(name for name in defined if not name.startswith("_"))


def found(module: str, name: str) -> Thing:
    """The definition of a name, followed through imports."""
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
            return node
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if (alias.asname or alias.name) == name and f"{node.module}.{alias.name}" != f"{module}.{name}":
                    return found(node.module, alias.name)
    for node in _tree(module).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in {
            each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
        }:
            return node
    raise ValueError(f"{module} does not define {name}")


def _entry(name: str, thing: Thing) -> str:
    if isinstance(thing, ast.ClassDef):
        init = next((each for each in _methods(thing) if each.name == "__init__"), None)
        given = _given(init) if init else ""
        inside = [_field(each) for each in thing.body if isinstance(each, ast.AnnAssign)]
        inside += [_entry(each.name, each) for each in _methods(thing) if not each.name.startswith("_")]
        return _directive("class", f"{name}{given}", "\n\n".join([_text(thing), *filter(None, inside)]))
    if isinstance(thing, ast.Assign | ast.AnnAssign):
        return _directive("data", name, "")
    marks = {ast.unparse(mark) for mark in thing.decorator_list}
    if marks & {"property", "functools.cached_property", "cached_property"}:
        returns = f"\n:type: {ast.unparse(thing.returns)}" if thing.returns else ""
        return _directive("property", name, _text(thing), returns.replace("'", ""))
    kind = "method" if _is_method(thing) else "function"
    return _directive(kind, f"{name}{_given(thing)}", _text(thing))


def _field(node: ast.AnnAssign) -> str:
    """A field of a record; its meaning is in the comment after it."""
    name = ast.unparse(node.target)
    if name.startswith("_"):
        return ""
    return _directive("attribute", name, getattr(node, "comment", ""), f"\n:type: {ast.unparse(node.annotation)}")


def _text(thing: ast.Module | Thing) -> str:
    """A docstring as Markdown: sessions of the interpreter become blocks of code."""
    text = ast.get_docstring(thing) or ""  # type: ignore[arg-type]
    return _SESSION.sub(lambda block: f"```pycon\n{block[0].rstrip()}\n```\n", text)


def _methods(thing: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    yield from (each for each in thing.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


def _is_method(thing: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return [each.arg for each in thing.args.args][:1] in (["self"], ["cls"])


def _given(thing: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """(players: int, seed: int = 0) -> Position"""
    kept = ast.parse(f"def f({ast.unparse(thing.args)}): ...").body[0]
    assert isinstance(kept, ast.FunctionDef)
    if _is_method(kept):
        del kept.args.args[0]
    returns = f" -> {ast.unparse(thing.returns)}" if thing.returns and thing.name != "__init__" else ""
    return f"({ast.unparse(kept.args)}){returns}".replace("'", "")


def _directive(kind: str, signature: str, text: str, options: str = "") -> str:
    fence = ":" * (3 + max((len(run) for run in _runs(text)), default=0))
    return f"{fence}{{py:{kind}}} {signature}{options}\n\n{text.strip()}\n{fence}"


def _runs(text: str) -> list[str]:
    return [line[: len(line) - len(line.lstrip(":"))] for line in text.splitlines() if line.startswith(":::")]

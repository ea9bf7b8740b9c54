"""The syntax trees of live functions and classes."""

import ast
import builtins
import functools
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

from rookery.compiler.errors import NotInLanguage
from rookery.core.compiling.sources import text_of

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
NAMED_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def unwrapped(function: Any) -> Any:
    """The function that Python wrote, behind a cache or a compiled kernel."""
    while True:
        inner = getattr(function, "py_func", None) or getattr(function, "__wrapped__", None)
        if inner is None:
            return function
        function = inner


def node_of(function: FunctionType) -> FunctionNode | None:
    """The tree of a function; None if it has no source."""
    code = function.__code__
    functions = [node for node in _functions(function.__module__) if _begins(node) == code.co_firstlineno]
    if function.__name__ != "<lambda>":
        return next((x for x in functions if isinstance(x, NAMED_FUNCTIONS) and x.name == function.__name__), None)
    lambdas = [x for x in functions if isinstance(x, ast.Lambda)]
    columns = {column for line, _, column, _ in code.co_positions() if line == code.co_firstlineno and column}
    inside = [x for x in lambdas if columns & {*range(x.body.col_offset, (x.body.end_col_offset or 0))}]
    return min(inside or lambdas, key=lambda x: abs(x.body.col_offset - min(columns, default=0)), default=None)


def class_of(cls: type) -> ast.ClassDef | None:
    """The tree of a class; None if it has no source."""
    nodes = ast.walk(_tree(cls.__module__))
    return next((node for node in nodes if isinstance(node, ast.ClassDef) and node.name == cls.__name__), None)


def line_of(cls: type) -> int:
    """The first line of a class; 0 if it has no source."""
    node = class_of(cls)
    return node.lineno if node else 0


def annotated_in(cls: type) -> dict[str, ast.expr]:
    """Name -> annotation of the attributes that the methods of a class annotate."""
    node = class_of(cls) if "__init__" in vars(cls) and not hasattr(cls, "__dataclass_fields__") else None
    return {
        x.target.attr: x.annotation
        for x in (ast.walk(node) if node else ())
        if isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Attribute)
    }


def given_in(cls: type) -> tuple[dict[str, ast.expr], dict[str, ast.expr]]:
    """The values that a class's `__init__` assigns to attributes, and to variables, by name, without an annotation."""
    node = node_of(vars(cls)["__init__"]) if isinstance(vars(cls).get("__init__"), FunctionType) else None
    attributes, variables = dict[str, ast.expr](), dict[str, ast.expr]()
    for statement in node.body if isinstance(node, ast.FunctionDef) else ():
        for target, value in _pairs(statement) if isinstance(statement, ast.Assign) else ():
            if isinstance(target, ast.Attribute):
                attributes[target.attr] = value
            elif isinstance(target, ast.Name):
                variables[target.id] = value
    return attributes, variables


def _pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def meaning(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """The live object that a name, a part of it, or an annotation means. Raises LookupError, AttributeError or
    TypeError where it means none."""
    match node:
        case ast.Name(name):
            return names[name] if name in names else vars(builtins)[name]
        case ast.Attribute(owner, name):
            return getattr(meaning(owner, names), name)
        case ast.Constant(str(text)):
            return meaning(ast.parse(text, mode="eval").body, names)
        case ast.Constant(value):
            return value
        case ast.Subscript(owner, part):
            return meaning(owner, names)[meaning(part, names)]
        case ast.BinOp(left, ast.BitOr(), right):
            return meaning(left, names) | meaning(right, names)
        case ast.Tuple(parts):
            return tuple(meaning(part, names) for part in parts)
        case ast.List(parts):
            return [meaning(part, names) for part in parts]
    raise TypeError(f"{ast.unparse(node)} is not a name")


def place(module: str, line: int) -> str:
    """The place of something in messages for people: games/gleebs/scene.py:12."""
    file = Path(str(sys.modules[module].__file__))
    return f"{'/'.join(file.parts[-3:])}:{line}"


@contextmanager
def placed(called: str, module: str, line: int) -> Iterator[None]:
    """Of what is refused meanwhile, say where it is, unless that is known."""
    try:
        yield
    except NotInLanguage as refused:
        refused.kernel = refused.kernel or called
        refused.line = refused.line or line
        refused.file = refused.file or place(module, 0).rpartition(":")[0]
        raise


def own_nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes of a function's body, without those inside of functions within it."""
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, FunctionNode):
            waiting += ast.iter_child_nodes(node)


@functools.cache
def _tree(module: str) -> ast.Module:
    return ast.parse(text_of(Path(str(sys.modules[module].__file__))))


@functools.cache
def _functions(module: str) -> list[FunctionNode]:
    return [node for node in ast.walk(_tree(module)) if isinstance(node, FunctionNode)]


def _begins(node: FunctionNode) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min(node.lineno, *(x.lineno for x in decorators)) if decorators else node.lineno

"""The project's own Python files, read as syntax trees."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "rookery"
PAGE = PACKAGE / "server" / "page"  # built, not written


def files(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    """The written files below these folders of the project."""
    return sorted(path for folder in folders for path in _below(folder) if path.suffix in suffixes)


@functools.cache
def _below(folder: str) -> list[Path]:
    found = (ROOT / folder).rglob("*")
    return [path for path in found if "node_modules" not in path.parts and not path.is_relative_to(PAGE)]


@functools.cache
def tree(path: Path) -> ast.Module:
    """Nobody changes it: it is read once for all tests of the house."""
    return ast.parse(path.read_text("utf-8"), str(path))


def module(path: Path) -> str:
    """src/rookery/core/errors.py -> rookery.core.errors"""
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of everything a file imports, inside functions too; from x import y as x.y."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names)


def is_marked(function: ast.FunctionDef | ast.AsyncFunctionDef, *decorators: str) -> bool:
    """Whether one of these plain names decorates a function."""
    return any(isinstance(mark, ast.Name) and mark.id in decorators for mark in function.decorator_list)


def where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"

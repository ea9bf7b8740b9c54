"""Which files import which, as a graph; tests ask of it how many floors there are, and which imports go up."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator

from tests.house.sources import ROOT, files, tree

Graph = dict[str, frozenset[str]]  # a file, as a path with slashes -> the files that it imports


def python_graph(*folders: str, late: bool) -> Graph:
    """The files below these folders, by their paths in the project. `late`: imports inside functions count too. Imports
    for types alone never count."""
    written = {str(path.relative_to(ROOT)): path for path in files(*folders) if path.name != "__init__.py"}
    names = {_dotted(name): name for name in written}
    return {
        name: frozenset(names[to] for to in _imports(tree(path), late) if to in names) - {name}
        for name, path in written.items()
    }


def folder(name: str) -> str:
    """table/clock.py -> table"""
    return name.rpartition("/")[0]


def by_folder(graph: Graph) -> dict[str, Graph]:
    """Each folder's own files, with what they import of each other."""
    names = defaultdict[str, set[str]](set)
    for name in graph:
        names[folder(name)].add(name)
    return {place: {name: graph[name] & own for name in own} for place, own in names.items()}


def floors(graph: Graph) -> list[list[str]]:
    """Files by floor, the lowest first: each imports only from floors below its own. Fails at a circle."""
    left, found = dict(graph), list[list[str]]()
    while left:
        free = sorted(name for name, others in left.items() if not others & set(left))
        assert free, f"a circle of imports among {', '.join(sorted(left))}"
        left = {name: others for name, others in left.items() if name not in free}
        found.append(free)
    return found


def upward(graph: Graph, height: Callable[[str], int]) -> str:
    """A sentence for each import that goes up; empty where all go down or stay on their height."""
    return "\n".join(
        f"{name} imports {other}, which is on a higher floor"
        for name, others in sorted(graph.items())
        for other in sorted(others)
        if height(other) > height(name)
    )


def _dotted(name: str) -> str:
    """src/rookery/core/errors.py -> rookery.core.errors"""
    return name.removeprefix("src/").removesuffix(".py").replace("/", ".")


def _imports(node: ast.AST, late: bool) -> Iterator[str]:
    """What may be modules among the imported names: `from a import b` may import a.b, or something of a."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (name.name for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (to for name in child.names for to in (str(child.module), f"{child.module}.{name.name}"))
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        elif late or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _imports(child, late)

"""The server's folders: which may import which, and how many floors of imports stand in each.

What is imported inside a function counts, what is imported for types alone does not.
"""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import files, module, tree

NAME = "rookery.server"
# from bottom to top: a file imports from its own folder and from those below; modules of the root stand for themselves
ORDER = (
    *("errors", "config", "text", "wall_clock"),
    *("table", "quota", "commands", "telemetry", "cluster", "wire", "storage", "bots", "notify"),
    *("rooms", "ops", "ws", "http", "__main__"),
)
MAX_FLOORS = 5
MAX_FILES = 15  # in a folder, so that a reader sees all of them at once
FILES = {module(path): path for path in files("src/rookery/server") if path.name != "__init__.py"}


def imported(path: Path) -> set[str]:
    """The modules of the server that a file imports."""
    whole = tree(path)
    typed = {
        id(line)
        for node in ast.walk(whole)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for line in ast.walk(node)
    }
    return {name for line in ast.walk(whole) if id(line) not in typed for name in _named(line) if name in FILES}


def _named(line: ast.AST) -> Iterator[str]:
    if isinstance(line, ast.ImportFrom) and (line.module or "").startswith(NAME):
        for name in line.names:
            full = f"{line.module}.{name.name}"
            yield full if full in FILES else str(line.module)


@functools.cache
def graph() -> dict[str, frozenset[str]]:
    return {name: frozenset(imported(path)) - {name} for name, path in FILES.items()}


def folder(name: str) -> str:
    """rookery.server.table.clock -> rookery.server.table"""
    return name.rpartition(".")[0]


def place(name: str) -> str:
    """Its word in ORDER: rookery.server.table.clock -> table; rookery.server.errors -> errors"""
    return name.removeprefix(f"{NAME}.").partition(".")[0]


def floors(imports: dict[str, frozenset[str]]) -> list[list[str]]:
    """Modules by floor, the lowest first: each imports only from floors below its own. Fails at a circle."""
    left, found = dict(imports), list[list[str]]()
    while left:
        free = sorted(name for name, others in left.items() if not others & set(left))
        assert free, f"a circle of imports among {', '.join(sorted(left))}"
        left = {name: others for name, others in left.items() if name not in free}
        found.append(free)
    return found


def test_every_folder_has_its_place() -> None:
    assert {place(name) for name in FILES} == set(ORDER)


def test_imports_go_down() -> None:
    wrong = [
        f"{name} imports {other}, which stands above it"
        for name, others in graph().items()
        for other in others
        if ORDER.index(place(other)) > ORDER.index(place(name))
    ]
    assert not wrong, "\n".join(sorted(wrong))


def test_there_is_no_circle() -> None:
    assert floors(graph())
    assert floors({"a": frozenset(), "b": frozenset("a"), "c": frozenset("ab")}) == [["a"], ["b"], ["c"]]


def test_a_folder_has_few_floors_and_few_files() -> None:
    folders = {name: [other for other in FILES if folder(other) == name] for name in map(folder, FILES)}
    high = {
        name: drawn
        for name, own in folders.items()
        if len(drawn := floors({one: graph()[one] & set(own) for one in own})) > MAX_FLOORS
    }
    assert not high
    assert not {name: len(own) for name, own in folders.items() if len(own) > MAX_FILES}

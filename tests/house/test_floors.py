"""The server's folders: which may import which, and how many floors of imports stand in each.

What is imported inside a function counts, what is imported for types alone does not.
"""

import functools

import pytest

from tests.house.import_graph import Graph, by_folder, floors, python_graph, upward

SERVER = "src/rookery/server"
# from bottom to top: a file imports from its own folder and from those below; files of the root stand for themselves
ORDER = (
    *("errors", "config", "text", "wall_clock"),
    *("table", "quota", "commands", "telemetry", "cluster", "wire", "storage", "ratings", "tags", "bots", "notify"),
    "clocks",
    *("rooms", "days", "ops", "api", "ws", "http", "__main__"),
)
MAX_FLOORS = 5
MAX_FILES = 15  # in a folder, so that a reader sees all of them at once


@functools.cache
def graph() -> Graph:
    return python_graph(SERVER, late=True)


def place(name: str) -> str:
    """Its word in ORDER: src/rookery/server/table/clock.py -> table; src/rookery/server/errors.py -> errors"""
    return name.removeprefix(f"{SERVER}/").partition("/")[0].removesuffix(".py")


def test_every_folder_has_its_place() -> None:
    assert set(map(place, graph())) == set(ORDER)


def test_imports_go_down() -> None:
    assert upward({"a": frozenset("b"), "b": frozenset()}, "ab".index) == "a imports b, which is on a higher floor"
    wrong = upward(graph(), lambda name: ORDER.index(place(name)))
    assert not wrong, wrong


def test_there_is_no_circle() -> None:
    assert len(floors(graph())) > 5, "imports are found"
    assert floors({"a": frozenset(), "b": frozenset("a"), "c": frozenset("ab")}) == [["a"], ["b"], ["c"]]
    with pytest.raises(AssertionError, match="a circle of imports among a, b"):
        floors({"a": frozenset("b"), "b": frozenset("a")})


def test_a_folder_has_few_floors_and_few_files() -> None:
    folders = by_folder(graph())
    assert not {name: drawn for name, own in folders.items() if len(drawn := floors(own)) > MAX_FLOORS}
    assert not {name: len(own) for name, own in folders.items() if len(own) > MAX_FILES}

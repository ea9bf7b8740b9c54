"""The page's folders: which may import which, how many files each has, and how many floors of imports."""

import re
from pathlib import Path

import pytest

from tests.house.import_graph import by_folder, floors, folder, upward
from tests.house.sources import ROOT, files

PAGE = ROOT / "web" / "src"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="a checkout without the page")
# from bottom to top: a file imports from its own folder, from those below, and from the two files that all may read
ORDER = (
    *(
        "text",
        "waits",
        "python",
        "given",
        "program",
        "game",
        "painting",
        "worker",
        "engine",
        "sandbox",
        "net",
        "browser",
        "router",
        "sound",
        "ui",
        "scene",
        "rules",
    ),
    *("rules", "share", "notify", "tags", "settings"),
    *(
        "fairness",
        "seats",
        "moves",
        "board",
        "setup",
        "learn",
        "hints",
        "finale",
        "table",
        "study",
        "analysis",
        "practice",
    ),
    *("puzzles", "days", "lobby", "mine", "local", "status", "own", "workshop"),
)
ROOT_FILES = {"protocol.ts", "state.ts"}  # the wire's messages, and what is known of a table
# widgets are tested in the pages that have them; tests/javascript compares the runtime with Python
UNTESTED = {"ui", "python"}
MAX_FLOORS = 5
MAX_FILES = 20
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*'(\.{1,2}/[^'?]+)'""")
FILES = {str(path.relative_to(PAGE)): path for path in files("web/src", suffixes=(".ts", ".svelte"))}


def imported(name: str) -> set[str]:
    """Files of the page that a file imports, be it for types alone."""
    targets = [(FILES[name].parent / target).resolve() for target in IMPORT.findall(FILES[name].read_text("utf-8"))]
    paths = [there for to in targets for there in (to, Path(f"{to}.ts")) if there.is_file()]
    return {str(path.relative_to(PAGE)) for path in paths} - {name}


IMPORTS = {name: frozenset(imported(name)) for name in FILES}


def test_every_folder_has_its_place() -> None:
    assert {folder(name) for name in FILES} - {""} == set(ORDER)


def test_imports_go_down() -> None:
    """Files of the root may import everything, and only ROOT_FILES may be imported from everywhere."""
    top = len(ORDER)
    read = {name: others - ROOT_FILES for name, others in IMPORTS.items()}
    wrong = upward(read, lambda name: ORDER.index(folder(name)) if folder(name) else top)
    assert not wrong, wrong


def test_folders_can_be_looked_over() -> None:
    inside = by_folder(IMPORTS)
    for place in ORDER:
        assert len(inside[place]) <= MAX_FILES, f"{place} has more than {MAX_FILES} files"
        high = len(floors(inside[place]))
        assert high <= MAX_FLOORS, f"{place} has {high} floors of imports, {MAX_FLOORS} at most"


def test_tests_stand_where_what_they_test_does() -> None:
    tested = {path.parent.name for path in files("web/tests", suffixes=(".ts",)) if path.name.endswith(".test.ts")}
    assert tested == set(ORDER) - UNTESTED

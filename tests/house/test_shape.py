"""What a reader can look over: folders with few files and few floors of imports, and short functions.

test_floors.py has the order of the server's folders, test_page.py that of the page's. No file has a longest length: a
file is as long as one idea.
"""

import ast
import functools
import re
from pathlib import Path

from tests.house.import_graph import Graph, by_folder, floors, python_graph
from tests.house.sources import ROOT, files, tree, where

# of the folders below; the longest name counts
MAX_FILES = {"": 31, "src/rookery/games": 16, "tests": 40}
MAX_FLOORS = {"": 8, "src/rookery/games": 9}  # chapters of a rulebook build on each other
MAX_LINES = 50  # of a function, from its first statement on: the options of a command are a list
LONG = {"src/rookery/search/kernels/exact.py: search": "one loop over a stack, measured: parts of it were slower"}
UNSAID = re.compile(r"# fmt: skip(?!  # \w)")


def limit(limits: dict[str, int], folder: str) -> int:
    return limits[max((part for part in limits if f"{folder}/".startswith(part)), key=len)]


@functools.cache
def folders() -> dict[str, Graph]:
    """What files import when they are loaded: not what they import late, or for types alone."""
    return by_folder(python_graph("src", "tests", "benchmarks", "docs", late=False))


def test_a_folder_has_few_files() -> None:
    wrong = [
        f"{folder} has {len(own)} files, {most} at most"
        for folder, own in folders().items()
        if len(own) > (most := limit(MAX_FILES, folder))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_folder_has_few_floors_of_imports() -> None:
    wrong = [
        f"{folder} has {high} floors of imports, {most} at most"
        for folder, own in folders().items()
        if (high := len(floors(own))) > (most := limit(MAX_FLOORS, folder))
    ]
    assert not wrong, "\n".join(wrong)
    assert len(floors(folders()["src/rookery/core"])) > 3, "imports are found"


def test_functions_are_short() -> None:
    found = [  # pairs, because several classes of a file have functions of one name
        (f"{path.relative_to(ROOT)}: {function.name}", (function.end_lineno or 0) - function.body[0].lineno + 1)
        for path in files("src")
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    wrong = [(name, lines) for name, lines in found if lines > MAX_LINES]
    assert sorted(name for name, _ in wrong) == sorted(LONG), wrong


def test_only_tables_are_laid_out_by_hand() -> None:
    wrong = [
        f"{where(path, line)}: say what is drawn there, as in `# fmt: skip  # a board`"
        for path in files("src", "tests", "examples", "benchmarks", "docs")
        if path.name != Path(__file__).name
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if UNSAID.search(text)
    ]
    assert not wrong, "\n".join(wrong)

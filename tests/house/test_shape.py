"""Folders that a reader can look over: few files in each, and few floors of imports.

test_floors.py has the order of the server's folders, test_page.py that of the page's. No file has a longest length: a
file is as long as one idea.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

from tests.house.sources import ROOT, files, tree, where
from tests.house.test_floors import floors

# of the folders below; the longest name counts
MOST_FILES = {"": 30, "src/rookery/games": 16, "tests": 40}
MOST_FLOORS = {"": 8, "src/rookery/games": 9}  # chapters of a rulebook build on each other
UNSAID = re.compile(r"# fmt: skip(?!  # \w)")


def limit(limits: dict[str, int], folder: str) -> int:
    return limits[max((part for part in limits if f"{folder}/".startswith(part)), key=len)]


def folders() -> dict[str, list[Path]]:
    """Folder -> its own files of Python."""
    found = defaultdict(list)
    for path in files("src", "tests", "benchmarks", "docs"):
        if not path.name.startswith("__"):
            found[str(path.parent.relative_to(ROOT))].append(path)
    return found


def leads_to(path: Path) -> set[Path]:
    """The project's files that a file imports when it is loaded: not those that it imports late, or for types alone."""
    found = set[Path]()
    for node in tree(path).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            home = ROOT / "src" / Path(*node.module.split("."))
            inside = [home / f"{name.name}.py" for name in node.names]
            found |= {there for there in (*inside, home.with_suffix(".py")) if there.is_file()}
    return found - {path}


def within(paths: list[Path]) -> dict[str, frozenset[str]]:
    """What the files of a folder import of each other."""
    return {str(path): frozenset(str(there) for there in leads_to(path) & {*paths}) for path in paths}


def test_a_folder_has_few_files() -> None:
    wrong = [
        f"{folder} has {len(paths)} files, {most} at most"
        for folder, paths in folders().items()
        if len(paths) > (most := limit(MOST_FILES, folder))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_folder_has_few_floors_of_imports() -> None:
    wrong = [
        f"{folder} has {high} floors of imports, {most} at most"
        for folder, paths in folders().items()
        if (high := len(floors(within(paths)))) > (most := limit(MOST_FLOORS, folder))
    ]
    assert not wrong, "\n".join(wrong)
    assert len(floors(within(folders()["src/rookery/core"]))) > 3, "imports are found"


def test_only_tables_are_laid_out_by_hand() -> None:
    wrong = [
        f"{where(path, line)}: say what is drawn there, as in `# fmt: skip  # a board`"
        for path in files("src", "tests", "examples", "benchmarks", "docs")
        if path.name != Path(__file__).name
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if UNSAID.search(text)
    ]
    assert not wrong, "\n".join(wrong)

"""Which tests a change can reach: `make test SINCE=main` runs these alone. CI runs all.

A Python file reaches what imports it, also late, and what names it in a text, as a command does (`-m rookery.server`).
Games are loaded by name, so a change in a game's folder reaches that folder's tests and every test that is made for
that game. What the page is built from reaches the tests that open or lower it. The tests of the house and of the pages
always run: they read all files.
"""

import ast
import functools
import re
import subprocess
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAME = re.compile(r"(?:src/rookery/games|tests/games|examples)/(\w+)/")
MENTION = re.compile(r"\b(?:rookery|tests)(?:\.\w+)+")
ALWAYS = ("tests/house/", "tests/docs/")
OF_THE_PAGE = ("tests/browser/", "tests/javascript/", "tests/offline/", "tests/site/", "tests/page_engine/")
TEXTS = {".md", ".ipynb", ".png", ".svg", ".gif"}  # outside a game's folder


@dataclass(frozen=True)
class Reach:
    """What a change reaches."""

    files: frozenset[str]  # Python files of the project, by path
    games: frozenset[str]  # slugs
    page: bool  # whether the page changed
    all: bool = False  # a file that everything depends on

    def has(self, file: str, games: Collection[object]) -> bool:
        """Whether a test is reached. `file`: its path in the project; `games`: for which it is made, if for any."""
        if self.all or file.startswith(ALWAYS) or file in self.files or (self.page and file.startswith(OF_THE_PAGE)):
            return True
        return not self.games.isdisjoint(games) or any(f"tests/games/{slug}/" in file for slug in self.games)


def changed(since: str) -> list[str]:
    """The files that differ from where this branch left `since`, new ones too. Raises SystemExit for no commit."""

    def git(*words: str) -> list[str]:
        told = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        if told.returncode:
            raise SystemExit(f"SINCE={since}: git knows no such commit")
        return told.stdout.splitlines()

    (base,) = git("merge-base", since, "HEAD")
    return git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")


def reach(names: Iterable[str]) -> Reach:
    """What a change of these files reaches."""
    python, games, page, whole = set[str](), set[str](), False, False
    for name in names:
        if game := GAME.match(name):
            games.add(game[1])
        elif name.startswith("web/"):
            page = True
        elif name.endswith(".py") and name.startswith(("src/", "tests/")) and name.count("/") > 1:
            python.add(name)
        elif not (name.startswith(("benchmarks/", "docs/", "deploy/")) or Path(name).suffix in TEXTS):
            whole = True
    reached = _importers(python)
    lowered = any(name.startswith("src/rookery/server/__main__") or "/offline/" in name for name in reached)
    return Reach(frozenset(reached), frozenset(games), page or lowered, whole)


def _importers(files: set[str]) -> set[str]:
    """These files, and all that depend on one of them."""
    users, found, new = _users(), set[str](), set(files)
    while new:
        found |= new
        new = {user for name in new for user in users.get(name, ())} - found
    return found


@functools.cache
def _users() -> dict[str, set[str]]:
    """Each file's direct users."""
    users = defaultdict[str, set[str]](set)
    paths = [path for folder in ("src/rookery", "tests") for path in (ROOT / folder).rglob("*.py")]
    names = {_dotted(path): str(path.relative_to(ROOT)) for path in paths}
    for path in paths:
        for name in _named(path.read_text("utf-8")):
            if name in names:
                users[names[name]].add(str(path.relative_to(ROOT)))
    return users


def _named(text: str) -> set[str]:
    """The modules that a file imports or names in a text; some of the names are none."""
    found, tree = set[str](), ast.parse(text)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            found |= {*MENTION.findall(node.value)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names} | {str(node.module)}
    return found


def _dotted(path: Path) -> str:
    """src/rookery/core/errors.py -> rookery.core.errors"""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

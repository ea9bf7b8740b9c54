"""One word, one meaning (docs/words.md): no class, constant or file has the name of another one.

A game is a world of its own: no file can import two games (test_layers.py), so nobody takes COLOURS of one for those of
another. Inside a game, and between a game and everything that is no game, a name is there once.
"""

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from tests.house.sources import PACKAGE, ROOT, files, tree

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
ALIAS = re.compile(r"_?[A-Z]\w*[a-z]\w*")
IN_THE_PAGE = re.compile(r"^\s{0,2}(?:export )?(?:const ([A-Z][A-Z0-9_]+)\b|(?:class|interface|type) (\w+))", re.M)
GAMES, STARTS = PACKAGE / "games", PACKAGE / "workshop" / "starts"
WORDS = ROOT / "docs" / "words.md"
MAX_ROWS = 70

# names that are there twice on purpose -> why
EXCEPTIONS = {
    "EXAMPLES": "what the help of a command ends with: cli/main.py reads it from each command's file",
    "INPUTS": "a game's evaluator says it, and the plain one (core/protocol.py)",
    "KINDS": "a game's kind_of.py says it, and core/plain.py for games without one",
    "SYMMETRIES": "a game's evaluator says it, and the plain one (core/protocol.py)",
    "WEIGHTS": "a game's evaluator says it, and the plain one (core/protocol.py)",
    "actions.py": "core/actions.py declares what a game's actions.py lists",
    "errors.py": "core/errors.py: what the library refuses; server/errors.py: what a server refuses",
    "scene.py": "core/scene.py declares what a game's scene.py makes",
    "exact.py": "search/kernels/exact.py holds the kernels of search/exact.py",
    "mcts.py": "search/kernels/mcts.py holds the kernels of search/mcts.py",
    "perft.py": "search/kernels/perft.py holds the kernels of search/perft.py",
    "playouts.py": "search/kernels/playouts.py holds the kernels of search/playouts.py",
}

# word -> names that it replaced: a class, a constant, a member of a class, a file
REPLACED = {
    "slug": "Facts.title GameCard.title",
    "game": "PuzzleList.game PuzzleCard.game PuzzleOfTheDay.game",
    "name": "Set.title",
    "record": "Position.record",
    "state": "Numbers.record",
    "chat": "Welcome.talk",
    "X_RATE, X_BURST": "WISHES HELLOS AT_ONCE AGAIN ANEW",
    "X_TIMEOUT, X_INTERVAL": "PATIENCE EVERY QUIET",
    "MAX_X, X_pN": "MOST LONGEST TRIES Status.wait_half Status.wait_most",
    "view": "looks.py",
    "determinize": "Position.guess",
    "resample a history": "Memory.retell",
    "points": "score DayResult.counted EveningCard.counted",
    "evaluator": "Judge judge.py Folder.judge",
    "bindings": "door.py Folder.door",
    "rules page": "book.md Folder.book",
    "commitment": "Luck.promise LuckCard.promise EveningCard.promise",
    "client seed": "Luck.words LuckCard.words Hello.word WORD",
    "audit path": "Checked.branch",
    "to achieve": "EveningSeat.did",
    "search limits": "Thought",
    "search result": "Findings",
    "prior visits": "Plan.trust",
    "work file": "Lines",
    "table actor": "LiveTable",
    "journal": "Ledger",
    "command": "asks.py orders.py",
    "page session": "_Conversation talk.py",
    "catalog": "Shelf",
    "rate limiter, address quota": "Gate Home",
    "work budget": "Budget",
    "middleware": "Guarded guard.py",
    "endpoints": "Desk Office Mailroom",
    "bot pool, bot player": "Bots BotTurns",
    "game opener": "Compiling",
    "clock scheduler": "Minder",
    "deadline timer": "Alarm",
    "turn notifier, notification sender": "Bell Courier",
    "membership, heartbeat": "Company Letter",
    "listener": "Ear",
    "health": "standing.py",
    "metrics": "figures.py",
    "spectator delay": "Late",
}


@functools.cache
def classes(path: Path) -> frozenset[str]:
    """Classes, and other names of types that a file defines: `Report = Callable[[int], None]`."""
    found = {node.name for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)}
    lines = (node for node in tree(path).body if isinstance(node, ast.Assign) and len(node.targets) == 1)
    names = (node.targets[0].id for node in lines if isinstance(node.targets[0], ast.Name))
    return frozenset(found.union(filter(ALIAS.fullmatch, names)))


@functools.cache
def constants(path: Path) -> frozenset[str]:
    """Those that a file defines, not those that it imports. Of type variables nobody asks what they are called."""
    found = set[str]()
    for node in tree(path).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            if node.value is not None and ast.unparse(node.value).startswith("TypeVar("):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return frozenset(filter(CONSTANT.fullmatch, found))


def file_name(path: Path) -> frozenset[str]:
    return frozenset({path.name} - {"__init__.py", "__main__.py"})


def in_the_page(path: Path) -> frozenset[str]:
    return frozenset(constant or kind for constant, kind in IN_THE_PAGE.findall(path.read_text("utf-8")))


def is_of_a_game(path: Path) -> bool:
    """Whether a file belongs to a game, or to one with which authors begin."""
    return path.is_relative_to(GAMES) or path.is_relative_to(STARTS)


def scopes() -> Iterator[list[Path]]:
    """Everything outside games, combined with each game in turn."""
    outside = [path for path in files("src") if not is_of_a_game(path)]
    for game in sorted(path.parent for shelf in (GAMES, STARTS) for path in shelf.glob("*/facts.py")):
        yield [*outside, *files(str(game.relative_to(ROOT)))]


def twice(paths: Collection[Path], names: Callable[[Path], Collection[str]]) -> dict[str, str]:
    """Name -> the files that have it, of those that several have."""
    homes = defaultdict(list)
    for path in paths:
        for name in names(path):
            homes[name].append(str(path.relative_to(ROOT)))
    return {name: ", ".join(found) for name, found in sorted(homes.items()) if len(found) > 1}


def every(names: Callable[[Path], Collection[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for paths in scopes():
        found |= twice(paths, names)
    return found


def test_no_class_has_the_name_of_another_one() -> None:
    assert {name: where for name, where in every(classes).items() if name not in EXCEPTIONS} == {}


def test_no_constant_has_the_name_of_another_one() -> None:
    assert {name: where for name, where in every(constants).items() if name not in EXCEPTIONS} == {}


def test_no_file_has_the_name_of_another_one() -> None:
    """An editor opens files by their names."""
    assert {name: where for name, where in every(file_name).items() if name not in EXCEPTIONS} == {}


def test_the_page_keeps_to_it_too() -> None:
    paths = files("web/src", suffixes=(".ts", ".svelte"))
    assert len(paths) > 50
    assert twice(paths, in_the_page) | twice(paths, file_name) == {}


def test_no_exception_is_kept_for_nothing() -> None:
    assert {*EXCEPTIONS} <= every(classes).keys() | every(constants).keys() | every(file_name).keys()


# ── The list itself ──────────────────────────────────────────────────────────
def rows() -> list[list[str]]:
    """[word, meaning] of each row of the table."""
    lines = WORDS.read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")]
    return [row for row in cells if row[0] != "Word" and not row[0].startswith("---")]


def members(path: Path) -> Iterator[str]:
    """ "Position.state": what classes have."""
    for node in (node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)):
        for part in node.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{node.name}.{part.name}"
            elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                yield f"{node.name}.{part.target.id}"


def test_a_word_is_listed_once() -> None:
    words = [word for row in rows() for word in row[0].split(", ")]
    assert all(len(row) == 2 for row in rows())
    assert len(words) == len({*words})
    assert len(rows()) <= MAX_ROWS, "a longer list is not learnt"


def test_replaced_names_do_not_come_back() -> None:
    """Games have constants of their own."""
    gone = {name for names in REPLACED.values() for name in names.split()}
    assert "Position" in classes(PACKAGE / "core" / "position.py")
    there = {path.name for path in PACKAGE.rglob("*") if path.is_file()}
    for path in files("src"):
        there |= {*members(path)} | (frozenset() if is_of_a_game(path) else classes(path) | constants(path))
    assert gone
    assert {"Position.state", "SearchLimits", "CHAT_RATE", "rules.md"} <= there, "they are found"
    assert gone & there == set()

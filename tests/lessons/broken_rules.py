"""Plays the lessons of a game whose rules were broken on purpose: `python -m tests.lessons.broken_rules GAME FOLDER P`.

Each mutant of `mutants/GAME.toml` changes one place of a file in the game's folder, and so breaks one rule. A copy of
the game with that change is played by the lessons that teach the rule. The process prints one line of JSON for each
mutant: its number, its rule, and what failed. P is `first`, the first mutant of each rule, or `others`. It runs
kernels as plain Python, so nothing has to be compiled.
"""

import json
import shutil
import sys
import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from rookery.core.position import Game
from rookery.core.registry import load
from rookery.lessons.lesson import lessons_of
from rookery.testing.lesson_laws import broken_lessons

MUTANTS = Path(__file__).with_name("mutants")


class Mutant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rule: str
    old: str  # occurs once in the file
    new: str
    file: str = "rules.py"


class _Mutants(Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Mutant, ...]


def mutants_of(slug: str, part: str) -> dict[int, Mutant]:
    """By number."""
    told = msgspec.convert(tomllib.loads((MUTANTS / f"{slug}.toml").read_text("utf-8")), _Mutants).mutant
    rules = [mutant.rule for mutant in told]
    first = {rules.index(rule) for rule in rules}
    return {number: mutant for number, mutant in enumerate(told) if (number in first) == (part == "first")}


def broken(game: Game, mutant: Mutant, folder: Path, package: str) -> Game:
    """The game with the mutant's rules, as a package in `folder`."""
    copy = folder / package
    shutil.copytree(game.path, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*copy.rglob("*.py"), *copy.glob("set_*.toml")):
        text = path.read_text("utf-8")
        if path == copy / mutant.file:
            if text.count(mutant.old) != 1:
                raise ValueError(f"{mutant.rule}: {mutant.old!r} occurs {text.count(mutant.old)} times, not once")
            text = text.replace(mutant.old, mutant.new)
        path.write_text(text.replace(game.package, package), "utf-8")
    return Game(package)


def main(slug: str, folder: Path, part: str) -> None:
    sys.path.insert(0, str(folder))
    game = load(slug)
    lessons = lessons_of(game)
    for number, mutant in mutants_of(slug, part).items():
        teaching = tuple(lesson for lesson in lessons.lessons if mutant.rule in lesson.rules)
        wrong = broken(game, mutant, folder, f"mutant_{number}")
        try:
            told = list(broken_lessons(wrong, teaching))
        except Exception as error:  # noqa: BLE001  # broken rules may break in any way
            told = [repr(error)]
        print(json.dumps([number, mutant.rule, told]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])

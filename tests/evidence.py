"""`make evidence GAME=slug`: write anew what the tests of a game compare with, after a fix of a rule.

That is its playthrough, its perft counts, which kernels and twin must agree on, its recorded games, and what its bots
choose.
"""

import importlib
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import rookery
from rookery import Record
from rookery.core.errors import Refusal
from rookery.search import perft
from tests import choices
from tests.games.both import Counted, both, counts, perft_file
from tests.games.endings import recorded
from tests.playthrough import playthrough

GAMES = Path(__file__).parent / "games"


def if_meant(slug: str) -> str:
    """What a test of evidence says when it fails."""
    return f"If that is meant:\n    make evidence GAME={slug}"


def count_again(file: Path, counts: Sequence[Counted], recount: Callable[[Counted], None]) -> None:
    """Write the perft counts of today. `recount`: raises AssertionError where the twin counts something else."""
    today = [counted._replace(ways=perft(counted.position, counted.depth)) for counted in counts]
    for counted in today:
        recount(counted)
    ways, lines = iter([counted.ways for counted in today]), file.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            lines[number] = re.sub(r"(?<=; )(D\d+) \d+", lambda found: f"{found[1]} {next(ways)}", line)
    file.write_text("\n".join(lines) + "\n", "utf-8")


def actions(file: Path) -> list[str]:
    """The actions of a recorded game, which the rules of today may no longer allow."""
    return [entry["action"] for entry in map(json.loads, file.read_text("utf-8").splitlines()) if "action" in entry]


def play_again(file: Path) -> None:
    """Play a recorded game with the rules of today, and write what it has become. Raises Refusal."""
    head = json.loads(file.read_text("utf-8").splitlines()[0])
    record = Record(rookery.load(head["game"]), head["players"], head["options"], head.get("names", ()))
    for action in actions(file):
        record.play(action)
    record.save(file)


def play_all_again(files: list[Path]) -> None:
    """Play recorded games again; ends the program with the names of those that can no longer be played."""
    lost = []
    for file in files:
        try:
            play_again(file)
        except Refusal as error:
            lost.append(f"{file.stem}: {error}")
    if lost:
        sys.exit("\n".join(["These recorded games are not possible any more; others must end like them:", *lost]))


def main(words: list[str]) -> None:
    if len(words) != 1:
        sys.exit("usage: make evidence GAME=slug")
    folder = GAMES / words[0]
    try:
        game = rookery.load(words[0])
        text = playthrough(game)
        folder.mkdir(exist_ok=True)
        (folder / "playthrough.txt").write_text(text, "utf-8")
        choices.file_of(words[0]).write_text(choices.text_of(game), "utf-8")
        if perft_file(words[0]).exists():
            count_again(perft_file(words[0]), counts(words[0]), both(words[0]).recount)
    except Refusal as error:
        sys.exit(str(error))
    if (folder / "record_games.py").exists():
        importlib.import_module(f"tests.games.{words[0]}.record_games").main([])
    else:
        play_all_again(recorded(words[0]))


if __name__ == "__main__":
    main(sys.argv[1:])

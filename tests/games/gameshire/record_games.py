"""`python -m tests.games.gameshire.record_games NAME ...`: play recorded games of endings.py anew.

Walkers play with the twin until a game ends as wanted; then the kernels play the same game, and it is kept. Without
names, and in `make evidence GAME=gameshire`, a recorded game that still ends as wanted is played again instead.
"""

import random
import sys
from dataclasses import replace
from pathlib import Path

from rookery import Record
from tests import evidence
from tests.games.gameshire.drawn import GAME
from tests.games.gameshire.endings import ENDINGS, Ending
from tests.games.gameshire.twin import Twin
from tests.games.gameshire.walks import Walker

RECORDED = Path(__file__).parent / "recorded"
TRIES = 3_000
NAMES = ("Ada", "Grace", "Emmy", "Sofia", "Mary", "Rosa")


def found(ending: Ending, to_win: bool) -> list[str]:
    """The actions of a game that ends so. Raises LookupError when none was found."""
    for seed in range(TRIES):
        generator = random.Random(seed)
        walker, twin, texts = Walker.drawn(generator), Twin(ending.players, **ending.options), list[str]()
        if to_win:
            walker = replace(walker, care=1, luck=1, stray=0)
        while twin.legal():
            texts.append(walker(twin, generator))
            twin.play(texts[-1])
        if ending.is_it(twin):
            return texts
    raise LookupError(f"{TRIES} games did not end like that")


def still(name: str) -> list[str]:
    """The actions of a recorded game, if the twin can play them today and the game still ends so."""
    ending, file = ENDINGS[name], RECORDED / f"{name}.jsonl"
    texts, twin = evidence.actions(file) if file.exists() else [], Twin(ending.players, **ending.options)
    for text in texts:
        if text not in twin.legal():
            return []
        twin.play(text)
    return texts if texts and not twin.legal() and ending.is_it(twin) else []


def main(names: list[str]) -> None:
    RECORDED.mkdir(exist_ok=True)
    for name in names or ENDINGS:
        ending = ENDINGS[name]
        record = Record(GAME, ending.players, ending.options, NAMES[: ending.players])
        texts = [] if names else still(name)
        for text in texts or found(ending, to_win=name.startswith("won")):
            record.play(text)
        record.save(RECORDED / f"{name}.jsonl")
        print(f"{name}: {record.plies} plies")


if __name__ == "__main__":
    main(sys.argv[1:])

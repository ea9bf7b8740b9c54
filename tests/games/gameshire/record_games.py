"""`python -m tests.games.gameshire.record_games [NAME ...]`: play the recorded games of test_recorded.py anew.

Walkers play with the twin until a game ends as wanted; then the kernels play the same game, and it is kept.
"""

import random
import sys
from dataclasses import replace

from rookery import Record
from tests.games.gameshire.drawn import GAME
from tests.games.gameshire.test_recorded import ENDINGS, RECORDED, Ending
from tests.games.gameshire.twin import Twin
from tests.games.gameshire.walks import Walker

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
        if ending.is_it(twin, texts[-1]):
            return texts
    raise LookupError(f"{TRIES} games did not end like that")


def main(names: list[str]) -> None:
    RECORDED.mkdir(exist_ok=True)
    for name in names or ENDINGS:
        ending = ENDINGS[name]
        record = Record(GAME, ending.players, ending.options, NAMES[: ending.players])
        for text in found(ending, to_win=name.startswith("won")):
            record.play(text)
        record.save(RECORDED / f"{name}.jsonl")
        print(f"{name}: {record.plies} plies")


if __name__ == "__main__":
    main(sys.argv[1:])

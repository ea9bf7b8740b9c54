"""`choices.jsonl` of each game: what its levels choose for some views and seeds, on every machine.

A line is a view and, for each level, its choices with the seeds 0, 1, 2 ...
`python -m tests.choices GAME LINE ...` prints what bots choose in the views of some lines with few simulations; with
NUMBA_DISABLE_JIT=1 it needs no compiler.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import rookery
from rookery.bots import EngineBot, PlainBot, choose, levels
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import analyse

GAMES = Path(__file__).parent / "games"
QUICK = ("random", "greedy", "easy")  # levels whose every choice takes milliseconds
QUICK_SEEDS, SLOW_SEEDS = range(4), range(1)
PARTS = (1 / 8, 1 / 2, 7 / 8)  # of a game, at which views are taken


def file_of(slug: str) -> Path:
    return GAMES / slug / "choices.jsonl"


def text_of(game: Game) -> str:
    """What stands in the file of a game, with the choices of today."""
    lines = (
        json.dumps(
            {
                "players": view.players,
                "seat": view.viewer,
                "view": view.text,
                "choices": {
                    level: [view.format(choose(view, level, seed)) for seed in seeds_of(level)]
                    for level in levels(game)
                },
            },
            ensure_ascii=False,
        )
        for view in views(game)
    )
    return "\n".join(lines) + "\n"


def seeds_of(level: str) -> range:
    return QUICK_SEEDS if level in QUICK else SLOW_SEEDS


def views(game: Game) -> Iterator[Position]:
    """Views of one game between greedy bots for the fewest players, and of one for the most. Games between random bots
    would show little: in some games they lose before much has happened."""
    facts = game.facts
    for players in dict.fromkeys((min(facts.players), max(facts.players))):
        generator, seen = Generator(players), []
        position = game.start(seed=generator, players=players)
        while position.mover is not None:
            view = position.view(position.mover)
            if len(view.legal_actions) > 1:
                seen.append(view)
            position = position.after(choose(view, "greedy", generator)).settled(generator)
        yield from (seen[int(len(seen) * part)] for part in PARTS)


def recorded(slug: str) -> list[tuple[Position, dict[str, list[str]]]]:
    """The views of a game's file, and the choices of each level."""
    game, found = rookery.load(slug), []
    for line in file_of(slug).read_text("utf-8").splitlines():
        entry = json.loads(line)
        found.append((game.view(entry["view"], entry["seat"], players=entry["players"]), entry["choices"]))
    return found


def brief(slug: str, lines: Sequence[int]) -> list[Any]:
    """The choices of every kind of bot, and analyses, for the views of these lines of a game's file: with so little
    search that kernels can do it as plain Python."""
    told, entries = list[Any](), recorded(slug)
    for view in (entries[line][0] for line in lines):
        told += [choose(view, level, seed) for level in ("random", "greedy") for seed in range(2)]
        told += [bot.choose(view, Generator(seed)) for bot in BRIEF for seed in range(2)]
        found = analyse(view, simulations=6, seed=1)
        told += [chance.hex() for chance in found.chances]
        told += [[[*line.actions], line.chance.hex(), line.margin.hex(), line.visits] for line in found.lines]
        told += [found.positions]
    return told


BRIEF = (PlainBot(3, worlds=2), EngineBot(12, temperature=0.5), EngineBot(6, proof=40))


if __name__ == "__main__":
    print(json.dumps(brief(sys.argv[1], [*map(int, sys.argv[2:])])))

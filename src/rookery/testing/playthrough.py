"""A whole random game as readable text, kept with a game's tests: what a change does to it shows as a diff in review.

`python -m rookery.testing.playthrough TITLE > tests/games/TITLE/playthrough.txt` writes it again.
"""

import random
import sys
import textwrap

from rookery.core.errors import Refusal
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.registry import load

__all__ = ["playthrough"]

WIDTH = 100  # characters a line


def playthrough(game: Game, seed: int = 1) -> str:
    """One game at the default table: at each ply the board, who moves, what is legal, what is played; then the end."""
    # random() is the draw of Python's that is promised to stay the same (docs, "Notes on reproducibility")
    generator, position, ply = random.Random(seed), game.start(), 0
    lines = [f"{game.facts.name}, rules version {game.facts.rules_version}: a random game, seed {seed}"]
    lines += [f"{position.players} players", *(f"{name}: {value}" for name, value in position.options.items())]
    while not position.is_over:
        action = position.legal_actions[int(generator.random() * len(position.legal_actions))]
        lines += [*_shown(ply, position), *_decision(position), _played(position, action)]
        position, ply = position.after_unchecked(action), ply + 1
    lines += _shown(ply, position)
    if position.outcome is not None:
        lines += ["", f"over, utilities {', '.join(f'{utility:g}' for utility in position.outcome.utilities)}"]
    return "\n".join(lines) + "\n"


def _shown(ply: int, position: Position) -> list[str]:
    return ["", f"── ply {ply} ".ljust(WIDTH, "─"), str(position), "", position.text]


def _decision(position: Position) -> list[str]:
    texts = [position.format(action) for action in position.legal_actions]
    who = "chance" if position.mover == CHANCE else f"seat {position.mover}"
    return textwrap.wrap(f"{who}, {len(texts)} legal: {', '.join(texts)}", WIDTH, break_on_hyphens=False)


def _played(position: Position, action: int) -> str:
    return f"→ {position.format(action)}   {position.words(action)}"


def main(words: list[str]) -> int:
    if len(words) != 1:
        sys.stderr.write("usage: python -m rookery.testing.playthrough TITLE\n")
        return 2
    try:
        sys.stdout.write(playthrough(load(words[0])))
    except Refusal as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

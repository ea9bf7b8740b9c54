"""A whole random game as readable text, kept with a game's tests: a change of behaviour shows as a diff in review.

`make evidence GAME=slug` writes it again.
"""

import random
import textwrap

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE

LINE_WIDTH = 100  # characters per line
MAX_PICTURED_PLIES = 60  # a game of at most this many plies has a picture at each ply
PICTURES = 12  # pictures of a longer game, approximately: two hundred would be too many to read


def playthrough(game: Game, seed: int = 1) -> str:
    """One game at the default table: at each ply the position, mover, legal actions and action played; then the end."""
    # Python guarantees that random() stays the same in later versions (its docs, "Notes on reproducibility")
    generator, line, actions = random.Random(seed), [game.start()], list[int]()
    while not line[-1].is_over:
        legal = line[-1].legal_actions
        actions.append(legal[int(generator.random() * len(legal))])
        line.append(line[-1].after_unchecked(actions[-1]))
    end, step = line[-1], 1 if len(line) <= MAX_PICTURED_PLIES else len(line) // PICTURES
    lines = [f"{game.facts.name}, rules version {game.facts.rules_version}: a random game, seed {seed}"]
    lines += [f"{end.players} players", *(f"{name}: {value}" for name, value in end.options.items())]
    for ply, (position, action) in enumerate(zip(line, actions)):
        lines += [*_shown(ply, position, ply % step == 0), *_decision(position), _played(position, action)]
    lines += _shown(len(actions), end, True)
    if end.outcome is not None:
        lines += ["", f"over, utilities {', '.join(f'{utility:g}' for utility in end.outcome.utilities)}"]
    return "\n".join(lines) + "\n"


def _shown(ply: int, position: Position, drawn: bool) -> list[str]:
    return ["", f"── ply {ply} ".ljust(LINE_WIDTH, "─"), *([str(position), ""] if drawn else []), position.text]


def _decision(position: Position) -> list[str]:
    texts = [position.format(action) for action in position.legal_actions]
    who = "chance" if position.mover == CHANCE else f"seat {position.mover}"
    return textwrap.wrap(f"{who}, {len(texts)} legal: {', '.join(texts)}", LINE_WIDTH, break_on_hyphens=False)


def _played(position: Position, action: int) -> str:
    return f"→ {position.format(action)}   {position.words(action)}"

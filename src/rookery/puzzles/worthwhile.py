"""Whether a puzzle is worth solving: there is much to choose from, what looks best is wrong, and the choice matters.

`weakness` follows from the file alone; `is_missed` lets the levels try once more.
"""

from rookery.bots import choose, levels
from rookery.core.position import Position
from rookery.puzzles.puzzle import Puzzle, Worth
from rookery.search import parts_of

LEAST_CHOICES = 6  # with fewer, a guess is right too often
MUST_MISS = ("greedy", "easy")  # levels that fail at least half of their attempts
ATTEMPTS = 8  # of a level


def weakness(puzzle: Puzzle, view: Position) -> str:
    """The reason why a puzzle is not worth solving; "" if it is. `view`: its position."""
    if puzzle.choices < LEAST_CHOICES:
        return f"it is a choice among {puzzle.choices}; a puzzle has {LEAST_CHOICES} legal actions or more"
    if not matters(view, puzzle.best, puzzle.second):
        return "the game is lost whatever one plays, or won by other actions, too"
    return _too_easy(puzzle)


def _too_easy(puzzle: Puzzle) -> str:
    """The level that finds the solution too often; "" if none does, or none has tried."""
    for name in MUST_MISS:
        if 2 * puzzle.solved.get(name, 0) > puzzle.tries:
            return f"the level {name} solves it {puzzle.solved[name]} times of {puzzle.tries}"
    return ""


def matters(view: Position, best: Worth, second: Worth) -> bool:
    """Whether the right action keeps half of an even chance at least, and any other leaves a doubt as large."""
    half = 0.5 / parts_of(view.game, view.players)
    return best.chance >= half and second.chance <= 1.0 - half


def solved_by(view: Position, action: int, name: str) -> int:
    """The number of its ATTEMPTS that a level makes with this action. Equal on every machine. Raises UnknownLevel."""
    return sum(choose(view, name, seed) == action for seed in range(ATTEMPTS))


def is_missed(view: Position, action: int) -> bool:
    """Whether the levels that must miss an action do so at least half of the time."""
    there = [name for name in levels(view.game) if name in MUST_MISS]
    return all(2 * solved_by(view, action, name) <= ATTEMPTS for name in there)

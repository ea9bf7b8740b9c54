"""Verifies puzzles by other means than mining found them.

A proved puzzle is proved again, with an empty table and other questions: not what every action is worth, but whether
the right one is worth at least what is told, and every other at most what is told of the second-best. Any other puzzle
is searched again with other random numbers and several times the simulations; the 95 % intervals must be apart again.
And a puzzle must be worth solving (worthwhile.py): the levels that must miss it try again.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from rookery.core.errors import Refusal
from rookery.core.position import Position
from rookery.puzzles.one_right import MIN_GAP, searched_right
from rookery.puzzles.puzzle import Puzzle
from rookery.puzzles.worthwhile import is_missed, weakness
from rookery.search import Prover, engine, may_be_proved, parts_of

TIMES = 4  # the simulations of mining
PROOF_LIMIT = 20_000_000  # positions for the proof of one puzzle
NARROW = 1e-3  # the window of a question, in utility: much less than MIN_GAP
VERIFYING_SEED = 1_000_003  # with it, and its own key, a puzzle has the same searches wherever it stands


def verified(puzzles: Iterable[Puzzle], seed: int = VERIFYING_SEED) -> Iterator[tuple[Puzzle, str]]:
    """Each puzzle with the reason why it does not hold; "" if it holds."""
    for puzzle in puzzles:
        yield puzzle, refutation(puzzle, seed)


def refutation(puzzle: Puzzle, seed: int = VERIFYING_SEED) -> str:
    """The reason why a puzzle does not hold; "" if it does. Raises UnknownGame."""
    try:
        view = puzzle.position()
        action = view.parse(puzzle.solution)
    except Refusal as error:
        return str(error)
    if view.key != puzzle.key:
        return f"its position has the key {view.key}, not {puzzle.key}"
    if puzzle.choices != (choices := len(view.legal_actions)):
        return f"it has {choices} legal actions, not {puzzle.choices}"
    if puzzle.best.low <= puzzle.second.high or puzzle.best.chance - puzzle.second.chance < MIN_GAP:
        return "by what is told of it, another action may be as good"
    if weak := weakness(puzzle, view):
        return weak
    confirmed = partial(_unproved, puzzle) if puzzle.proved else partial(_unconfirmed, seed)
    if reason := confirmed(view, action):
        return reason
    return "" if is_missed(view, action) else "a level that must miss it solves it too often"


def _unproved(puzzle: Puzzle, view: Position, solution: int) -> str:
    if not may_be_proved(view):
        return "nothing can be proved in this game, or not yet at this position"
    prover, left, parts = Prover(view.game, view.players), PROOF_LIMIT, parts_of(view.game, view.players)
    side = 1.0 if view.mover == 0 or view.game.facts.cooperative else -1.0
    for action in sorted(view.legal_actions, reverse=True):
        look, way = (puzzle.best, -1.5) if action == solution else (puzzle.second, 1.5)
        between = (look.chance * parts - 1.0) / (parts - 1.0) + way * NARROW  # just below the best, above the second
        after = view.opened().after_unchecked(action)
        low, high, nodes = prover.within(after, side * between - NARROW / 2, side * between + NARROW / 2, left)
        left -= nodes
        better, worse = (low > side * between, high < side * between)[:: int(side)]
        if not (better or worse):
            return f"no proof within {PROOF_LIMIT:,} positions for {view.format(action)}"
        if better != (action == solution):
            return f"{view.format(action)} is proved to be {'better' if better else 'worse'} than told"
    return ""


def _unconfirmed(seed: int, view: Position, solution: int) -> str:
    seed = (seed << 64) + int(view.key, 16)
    limits = engine(view.game).review
    others = [action for action in view.legal_actions if action != solution]
    simulations = TIMES * limits.again * limits.decision
    held = searched_right(view, solution, others, simulations, seed, least=0.0)
    return "" if held else f"{view.format(solution)} is not clearly better than every other action"

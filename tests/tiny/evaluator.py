from rookery.core.protocol import Actions, Array, Inputs, Utilities, Weights
from tests.tiny.rules import State

SYMMETRIES = 2
WEIGHTS = ()
INPUTS = Inputs()


def simplify(pos: State) -> None:
    """Nothing is superfluous."""


def evaluate(pos: State, weights: Weights, out: Utilities) -> None:
    out[:] = 0.0


def inputs(pos: State, out: Array) -> int:
    return 0


def order(pos: State, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """The middle first."""
    for i in range(count):
        scores[i] = actions[i] == 1


def prove_first(pos: State, actions: Actions, count: int, scores: Weights) -> None:
    """The middle last."""
    for i in range(count):
        scores[i] = actions[i] != 1


def mirror(pos: State, which: int) -> None:
    """Left and right exchanged."""
    if which:
        pos.cells[:] = pos.cells[::-1].copy()


def mirror_action(action: int, which: int) -> int:
    return 2 - action if which and action < 3 else action


def mirror_seat(seat: int, which: int) -> int:
    return seat

"""The evaluator of a game that has none of its own: it assumes nothing."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Array, Fields, Inputs, Utilities, Weights

__all__ = [
    "INPUTS",
    "SYMMETRIES",
    "WEIGHTS",
    "evaluate",
    "inputs",
    "mirror",
    "mirror_action",
    "mirror_seat",
    "order",
    "prove_first",
    "simplify",
]

SYMMETRIES = 1  # only the position itself
WEIGHTS = ()  # there is nothing to weigh
INPUTS = Inputs()  # no network can be trained


@kernel
def simplify(pos: Fields) -> None:
    """Change nothing: every field may matter."""


@kernel
def evaluate(pos: Fields, weights: Weights, out: Utilities) -> None:
    """Estimate 0 for every seat."""
    out[:] = 0.0


@kernel
def inputs(pos: Fields, out: Array) -> int:
    """Write nothing."""
    return 0


@kernel
def order(pos: Fields, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Score all actions 0: they are searched in the order of `legal`."""
    for i in range(count):
        scores[i] = 0.0


@kernel
def prove_first(pos: Fields, actions: Actions, count: int, scores: Weights) -> None:
    """Score all actions 0: the search tries first what sufficed elsewhere."""
    for i in range(count):
        scores[i] = 0.0


@kernel
def mirror(pos: Fields, which: int) -> None:
    """Change nothing: mirror image 0 is the position itself."""


@kernel
def mirror_action(action: int, which: int) -> int:
    """The action itself: there is only one image."""
    return action


@kernel
def mirror_seat(seat: int, which: int) -> int:
    """The seat itself: there is only one image."""
    return seat

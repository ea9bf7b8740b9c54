"""The evaluator of a game that has none: knows nothing, and is never wrong."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Fields, Utilities, Weights

__all__ = [
    "SYMMETRIES",
    "WEIGHTS",
    "evaluate",
    "mirror",
    "mirror_action",
    "mirror_seat",
    "order",
    "prove_first",
    "simplify",
]

SYMMETRIES = 1  # only the position itself
WEIGHTS = ()  # there is nothing to weigh


@kernel
def simplify(pos: Fields) -> None:
    """Everything may matter."""


@kernel
def evaluate(pos: Fields, weights: Weights, out: Utilities) -> None:
    """Nobody is ahead."""
    out[:] = 0.0


@kernel
def order(pos: Fields, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """All look alike: they are searched as they are listed."""
    for i in range(count):
        scores[i] = 0.0


@kernel
def prove_first(pos: Fields, actions: Actions, count: int, scores: Weights) -> None:
    """All look alike: what sufficed elsewhere is tried first."""
    for i in range(count):
        scores[i] = 0.0


@kernel
def mirror(pos: Fields, which: int) -> None:
    """Mirror image 0 is the position itself."""


@kernel
def mirror_action(action: int, which: int) -> int:
    """The action itself: there is one image only."""
    return action


@kernel
def mirror_seat(seat: int, which: int) -> int:
    """The seat itself: there is one image only."""
    return seat

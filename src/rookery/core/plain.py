"""Verbs for games without chance or without secrets; their rules import them."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Fields, Stream, Weights

__all__ = ["determinize", "hide", "knows", "weights"]


@kernel
def weights(pos: Fields, actions: Actions, count: int, out: Weights) -> None:
    """All outcomes are equally likely."""
    for i in range(count):
        out[i] = 1.0


@kernel
def hide(pos: Fields, seat: int) -> None:
    """Everybody sees everything."""


@kernel
def determinize(pos: Fields, seat: int, stream: Stream) -> None:
    """Nothing is hidden."""


@kernel
def knows(pos: Fields, action: int, seat: int) -> bool:
    """Everybody learns what is played."""
    return True

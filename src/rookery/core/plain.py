"""Verbs of games without chance or without secrets, which their rules import; the kinds of a game that names none."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Fields, Stream, Weights

__all__ = ["KINDS", "determinize", "hide", "kind", "knows", "weights"]

KINDS: tuple[str, ...] = ()


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


@kernel
def kind(pos: Fields, action: int) -> int:
    """All actions are alike."""
    return 0

"""What counted at the end of a game (GG-19): the stacks of both sides, and those that a grue took from them."""

from rookery.core.scene import ScoreLine, ScorePart, plural
from rookery.games.gleebs import notation, rules
from rookery.games.gleebs.rules import State


def score(pos: State) -> tuple[ScoreLine, ...]:
    """A line for each side, and one for pinned stacks, which count for nobody (GG-16)."""
    owned = [_stacks(pos, pos.tinted[2 * seat] | pos.tinted[2 * seat + 1]) for seat in range(rules.SEATS)]
    lines = [_line(seat, stacks) for seat, stacks in enumerate(owned)]
    asleep = [square for square in range(rules.SQUARES) if _pinned(pos, square)]
    if asleep:
        words = plural(len(asleep), "pinned stack, which counts", "pinned stacks, which count")
        parts = tuple([ScorePart(pieces=_names(pos, square)) for square in asleep])
        lines.append(ScoreLine(seat=None, words=f"{len(asleep)} {words} for nobody", parts=parts))
    return tuple(lines)


def _line(seat: int, stacks: list[ScorePart]) -> ScoreLine:
    words = f"{len(stacks) or 'no'} {plural(len(stacks), 'stack')}"
    return ScoreLine(seat=seat, words=words, counter=f"points-{seat}", parts=tuple(stacks))


def _stacks(pos: State, squares: int) -> list[ScorePart]:
    """The stacks on a mask of squares, the lowest first."""
    there = [square for square in range(rules.SQUARES) if squares >> square & 1]
    stacks = [ScorePart(pieces=_names(pos, square), points=pos.pips[square]) for square in there]
    return sorted(stacks, key=lambda stack: stack.points)


def _pinned(pos: State, square: int) -> bool:
    """Whether a grue sleeps on a stack there."""
    top = pos.top[square]
    return bool(top >= rules.GLEEBS and pos.below[top] != rules.NOTHING)


def _names(pos: State, square: int) -> tuple[str, ...]:
    """The pieces on a square, from bottom to top."""
    return tuple([notation.piece_name(piece) for piece in reversed(notation.stack(pos, square))])

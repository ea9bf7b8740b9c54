"""What counted at the end of a game: the gifts that the team delivered (GS-45), and those that it did not."""

from rookery.core.scene import ScoreLine, ScorePart
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.text import words


def score(pos: State) -> tuple[ScoreLine, ...]:
    """The gifts delivered, if Autumn has come, and those that were only chosen."""
    chosen = [column for column in range(layout.GIFTS) if pos.gifts[column]]
    done = [column for column in chosen if pos.delivered >> column & 1]
    left = [column for column in chosen if column not in done]
    lines = []
    if pos.season == layout.AUTUMN:
        parts = [_gift(column, f"delivered-{column}", points=1) for column in done]
        told = f"{words.gifts(len(done))} delivered"
        lines.append(ScoreLine(seat=None, words=told, counter="gifts", parts=tuple(parts)))
    if left:
        told = f"{words.gifts(len(left))} chosen but not delivered"
        lines.append(ScoreLine(seat=None, words=told, parts=tuple([_gift(column) for column in left])))
    return tuple(lines)


def _gift(column: int, *more: str, points: int = 0) -> ScorePart:
    return ScorePart(pieces=(f"gift-{words.COLUMNS[column + 1]}", f"giver-{column}", *more), points=points)

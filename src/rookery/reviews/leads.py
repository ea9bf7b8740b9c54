"""The points of the game that one line is worth more than another. Points are the birds, pips or gifts that decide who
wins.

The engine's playouts go on from both lines to the end. The measure is the lead: the points of a seat beyond those of
its best rival, or all points of a team. It tells no more than games between greedy players can.
"""

import math
from dataclasses import dataclass

from rookery.core.generator import AnyGenerator
from rookery.core.position import Position
from rookery.core.protocol import Counted
from rookery.search.chances import WITHIN_95
from rookery.search.playouts import guided_points

GAMES = 120  # from each line
LEAST_GAIN = 0.1  # points; less is not told
OPEN_HANDS = 40  # of a view, each played equally often


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one line leads further than another at the end of the game."""

    points: float  # above 0
    margin: float  # half-width of its 95 % interval
    words: str  # "about 3 birds"


def worth(better: Position, played: Position, seat: int, generator: AnyGenerator) -> Lead | None:
    """The points that `better` is worth to a seat beyond `played`, both as the seat sees them.

    None: not clearly more, or the game counts nothing."""
    counted = better.game.facts.points
    if counted is None:
        return None
    more, less = (_leads(position, seat, counted, generator) for position in (better, played))
    gain = _mean(more) - _mean(less)
    margin = WITHIN_95 * math.sqrt(_variance(more) / len(more) + _variance(less) / len(less))
    return (
        Lead(round(gain, 6), round(margin, 6), _words(gain, counted)) if gain > margin and gain >= LEAST_GAIN else None
    )


def _mean(numbers: list[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def _variance(numbers: list[float]) -> float:
    """Of all games, of which these are some."""
    mean = _mean(numbers)
    return math.fsum((one - mean) * (one - mean) for one in numbers) / (len(numbers) - 1)


def _leads(position: Position, seat: int, counted: Counted, generator: AnyGenerator) -> list[float]:
    """[GAMES] how far a seat, or its team, is ahead at the end of games that go on from here."""
    hidden, sign = position.game.facts.hidden, 1 if counted.most_win else -1
    worlds = [position.determinize(generator) for _ in range(OPEN_HANDS)] if hidden else [position]
    leads: list[float] = []
    for world in worlds:
        for points in guided_points(world, GAMES // len(worlds), generator).tolist():
            own, *rivals = [sign * points[seat], *(sign * other for other in points[:seat] + points[seat + 1 :])]
            leads.append(own if position.game.facts.cooperative else own - max(rivals))
    return leads


def _words(gain: float, counted: Counted) -> str:
    count = round(gain) if gain >= 0.95 else round(gain, 1)
    return f"about {count} {counted.one if count == 1 else counted.many}"

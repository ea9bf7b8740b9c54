"""The ways to end of which there is a recorded game, and why players are told that it ended."""

from collections.abc import Mapping

from rookery.games.gleebs import rules
from tests.games.endings import Ended, IsIt
from tests.games.gleebs.drawn import squares

REASONS = {"": r"nobody can jump any more, and the score is \d+ to \d+"}


def controlled(end: Ended, colours: str) -> list[str]:
    """Squares with a gleeb of one of the colours on top."""
    return [square for square, pieces in squares(end.position).items() if pieces[-2] in colours]


def scores(end: Ended) -> tuple[int, int]:
    return rules.points(end.position.state, 0), rules.points(end.position.state, 1)


ENDINGS: Mapping[str, IsIt] = {
    "blue_yellow_by_points": lambda end: scores(end)[0] > scores(end)[1] > 0,
    "green_red_by_points": lambda end: scores(end)[1] > scores(end)[0] > 0,
    "blue_yellow_by_wiping_out": lambda end: not controlled(end, "GR") and scores(end)[0] > 0,
    "green_red_by_wiping_out": lambda end: not controlled(end, "BY") and scores(end)[1] > 0,
    "grues_by_a_tie": lambda end: scores(end)[0] == scores(end)[1] > 0,
    "grues_by_nothing_left": lambda end: not controlled(end, "BYGR"),
}

"""The ways to end of which there is a recorded game, and why players are told that it ended.

That nobody can play any more (BL-14) does not happen by itself: in three_stuck all three work towards it.
"""

from collections.abc import Mapping

from rookery.games.blockers import rules
from tests.games.endings import Ended, IsIt

REASONS = {
    "": r"all tiles are played, and the fewest points win: .*",
    "three_stuck": r"nobody can play a tile, and the fewest points win: Blue 4, Green 9, Red 11",
    "three_by_captures": r".*: Blue 13, Red 13, Green 17; Blue wins the tie with fewer captures",
}


def standings(end: Ended) -> list[tuple[int, int]]:
    """[seat] points, and all captures."""
    state = end.position.state
    return [(rules.points(state, seat), rules.all_captures(state, seat)) for seat in range(end.position.players)]


def won(end: Ended, players: int, winners: int, **options: str) -> bool:
    """Whether so many won at such a table, not by captures."""
    points = [points for points, _ in standings(end)]
    alone = winners > 1 or points.count(min(points)) == 1
    return at_table(end, players, **options) and best(end) == winners and alone


def by_captures(end: Ended, players: int, **options: str) -> bool:
    points = [points for points, _ in standings(end)]
    return at_table(end, players, **options) and best(end) == 1 and points.count(min(points)) > 1


def at_table(end: Ended, players: int, **options: str) -> bool:
    return end.position.players == players and end.position.options | options == end.position.options


def best(end: Ended) -> int:
    """How many share the best standing."""
    found = standings(end)
    return found.count(min(found))


PAIRS = "red and blue against green and yellow"

ENDINGS: Mapping[str, IsIt] = {
    "two_by_points": lambda end: won(end, 2, 1),
    "two_by_captures": lambda end: by_captures(end, 2),
    "two_shared": lambda end: won(end, 2, 2),
    "two_other_pairs_safe": lambda end: won(end, 2, 1, colours=PAIRS, own_second_colour="safe"),
    "three_by_points": lambda end: won(end, 3, 1),
    "three_by_captures": lambda end: by_captures(end, 3),
    "three_shared": lambda end: won(end, 3, 2),
    "four_by_points": lambda end: won(end, 4, 1, first="seat 3"),
    "four_shared": lambda end: won(end, 4, 2),
    "five_by_points": lambda end: won(end, 5, 1),
    # blue never finished
    "three_stuck": lambda end: at_table(end, 3) and end.position.state.held.tolist()[1] == rules.RACK,
    "uptown_by_points": lambda end: won(end, 4, 1, scoring="uptown"),
    "uptown_by_captures": lambda end: by_captures(end, 5, scoring="uptown"),
}

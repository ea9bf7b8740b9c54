"""The chance of a seat to win, from its mean utility in a search.

A utility is a share of one prize. The shares that searches find are too confident or not confident enough, so each
game's engine.toml maps them to shares that were really won; `rookery arena GAME LEVEL` measures that.

Shares for different numbers of players are made comparable by their odds against an even share, as if two played.
Counts for one seat hold for its rivals, too, and all chances together are 1. So the chance of a seat does not depend on
whose turn it is: otherwise each move would change it.
"""

import functools
import math
from bisect import bisect_right
from collections.abc import Sequence

from rookery.core.position import Game, Position
from rookery.search.plan import Points, engine

DOUBT = 0.001  # no chance without a proof is nearer than this to 0 or 1
WITHIN_95 = 1.959964  # standard deviations around the mean that contain 95 % of a normal distribution
ENDS = ((0.0, 0.0), (1.0, 1.0))  # of the line between the points
BISECTIONS = 60  # until two floats are neighbours, or nearly so


def parts_of(game: Game, players: int) -> int:
    """The number of parties that compete for the prize; 2 for a team, which can win or lose."""
    return 2 if game.facts.cooperative else players


def share_of(utility: float, parts: int) -> float:
    """The share of the prize, 0 .. 1, that a utility stands for; for a team, its chance to win. `parts`: see
    `parts_of`."""
    return (1.0 + utility * (parts - 1.0)) / parts


def chance_of(utility: float, position: Position) -> float:
    """The chance of a seat to win, DOUBT .. 1 - DOUBT, given its mean utility in a search and the game's
    calibration."""
    share = min(max(share_of(utility, parts_of(position.game, position.players)), 0.0), 1.0)
    won = _won(share, position.game, position.players)
    return min(max(won, DOUBT), 1.0 - DOUBT)


def in_all(position: Position, chances: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of rivals, scaled so that they add up to 1; those of a team as they are."""
    if position.game.facts.cooperative:
        return chances
    total = math.fsum(chances)
    return tuple(chance / total for chance in chances)


def shared_out(chance: float, position: Position, means: Sequence[float]) -> tuple[float, ...]:
    """[P] The chances of all seats, given that of the mover; its rivals share the rest in proportion to their mean
    utilities in a search, and a team has all of it."""
    if position.game.facts.cooperative:
        return (chance,) * position.players
    shares = [chance_of(mean, position) for mean in means]
    others = math.fsum(share for seat, share in enumerate(shares) if seat != position.mover)  # above 0: see DOUBT
    return tuple(
        chance if seat == position.mover else (1 - chance) * share / others for seat, share in enumerate(shares)
    )


def margin_of(utility: float, visits: int, position: Position) -> float:
    """The half-width of a 95 % interval around `chance_of`, if each visit were an independent game.

    Visits to a tree are not independent, so this is a rough guide."""
    parts = parts_of(position.game, position.players)
    ends = wilson(visits * min(max(share_of(utility, parts), 0.0), 1.0), visits)
    chance = chance_of(utility, position)
    return max(abs(chance_of((share * parts - 1.0) / (parts - 1.0), position) - chance) for share in ends)


def wilson(points: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953.

    It is also valid for few games and for shares near 0 or 1; for no games it is (0, 1). Raises ValueError unless 0 <=
    points <= games."""
    if not 0 <= points <= games:
        raise ValueError(f"{points:g} points of {games:g} games; allowed: from 0 to the number of games")
    if games == 0:
        return 0.0, 1.0
    share, square = points / games, WITHIN_95 * WITHIN_95
    middle = (share + square / (2 * games)) / (1 + square / games)
    margin = WITHIN_95 * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - margin), min(1.0, middle + margin)


def found_of(chance: float, game: Game, players: int) -> float:
    """The inverse of `chance_of`: the share in a search that gives this chance."""
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):  # `_won` rises
        middle = (low + high) / 2.0
        low, high = (middle, high) if _won(middle, game, players) < chance else (low, middle)
    return (low + high) / 2.0


def won_of(found: float, points: Points, game: Game, players: int) -> float:
    """The share of the prize that is won where a search finds `found`, by other points than the game's."""
    said, won = zip(ENDS[0], *points, ENDS[1], strict=True)
    return _of_all(found, said, won, parts_of(game, players), rivals=not game.facts.cooperative)


def _won(found: float, game: Game, players: int) -> float:
    parts = parts_of(game, players)
    said, won = _curve(game, players)
    return _of_all(found, said, won, parts, rivals=not game.facts.cooperative)


def _of_all(found: float, said: tuple[float, ...], won: tuple[float, ...], parts: int, *, rivals: bool) -> float:
    """The share that the points make of a share, out of that and of what they leave to the rivals; a team has
    none."""
    own = as_between(_on_line(as_duel(found, parts), said, won), parts)
    if not rivals:
        return own
    other = as_between(_on_line(as_duel((1.0 - found) / (parts - 1), parts), said, won), parts)
    return own / (own + (parts - 1) * other)


def as_duel(share: float, parts: int) -> float:
    """The share between two that has the same odds, relative to an even share, as `share` among `parts`."""
    return share * (parts - 1) / (share * (parts - 1) + 1.0 - share)


def as_between(share: float, parts: int) -> float:
    """The inverse of `as_duel`."""
    return share / (share + (1.0 - share) * (parts - 1))


@functools.cache
def _curve(game: Game, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The calibration for this number of players, or for the nearest one that has one (of two such the smaller one):
    what searches say, and what was won, with ENDS."""
    counted = {number: points for number, points in engine(game).chances.items() if points}
    points = counted[min(counted, key=lambda number: (abs(number - players), number))] if counted else ()
    said, won = zip(ENDS[0], *points, ENDS[1], strict=True)
    return said, won


def _on_line(x: float, xs: tuple[float, ...], ys: tuple[float, ...]) -> float:
    """Linear interpolation at x."""
    i = min(bisect_right(xs, x), len(xs) - 1)
    return ys[i - 1] + (ys[i] - ys[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1])

"""Ratings: the strength of every entrant on one scale for the whole match, with intervals.

The strengths are those of ratings/luce.py. In a cooperative game, the opponent of every team is the game itself, an
entrant of constant strength.

The prior of the fit cannot replace points that were never lost: for an entrant that won every point against the
entrants on the anchor's side, only a lower bound of the rating is known, and the result says so.

Intervals come from resampled sets (bootstrap, Efron 1979), because games of a set share luck and opening and are not
independent. With fewer than about thirty sets of each group, they are too narrow. (A set and a group are those of
match.py; entrants that took points from each other are called a cluster here.)
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.arena.run import Results
from rookery.arena.scores import points_of
from rookery.core.errors import UnknownLevel, one_of
from rookery.core.protocol import Array
from rookery.ratings.luce import ELO, fit
from rookery.search.chances import wilson

FARTHEST, HALVINGS = 40.0, 60  # of a bisection: how far it searches either way, in units of strength, and its steps


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant's strength in Elo, relative to the anchor. An end of the interval is infinite if no result bounds the
    rating on that side; `elo` then depends on the prior."""

    name: str
    elo: float
    low: float  # of the 95 % interval
    high: float
    games: int
    anchor: bool = False  # whether the others are rated relative to it

    @property
    def words(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{self.name}: unknown, because no results compare it with the anchor"
        if math.isinf(self.high):
            return f"{self.name}: at least {self.low:.0f} (it never lost a point to those below)"
        if math.isinf(self.low):
            return f"{self.name}: at most {self.high:.0f} (it never won a point from those above)"
        if self.anchor:
            return f"{self.name}: {self.elo:.0f} (the anchor)"
        if self.low == self.high:
            return f"{self.name}: {self.elo:.0f} (too few games for an interval)"
        return f"{self.name}: {self.elo:.0f} (95 %: {self.low:.0f} to {self.high:.0f})"


def ratings(results: Results, anchor: str | None = None, *, samples: int = 1000, seed: int = 0) -> list[Rating]:
    """The ratings, strongest first. The anchor's rating is 0. By default it is the first entrant of the largest
    cluster, so that few intervals are infinite; in a cooperative game it is the game.

    The intervals come from `samples` (1 or more) resamples of the sets, drawn with `seed`. Raises UnknownLevel for an
    anchor that did not play, ValueError."""
    if samples < 1:
        raise ValueError(f"samples is {samples}; it must be 1 or more")
    facts = results.match.game.facts
    names = [*results.match.entrants, *([facts.name] if facts.cooperative else [])]
    if anchor is not None and anchor not in names:
        raise UnknownLevel(f"{anchor!r} is not an entrant of this match; {one_of(anchor, names)}")
    counts = _counted(results.match, results.games, names)
    games, points = counts.games.sum(0), counts.points.sum(0)
    took = _took(counts.seats, points)
    usual = len(names) - 1 if facts.cooperative else int((took & took.T).sum(1).argmax())
    zero = usual if anchor is None else names.index(anchor)

    fitted = fit(counts.seats, games[None], points.sum(0)[None])[0]
    weights = _resampled(counts.groups, samples, np.random.default_rng(seed))
    resampled = fit(counts.seats, weights @ counts.games, weights @ counts.points.sum(1), fitted)
    low, high = np.percentile(resampled - resampled[:, [zero]], (2.5, 97.5), axis=0)
    strengths = fitted - fitted[zero]
    for entrant, end in _edges(counts.seats, points, took, strengths, zero, 1):
        low[entrant], high[entrant] = end, math.inf
    for entrant, end in _edges(counts.seats, points, took.T, strengths, zero, -1):
        low[entrant], high[entrant] = -math.inf, end
    unknown = ~(took[zero] | took[:, zero])
    low[unknown], high[unknown] = -math.inf, math.inf

    played = (games[:, None] * (counts.seats > 0)).sum(0)
    rows = zip(names, *(ELO * np.array((strengths, low, high))).tolist(), played.tolist(), strict=True)
    rated = [
        Rating(name, elo, left, right, int(count), anchor=name == names[zero]) for name, elo, left, right, count in rows
    ]
    return sorted(rated, key=lambda rating: -rating.elo)


class _Counts(NamedTuple):
    """S sets, K kinds of tables, E entrants. A kind of table says how many seats each entrant has at it."""

    seats: Array  # [K, E] seats of each entrant at each kind of table
    games: Array  # [S, K] games played
    points: Array  # [S, K, E] points won
    groups: Array  # [S] the group that played the set: index into Match.groups


def _counted(match: Match, games: Iterable[GameResult], names: list[str]) -> _Counts:
    """The counts of a match. `names`: the entrants; in a cooperative game, the last one is the game itself."""
    kind_rows: dict[tuple[int, ...], int] = {}  # seats of each entrant -> row of the result
    set_rows: dict[int, int] = {}  # number of a set -> row
    entries = []
    for game in sorted(games, key=lambda game: game.number):  # workers finish games in any order
        points, sitting = points_of(match, game), game.seats
        if match.game.facts.cooperative:  # the team plays against the game
            sitting = (game.seats[0], names[-1])
            points[names[-1]] = 1 - points[game.seats[0]]
        kind = kind_rows.setdefault(tuple(map(sitting.count, names)), len(kind_rows))
        own_set = set_rows.setdefault(game.number // match.set_size, len(set_rows))
        entries.append((own_set, kind, [points.get(name, 0.0) for name in names]))
    played = np.zeros((len(set_rows), len(kind_rows)))
    won = np.zeros((len(set_rows), len(kind_rows), len(names)))
    for own_set, kind, points_won in entries:
        played[own_set, kind] += 1
        won[own_set, kind] += points_won
    seats = np.array(list(kind_rows), float).reshape(len(kind_rows), len(names))
    groups = np.array([number % len(match.groups) for number in set_rows], int)
    return _Counts(seats, played, won, groups)


def _resampled(groups: Array, samples: int, generator: np.random.Generator) -> Array:
    """[samples, S] How often each set is drawn. As many sets are drawn from each group as it has."""
    weights = np.zeros((samples, len(groups)))
    for group in np.unique(groups):
        own = np.flatnonzero(groups == group)
        weights[:, own] = generator.multinomial(len(own), np.full(len(own), 1 / len(own)), size=samples)
    return weights


# ── Ratings with a bound on one side only ────────────────────────────────────
# Below, `seats` [K, E] and `points` [K, E] are those of _Counts, summed over all sets, and `took` [E, E] is what _took
# returns. With sign -1 and `took` transposed, everything holds with won and lost exchanged.
def _took(seats: Array, points: Array) -> Array:
    """[E, E] Whether the first entrant took points from the second, directly or through others."""
    direct = np.eye(seats.shape[1], dtype=bool)
    for sitting, won in zip(seats > 0, points > 0, strict=True):
        direct |= np.outer(won, sitting)
    return _closure(direct)


def _closure(direct: Array) -> Array:
    """[E, E] Where a way leads, of one or more steps that `direct` allows (Warshall 1962)."""
    for between in range(len(direct)):
        direct = direct | (direct[:, [between]] & direct[[between]])
    return direct


def _edges(
    seats: Array, points: Array, took: Array, strengths: Array, zero: int, sign: int
) -> Iterator[tuple[int, float]]:
    """The entrants that took points from the anchor's side and never lost one to it, each with the end of its interval
    on the anchor's side, in units of strength above the anchor. The nearest cluster comes first, and a farther one is
    placed relative to the nearer ones. `strengths` [E]: fitted, with the anchor's at 0; `zero`: the anchor."""
    near = took[zero]
    while (far := took[:, zero] & ~near).any():
        # the farther up an entrant stands, the more of the far ones it took points from
        nearest = min(np.flatnonzero(far), key=lambda entrant: (took[entrant] & far).sum())
        cluster = took[nearest] & took[:, nearest]
        strengths = strengths + sign * _shift(seats, points, strengths, near, cluster, sign) * cluster
        near = near | cluster
        for entrant in np.flatnonzero(cluster):
            yield int(entrant), float(strengths[entrant])


def _shift(seats: Array, points: Array, strengths: Array, near: Array, cluster: Array, sign: int) -> float:
    """The displacement, in units of strength, of a cluster that won every point played between it and the near
    entrants; positive is away from them. It makes the cluster's expected share of these points the lower limit of
    Wilson's interval for as many wins in as many games. (With sign -1 the near entrants won every point, and the share
    is theirs.) `near`, `cluster`: [E] who belongs to them."""
    tables = (seats[:, near].sum(1) > 0) & (seats[:, cluster].sum(1) > 0)
    played = points[tables][:, near | cluster].sum(1)
    allowed = played.sum() * wilson(played.sum(), played.sum())[0]

    def expected(shift: float) -> float:
        shares = seats[tables] * np.exp(strengths + sign * shift * cluster)
        own, others = shares[:, cluster].sum(1), shares[:, near].sum(1)
        return float((played * (own if sign == 1 else others) / (own + others)).sum())

    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle) < allowed else (low, middle)
    return low

"""How strong entrants are, on one scale for the whole match, with errors.

Each entrant has a strength; the point of a game goes to a seat in proportion to the strength of whoever sits there
(Luce 1959; for two seats Bradley and Terry 1952), shared points in parts. The strengths are those that make the results
most likely (Hunter 2004, https://doi.org/10.1214/aos/1079120141, with Newton's steps in place of his), and the scale is
Elo's: 400 points are odds of ten to one. Where all win or lose together, the game itself is the opponent of every team,
an entrant that never changes.

A prior of one drawn game of each entrant against one of middling strength keeps the fit finite and moves a rating of
some hundred games by about one point of Elo. It does not make up for points that were never lost: whoever took all of
them from those on the anchor's side has a rating that is only known to be at least so much, and the result says so.

Errors are those of resampled sets (Efron 1979): games of a set share luck and opening and are not independent. With
fewer than about thirty sets of each group they are too narrow.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from rookery.arena.match import Match
from rookery.arena.run import Results
from rookery.arena.scores import points_of, sets_of, wilson
from rookery.arena.single import Played
from rookery.core.errors import UnknownLevel, one_of
from rookery.core.protocol import Array

__all__ = ["Rating", "ratings"]

ELO = 400 / math.log(10)  # a unit of strength in Elo
PRIOR = 1.0  # drawn games
STEP = 1.0  # no entrant moves farther in one step: beyond, Newton's overshoots
STEPS, CLOSE = 200, 1e-8
FARTHEST, HALVINGS = 40.0, 60  # units of strength within which an edge is looked for, and how finely


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant's strength in Elo, relative to the anchor. An end of the interval is infinite where nothing bounds it:
    no point was ever lost, or won; `elo` then hangs on the prior."""

    name: str
    elo: float
    low: float  # of the 95 % interval
    high: float
    games: int

    @property
    def words(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{self.name}: unknown, no games lead from it to the anchor"
        if math.isinf(self.high):
            return f"{self.name}: at least {self.low:.0f} (it never lost a point to those below)"
        if math.isinf(self.low):
            return f"{self.name}: at most {self.high:.0f} (it never won a point from those above)"
        if self.low == self.elo == self.high:
            return f"{self.name}: {self.elo:.0f} (the anchor)"
        return f"{self.name}: {self.elo:.0f} (95 %: {self.low:.0f} to {self.high:.0f})"


def ratings(results: Results, anchor: str | None = None, *, samples: int = 1000, seed: int = 0) -> list[Rating]:
    """The strongest first. The anchor has 0: usually the first entrant, or, where all win together, the game.

    `samples` of the sets give the intervals, drawn from `seed`. Raises UnknownLevel for an anchor that did not play."""
    match = results.match
    names = [*match.entrants, match.game.facts.name] if match.game.facts.cooperative else list(match.entrants)
    if anchor is None:
        anchor = names[-1] if match.game.facts.cooperative else names[0]
    if anchor not in names:
        raise UnknownLevel(f"{anchor!r} is no entrant of this match; {one_of(anchor, names)}")
    seats, games, points, groups = _counted(match, results.games, names)
    zero = names.index(anchor)
    best = fit(seats, games.sum(0, keepdims=True), points.sum(0, keepdims=True))[0]
    weights = _resampled(groups, samples, np.random.default_rng(seed))
    found = fit(seats, weights @ games, weights @ points, best)
    low, high = np.percentile(found - found[:, [zero]], (2.5, 97.5), axis=0)
    best = best - best[zero]
    for sign, edge, other in ((1, low, high), (-1, high, low)):
        for entrant, limit in _edges(seats, points.sum(0), games.sum(0), best, zero, sign):
            edge[entrant], other[entrant] = limit, sign * math.inf
    for entrant in range(len(names)):  # both at once: nothing leads there
        if not _linked(seats, games.sum(0))[zero, entrant]:
            low[entrant], high[entrant] = -math.inf, math.inf
    played = (games.sum(0)[:, None] * (seats > 0)).sum(0)
    rows = zip(names, best * ELO, low * ELO, high * ELO, played, strict=True)
    found_ratings = [
        Rating(name, float(elo), float(low), float(high), int(count)) for name, elo, low, high, count in rows
    ]
    return sorted(found_ratings, key=lambda rating: -rating.elo)


def _counted(match: Match, games: Iterable[Played], names: list[str]) -> tuple[Array, Array, Array, Array]:
    """Kinds of tables K (who has how many seats) and, for each set S, what happened: [K, E] seats, [S, K] games,
    [S, K, E] points flattened to [S, K * E], and [S] the group."""
    kinds: dict[tuple[int, ...], int] = {}
    rows = []
    for one_set in sets_of(match, games):
        for game in one_set:
            points = points_of(match, game)
            sitting = game.seats
            if match.game.facts.cooperative:
                team, sitting = game.seats[0], (game.seats[0], names[-1])
                points[names[-1]] = 1 - points[team]
            kind = kinds.setdefault(tuple(map(sitting.count, names)), len(kinds))
            rows.append((game.number // match.set_size, kind, [points.get(name, 0.0) for name in names]))
    sets = sorted({row[0] for row in rows})
    place = {which: i for i, which in enumerate(sets)}
    counts = np.zeros((len(sets), len(kinds)))
    points_won = np.zeros((len(sets), len(kinds), len(names)))
    for which, kind, won in rows:
        counts[place[which], kind] += 1
        points_won[place[which], kind] += won
    seats = np.array(list(kinds), float).reshape(len(kinds), len(names))
    groups = np.array([which % len(match.groups) for which in sets], int)
    return seats, counts, points_won.reshape(len(sets), len(kinds) * len(names)), groups


def _resampled(groups: Array, samples: int, generator: np.random.Generator) -> Array:
    """[samples, S] how often each set is drawn: as many of each group as there are."""
    weights = np.zeros((samples, len(groups)))
    for group in np.unique(groups):
        own = np.flatnonzero(groups == group)
        weights[:, own] = generator.multinomial(len(own), np.full(len(own), 1 / len(own)), size=samples)
    return weights


# ── The fit ──────────────────────────────────────────────────────────────────
def fit(seats: Array, games: Array, points: Array, start: Array | None = None) -> Array:
    """[B, E] strengths (natural logarithms) for B results at once: [K, E] seats at each kind of table, [B, K] games,
    [B, K * E] points."""
    kinds, entrants = seats.shape
    won = points.reshape(len(points), kinds, entrants).sum(1)
    strengths = np.zeros((len(games), entrants)) + (0.0 if start is None else start)
    diagonal = np.arange(entrants)
    for _ in range(STEPS):
        parts = seats[None] * np.exp(strengths)[:, None]  # [B, K, E]
        parts /= parts.sum(2, keepdims=True)
        middling = 1 / (1 + np.exp(-strengths))  # chance against one of strength 0
        slope = won - np.einsum("bk,bke->be", games, parts) + PRIOR * (0.5 - middling)
        bend = -np.einsum("bk,bke,bkf->bef", games, parts, parts)
        bend[:, diagonal, diagonal] += np.einsum("bk,bke->be", games, parts) + PRIOR * middling * (1 - middling)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        strengths = strengths + np.clip(step, -STEP, STEP)
        if np.abs(step).max() < CLOSE:
            break
    return strengths


# ── Ratings that have one end ────────────────────────────────────────────────
def _took(seats: Array, points: Array) -> Array:
    """[E, E] whether points, however indirectly, were taken by the first from the second."""
    entrants = seats.shape[1]
    direct = np.eye(entrants, dtype=bool)
    for kind, won in enumerate(points.reshape(len(seats), entrants)):
        direct |= (won > 0)[:, None] & (seats[kind] > 0)[None]
    return _closure(direct)


def _linked(seats: Array, games: Array) -> Array:
    """[E, E] whether games lead from the first to the second."""
    together = np.eye(seats.shape[1], dtype=bool)
    for row in seats[games > 0] > 0:
        together |= np.outer(row, row)
    return _closure(together)


def _closure(direct: Array) -> Array:
    for between in range(len(direct)):
        direct = direct | (direct[:, [between]] & direct[[between]])
    return direct


def _edges(
    seats: Array, points: Array, games: Array, strengths: Array, zero: int, sign: int
) -> Iterator[tuple[int, float]]:
    """Entrants that those on the anchor's side never took a point from (sign 1; for -1: that never took one from them),
    nearest first, and the end of their interval on the anchor's side. Those farther off stand on it."""
    took = _took(seats, points) & _linked(seats, games)
    took = took if sign == 1 else took.T
    near, place = took[zero], strengths
    linked = _linked(seats, games)[zero]
    while (far := linked & ~near).any():
        nearest = min(np.flatnonzero(far), key=lambda entrant: (took[entrant] & far).sum())
        block = took[nearest] & took[:, nearest]
        place = place + sign * _shift(seats, points.reshape(seats.shape), place, near, block, sign) * block
        near = near | block
        for entrant in np.flatnonzero(block):
            yield int(entrant), float(place[entrant])


def _shift(seats: Array, points: Array, place: Array, near: Array, block: Array, sign: int) -> float:
    """How far away from those who are near a block stands at least: there, the share of points that Wilson still allows
    for so many wins out of so many games would be expected of it (sign 1; for -1: of them)."""
    tables = (seats[:, near].sum(1) > 0) & (seats[:, block].sum(1) > 0)
    played = points[tables][:, near | block].sum(1)
    allowed = played.sum() * wilson(played.sum(), played.sum())[0]

    def expected(shift: float) -> float:
        parts = seats[tables] * np.exp(place + sign * shift * block)
        own, rest = parts[:, block].sum(1), parts[:, near].sum(1)
        return float((played * (own if sign == 1 else rest) / (own + rest)).sum())

    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle) < allowed else (low, middle)
    return low

"""Ratings: the strength of every entrant on one scale for the whole match, with intervals.

Each entrant has a strength. The probability that a seat wins the point of a game is proportional to the strength of its
entrant (Luce 1959; for two seats Bradley and Terry 1952); shared points count in parts. The fit maximises the
likelihood (Hunter 2004, https://doi.org/10.1214/aos/1079120141, but with Newton's steps), and the scale is Elo's: 400
points are odds of ten to one. In a cooperative game, the opponent of every team is the game itself, an entrant of
constant strength.

As a prior, each entrant draws one game against an opponent of strength 0. This keeps the fit finite and moves a rating
from some hundred games by about one point of Elo. The prior cannot replace points that were never lost: for an entrant
that won every point against the entrants on the anchor's side, only a lower bound of the rating is known, and the
result says so.

Intervals come from resampled sets (bootstrap, Efron 1979), because games of a set share luck and opening and are not
independent. With fewer than about thirty sets of each group, they are too narrow.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.arena.run import Results
from rookery.arena.scores import points_of, wilson
from rookery.core.errors import UnknownLevel, one_of
from rookery.core.protocol import Array

__all__ = ["Rating", "ratings"]

ELO = 400 / math.log(10)  # Elo points per unit of strength (natural logarithm)
PRIOR = 1.0  # drawn games
MAX_NEWTON_STEP = 1.0  # units of strength; larger steps overshoot
MAX_NEWTON_STEPS, CONVERGED = 200, 1e-8
FARTHEST, HALVINGS = 40.0, 60  # the range of a bisection in units of strength, and its steps


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant's strength in Elo, relative to the anchor. An end of the interval is infinite if no point was ever
    lost, or none won; `elo` then depends on the prior."""

    name: str
    elo: float
    low: float  # of the 95 % interval
    high: float
    games: int

    @property
    def words(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{self.name}: unknown, because no games connect it with the anchor"
        if math.isinf(self.high):
            return f"{self.name}: at least {self.low:.0f} (it never lost a point to those below)"
        if math.isinf(self.low):
            return f"{self.name}: at most {self.high:.0f} (it never won a point from those above)"
        if self.low == self.elo == self.high == 0:
            return f"{self.name}: {self.elo:.0f} (the anchor)"
        if self.low == self.high:
            return f"{self.name}: {self.elo:.0f} (too few games for an interval)"
        return f"{self.name}: {self.elo:.0f} (95 %: {self.low:.0f} to {self.high:.0f})"


def ratings(results: Results, anchor: str | None = None, *, samples: int = 1000, seed: int = 0) -> list[Rating]:
    """The ratings, strongest first. The anchor's rating is 0. By default it is the first entrant of the largest group
    that took points from each other, so that few intervals are infinite; in a cooperative game it is the game.

    The intervals come from `samples` (1 or more) resamples of the sets, drawn with `seed`. Raises UnknownLevel for an
    anchor that did not play, ValueError."""
    if samples < 1:
        raise ValueError(f"samples is {samples}; it must be 1 or more")
    facts = results.match.game.facts
    names = [*results.match.entrants, *([facts.name] if facts.cooperative else [])]
    if anchor is not None and anchor not in names:
        raise UnknownLevel(f"{anchor!r} is not an entrant of this match; {one_of(anchor, names)}")
    shown = _counted(results.match, results.games, names)
    games, points = shown.games.sum(0), shown.points.sum(0)
    took = _took(shown.seats, points)
    usual = len(names) - 1 if facts.cooperative else int((took & took.T).sum(1).argmax())
    zero = usual if anchor is None else names.index(anchor)

    elo = fit(shown.seats, games[None], points.sum(0)[None])[0]
    weights = _resampled(shown.groups, samples, np.random.default_rng(seed))
    resampled = fit(shown.seats, weights @ shown.games, weights @ shown.points.sum(1), elo)
    low, high = np.percentile(resampled - resampled[:, [zero]], (2.5, 97.5), axis=0)
    elo = elo - elo[zero]
    for entrant, end in _edges(shown.seats, points, took, elo, zero, 1):
        low[entrant], high[entrant] = end, math.inf
    for entrant, end in _edges(shown.seats, points, took.T, elo, zero, -1):
        low[entrant], high[entrant] = -math.inf, end
    unknown = ~(took[zero] | took[:, zero])
    low[unknown], high[unknown] = -math.inf, math.inf

    played = (games[:, None] * (shown.seats > 0)).sum(0)
    rows = zip(names, *(ELO * np.array((elo, low, high))).tolist(), played.tolist(), strict=True)
    found = [Rating(name, middle, left, right, int(count)) for name, middle, left, right, count in rows]
    return sorted(found, key=lambda rating: -rating.elo)


class _Counts(NamedTuple):
    """K kinds of tables, S sets, E entrants."""

    seats: Array  # [K, E] seats of each entrant at each kind of table
    games: Array  # [S, K] games played
    points: Array  # [S, K, E] points won
    groups: Array  # [S] the group that played the set


def _counted(match: Match, games: Iterable[GameResult], names: list[str]) -> _Counts:
    kinds: dict[tuple[int, ...], int] = {}
    sets: dict[int, int] = {}
    rows = []
    for game in sorted(games, key=lambda game: game.number):  # workers finish games in any order
        points, sitting = points_of(match, game), game.seats
        if match.game.facts.cooperative:  # the team plays against the game
            sitting = (game.seats[0], names[-1])
            points[names[-1]] = 1 - points[game.seats[0]]
        kind = kinds.setdefault(tuple(map(sitting.count, names)), len(kinds))
        which = sets.setdefault(game.number // match.set_size, len(sets))
        rows.append((which, kind, [points.get(name, 0.0) for name in names]))
    counts = np.zeros((len(sets), len(kinds)))
    won = np.zeros((len(sets), len(kinds), len(names)))
    for which, kind, points_won in rows:
        counts[which, kind] += 1
        won[which, kind] += points_won
    seats = np.array(list(kinds), float).reshape(len(kinds), len(names))
    return _Counts(seats, counts, won, np.array([which % len(match.groups) for which in sets], int))


def _resampled(groups: Array, samples: int, generator: np.random.Generator) -> Array:
    """[samples, S] How often each set is drawn. As many sets are drawn from each group as it has."""
    weights = np.zeros((samples, len(groups)))
    for group in np.unique(groups):
        own = np.flatnonzero(groups == group)
        weights[:, own] = generator.multinomial(len(own), np.full(len(own), 1 / len(own)), size=samples)
    return weights


# ── The fit ──────────────────────────────────────────────────────────────────
def fit(seats: Array, games: Array, won: Array, start: Array | float = 0.0) -> Array:
    """[B, E] Strengths (natural logarithms) for B results at once. `seats` [K, E]: at each kind of table; `games`
    [B, K]; `won` [B, E]: points."""
    strengths = np.zeros(won.shape) + start
    diagonal = np.arange(seats.shape[1])
    for _ in range(MAX_NEWTON_STEPS):
        parts = seats[None] * np.exp(strengths)[:, None]  # [B, K, E]
        parts /= parts.sum(2, keepdims=True)
        middling = 1 / (1 + np.exp(-strengths))  # chance to win against strength 0
        slope = won - np.einsum("bk,bke->be", games, parts) + PRIOR * (0.5 - middling)
        bend = -np.einsum("bk,bke,bkf->bef", games, parts, parts)
        bend[:, diagonal, diagonal] += np.einsum("bk,bke->be", games, parts) + PRIOR * middling * (1 - middling)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        strengths = strengths + np.clip(step, -MAX_NEWTON_STEP, MAX_NEWTON_STEP)
        if np.abs(step).max() < CONVERGED:
            break
    return strengths


# ── Ratings with a bound on one side only ────────────────────────────────────
def _took(seats: Array, points: Array) -> Array:
    """[E, E] Whether the first entrant took points from the second, directly or through others."""
    direct = np.eye(seats.shape[1], dtype=bool)
    for sitting, won in zip(seats > 0, points > 0, strict=True):
        direct |= np.outer(won, sitting)
    return _closure(direct)


def _closure(direct: Array) -> Array:
    for between in range(len(direct)):
        direct = direct | (direct[:, [between]] & direct[[between]])
    return direct


def _edges(seats: Array, points: Array, took: Array, place: Array, zero: int, sign: int) -> Iterator[tuple[int, float]]:
    """The entrants that took points from the anchor's side and never lost one to it, nearest first, each with the end
    of its interval on the anchor's side. (With sign -1 and `took` transposed: those that lost points and took none.)
    An entrant farther off is placed relative to the nearer ones."""
    near = took[zero]
    while (far := took[:, zero] & ~near).any():
        nearest = min(np.flatnonzero(far), key=lambda entrant: (took[entrant] & far).sum())
        block = took[nearest] & took[:, nearest]
        place = place + sign * _shift(seats, points, place, near, block, sign) * block
        near = near | block
        for entrant in np.flatnonzero(block):
            yield int(entrant), float(place[entrant])


def _shift(seats: Array, points: Array, place: Array, near: Array, block: Array, sign: int) -> float:
    """The least distance of a block from the near entrants. At this distance the block's expected share of points is
    the lower limit of Wilson's interval for as many wins in as many games (with sign -1: the near entrants' share)."""
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

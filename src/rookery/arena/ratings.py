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
from typing import NamedTuple

import numpy as np

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.arena.run import Results
from rookery.arena.scores import points_of, wilson
from rookery.core.errors import UnknownLevel, one_of
from rookery.core.protocol import Array

__all__ = ["Rating", "ratings"]

ELO = 400 / math.log(10)  # a unit of strength in Elo
PRIOR = 1.0  # drawn games
MAX_NEWTON_STEP = 1.0  # no entrant moves farther in one step: beyond, Newton's overshoots
MAX_NEWTON_STEPS, CONVERGED = 200, 1e-8
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
            return f"{self.name}: unknown, as nothing compares it with the anchor"
        if math.isinf(self.high):
            return f"{self.name}: at least {self.low:.0f} (it never lost a point to those below)"
        if math.isinf(self.low):
            return f"{self.name}: at most {self.high:.0f} (it never won a point from those above)"
        if self.low == self.elo == self.high == 0:
            return f"{self.name}: {self.elo:.0f} (the anchor)"
        if self.low == self.high:
            return f"{self.name}: {self.elo:.0f} (how exact that is, so few games do not say)"
        return f"{self.name}: {self.elo:.0f} (95 %: {self.low:.0f} to {self.high:.0f})"


def ratings(results: Results, anchor: str | None = None, *, samples: int = 1000, seed: int = 0) -> list[Rating]:
    """The strongest first. The anchor has 0: usually the first entrant of the most that took points from each other, so
    that few have one end; where all win together, the game.

    `samples` of the sets, 1 or more, give the intervals, drawn from `seed`. Raises UnknownLevel for an anchor that did
    not play, ValueError."""
    if samples < 1:
        raise ValueError(f"{samples} samples; it must be 1 or more")
    facts = results.match.game.facts
    names = [*results.match.entrants, *([facts.name] if facts.cooperative else [])]
    if anchor is not None and anchor not in names:
        raise UnknownLevel(f"{anchor!r} is no entrant of this match; {one_of(anchor, names)}")
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

    seats: Array  # [K, E] how many each entrant has at that kind of table
    games: Array  # [S, K]
    points: Array  # [S, K, E]
    groups: Array  # [S] that played the set


def _counted(match: Match, games: Iterable[GameResult], names: list[str]) -> _Counts:
    kinds: dict[tuple[int, ...], int] = {}
    sets: dict[int, int] = {}
    rows = []
    for game in sorted(games, key=lambda game: game.number):  # workers end them in any order
        points, sitting = points_of(match, game), game.seats
        if match.game.facts.cooperative:  # the team is one side, the game the other
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
    """[samples, S] how often each set is drawn: as many of each group as there are."""
    weights = np.zeros((samples, len(groups)))
    for group in np.unique(groups):
        own = np.flatnonzero(groups == group)
        weights[:, own] = generator.multinomial(len(own), np.full(len(own), 1 / len(own)), size=samples)
    return weights


# ── The fit ──────────────────────────────────────────────────────────────────
def fit(seats: Array, games: Array, won: Array, start: Array | float = 0.0) -> Array:
    """[B, E] strengths (natural logarithms) for B results at once: [K, E] seats at each kind of table, [B, K] games,
    [B, E] points."""
    strengths = np.zeros(won.shape) + start
    diagonal = np.arange(seats.shape[1])
    for _ in range(MAX_NEWTON_STEPS):
        parts = seats[None] * np.exp(strengths)[:, None]  # [B, K, E]
        parts /= parts.sum(2, keepdims=True)
        middling = 1 / (1 + np.exp(-strengths))  # chance against one of strength 0
        slope = won - np.einsum("bk,bke->be", games, parts) + PRIOR * (0.5 - middling)
        bend = -np.einsum("bk,bke,bkf->bef", games, parts, parts)
        bend[:, diagonal, diagonal] += np.einsum("bk,bke->be", games, parts) + PRIOR * middling * (1 - middling)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        strengths = strengths + np.clip(step, -MAX_NEWTON_STEP, MAX_NEWTON_STEP)
        if np.abs(step).max() < CONVERGED:
            break
    return strengths


# ── Ratings that have one end ────────────────────────────────────────────────
def _took(seats: Array, points: Array) -> Array:
    """[E, E] whether points, however indirectly, were taken by the first from the second."""
    direct = np.eye(seats.shape[1], dtype=bool)
    for sitting, won in zip(seats > 0, points > 0, strict=True):
        direct |= np.outer(won, sitting)
    return _closure(direct)


def _closure(direct: Array) -> Array:
    for between in range(len(direct)):
        direct = direct | (direct[:, [between]] & direct[[between]])
    return direct


def _edges(seats: Array, points: Array, took: Array, place: Array, zero: int, sign: int) -> Iterator[tuple[int, float]]:
    """Entrants that took points from the anchor's side and never lost one to it (sign 1; for -1, with `took` turned
    round, the other way), nearest first, and the end of their interval on the anchor's side. Those farther off stand on
    it."""
    near = took[zero]
    while (far := took[:, zero] & ~near).any():
        nearest = min(np.flatnonzero(far), key=lambda entrant: (took[entrant] & far).sum())
        block = took[nearest] & took[:, nearest]
        place = place + sign * _shift(seats, points, place, near, block, sign) * block
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

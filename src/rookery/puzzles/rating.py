"""Ratings of puzzles: how hard they are for bots, on one scale with the levels.

Each level tries each puzzle several times. The probability that it succeeds is taken to be a logistic function of its
ability less the puzzle's difficulty (Rasch 1960; with the scale of Elo: 400 points are odds of ten to one). The fit
maximises the likelihood by Newton's steps, one side after the other, with normal priors, which keep a puzzle finite
that every level solves, or none. The mean puzzle of a file is rated MEAN_RATING.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from rookery.bots import levels
from rookery.core.position import Game
from rookery.core.protocol import Array
from rookery.puzzles.puzzle import MEAN_RATING, Puzzle
from rookery.puzzles.worthwhile import ATTEMPTS, solved_by
from rookery.ratings.luce import ELO

RATERS = ("random", "greedy", "easy", "medium", "hard")  # a stronger level would take long, and find what mining found
INDEPENDENT = 2.0  # as so many tries count those of a level at one puzzle: most of them end alike
DIFFICULTY_SPREAD, ABILITY_SPREAD = 2.0, 4.0  # standard deviations of the priors, in natural log odds
HALVES = 10
ROUNDS, LONGEST_STEP, SMALL_STEP = 500, 1.0, 1e-6


def raters(game: Game) -> tuple[str, ...]:
    """The levels whose attempts rate the puzzles of a game."""
    return tuple(name for name in levels(game) if name in RATERS)


def attempted(puzzle: Puzzle, names: Sequence[str]) -> Puzzle:
    """The puzzle with what each of these levels made of it. Equal on every machine. Raises UnknownLevel."""
    view = puzzle.position()
    solution = view.parse(puzzle.solution)
    solved = {name: solved_by(view, solution, name) for name in names}
    return msgspec.structs.replace(puzzle, tries=ATTEMPTS, solved=solved)


def rated(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The same puzzles, the easiest first, with ratings from what levels made of them. All must have been attempted by
    the same levels."""
    if not puzzles:
        return []
    solved, tried = _counts(puzzles)
    model = fit_rasch(solved, tried)
    elo = ELO * (model.difficulties - model.difficulties.mean()) + MEAN_RATING
    rows = zip(puzzles, elo.tolist(), (ELO * model.deviations).tolist(), strict=True)
    results = [msgspec.structs.replace(puzzle, rating=round(at), deviation=round(about)) for puzzle, at, about in rows]
    return sorted(results, key=lambda puzzle: (puzzle.rating or 0, puzzle.key))


def _counts(puzzles: Sequence[Puzzle]) -> tuple[Array, Array]:
    """[N, L] how often each level solved each puzzle, and how often it tried, as independent tries."""
    names = list(puzzles[0].solved)
    solved = np.array([[puzzle.solved[name] / puzzle.tries for name in names] for puzzle in puzzles])
    return INDEPENDENT * solved, np.full(solved.shape, INDEPENDENT)


class RaschFit(NamedTuple):
    """Difficulties and abilities, in natural log odds."""

    difficulties: Array  # [N]
    deviations: Array  # [N] standard deviations, if tries were independent
    abilities: Array  # [L]

    def chances(self) -> Array:
        """[N, L] the probability that a level solves a puzzle."""
        return _logistic(self.abilities[None] - self.difficulties[:, None])


def fit_rasch(solved: Array, tried: Array) -> RaschFit:
    """[N, L] how often each level solved each puzzle, and how often it tried: 0 where that is not known."""
    difficulties, abilities = np.zeros(len(solved)), np.zeros(solved.shape[1])
    narrow, wide = DIFFICULTY_SPREAD**-2, ABILITY_SPREAD**-2
    for _ in range(ROUNDS):
        chances = _logistic(abilities[None] - difficulties[:, None])
        known = (tried * chances * (1.0 - chances)).sum(0) + wide
        up = np.clip(((solved - tried * chances).sum(0) - wide * abilities) / known, -LONGEST_STEP, LONGEST_STEP)
        abilities = abilities + up
        chances = _logistic(abilities[None] - difficulties[:, None])
        known = (tried * chances * (1.0 - chances)).sum(1) + narrow
        down = np.clip(((tried * chances - solved).sum(1) - narrow * difficulties) / known, -LONGEST_STEP, LONGEST_STEP)
        difficulties = difficulties + down
        if max(np.abs(up).max(), np.abs(down).max()) < SMALL_STEP:
            break
    return RaschFit(difficulties, known**-0.5, abilities)


def _logistic(odds: Array) -> Array:
    return np.asarray(1.0 / (1.0 + np.exp(-odds)))


class HeldOut(NamedTuple):
    """Mean log loss of a try, of predictions of which levels solve which puzzles: half of all pairs of a level and a
    puzzle were not known to any of them. The mean of HALVES such halves."""

    rating: float  # by the ratings of levels and puzzles
    level: float  # by the mean of the level over the known puzzles
    mean: float  # by the mean over all that is known


def held_out(puzzles: Iterable[Puzzle]) -> HeldOut:
    """The log losses in predicting half of the pairs, drawn at random, from the other half. There must be a puzzle."""
    solved, tried = _counts([*puzzles])
    losses = [_half(solved, tried, np.random.default_rng(seed).random(solved.shape) < 0.5) for seed in range(HALVES)]
    return HeldOut(*np.mean(losses, axis=0).tolist())


def _half(solved: Array, tried: Array, hidden: Array) -> list[float]:
    """The log losses of HeldOut; `hidden`: [N, L] which pairs are held out."""
    known, won = np.where(hidden, 0.0, tried), np.where(hidden, 0.0, solved)
    means = (won.sum(0) + 1.0) / (known.sum(0) + 2.0)
    mean = (won.sum() + 1.0) / (known.sum() + 2.0)
    predictions = (fit_rasch(won, known).chances(), np.broadcast_to(means, solved.shape), np.full(solved.shape, mean))
    return [_log_loss(solved[hidden], tried[hidden], chances[hidden]) for chances in predictions]


def _log_loss(solved: Array, tried: Array, chances: Array) -> float:
    total = solved * np.log(chances) + (tried - solved) * np.log1p(-chances)
    return -math.fsum(total.tolist()) / max(1.0, float(tried.sum()))

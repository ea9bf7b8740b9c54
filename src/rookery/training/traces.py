"""Positions of whole games, and what became of them.

Quick searches play games. The search of a position, those after it and in the end the result say what it is worth,
later ones less than earlier ones: TD(λ) (Sutton 1988, https://doi.org/10.1007/BF00115009), with searches in the place
of estimates. So all decisions of a game are learned from, and results keep a network from believing its own mistakes.
The play after a random action says nothing of the positions before it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.core.protocol import Array
from rookery.search.plan import TrainingLimits
from rookery.training.labels import STRAY_SPREAD, Examples, Searcher, collected, seen, shares_expected, stray

BREAKING = (0.0, 0.01, 0.05, 0.15)  # share of random moves in a game, equally likely


class Searched(NamedTuple):
    """A decision that a search took."""

    inputs: Array  # [I] float32
    first: int  # the seat whose numbers come first
    expected: Array  # [parties] shares of the prize, from seat 0 on


def followed(game: Game, players: int, searcher: Searcher, limits: TrainingLimits, seed: Sequence[int]) -> Examples:
    """The positions of one game in which a search decided."""
    generator = np.random.default_rng(seed)
    luck = Generator(int(generator.integers(1 << 62)))
    straying = generator.choice(BREAKING)
    steps = list[Searched | None]()  # None: a random action
    position = game.start(players=players).settled(luck)
    while position.mover is not None:
        actions = position.legal_actions
        if len(actions) == 1:
            position = position.after_unchecked(actions[0]).settled(luck)
        elif generator.random() < straying:
            steps.append(None)
            position = stray(position, STRAY_SPREAD, generator, luck)
        else:
            search_result = searcher.search(position, limits.play, luck)
            steps.append(Searched(*seen(position), shares_expected(position, search_result.means)))
            position = position.after_unchecked(search_result.best).settled(luck)
    assert position.outcome is not None
    result = shares_expected(position, position.outcome.utilities)
    return traced(game, players, steps, result, limits.trace)


def traced(game: Game, players: int, steps: Sequence[Searched | None], result: Array, trace: float) -> Examples:
    """Each step with its λ-return: (1 - trace) of its own shares, and trace of the return of the step after it; after
    the last step, trace of the result."""
    worth: Array | None = result  # of the step after
    inputs, shares = list[Array](), list[Array]()
    for step in reversed(steps):
        if step is None:
            worth = None
            continue
        worth = step.expected if worth is None else (1.0 - trace) * step.expected + trace * worth
        inputs.append(step.inputs)
        shares.append(np.roll(worth, -step.first))
    return collected(game, players, inputs[::-1], shares[::-1])

"""Strengths from results of games for any number of seats.

Each entrant has a strength s, a natural logarithm: the probability that a seat wins the point of a game is proportional
to e**s of its entrant (Luce 1959; for two seats Bradley and Terry 1952). Shared points count in parts. The fit
maximises the likelihood (Hunter 2004, https://doi.org/10.1214/aos/1079120141, but with Newton's steps). On Elo's scale
400 points are odds of ten to one.

As a prior, each entrant draws one game against an opponent of strength 0. This keeps the fit finite and moves the
rating of an entrant with several hundred games by about one point of Elo.
"""

import math

import numpy as np

from rookery.core.protocol import Array

ELO = 400 / math.log(10)  # Elo points per unit of strength
PRIOR = 1.0  # drawn games
MAX_ITERATIONS = 200  # of Newton's method
MAX_STEP_LENGTH = 1.0  # units of strength; larger steps overshoot
CONVERGED = 1e-8  # units of strength: the fit ends after a shorter step


def fit(seats: Array, games: Array, won: Array, start: Array | float = 0.0) -> Array:
    """[B, E] The strengths for B results at once. `seats` [K, E]: of each entrant at each kind of table; `games` [B,
    K]: played; `won` [B, E]: points; `start` [E]: strengths with which Newton's method begins."""
    strengths = np.zeros(won.shape) + start
    diagonal = np.arange(seats.shape[1])
    for _ in range(MAX_ITERATIONS):
        shares = seats[None] * np.exp(strengths)[:, None]  # [B, K, E] expected of the point of a game
        shares /= shares.sum(2, keepdims=True)
        expected = np.einsum("bk,bke->be", games, shares)
        prior_share = 1 / (1 + np.exp(-strengths))  # expected against strength 0
        gradient = won - expected + PRIOR * (0.5 - prior_share)
        information = -np.einsum("bk,bke,bkf->bef", games, shares, shares)  # minus the matrix of second derivatives
        information[:, diagonal, diagonal] += expected + PRIOR * prior_share * (1 - prior_share)
        step = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
        strengths = strengths + np.clip(step, -MAX_STEP_LENGTH, MAX_STEP_LENGTH)
        if np.abs(step).max() < CONVERGED:
            break
    return strengths

"""The advantages of one line over another, in a player's words: from the terms of the game's evaluator.

A term of the evaluator is a number of things times a weight. The number of them in a position follows from the estimate
that it gives alone. `[terms]` in engine.toml says what a term counts; a term that is not there is never told.
"""

import math
from dataclasses import dataclass

import numpy as np

from rookery.core.elementary import log
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.search.plan import Term, engine

UNIT_WEIGHT = 0.01  # the weight of a term whose count is asked for: small, so that no estimate comes near 0 or 1
LEAST_SHARE = 0.1  # of the log odds that all terms explain together; less is no reason


@dataclass(frozen=True, slots=True)
class Advantage:
    """Something that one line has more of than another, or less."""

    amount: float  # above 0: the better line has more
    words: str  # "leaves 2 more birds on the wires"
    theme: str  # of puzzles whose right move has it, too: "more birds on the wires"
    lesson: str  # the id of the lesson on it; "" without one


def counted(position: Position, seat: int) -> dict[str, float]:
    """Term -> how much of it a seat has, compared with the mean of its rivals; a team, in all."""
    game = position.game
    names, kernels = game.weighed, game.made("rookery.search.kernels.evaluate")
    states, out, amounts = position.states, np.zeros(position.players), {}
    for place, name in enumerate(names):
        if name in engine(game).terms:
            weights = np.zeros(len(names))
            weights[place] = UNIT_WEIGHT
            kernels.evaluate(states, 0, weights, out)
            amounts[name] = _strength(out.tolist(), seat, together=game.facts.cooperative) / UNIT_WEIGHT
    return amounts


def _strength(utilities: list[float], seat: int, *, together: bool) -> float:
    """The inverse of core/log_odds.py: the strength of a team, or that of a seat above the mean of its rivals."""
    if together:
        return log((1.0 + utilities[seat]) / (1.0 - utilities[seat]))
    rivals = len(utilities) - 1
    logs = [log((1.0 + utility * rivals) / len(utilities)) for utility in utilities]
    return logs[seat] - math.fsum(log for place, log in enumerate(logs) if place != seat) / rivals


def advantages(view: Position, seat: int, better: tuple[int, ...], played: tuple[int, ...]) -> tuple[Advantage, ...]:
    """The things of which a seat has more or fewer after the better line, the weightiest first. Both lines are followed
    equally far. Only facts that the view knows are used."""
    return tuple(_advantage(term, amount) for term, amount in gained(view, seat, better, played))


def gained(view: Position, seat: int, better: tuple[int, ...], played: tuple[int, ...]) -> list[tuple[Term, float]]:
    """The same as numbers: what is counted, and how much more of it the better line leaves. Less than half of a thing
    is nothing."""
    game, terms = view.game, engine(view.game).terms
    position = view.determinize(Generator(0)) if game.facts.hidden else view
    plies = min(len(better), len(played))
    best, worse = _after(position, better[:plies]), _after(position, played[:plies])
    if not terms or best is None or worse is None:
        return []
    names = game.weighed
    weights = dict(zip(names, game.weights_for(view.players).tolist()))
    more = counted(best, seat)
    less = counted(worse, seat)
    gains = {name: weights[name] * (more[name] - less[name]) for name in more}
    least = LEAST_SHARE * math.fsum(abs(gain) for gain in gains.values())
    by_unit: dict[str, tuple[Term, float]] = {}  # by what is counted: two terms may count the same at different times
    for name in sorted(gains, key=lambda name: -gains[name]):
        amount = (more[name] - less[name]) * terms[name].per
        if gains[name] > least and round(abs(amount)) > 0:
            by_unit.setdefault(terms[name].many, (terms[name], amount))
    return [*by_unit.values()]


def _advantage(term: Term, amount: float) -> Advantage:
    return Advantage(round(amount, 6), term.words(amount), term.change(amount), term.lesson)


def _after(position: Position, actions: tuple[int, ...]) -> Position | None:
    """The position after a line, or as far as it can be followed; None if it is over there."""
    for action in actions:
        if position.mover == CHANCE or action not in position.legal_actions:
            break
        position = position.after_unchecked(action)
    return None if position.is_over else position

"""What the evaluator believes is what the rules say."""

import random

import pytest

from rookery import Position
from rookery.games.grackles import board, evaluator, notation, rules
from tests.games.grackles.drawn import GAME


def gains(position: Position) -> list[int]:
    """The birds of each line and extension that whose turn it is may play."""
    found = []
    for action in position.legal_actions:
        if rules.LINE <= action < rules.FIRST:
            _, start, end = notation.line_of(action)
            found.append(abs(end - start) + (action < rules.EXTEND))
    return found


@pytest.mark.parametrize("flock", [None, 1, 2, 3, 4, 6])
def test_the_judge_sees_the_longest_line_or_extension(flock: int | None) -> None:
    """With all birds that are left, and where only `flock` are."""
    generator = random.Random(3)
    for _ in range(10):
        position = GAME.start(players=2)
        while not position.is_over:
            if position.state.phase == board.TURN:
                states = position.states
                if flock is not None:
                    states[0].birds[:2] = flock
                poor = Position(GAME, states, GAME.facts.settings(2, {}))
                most = max(gains(poor), default=0)
                assert evaluator.gains(poor.state, poor.state.turn)[0] == most
                assert rules.can_settle(poor.state, poor.state.turn) == (most > 0)
            position = position.after_unchecked(generator.choice(position.legal_actions))

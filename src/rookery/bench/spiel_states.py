"""Random play of OpenSpiel states in a Python loop, as algorithms written for OpenSpiel do it."""

from random import Random
from typing import Any


def play(game: Any, plies: int) -> None:
    """Play `plies` random plies of a pyspiel game, and the rest of the last game."""
    dice, done = Random(1), 0
    while done < plies:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = dice.choices(outcomes, chances)[0]
            else:
                action = dice.choice(state.legal_actions())
            state.apply_action(action)
            done += 1
        state.returns()

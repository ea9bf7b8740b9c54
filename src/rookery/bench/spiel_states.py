"""OpenSpiel's states, played at random by a loop in Python, as those play them who write algorithms there."""

from random import Random
from typing import Any

__all__ = ["play"]


def play(game: Any, plies: int) -> None:
    """So many random plies of a pyspiel game, and what is left of the last game."""
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

"""The ways to end of which there is a recorded game, and why players are told that it ended."""

from collections.abc import Mapping

from tests.games.endings import Ended, IsIt

REASONS = {"": "(Red|Yellow) has four in a line", "draw": "the board is full"}


def won(end: Ended, *utilities: int) -> bool:
    outcome = end.position.outcome
    return outcome is not None and outcome.utilities == utilities


ENDINGS: Mapping[str, IsIt] = {
    "red_wins": lambda end: end.position.state.winner == 0 and won(end, 1, -1),
    "yellow_wins": lambda end: end.position.state.winner == 1 and won(end, -1, 1),
    "draw": lambda end: end.position.state.winner == -1 and "." not in end.position.text and won(end, 0, 0),
}

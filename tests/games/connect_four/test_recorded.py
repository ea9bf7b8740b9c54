"""One recorded game for each way to end."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rookery import Position, Record

RECORDED = Path(__file__).parent / "recorded"

ENDINGS: dict[str, Callable[[Position], bool]] = {
    "red_wins": lambda end: end.state.winner == 0,
    "yellow_wins": lambda end: end.state.winner == 1,
    "draw": lambda end: end.state.winner == -1 and "." not in end.text,
}


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.jsonl")} == set(ENDINGS)


@pytest.mark.parametrize(("ending", "utilities"), [("red_wins", (1, -1)), ("yellow_wins", (-1, 1)), ("draw", (0, 0))])
def test_recorded_game_ends_like_that(ending: str, utilities: tuple[float, float]) -> None:
    end = Record.load(RECORDED / f"{ending}.jsonl").position
    assert end.outcome is not None
    assert ENDINGS[ending](end)
    assert end.outcome.utilities == utilities

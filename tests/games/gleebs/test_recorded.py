"""One recorded game for each way to end, replayed with the key of every position, by the kernels and by the twin."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rookery import CHANCE, Position, Record
from rookery.games.gleebs import rules
from tests.games.gleebs.drawn import squares
from tests.games.gleebs.twin import Twin

RECORDED = Path(__file__).parent / "recorded"


def controlled(position: Position, colours: str) -> list[str]:
    """Squares with a gleeb of one of the colours on top."""
    return [square for square, pieces in squares(position).items() if pieces[-2] in colours]


def scores(position: Position) -> tuple[int, int]:
    return rules.points(position.state, 0), rules.points(position.state, 1)


# file name -> the way to end that it shows, as one sees it on the last position
ENDINGS: dict[str, Callable[[Position], bool]] = {
    "blue_yellow_by_points": lambda end: scores(end)[0] > scores(end)[1] > 0,
    "green_red_by_points": lambda end: scores(end)[1] > scores(end)[0] > 0,
    "blue_yellow_by_wiping_out": lambda end: not controlled(end, "GR") and scores(end)[0] > 0,
    "green_red_by_wiping_out": lambda end: not controlled(end, "BY") and scores(end)[1] > 0,
    "grues_by_a_tie": lambda end: scores(end)[0] == scores(end)[1] > 0,
    "grues_by_nothing_left": lambda end: not controlled(end, "BYGR"),
}


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.jsonl")} == set(ENDINGS)


@pytest.mark.parametrize("ending", ENDINGS)
def test_recorded_game_ends_like_that(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    end = record.position
    assert end.outcome is not None
    assert ENDINGS[ending](end)
    winner = {"blue": (1.0, -1.0), "green": (-1.0, 1.0), "grues": (0.0, 0.0)}[ending.split("_")[0]]
    assert end.outcome.utilities == winner
    assert record.dumps() == (RECORDED / f"{ending}.jsonl").read_text()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_twin_replays_it(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    first = record.at(0)
    twin = Twin.start(**first.options)
    for ply in range(1, record.plies + 1):
        assert record.at(ply - 1).mover == (CHANCE if twin.mover == "chance" else twin.mover)
        twin = twin.after(record.text(ply))
        assert {square: "".join(stack) for square, stack in twin.stacks.items()} == squares(record.at(ply))
    assert twin.scores() == scores(record.position)

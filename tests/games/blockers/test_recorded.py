"""Recorded games, one at least for each way to end, replayed with the key of every position, by kernels and twin.

That nobody can play any more (BL-14) does not happen by itself: in three_stuck all three work towards it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from rookery import CHANCE, Position, Record
from rookery.games.blockers import rules
from tests.games.blockers.drawn import board
from tests.games.blockers.twin import Twin

RECORDED = Path(__file__).parent / "recorded"


def standings(end: Position) -> list[tuple[int, int]]:
    """[seat] points, and all captures."""
    return [(rules.points(end.state, s), rules.all_captures(end.state, s)) for s in range(end.players)]


def won(end: Position, players: int, winners: int, **options: str) -> bool:
    """Whether so many won at such a table, not by captures."""
    points = [points for points, _ in standings(end)]
    alone = winners > 1 or points.count(min(points)) == 1
    return at_table(end, players, **options) and best(end) == winners and alone


def by_captures(end: Position, players: int, **options: str) -> bool:
    points = [points for points, _ in standings(end)]
    return at_table(end, players, **options) and best(end) == 1 and points.count(min(points)) > 1


def at_table(end: Position, players: int, **options: str) -> bool:
    return end.players == players and end.options | options == end.options


def best(end: Position) -> int:
    """How many share the best standing."""
    found = standings(end)
    return found.count(min(found))


PAIRS = "red and blue against green and yellow"

# file name -> the way to end that it shows, as one sees it on the last position
ENDINGS: dict[str, Callable[[Position], bool]] = {
    "two_by_points": lambda end: won(end, 2, 1),
    "two_by_captures": lambda end: by_captures(end, 2),
    "two_shared": lambda end: won(end, 2, 2),
    "two_other_pairs_safe": lambda end: won(end, 2, 1, colours=PAIRS, own_second_colour="safe"),
    "three_by_points": lambda end: won(end, 3, 1),
    "three_by_captures": lambda end: by_captures(end, 3),
    "three_shared": lambda end: won(end, 3, 2),
    "four_by_points": lambda end: won(end, 4, 1, first="seat 3"),
    "four_shared": lambda end: won(end, 4, 2),
    "five_by_points": lambda end: won(end, 5, 1),
    "three_stuck": lambda end: at_table(end, 3) and end.state.held.tolist()[1] == rules.RACK,  # blue never finished
    "uptown_by_points": lambda end: won(end, 4, 1, scoring="uptown"),
    "uptown_by_captures": lambda end: by_captures(end, 5, scoring="uptown"),
}


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.jsonl")} == set(ENDINGS)


@pytest.mark.parametrize("ending", ENDINGS)
def test_recorded_game_ends_like_that(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    end = record.position
    assert end.outcome is not None
    assert ENDINGS[ending](end)
    winners = best(end)
    wanted = (end.players / winners - 1) / (end.players - 1)
    assert max(end.outcome.utilities) == pytest.approx(wanted)
    assert record.dumps() == (RECORDED / f"{ending}.jsonl").read_text()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_twin_replays_it(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    first = record.at(0)
    twin = Twin.start(first.players, **first.options)
    for ply in range(1, record.plies + 1):
        assert record.at(ply - 1).mover == (CHANCE if twin.mover == "chance" else twin.mover)
        twin = twin.after(record.text(ply))
        assert board(record.at(ply)) == twin.board
    assert list(zip(twin.scores(), twin.ties(), strict=True)) == standings(record.position)

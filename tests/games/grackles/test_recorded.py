"""One recorded game for each way to end, replayed with the key of every position, by the kernels and by the twin."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rookery import CHANCE, Position, Record
from rookery.games.grackles import rules
from tests.games.grackles.twin import Twin

RECORDED = Path(__file__).parent / "recorded"


def winners(end: Position) -> int:
    scores = [rules.points(end.state, seat) for seat in range(end.players)]
    return scores.count(max(scores))


def passes(record: Record) -> int:
    """The number of passes after the last other action."""
    texts = [record.text(ply) for ply in range(record.plies, 0, -1)]
    return next(number for number, text in enumerate(texts) if text != "pass")


def last(pattern: str) -> Callable[[Record], bool]:
    """The last action looks like that: after it nobody can do anything."""
    return lambda record: bool(re.fullmatch(pattern, record.text(record.plies)))


def shared(players: int, winning: int) -> Callable[[Record], bool]:
    return lambda record: (record.position.players, winners(record.position)) == (players, winning)


# file name -> the way to end that it shows
ENDINGS: dict[str, Callable[[Record], bool]] = {
    # what comes before a round of skips and passes (GR-16)
    "by_a_line": last(r"\w+-\w+"),
    "by_an_extension": last(r"\w+\+\w+"),
    "by_a_rotation": last(r"rotate \w\w r\d+"),
    "by_the_last_tile": last(r"\w\w r\d+"),
    "by_passes": lambda record: passes(record) == record.position.players,
    "by_passes_and_skips": lambda record: 0 < passes(record) < record.position.players,
    # how many of how many win (GR-17)
    "one_of_two": shared(2, 1),
    "two_of_two": shared(2, 2),
    "one_of_three": shared(3, 1),
    "two_of_three": shared(3, 2),
    "three_of_three": shared(3, 3),
    "one_of_four": shared(4, 1),
    "two_of_four": shared(4, 2),
    "three_of_four": shared(4, 3),
    "four_of_four": shared(4, 4),
    # somebody's last bird sits (GR-13); three who always take the most birds
    "flock_used_up": lambda record: 0 in record.position.state.birds[: record.position.players],
    "greedy_birds": lambda record: record.position.options["first"] == "seat 3",
}


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.jsonl")} == set(ENDINGS)


@pytest.mark.parametrize("ending", ENDINGS)
def test_recorded_game_ends_like_that(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    end = record.position
    assert end.outcome is not None
    assert ENDINGS[ending](record)
    won = winners(end)
    assert max(end.outcome.utilities) == pytest.approx((end.players - won) / won / (end.players - 1))
    assert record.dumps() == (RECORDED / f"{ending}.jsonl").read_text()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_twin_replays_it(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    first = record.at(0)
    twin = Twin.start(first.players, **first.options)
    for ply in range(1, record.plies + 1):
        assert record.at(ply - 1).mover == (CHANCE if twin.mover == "chance" else twin.mover)
        twin = twin.after(record.text(ply))
        assert twin.supply == tuple(record.at(ply).state.birds[: first.players])
    assert twin.winners is not None
    assert len(twin.winners) == winners(record.position)

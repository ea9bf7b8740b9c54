"""One recorded game for each way to end, replayed with the key of every position, by the kernels and by the twin."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rookery import CHANCE, Position, Record
from rookery.games.grackles import rules
from tests.games.grackles.twin import Twin

RECORDED = Path(__file__).parent / "recorded"


def winners(end: Position) -> int:
    scores = [rules.score(end.record, seat) for seat in range(end.players)]
    return scores.count(max(scores))


def ended(players: int, sharing: int) -> Callable[[Position], bool]:
    return lambda end: (end.players, winners(end)) == (players, sharing)


# file name -> the way to end that it shows, as one sees it on the last position
ENDINGS: dict[str, Callable[[Position], bool]] = {
    "one_of_two": ended(2, 1),
    "two_of_two": ended(2, 2),
    "one_of_three": ended(3, 1),
    "two_of_three": ended(3, 2),
    "three_of_three": ended(3, 3),
    "one_of_four": ended(4, 1),
    "two_of_four": ended(4, 2),
    "three_of_four": ended(4, 3),
    "four_of_four": ended(4, 4),
    "by_a_pass": lambda end: any(end.record.tokens[: end.players]) and any(end.record.loose),
    "flock_used_up": lambda end: 0 in end.record.birds[: end.players],
    "greedy_birds": lambda end: end.options == {"first": "seat 3"},
}


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.jsonl")} == set(ENDINGS)


@pytest.mark.parametrize("ending", ENDINGS)
def test_recorded_game_ends_like_that(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    end = record.position
    assert end.outcome is not None
    assert ENDINGS[ending](end)
    assert (record.text(record.plies) == "pass") == (ending == "by_a_pass")
    shared = winners(end)
    assert max(end.outcome.utilities) == pytest.approx((end.players - shared) / shared / (end.players - 1))
    assert record.dumps() == (RECORDED / f"{ending}.jsonl").read_text()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_twin_replays_it(ending: str) -> None:
    record = Record.load(RECORDED / f"{ending}.jsonl")
    first = record.at(0)
    twin = Twin.start(first.players, **first.options)
    for ply in range(1, record.plies + 1):
        assert record.at(ply - 1).mover == (CHANCE if twin.mover == "chance" else twin.mover)
        twin = twin.after(record.text(ply))
        assert twin.supply == tuple(record.at(ply).record.birds[: first.players])
    assert twin.winners is not None
    assert len(twin.winners) == winners(record.position)

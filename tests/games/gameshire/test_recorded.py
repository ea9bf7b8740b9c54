"""One recorded game for each way to end, replayed with the key of every position, by the kernels and by the twin.

record_games.py, which `make evidence GAME=gameshire` runs, plays them anew when cards or rules have changed.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rookery import CHANCE, Record
from tests.games.gameshire.drawn import gifts, written
from tests.games.gameshire.twin import GIFTS, Twin

RECORDED = Path(__file__).parent / "recorded"


class Ending(NamedTuple):
    """A way to end."""

    players: int
    options: dict[str, str]
    is_it: Callable[[Twin, str], bool]  # as one sees it on the last position and the last action


def won(twin: Twin, last: str) -> bool:
    return twin.won is True


def lost_in_spring(twin: Twin, last: str) -> bool:
    return twin.won is False and twin.season == "spring"


def lost_in_autumn(twin: Twin, last: str) -> bool:
    return twin.won is False and twin.season == "autumn"


def short(twin: Twin, last: str) -> bool:
    """Somebody passed without their share."""
    low, _ = twin.fair_share()
    return lost_in_spring(twin, last) and any(s.out and twin.chosen_by(at) < low for at, s in enumerate(twin.sheets))


ENDINGS = {
    "won_alone": Ending(1, {}, won),
    "won_by_two": Ending(2, {"first": "seat 2"}, won),
    "won_by_three_with_somebody_out": Ending(3, {}, lambda t, last: won(t, last) and any(s.out for s in t.sheets)),
    "won_by_four": Ending(4, {}, won),
    "won_by_five": Ending(5, {}, won),
    "won_by_six": Ending(6, {}, won),
    "won_with_wrinkles": Ending(2, {"green": "2", "yellow": "1"}, lambda t, last: won(t, last) and len(t.drawn) > 1),
    "won_with_skills": Ending(2, {}, lambda t, last: won(t, last) and t.uses > 2),
    "lost_in_spring_alone": Ending(1, {}, short),
    "lost_in_spring_by_two": Ending(2, {}, short),
    "lost_in_spring_by_three": Ending(3, {"red": "1"}, short),
    "lost_in_spring_by_four": Ending(4, {}, short),
    "lost_in_spring_as_too_few_could_choose_two": Ending(
        4, {}, lambda t, last: lost_in_spring(t, last) and not short(t, last)
    ),
    "lost_in_spring_by_five": Ending(5, {}, short),
    "lost_in_spring_by_six_through_a_follower": Ending(
        6, {}, lambda t, last: short(t, last) and t.chosen is not None and t.recorder != t.turn
    ),
    "lost_in_autumn_alone": Ending(1, {}, lost_in_autumn),
    "lost_in_autumn_by_two": Ending(2, {"green": "4", "yellow": "4", "red": "4"}, lost_in_autumn),
    "lost_in_autumn_by_three_unseen": Ending(3, {"red": "3", "review": "unseen"}, lost_in_autumn),
    "lost_in_autumn_by_six": Ending(6, {}, lambda t, last: lost_in_autumn(t, last) and len(t.delivered) > 2),
}


def test_every_ending_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.jsonl")} == set(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_game_ends_like_that(name: str) -> None:
    ending, record = ENDINGS[name], Record.load(RECORDED / f"{name}.jsonl")
    end, first = record.position, record.at(0)
    assert (first.players, first.options | ending.options) == (ending.players, first.options)
    twin = Twin(first.players, **first.options)
    for ply in range(1, record.plies + 1):
        before, after = record.at(ply - 1), record.at(ply)
        assert before.mover == (CHANCE if twin.mover == "chance" else twin.mover)
        assert len(before.legal_actions) == len(twin.legal())
        twin.play(record.text(ply))
        assert written(after, twin.turn + 1) == twin.sheets[twin.turn].boxes
        assert gifts(after) == "".join(twin.gifts.get(column, "-") for column in GIFTS)
    assert not twin.legal()
    assert ending.is_it(twin, record.text(record.plies))
    assert end.outcome is not None
    assert end.outcome.utilities == (1.0 if twin.won else -1.0,) * ending.players
    assert record.dumps() == (RECORDED / f"{name}.jsonl").read_text("utf-8")

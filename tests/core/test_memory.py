"""What a seat remembers, and other games that it may take for the one that was played."""

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.memory import Memory, remembered
from rookery.core.protocol import UNTOLD
from rookery.testing.walks import walk
from tests.pasts import deviation, pasts
from tests.tiny.lab import Lab


def a_memory(lab: Lab, seat: int, plies: int, players: int = 3) -> Memory:
    game = walk(lab.game, players, {}, 7)
    return remembered(game.positions[: plies + 1], game.actions[:plies], seat)


def test_a_seat_remembers_what_it_saw_and_heard(lab: Lab) -> None:
    game = walk(lab.game, 3, {}, 7)
    memory = remembered(game.positions, game.actions, 1)
    assert memory.heard == (UNTOLD, game.actions[1], UNTOLD, *game.actions[3:])
    assert memory.seen == tuple(position.view(1).states.tobytes() for position in game.positions)


def test_nothing_is_retold_where_all_was_told() -> None:
    open_games = [rookery.load(slug) for slug in rookery.slugs() if not rookery.load(slug).facts.hidden]
    for game in open_games:
        played = walk(game, game.facts.players[0], {}, 3)
        assert remembered(played.positions, played.actions, 0).resample_history(np.random.default_rng(1)) == [
            *played.actions
        ]


@pytest.mark.parametrize(("seat", "plies", "number"), [(0, 3, 9), (-1, 5, 27), (2, 1, 3), (1, 6, 1)])
def test_games_come_as_often_as_chance_brings_them(lab: Lab, seat: int, plies: int, number: int) -> None:
    """Of Tiny's cards a 1 is twice as likely; at the end all are shown."""
    memory = a_memory(lab, seat, plies)
    likely = pasts(memory)
    assert len(likely) == number
    if number == 1:
        assert tuple(memory.resample_history(np.random.default_rng(1))) in likely
    else:
        assert max(likely.values()) >= 1.99 * min(likely.values())
        assert abs(deviation(memory, likely, 60)) < 4


def test_a_past_that_cannot_be_is_given_up(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.core.memory.MAX_RESAMPLES", 5)
    memory = a_memory(lab, 0, 3)
    lab.rules(resample_history=lambda *lent: None)
    with pytest.raises(CannotPlay, match=r"^none of 5 games of Tiny agrees with what First has seen and heard$"):
        memory.resample_history(np.random.default_rng(1))


def test_a_past_that_is_not_found_in_time_is_given_up(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is tried, however slow that was."""
    monkeypatch.setattr("rookery.core.memory.RESAMPLE_TIMEOUT", 0.0)
    memory = a_memory(lab, 0, 3)
    lab.rules(resample_history=lambda *lent: None)
    with pytest.raises(CannotPlay, match="none of 1 games of Tiny"):
        memory.resample_history(np.random.default_rng(1))

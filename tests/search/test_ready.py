"""The first search of a game takes seconds to compile; whoever waits for it is told."""

import time
from types import ModuleType

import numpy as np
import pytest

from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.search import analyse, mcts
from rookery.search.ready import QUIET, get_ready

SAID = "Getting Peek ready ...\n"


class Slow(Game):
    """A game whose kernels take a while to come, as if they were compiled."""

    def made(self, template: str) -> ModuleType:
        time.sleep(0.7)  # a search asks for two and more
        return super().made(template)


def begun(game: Game) -> Position:
    return game.start().settled(np.random.default_rng(1))


def test_a_long_wait_is_told_once(capfd: pytest.CaptureFixture[str]) -> None:
    position, generator = begun(Slow("tests.peek")), np.random.default_rng(1)
    mcts(position, generator, simulations=1)
    assert capfd.readouterr() == ("", SAID)
    mcts(position, generator, simulations=1)
    assert capfd.readouterr() == ("", "")
    analyse(position, 0.05)
    assert capfd.readouterr() == ("", SAID)


def test_a_short_wait_is_not_worth_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    get_ready(Game("tests.peek"), "nothing", lambda: None)
    time.sleep(1.5 * QUIET)
    assert capfd.readouterr() == ("", "")


def test_what_could_not_be_searched_is_no_first_search(capfd: pytest.CaptureFixture[str]) -> None:
    game, generator = Slow("tests.peek"), np.random.default_rng(1)
    with pytest.raises(CannotPlay):
        mcts(game.start(), generator, simulations=1)
    mcts(begun(game), generator, simulations=1)
    assert SAID in capfd.readouterr().err

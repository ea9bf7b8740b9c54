"""The first search of a game takes seconds to compile; whoever waits for it is told."""

import time
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from rookery.core import uncompiled
from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.search import analyse, mcts, prove
from rookery.search.ready import get_ready


class Slow(Game):
    """A game whose kernels take a while to be compiled."""

    def made(self, template: str) -> ModuleType:
        uncompiled._counts["compiled"] += 1
        time.sleep(0.3)
        return super().made(template)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.search.ready.QUIET", 0.1)


def begun(game: Game) -> Position:
    return game.start().settled(np.random.default_rng(1))


@pytest.mark.parametrize(
    ("package", "search"),
    [
        ("tests.peek", lambda position: analyse(position, 0.05)),
        ("tests.peek", lambda position: mcts(position, np.random.default_rng(1), simulations=1)),
        ("tests.search.race", prove),
    ],
    ids=["analyse", "mcts", "prove"],
)
def test_a_long_wait_is_told_once(
    package: str, search: Callable[[Position], object], capfd: pytest.CaptureFixture[str]
) -> None:
    position = begun(Slow(package))
    search(position)
    said = f"Getting {position.game.facts.name} ready ...\n"
    assert capfd.readouterr() == ("", said)
    search(position)
    assert capfd.readouterr() == ("", "")


def test_a_short_wait_is_not_worth_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    get_ready(Game("tests.peek"), "nothing", lambda: None)
    time.sleep(0.3)
    assert capfd.readouterr() == ("", "")


def test_what_is_only_loaded_is_no_news(capfd: pytest.CaptureFixture[str]) -> None:
    """However slow the machine is."""
    get_ready(Game("tests.peek"), "loading", lambda: time.sleep(0.3))
    assert capfd.readouterr() == ("", "")


def test_a_worker_says_nothing(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it writes is in the log of a server, among complaints."""
    monkeypatch.setattr("multiprocessing.parent_process", lambda: "somebody")
    get_ready(Game("tests.peek"), "a while", lambda: time.sleep(0.3))
    assert capfd.readouterr() == ("", "")


def test_what_could_not_be_searched_is_no_first_search(capfd: pytest.CaptureFixture[str]) -> None:
    game, generator = Slow("tests.peek"), np.random.default_rng(1)
    with pytest.raises(CannotPlay):
        mcts(game.start(), generator, simulations=1)
    mcts(begun(game), generator, simulations=1)
    assert "Getting Peek ready ...\n" in capfd.readouterr().err

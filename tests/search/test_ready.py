"""The first search of a game takes seconds to compile; waiting users are informed."""

import gc
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
import pytest

from rookery.core.compiling import uncompiled
from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.search import analyse, mcts, prove
from rookery.search.ready import get_ready


def compiling(seconds: float) -> None:
    """As if so long something was compiled."""
    uncompiled._counts["compiled"] += 1
    time.sleep(seconds)


class Slow(Game):
    """A game whose kernels take a while to be compiled."""

    def made(self, template: str) -> ModuleType:
        compiling(0.3)
        return super().made(template)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.search.ready.COMPILE_NOTICE_DELAY", 0.1)


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
    get_ready(Game("tests.peek"), "nothing", lambda: compiling(0))
    time.sleep(0.3)
    assert capfd.readouterr() == ("", "")


def test_what_is_only_loaded_is_no_news(capfd: pytest.CaptureFixture[str]) -> None:
    """However slow the machine is."""
    get_ready(Game("tests.peek"), "loading", lambda: time.sleep(0.3))
    assert capfd.readouterr() == ("", "")


def test_a_worker_says_nothing(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it writes is in the log of a server, among complaints."""
    monkeypatch.setattr("multiprocessing.parent_process", lambda: "somebody")
    get_ready(Game("tests.peek"), "a while", lambda: compiling(0.3))
    assert capfd.readouterr() == ("", "")


def test_what_could_not_be_searched_is_no_first_search(capfd: pytest.CaptureFixture[str]) -> None:
    game, generator = Slow("tests.peek"), np.random.default_rng(1)
    with pytest.raises(CannotPlay):
        mcts(game.start(), generator, simulations=1)
    mcts(begun(game), generator, simulations=1)
    assert "Getting Peek ready ...\n" in capfd.readouterr().err


def test_who_comes_later_waits_until_it_is_ready() -> None:
    """And does nothing again; the search that is under way may ask for itself."""
    game, steps, begun = Game("tests.peek"), list[str](), threading.Event()

    def first() -> None:
        begun.set()
        get_ready(game, "two", lambda: steps.append("again"))
        time.sleep(0.2)
        steps.append("ready")

    def later() -> None:
        begun.wait()
        get_ready(game, "two", lambda: steps.append("again"))
        steps.append("searched")

    with ThreadPoolExecutor(2) as pool:
        for work in (pool.submit(get_ready, game, "two", first), pool.submit(later)):
            work.result()
    assert steps == ["ready", "searched"]


def test_what_fails_is_not_ready() -> None:
    game, steps = Game("tests.peek"), list[str]()
    with pytest.raises(ZeroDivisionError):
        get_ready(game, "failing", lambda: 1 // 0)
    get_ready(game, "failing", lambda: steps.append("done"))
    assert steps == ["done"]


def test_a_game_that_nobody_plays_is_forgotten() -> None:
    """Every variant is a game of its own."""
    game = Game("tests.peek")
    get_ready(game, "short", lambda: None)
    kept = weakref.ref(game)
    del game
    gc.collect()
    assert kept() is None

"""The first search of a game loads its kernels, once, before anything is measured."""

import gc
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from rookery.core.position import Game
from rookery.search.ready import get_ready


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

"""What blocks of the picture keep."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from rookery.games.gameshire.picture import block

THREADS, TIMES, OFTEN = 4, 20_000, 1e-6  # seconds until another thread has its turn


def test_threads_may_draw_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server draws the pictures of the front page in threads of their own."""
    monkeypatch.setattr(block, "MOST_KEPT", 50)
    monkeypatch.setattr(block, "_KEPT", block.Kept())
    interval = sys.getswitchinterval()

    def draw(by: int) -> None:
        for number in range(TIMES):
            block.Drawn().at(0, 0).kept(nothing, None, number % 97, by=by)

    sys.setswitchinterval(OFTEN)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(draw, (number % 2 for number in range(THREADS))))  # raises what one of them raised
    finally:
        sys.setswitchinterval(interval)
    assert len(block._KEPT.blocks) <= block.MOST_KEPT + THREADS


def nothing(block: object, pos: object, number: int) -> None:
    """Draws nothing."""

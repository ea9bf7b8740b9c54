"""Garbage is collected when it is told to be, and not in the middle of a move."""

import asyncio
import gc

import pytest

from rookery.server import tidy

PATIENCE = 30.0  # seconds


def test_everything_is_looked_through_now_and_then_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "SETTLED", 0.01)
    monkeypatch.setattr(tidy, "EVERY", 0.02)
    before, looked = gc.get_threshold(), []

    async def serve() -> None:
        again = asyncio.Event()

        def look() -> None:
            looked.append(gc.get_freeze_count())
            if len(looked) > 1:
                again.set()

        tidy.begin()
        assert gc.get_threshold()[2] == tidy.NEVER
        with monkeypatch.context() as patch:
            patch.setattr(gc, "collect", look)
            await asyncio.wait_for(again.wait(), PATIENCE)

    try:
        asyncio.run(serve())
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
    assert min(looked) > 1000, "what was loaded in the beginning is left out"

"""Garbage is collected when it is told to be, and not in the middle of a move."""

import asyncio
import gc

import pytest

from rookery.server import tidy


def test_everything_is_looked_through_now_and_then_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "SETTLED", 0.01)
    monkeypatch.setattr(tidy, "EVERY", 0.02)
    before, looked = gc.get_threshold(), []

    async def serve() -> None:
        tidy.begin()
        assert gc.get_threshold()[2] == tidy.NEVER
        with monkeypatch.context() as patch:
            patch.setattr(gc, "collect", lambda: looked.append(gc.get_freeze_count()))
            async with asyncio.timeout(30):
                while len(looked) < 2:
                    await asyncio.sleep(0.02)

    try:
        asyncio.run(serve())
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
    assert min(looked) > 1000, "what was loaded in the beginning is left out"

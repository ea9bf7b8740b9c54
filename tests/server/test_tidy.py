"""Garbage is collected when it is told to be, and not in the middle of a move; closed tables leave none."""

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from rookery.server import live, tidy
from tests.server.house import new_table, opened, page
from tests.server.test_clocks import DUEL
from tests.server.test_timed_tables import wait_until

PATIENCE = 30.0  # seconds


def test_a_closed_table_leaves_memory_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it waits for the collector, which looks for circles only now and then."""
    tables: list[weakref.ref[live.LiveTable]] = []

    class Noted(live.LiveTable):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]  # as they come
            tables.append(weakref.ref(self))

    monkeypatch.setattr("rookery.server.parlour.LiveTable", Noted)
    gc.disable()
    try:
        with opened(tmp_path / "games.db", idle=0.05) as client:
            name, keys = new_table(client, DUEL)
            with page(client, name) as players:
                moment = players.hello(*keys)["moment"]
                for _ in range(6):
                    moment = players.move(moment)
            wait_until(lambda: all(table() is None for table in tables))
            assert tables
    finally:
        gc.enable()


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

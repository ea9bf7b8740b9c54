"""Garbage is collected on schedule, and not in the middle of a move; closed tables leave none."""

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from rookery.server.http.uvicorn_http import TimedHttpProtocol
from rookery.server.ops import gc_tuning
from rookery.server.rooms import table_actor
from rookery.server.ws.connection import Connection
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.services import wait_until
from tests.server.table.test_clocks import DUEL
from tests.server.ws.test_cost import REQUEST, Nowhere

PATIENCE = 30.0  # seconds


def test_a_closed_table_leaves_memory_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No part of it waits for the collector, which looks for reference cycles only now and then."""
    tables: list[weakref.ref[table_actor.TableActor]] = []

    class Noted(table_actor.TableActor):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]  # as they come
            tables.append(weakref.ref(self))

    monkeypatch.setattr("rookery.server.rooms.table_manager.TableActor", Noted)
    gc.disable()
    try:
        with opened(tmp_path / "games.db", idle_timeout=0.05) as client:
            table_id, keys = new_table(client, DUEL)
            with page(client, table_id) as players:
                moment = players.hello(*keys)["moment"]
                for _ in range(6):
                    moment = players.move(moment)
            wait_until(lambda: all(table() is None for table in tables))
            assert tables
    finally:
        gc.enable()


def test_a_page_that_is_gone_leaves_memory_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands come and go in a minute. If they left garbage, collecting it in one go would delay everybody."""
    pages: list[weakref.ref[Connection]] = []

    class Noted(Connection):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]  # as they come
            pages.append(weakref.ref(self))

    monkeypatch.setattr("rookery.server.ws.serve_page.Connection", Noted)
    gc.disable()
    try:
        with opened(tmp_path / "games.db", work_per_address=250.0) as client:
            table_id, keys = new_table(client, DUEL)
            with page(client, table_id) as player:
                player.hello(*keys)
            with page(client, table_id):
                pass
            with page(client, table_id) as stranger:
                stranger.say("hello")  # and does not wait for the answer
            wait_until(lambda: all(page() is None for page in pages))
            assert len(pages) == 3 + 1, "one had opened the table"
    finally:
        gc.enable()


def test_a_line_that_has_become_a_pages_leaves_nothing_of_plain_http() -> None:
    class Upgraded(Nowhere):
        def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
            self.protocol = protocol

        def get_protocol(self) -> asyncio.BaseProtocol:
            return self.protocol

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.close", "code": 1000})

    async def opened_line() -> None:
        config = Config(listen, ws=LimitedWebSocketProtocol, log_config=None, log_level="error")
        line = TimedHttpProtocol(config, ServerState(), {})
        line.connection_made(Upgraded())
        line.data_received(REQUEST)
        left = weakref.ref(line)
        del line
        assert left() is None

    gc.disable()
    try:
        asyncio.run(opened_line())
    finally:
        gc.enable()


def test_young_objects_are_collected_often_and_everything_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "YOUNG_COLLECTION_INTERVAL", 0.005)
    monkeypatch.setattr(gc_tuning, "FREEZE_DELAY", 0.01)
    monkeypatch.setattr(gc_tuning, "FULL_COLLECTION_INTERVAL", 0.3)
    collected: list[int] = []  # the generation of each collection
    left: list[int] = []  # how many objects each full one left out

    async def serve() -> None:
        enough = asyncio.Event()

        def collect(generation: int = 2) -> None:
            collected.append(generation)
            if generation == 2:
                left.append(gc.get_freeze_count())
            if len(left) == 2:
                enough.set()

        gc_tuning.begin()
        assert not gc.isenabled(), "Python's own schedule is off"
        with monkeypatch.context() as patch:
            patch.setattr(gc, "collect", collect)
            await asyncio.wait_for(enough.wait(), PATIENCE)

    gc.unfreeze()
    try:
        asyncio.run(serve())
    finally:
        gc.enable()
    assert collected.count(0) > 2 * collected.count(1) > 4 * collected.count(2)
    assert min(left) > 1000, "what was loaded first is left out"

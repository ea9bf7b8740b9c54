"""What the parlour keeps in memory: tables that can be played, and nothing that is behind for good."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

import rookery
from rookery.core.errors import StoreTrouble
from rookery.server import ledger
from rookery.server.bus import Alone
from rookery.server.events import Event, Named
from rookery.server.ledger import Ledger
from rookery.server.live import LiveTable
from tests.server.house import new_table, opened, table_of
from tests.server.test_clocks import DUEL


def test_a_table_that_could_not_be_resumed_is_opened_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        table, _ = new_table(client, DUEL)
    resume, tried = LiveTable.resume, list[LiveTable]()

    async def tries(live: LiveTable) -> None:
        tried.append(live)
        if len(tried) == 1:
            raise StoreTrouble("not now")
        await resume(live)

    monkeypatch.setattr(LiveTable, "resume", tries)
    with opened(file) as client:
        assert [client.get(f"/api/tables/{table}").status_code for _ in range(3)] == [503, 200, 200]
    assert len(tried) == 2


def test_what_could_not_be_read_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "AGAIN", 0.01)

    class Store:
        asked = 0

        async def since(self, table: str, number: int) -> list[Event]:
            self.asked += 1
            if self.asked < 3:
                raise StoreTrouble("not now")
            return [Named(0, "Bea")]

    async def follow() -> None:
        told: list[Any] = []
        store, table = Store(), table_of(rookery.load(DUEL), 2)
        book = Ledger(table, cast(Any, store), Alone(), lambda *what: told.append(what))
        followed = asyncio.Event()
        book.follow(followed.set)
        async with asyncio.timeout(10):
            await followed.wait()
        assert (store.asked, table.seats[0].name, len(told)) == (3, "Bea", 1)

    asyncio.run(follow())

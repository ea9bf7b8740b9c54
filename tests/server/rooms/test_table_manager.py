"""What the table manager keeps in memory: tables that can be played, and none that stays behind the database."""

import asyncio
import functools
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.errors import UnknownGame
from rookery.server.clocks.server_time import ServerTime
from rookery.server.cluster.bus import Bus
from rookery.server.commands import moves, people
from rookery.server.errors import NOTHING_SAVED, SAVED_OR_NOT, NotNow, StoreTrouble
from rookery.server.http.app import create_app
from rookery.server.notify.turn_notifier import TurnNotifier
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.rooms import journal
from rookery.server.rooms.clock_scheduler import ClockScheduler
from rookery.server.rooms.journal import Journal
from rookery.server.rooms.open_manager import open_manager
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Begun, Came, Event, Named, TookBack
from rookery.server.wall_clock import now_ms
from tests.server.rooms.test_timed_tables import kinds
from tests.server.storage.stored import stored
from tests.server.storage.test_store import Counted
from tests.server.support.app_client import QUICK, new_table, opened, page, table_of
from tests.server.support.services import wait_until
from tests.server.table.test_clocks import DUEL


def test_a_table_that_could_not_be_resumed_is_opened_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        table, _ = new_table(client, DUEL)
    resume, tried = TableActor.resume, list[TableActor]()

    async def tries(actor: TableActor) -> None:
        tried.append(actor)
        if len(tried) == 1:
            raise StoreTrouble("not now")
        await resume(actor)

    monkeypatch.setattr(TableActor, "resume", tries)
    with opened(file) as client:
        assert [client.get(f"/api/tables/{table}").status_code for _ in range(3)] == [503, 200, 200]
    assert len(tried) == 2


def test_what_could_not_be_read_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MIN_READ_RETRY_INTERVAL", 0.01)

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
        followed = asyncio.Event()

        async def tell(*what: Any) -> None:
            told.append(what)

        book = Journal(table, cast(Any, store), Bus(), tell, followed.set, ServerTime())
        book.follow()
        async with asyncio.timeout(10):
            await followed.wait()
        assert (store.asked, table.seats[0].name, len(told)) == (3, "Bea", 1)

    asyncio.run(follow())


def _loses_next_commit(store: Store) -> Counted:
    """The connection breaks with what is written next, for which all that is asked already is waited for."""
    asyncio.run(store.check())
    counted = Counted(store)
    counted.lost, counted.leaves = 1, True
    return counted


def test_what_was_written_without_an_answer_is_told_when_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was told CommitUncertain need not ask again, and this process rings for the turn that began so."""
    monkeypatch.setattr(journal, "MIN_READ_RETRY_INTERVAL", 0.05)
    store, told, listened = Store(tmp_path / "t.sqlite3"), list[tuple[str, int]](), list[bool]()
    monkeypatch.setattr(Bus, "announce", lambda bus, table, events: told.append((table, events)))
    monkeypatch.setattr(TurnNotifier, "table_changed", lambda notifier, own: listened.append(own))
    with TestClient(create_app(QUICK, store)) as client:
        table_id, keys = new_table(client, DUEL)
        with page(client, table_id) as player, page(client, table_id) as other:
            moment = player.hello(*keys)["moment"]
            other.hello()
            counted = _loses_next_commit(store)
            action = moment["scene"]["choices"][0]["action"]
            player.say("move", seat=moment["mover"], ply=0, action=action)
            refused = player.hear("refused")
            assert (refused["code"], refused["words"], refused["ply"]) == ("CommitUncertain", SAVED_OR_NOT, 0)
            assert player.refused("rename", seat=0, name="Ann") == "StoreTrouble", "and this is known not to be"
            assert client.post("/api/tables", json={"game": DUEL, "seats": [{}, {}]}).json()["words"] == NOTHING_SAVED
            counted.away = False
            assert [who.hear("moved")["moves"][0]["ply"] for who in (player, other)] == [1, 1]
            moment = player.hello()["moment"]
            assert (moment["ply"], moment["mover"]) == (1, 1)
    written = len(asyncio.run(store.load(table_id)).events)
    store.close()
    assert told[-1] == (table_id, written), "other processes hear of it"
    assert listened[-1]


def test_what_was_written_without_an_answer_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby and the clock scheduler know a table by its description."""
    monkeypatch.setattr(journal, "MIN_READ_RETRY_INTERVAL", 0.05)
    store = Store(tmp_path / "t.sqlite3")
    with TestClient(create_app(QUICK, store)) as client:
        table_id, keys = new_table(client, DUEL, public=True)
        with page(client, table_id) as player:
            player.hello(keys[0])
            counted = _loses_next_commit(store)
            assert player.refused("resign") == "CommitUncertain"
            counted.away = False
            assert player.hear("welcome")["moment"]["over"]
        wait_until(lambda: client.get("/api/tables").json()["tables"] == [])
    store.close()


def test_days_are_over_though_nobody_described_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the server dies between writing the events and the description."""
    file, ahead = tmp_path / "t.sqlite3", 3 * 3600 * 1000
    with monkeypatch.context() as patch, opened(file) as client:
        patch.setattr(Journal, "describe", lambda journal: None)
        table, _ = new_table(client, DUEL, clock={"kind": "move", "seconds": 7200, "zero": "loss"})
    monkeypatch.setattr("rookery.server.wall_clock.now_ms", lambda: now_ms() + ahead)
    with opened(file, clock_tick=0.05):
        wait_until(lambda: kinds(file, table)[-1] == "conceded")


def test_tables_that_cannot_be_opened_are_left_alone_for_longer_and_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now, tried = 0.0, list[str]()
    monkeypatch.setattr("rookery.server.rooms.clock_scheduler.time.monotonic", lambda: now)

    class Due:
        async def due(self, now: int) -> list[str]:
            return ["gone", "there"]

    async def wake(table_id: str) -> None:
        tried.append(table_id)
        if table_id == "gone":
            raise UnknownGame("no such game")

    scheduler = ClockScheduler(cast(Any, Due()), wake)
    times = []
    for minute in range(40):
        now = 60.0 * minute
        tried.clear()
        asyncio.run(scheduler.check_due())
        assert "there" in tried
        times += [minute] * ("gone" in tried)
    assert times == [0, 1, 3, 7, 15, 31]


def test_only_tables_that_are_behind_are_read(tmp_path: Path) -> None:
    async def miss() -> None:
        store = Store(tmp_path / "t.sqlite3")
        await stored(store)
        manager, asked = open_manager(QUICK, store), list[str]()
        for table_id, events in [("t1", 2), ("t2", 9)]:
            follow, go_on = (functools.partial(asked.append, f"{table_id} {what}") for what in ("follows", "goes on"))
            actor = SimpleNamespace(table=SimpleNamespace(id=table_id, events=events), follow=follow, go_on=go_on)
            manager._tables[table_id] = cast(Any, actor)
        manager.events_missed()
        assert manager._catching_up is not None
        await manager._catching_up
        manager.bots.close()
        store.close()
        assert asked == ["t1 follows", "t2 goes on"]

    asyncio.run(miss())


@pytest.mark.anyio
@pytest.mark.parametrize("faster", [False, True])
async def test_nobody_waits_for_the_budget_of_who_asks_for_a_rematch(tmp_path: Path, faster: bool) -> None:
    """Others chat meanwhile, another player may be faster, and a name that was changed meanwhile is used."""
    store, poor = Store(tmp_path / "t.sqlite3"), WorkBudget(100.0)
    begun = table_of(rookery.load(DUEL), 2)
    over: list[Event] = [begun.made, Came(0, ""), Came(1, ""), Begun(), *moves.resign(begun, (0,))]
    await store.write(EventBatch("t", 1, over, begun.secret))
    manager = open_manager(QUICK, store)
    manager.catalog._opener.opened(DUEL).set()
    actor = await manager.table("t")
    async with asyncio.timeout(10):
        async with poor.long:  # something else goes on for the address
            asked = asyncio.create_task(poor.spend(manager.rematch(actor, (0,))))
            for _ in range(100):
                await asyncio.sleep(0)
            await actor.ask(lambda table: people.name(table, (1,), 1, "Bea"))
            if faster:
                await manager.rematch(actor, (1,))
        await asked
    following = (await manager.table(actor.table.next)).table
    assert [seat.name for seat in following.seats] == ["Bea", ""]
    assert following.made.pledge is not None
    assert manager.tables == 2, "one rematch, whoever asked"
    await manager.close()
    store.close()


@pytest.mark.anyio
async def test_a_game_that_goes_on_again_gets_no_rematch(tmp_path: Path) -> None:
    """Its last move was taken back while the request for a rematch waited for its budget."""
    store, poor, game = Store(tmp_path / "t.sqlite3"), WorkBudget(100.0), rookery.load(DUEL)
    table = table_of(game, 2)
    over: list[Event] = [table.made, Came(0, ""), Came(1, ""), Begun()]
    while table.mover is not None:
        played = moves.play(table, table.position.legal_actions[0])
        table.add(played)
        over += played
    await store.write(EventBatch("t", 1, over, table.secret))
    manager = open_manager(QUICK, store)
    manager.catalog._opener.opened(DUEL).set()
    actor = await manager.table("t")
    async with asyncio.timeout(10):
        async with poor.long:
            asked = asyncio.create_task(poor.spend(manager.rematch(actor, (0,))))
            for _ in range(100):
                await asyncio.sleep(0)
            await actor.ask(lambda table: [TookBack(table.plies - 1)])
        with pytest.raises(NotNow, match="when this game is over"):
            await asked
    assert (actor.table.next, manager.tables) == ("", 1)
    await manager.close()
    store.close()

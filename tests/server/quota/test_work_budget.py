"""Limits on work: the requests of an address wait for their turn, and frequent answers are made once."""

import asyncio
import gc
import json
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketState
from uvicorn.server import ServerState

import rookery
from rookery.core import fair
from rookery.core.protocol import CHANCE
from rookery.server.api.routes import RECORDS_PATH
from rookery.server.api.table_endpoints import MAX_UPLOADS_PER_ADDRESS
from rookery.server.clocks.server_time import ServerTime
from rookery.server.cluster.bus import Bus
from rookery.server.config import Config
from rookery.server.errors import TooBusy, UnreadableMessage
from rookery.server.http.app import create_app
from rookery.server.http.middleware import GuardMiddleware
from rookery.server.http.uvicorn_http import TimedHttpProtocol
from rookery.server.quota import work_budget
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.quota.work_budget import WorkBudget, in_slices, in_thread, shared
from rookery.server.rooms.journal import Journal, Seen
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Begun, Event, Made, Seat, TookBack
from rookery.server.table.table import Table
from rookery.server.wire import messages, views
from rookery.server.wire.messages import Look
from rookery.server.wire.view_cache import MAX_CACHED_MOMENTS, ViewCache
from rookery.server.ws import page_session
from rookery.server.ws.connection import MAX_QUEUED_CHARACTERS, Connection
from rookery.server.ws.peer import CONNECTION_STATE_KEY, PeerState
from tests.often import KINDS
from tests.server.support.app_client import QUICK, new_table, opened, page, table_of, walked
from tests.server.support.inside import at_work, scope_of
from tests.server.ws.test_cost import Nowhere

ANY = KINDS[0]  # none of this depends on the game


def busy(seconds: float) -> None:
    """Work for so long."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def thing(seconds: float, said: list[str], name: str) -> None:
    said.append(name)
    busy(seconds)


async def ask(budget: WorkBudget, seconds: float, said: list[str], name: str) -> None:
    await budget.turn()
    await budget.spend(thing(seconds, said, name))


# ── Budgets ──────────────────────────────────────────────────────────────────
@pytest.mark.anyio
async def test_who_asks_little_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, said, waits, loop = WorkBudget(0.5), list[str](), list[float](), asyncio.get_running_loop()
    later = loop.call_later

    def noted(seconds: float, *called: Any, **more: Any) -> asyncio.TimerHandle:
        waits.append(seconds)
        return later(seconds, *called, **more)

    monkeypatch.setattr(loop, "call_later", noted)
    for number in range(20):
        await ask(budget, 0.0, said, str(number))
    assert said == [str(number) for number in range(20)]
    assert waits == []


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No garbage collection: in a process with many kernels a full one takes most of a second."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.anyio
async def test_an_address_gets_its_share_of_work_and_no_more(uncollected: None) -> None:
    """10 ms each of 100 ms a second, 40 ms of it at once."""
    budget, said = WorkBudget(0.1), list[str]()
    start, before = time.perf_counter(), time.thread_time()
    asked = [asyncio.create_task(ask(budget, 0.01, said, str(number))) for number in range(100)]
    await asyncio.sleep(1.0)
    for task in asked:
        task.cancel()
    spent, took = time.thread_time() - before, time.perf_counter() - start
    assert 0.05 < spent < 0.04 + 0.1 * took + 0.03
    assert said == [str(number) for number in range(len(said))], "in the order in which they were asked"


@pytest.mark.anyio
async def test_others_go_on_between_two_things_that_one_address_asked() -> None:
    greedy, said = WorkBudget(1000.0), list[str]()

    async def other() -> None:
        for _ in range(10):
            said.append("other")
            await asyncio.sleep(0)

    asked = [asyncio.create_task(ask(greedy, 0.001, said, "greedy")) for _ in range(10)]
    await asyncio.gather(other(), *asked)
    assert "greedy greedy greedy" not in " ".join(said)


@pytest.mark.anyio
async def test_work_is_charged_also_where_another_task_does_it_and_waiting_is_not(uncollected: None) -> None:
    budget = WorkBudget(1.0)

    async def all_of_it() -> None:
        await asyncio.create_task(shared(thing(0.02, [], "")))
        busy(0.01)
        await asyncio.sleep(0.05)

    before = budget._left
    await budget.spend(all_of_it())
    assert 0.03 <= before - budget._left < 0.05


@pytest.mark.anyio
async def test_an_address_has_one_thread_at_a_time_and_pays_for_it() -> None:
    """Threads share the interpreter with everybody, so sixteen simultaneous records are read one after the other."""
    budget, at_work, most = WorkBudget(0.1), list[str](), list[int]()

    def reading() -> None:
        at_work.append("a record")
        most.append(len(at_work))
        busy(0.02)
        at_work.pop()

    async def ask_for_it() -> None:
        await budget.turn()
        await budget.spend(in_thread(reading))

    begin = time.monotonic()
    await asyncio.gather(*(ask_for_it() for _ in range(5)))
    assert most == [1] * 5
    assert time.monotonic() - begin > 0.3, "0.1 seconds of work, of which the budget had 0.04: the rest takes 0.6"
    with pytest.raises(ZeroDivisionError):
        await budget.spend(in_thread(lambda: 1 // 0))


@pytest.mark.anyio
async def test_what_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_budget, "BUDGET_TIMEOUT", 0.05)
    budget = WorkBudget(0.01)
    budget.charge(0.05)
    with pytest.raises(TooBusy, match="your network is sending too many requests") as caught:
        await budget.turn()
    assert 4 <= caught.value.wait <= 6


@pytest.mark.anyio
async def test_nobody_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused client asks again, and refusals also take time."""
    monkeypatch.setattr(work_budget, "BUDGET_TIMEOUT", 0.3)
    budget, waited = WorkBudget(0.01), list[float]()
    budget.charge(0.05)

    async def ask_in_vain() -> None:
        start = time.monotonic()
        with pytest.raises(TooBusy):
            await budget.turn()
        waited.append(time.monotonic() - start)

    await asyncio.gather(*(ask_in_vain() for _ in range(600)))
    assert min(waited) > 0.25


def test_others_at_an_address_wait_for_a_while_and_not_for_ever() -> None:
    """However much was refused and charged before."""
    budget = WorkBudget(0.25)
    for _ in range(100_000):
        budget.charge(work_budget.REQUEST_COST)
    assert 0.25 * work_budget.MAX_BUDGET_DEBT >= -budget._left > 0.2 * work_budget.MAX_BUDGET_DEBT


@pytest.mark.anyio
async def test_what_measured_work_is_cancelled_or_fails_as_it_would_unmeasured() -> None:
    budget = WorkBudget(1.0)

    async def failing() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            raise KeyError("in the end")

    task = asyncio.create_task(budget.spend(failing()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(KeyError, match="in the end"):
        await task
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await budget.spend(asyncio.sleep(10))


@pytest.mark.anyio
async def test_an_address_has_one_long_work_at_a_time() -> None:
    """Sixteen at once would delay everybody by sixteen slices. Short work does not wait for them."""
    budget, begun = WorkBudget(100.0), list[str]()

    def steps(name: str, many: int) -> Iterator[None]:
        for _ in range(many):
            begun.append(name)
            busy(0.0007)
            yield

    async def work_on(name: str, many: int) -> None:
        await budget.spend(in_slices(steps(name, many)))

    short = asyncio.create_task(work_on("short", 0))
    await asyncio.gather(*(work_on(name, 6) for name in "abc"), short)
    told = "".join(begun)
    assert told[:3] == "abc", "each has a first slice"
    assert told[3:] == "aaaaabbbbbccccc"


@pytest.mark.anyio
async def test_what_is_shared_waits_for_no_other_work_of_who_asked_first() -> None:
    """Others may also be waiting for it. The address that asked pays, and long work goes on a slice at a time."""
    budget, begun = WorkBudget(100.0), list[str]()

    def steps(name: str) -> Iterator[None]:
        for _ in range(5):
            begun.append(name)
            busy(0.0007)
            yield

    async def work_on(name: str) -> None:
        await asyncio.create_task(shared(in_slices(steps(name))))

    before = budget._left
    async with asyncio.timeout(10), budget.long:
        await asyncio.gather(*(budget.spend(work_on(name)) for name in "abc"))
    assert before - budget._left > 0.01
    assert sorted("".join(begun[at : at + 3]) for at in range(0, 15, 3)) == ["abc"] * 5


@pytest.mark.anyio
async def test_others_go_on_between_small_things_for_one_address() -> None:
    """Such as the news of a table, which goes to hundreds of pages at once."""
    budget, said = WorkBudget(1.0), list[str]()
    budget.charge(100.0)  # what is sent waits for no budget

    async def tell() -> None:
        await budget.one_at_a_time()
        said.append("told")

    async def other() -> None:
        while len(said) < 30:
            said.append("other")
            await asyncio.sleep(0)

    pages = [asyncio.create_task(tell()) for _ in range(10)]
    pages[4].cancel()
    await asyncio.gather(other(), *pages, return_exceptions=True)
    assert said.count("told") == 9
    assert "told told" not in " ".join(said)


@pytest.mark.anyio
async def test_others_go_on_between_what_one_address_had_in_one_commit() -> None:
    game, said, committed, budget = rookery.load(ANY), list[str](), asyncio.Event(), WorkBudget(10.0)

    async def write(*batches: EventBatch) -> None:
        await committed.wait()

    async def told(events: list[Event], seen: Seen) -> None:
        said.append("told")

    described = asyncio.get_running_loop().create_future()
    store = cast(Store, SimpleNamespace(write=write, describe=lambda *of: described))
    bus = cast(Bus, SimpleNamespace(announce=lambda *of: None))
    start = game.start()
    made = Made(
        ANY, game.facts.rules_version, start.players, start.options, (Seat("person", client_seed=""),) * start.players
    )
    journals = [
        Journal(Table(game, str(at), bytes(32), [made]), store, bus, told, list, ServerTime()) for at in range(4)
    ]
    asked = [asyncio.create_task(budget.spend(journal.apply(lambda table: [Begun()]))) for journal in journals]
    await asyncio.sleep(0.01)
    committed.set()
    while not all(task.done() for task in asked):
        await asyncio.sleep(0)
        said.append("else")
    assert said.count("told") == 4
    assert "told told" not in " ".join(said)


@pytest.mark.anyio
async def test_long_work_lets_others_in() -> None:
    done = most = 0

    async def watch() -> None:
        nonlocal most
        while True:
            before = done
            await asyncio.sleep(0)
            most = max(most, done - before)

    def steps() -> Iterator[None]:
        nonlocal done
        while done < 100:
            done += 1
            busy(work_budget.SLICE_SECONDS / 2)
            yield

    watcher = asyncio.create_task(watch())
    await in_slices(steps())
    watcher.cancel()
    assert done == 100
    assert 1 <= most <= 3, "two steps take as long as a slice"


# ── The server ───────────────────────────────────────────────────────────────
def test_pages_and_requests_of_an_address_share_its_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that has used it up leaves nothing for requests or other pages of its address; other addresses do not
    notice."""
    monkeypatch.setattr(work_budget, "BUDGET_BURST", 1000.0)
    with opened(tmp_path / "t.sqlite3", work_per_address=1.0) as client:
        table, keys = new_table(client, ANY, begin=False)  # it costs more than the others here may use
        monkeypatch.setattr(work_budget, "BUDGET_BURST", 0.4)
        monkeypatch.setattr(work_budget, "BUDGET_TIMEOUT", 0.5)
        host, elsewhere = (TestClient(client.app, client=(f"192.0.2.{number}", 1)) for number in (8, 9))
        with page(host, table) as one, page(elsewhere, table) as other:
            for _ in range(5):
                one.say("hello")
            assert "TooBusy" in [one.hear("welcome", "refused").get("code") for _ in range(5)]
            assert host.get("/api/tables").status_code == 429
            with pytest.raises(WebSocketDenialResponse), page(host, table):
                pass
            other.hello(*keys)


@pytest.mark.anyio
async def test_one_address_cannot_fill_the_memory_with_records(tmp_path: Path) -> None:
    """More records are refused before they are read. A request that waits for its turn counts as well."""
    store, reading, go_on = Store(tmp_path / "t.sqlite3"), asyncio.Queue[str](), asyncio.Event()

    async def send_record(app: ASGIApp, host: str) -> int:
        said = list[Message]()

        async def body() -> Message:
            reading.put_nowait(host)
            await go_on.wait()
            return {"type": "http.request", "body": b"no record", "more_body": False}

        async def answer(message: Message) -> None:
            said.append(message)

        await app(scope_of("http", RECORDS_PATH, "", {}, host) | {"method": "POST"}, body, answer)
        return int(said[0]["status"])

    async with at_work(create_app(QUICK, store)) as app:
        waiting = [asyncio.create_task(send_record(app, "192.0.2.1")) for _ in range(MAX_UPLOADS_PER_ADDRESS)]
        assert [await reading.get() for _ in waiting] == ["192.0.2.1"] * MAX_UPLOADS_PER_ADDRESS
        assert await send_record(app, "192.0.2.1") == 429
        waiting.append(asyncio.create_task(send_record(app, "192.0.2.2")))
        assert await reading.get() == "192.0.2.2"
        go_on.set()
        assert await asyncio.gather(*waiting) == [400] * (MAX_UPLOADS_PER_ADDRESS + 1)
        assert await send_record(app, "192.0.2.1") == 400
    store.close()


def test_reminders_of_one_address_have_an_end_however_many_pages_it_opens(client: TestClient) -> None:
    """Each is stored for ever, and a new connection would have a fresh bucket."""
    table, keys = new_table(client, ANY)
    said = list[str]()
    for _ in range(15):
        with page(TestClient(client.app, client=("192.0.2.77", 1)), table) as player:
            player.hello(*keys)
            said += [player.refused("remind", seat=0, webhook="nonsense") for _ in range(18)]
    assert 200 <= said.count("ForbiddenAddress") < 230
    assert said[-1] == "TooBusy"


def test_what_is_refused_is_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a message takes time, whatever comes of it."""

    def read(text: str) -> messages.Client:
        busy(0.02)
        raise UnreadableMessage("this is no message")

    charges = list[float]()
    monkeypatch.setattr(page_session, "read", read)
    monkeypatch.setattr(WorkBudget, "charge", lambda self, seconds: charges.append(seconds))
    with opened(tmp_path / "t.sqlite3", work_per_address=250.0) as client:
        table, _ = new_table(client, ANY, begin=False)
        with page(client, table) as player:
            charges.clear()
            assert player.refused("hello") == "UnreadableMessage"
    assert sum(charges) >= 0.02


class Socket:
    """The socket of a page that reads nothing until it is allowed to."""

    client_state = WebSocketState.CONNECTED

    def __init__(self, reads: bool = True) -> None:
        self.sent, self._reads, self.heard = list[str](), reads, asyncio.Event()

    async def send_text(self, text: str) -> None:
        busy(0.02)
        self.sent.append(text)
        if len(self.sent) == 3:
            self.heard.set()
        if not self._reads:
            await asyncio.sleep(60.0)


@pytest.mark.anyio
async def test_what_is_sent_to_an_address_is_charged_to_it() -> None:
    """Its pages at a table receive every move, of every player."""
    budget = WorkBudget(1.0)
    before, socket = budget._left, Socket()
    page = Connection(cast(Any, socket), cast(Any, SimpleNamespace(work=budget)), 64, TokenBucket(1.0, 1))
    for _ in range(3):
        page.send("news")
    await socket.heard.wait()
    page.writer.cancel()
    await asyncio.wait({page.writer})
    assert before - budget._left >= 0.06


@pytest.mark.anyio
async def test_few_long_messages_fill_a_queue_as_many_short_ones_do() -> None:
    for letters, fit in ((10, 64), (MAX_QUEUED_CHARACTERS // 3, 3), (3 * MAX_QUEUED_CHARACTERS, 1)):
        nobody = cast(Any, SimpleNamespace(work=None))
        page, said = Connection(cast(Any, Socket(reads=False)), nobody, 64, TokenBucket(1.0, 1)), 0
        while not page.writer.cancelling():
            page.send("x" * letters)
            said += 1
        assert said == fit + 1
        await asyncio.wait({page.writer})


def test_to_open_a_line_is_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the work is done before the address is known."""
    charges = list[float]()
    monkeypatch.setattr(WorkBudget, "charge", lambda self, seconds: charges.append(seconds))
    with opened(tmp_path / "t.sqlite3", work_per_address=250.0) as client:
        table, _ = new_table(client, ANY, begin=False)
        charges.clear()
        with page(client, table):
            pass
    assert sum(charges) >= 0.0007


def test_what_a_page_had_asked_before_it_went_is_not_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that it sent are still carried out."""
    line, looks_made, look = PeerState(), list[Look](), TableActor.look

    def looked(actor: TableActor, page: Connection, asked: Look) -> None:
        looks_made.append(asked)
        look(actor, page, asked)

    monkeypatch.setattr(Connection, "gone", property(lambda page: line.lost))
    monkeypatch.setattr(TableActor, "look", looked)
    with opened(tmp_path / "t.sqlite3") as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as player:
            player.hello(*keys)
            player.say("look", ply=0)
            player.hear("looked")
            line.lost = True
            for _ in range(3):
                player.say("look", ply=0)
            player.say("rename", seat=0, name="Ann")
            while player.hear("tabled")["table"]["seats"][0]["name"] != "Ann":
                pass
    assert len(looks_made) == 1


@pytest.mark.anyio
async def test_a_request_whose_line_broke_while_it_waited_is_not_answered() -> None:
    answered, line = list[str](), PeerState()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        answered.append(scope["path"])

    async def ask_for(path: str) -> None:
        scope = scope_of("http", path, "", {}, "192.0.2.1") | {"state": {CONNECTION_STATE_KEY: line}}
        await guarded(scope | {"method": "GET"}, cast(Receive, None), cast(Send, None))

    limiter = RateLimiter(Config(work_per_address=1000.0))
    guarded, budget = GuardMiddleware(app, limiter, 60.0), limiter.quota("192.0.2.1").work
    assert budget is not None
    await ask_for("/heard")
    budget.charge(0.5)  # more than there is
    waiting = asyncio.create_task(ask_for("/gone"))
    await asyncio.sleep(0)
    line.lost = True
    await waiting
    assert answered == ["/heard"]


@pytest.mark.anyio
async def test_a_line_that_broke_while_several_requests_waited_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """uvicorn itself informs only the newest of them."""
    asked, answer = asyncio.Event(), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked.set()
        await answer.wait()
        if scope["path"] == "/answered":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

    for path in (b"/unanswered", b"/answered"):
        asked.clear()
        answer.clear()
        state = ServerState()
        line = TimedHttpProtocol(uvicorn.Config(cast(Any, app), log_config=None), state, {})
        line.connection_made(Broken())
        line.data_received((b"GET " + path + b" HTTP/1.1\r\nHost: rookery\r\n\r\n") * 3)
        await asked.wait()
        line.connection_lost(None)
        answer.set()
        await asyncio.wait(state.tasks)
    assert not caplog.records


class Broken(Nowhere):
    """As in uvloop, a write fails once the transport is closed."""

    def write(self, data: Any) -> None:
        raise RuntimeError("the handler is closed")


def test_a_check_at_one_of_many_tables_hashes_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole tree would take a thousand hashes."""
    secrets, tickets, hashes = [bytes([table]) * 32 for table in range(100)], 1024, list[bytes]()
    leaf = fair._leaf

    def hashed(card: bytes) -> bytes:
        hashes.append(card)
        return leaf(card)

    for secret in secrets:
        fair.audit_path(secret, tickets, 1)
    monkeypatch.setattr(fair, "_leaf", hashed)
    beside = [fair.audit_path(secret, tickets, 777) for secret in secrets]
    assert len(hashes) <= fair.LEAVES_PER_PART * len(secrets)
    assert fair.root(fair.ticket(secrets[0], 777), 777, beside[0]) == fair.tree(secrets[0], tickets)


def test_the_hashes_of_a_table_are_made_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, tickets, hashes, leaf = bytes([101]) * 32, 4096, list[bytes](), fair._leaf

    def hashed(card: bytes) -> bytes:
        hashes.append(card)
        return leaf(card)

    monkeypatch.setattr(fair, "_leaf", hashed)
    for _ in fair.parts(secret, tickets):
        assert len(hashes) <= fair.LEAVES_PER_PART, "of one step"
        hashes.clear()
    fair.tree(secret, tickets)
    assert not hashes, "all of them are made"


def test_all_is_well_is_told_to_this_machine_without_limit_and_to_others_within_theirs(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3", requests_per_address="3/day") as client:
        for number, asked in enumerate(("/health", "/ready")):
            here, elsewhere = (TestClient(client.app, client=(host, 1)) for host in ("127.0.0.1", f"192.0.2.{number}"))
            assert 429 not in [here.get(asked).status_code for _ in range(5)]
            assert [elsewhere.get(asked).status_code == 429 for _ in range(4)] == [False] * 3 + [True]


def test_a_budget_is_remembered_as_long_as_it_is_not_full() -> None:
    limiter = RateLimiter(Config(work_per_address=1.0))
    budget = limiter.quota("192.0.2.7").work
    assert budget is not None
    budget.charge(1.0)
    for number in range(3000):
        limiter.quota(f"10.0.{number // 256}.{number % 256}")
    assert limiter.quota("192.0.2.7").work is budget
    assert len(limiter._quotas) < 2500


def test_moves_are_not_taken_back_without_end(tmp_path: Path) -> None:
    """A move and its take-back are stored for ever. On a server of its own, because nobody there may take back
    anything for a while."""
    facts = {slug: rookery.load(slug).facts for slug in rookery.slugs()}
    slug = next(slug for slug in facts if not (facts[slug].hidden or facts[slug].chance))
    with opened(tmp_path / "tables.sqlite3") as client:
        table, keys = new_table(client, slug)
        said = list(taken_back(client, table, keys))
    assert said.count("") >= 60
    assert said[-1] == "TooBusy"


def taken_back(client: TestClient, table: str, keys: list[str]) -> Iterator[str]:
    """Move and take back until that is refused: the code of each refusal, else ""."""
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        for _ in range(100):
            action = moment["scene"]["choices"][0]["action"]
            again = {"ply": moment["ply"], "takebacks": moment["takebacks"]}
            player.say("move", seat=moment["mover"], action=action, **again)
            player.hear("moved")
            player.say("take back")
            answer = player.hear("welcome", "refused")
            yield answer.get("code", "")
            if answer["type"] == "refused":
                return
            moment = answer["moment"]


def test_one_person_with_many_keys_fills_no_memory() -> None:
    """Six keys make 64 ways to look at a table."""
    game = next(game for game in map(rookery.load, rookery.slugs()) if max(game.facts.players) >= 5)
    table = table_of(game, max(game.facts.players))
    cache = ViewCache(table)
    for some in range(1 << table.players):
        seats = tuple(seat for seat in range(table.players) if some >> seat & 1)
        cache.welcome(seats, views.table_card(table, cast(Any, None), seats, (), 0, 0, code=""))
    assert len(cache._moments) <= MAX_CACHED_MOMENTS


# ── What is kept as text ─────────────────────────────────────────────────────
def test_a_welcome_says_what_it_would_say_made_anew(slug: str) -> None:
    """For every viewer and at every time, after moves were played and taken back."""
    cache: ViewCache | None = None
    for number, table in enumerate(walked(slug, seed=5)):
        cache = cache or ViewCache(table)
        if number == 5:
            table.add([TookBack(max(ply for ply in range(table.plies - 2) if table.record.mover(ply) != CHANCE))])
        for seats in ((), (0,), (1,), (0, 1)):
            card = views.table_card(table, cast(Any, None), seats, (), 0, 0, code="")
            moves = [views.entry(table, seats, ply) for ply in range(1, table.shown(seats) + 1)]
            made = messages.Welcome(card, moves, views.moment(table, seats), views.chat(table, seats), 0)
            assert json.loads(cache.welcome(seats, card)) == json.loads(messages.encode(made))
        assert asyncio.run(cache.record()) == table.recorded().dumps()
        if number >= 8:
            break

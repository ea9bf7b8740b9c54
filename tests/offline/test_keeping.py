"""What a browser keeps: a page that is opened again goes on, and storage that fails is said to fail."""

import asyncio
import contextlib
import json
from collections.abc import Sequence
from typing import Any

import pytest

import rookery
from rookery.core.verification import verify
from rookery.offline.browser_store import BrowserStore
from rookery.offline.spare_storage import FORBIDDEN, SpareStorage
from rookery.offline.storage import MemoryStorage
from rookery.server import wall_clock
from rookery.server.errors import StorageFull, StorageTrouble
from rookery.server.storage.table_store import Description, EventBatch
from rookery.server.table.events import Begun, Made, Seat
from tests.offline import counted
from tests.offline.page import OwnTable, in_page, new_table, parlour, play_out, said
from tests.offline.test_parlour import DUEL, GAMES
from tests.often import EACH_KIND, KINDS, others_in_soak

CHANCY = [game.facts.slug for game in GAMES if game.facts.chance]
MADE = Made(DUEL, 1, 2, {}, (Seat("person"), Seat("person")))


class DOMError(Exception):
    """An exception from JavaScript, as Python sees it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: the browser's own words")
        self.name = name


class Failing(MemoryStorage):
    """Fails while `error` is set."""

    error: Exception | None = None

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        if self.error is not None:
            raise self.error
        await super().put(entries)

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        if getattr(self.error, "name", "") in FORBIDDEN:
            raise self.error  # type: ignore[misc]
        return await super().get(prefix)


# ── Opened again ─────────────────────────────────────────────────────────────
@EACH_KIND
async def test_a_game_goes_on_when_the_page_is_opened_again(slug: str) -> None:
    storage = MemoryStorage()
    own = await parlour(storage)
    table, keys = await new_table(own, slug)
    player = OwnTable(own, table)
    moment = (await player.hello(*keys))["moment"]
    for _ in range(5):
        moment = await player.move(moment)
    player.say("rename", seat=0, name="Ann")
    await player.hear("tabled")
    promise = player.heard[0]["table"]["luck"]["commitment"]
    # the worker is ended without a word, as browsers do
    again = await parlour(storage)
    returned = OwnTable(again, table)
    welcome = await returned.hello(*keys)
    assert (welcome["moment"]["ply"], welcome["moment"]["mover"]) == (moment["ply"], moment["mover"])
    assert welcome["moment"]["scene"] == moment["scene"]
    assert welcome["table"]["seats"][0]["name"] == "Ann"
    assert welcome["table"]["luck"]["commitment"] == promise
    await play_out(returned, welcome["moment"])
    record = (await again.request("GET", f"/api/tables/{table}/record")).body.decode()
    assert verify(rookery.Record.loads(record)).before == 0


@pytest.mark.parametrize("slug", others_in_soak(CHANCY, KINDS))
def test_draws_are_those_that_were_promised(slug: str) -> None:
    """However often the page is opened again between them."""
    same = {"rookery.server.rooms.new_table.new_secret": counted.new_secret}

    async def play(openings: int) -> list[Any]:
        storage = MemoryStorage()
        own = await parlour(storage, patches=same)
        table, keys = await new_table(own, slug)
        for _ in range(openings):
            player = OwnTable(own, table, seed=7)
            moment = (await player.hello(*keys))["moment"]
            for _ in range(12 // openings):
                first = min(choice["action"] for choice in moment["scene"]["choices"])
                moment = await player.move(moment, first)
            own = await parlour(storage, patches=same)
        player = OwnTable(own, table)
        moves = list((await player.hello(*keys))["moves"])
        await own.close()
        return moves

    once = in_page(play(1))
    assert any(move["seat"] is None for move in once)
    assert in_page(play(4)) == once


@pytest.mark.parametrize(("seconds", "runs"), [(600, False), (86_400, True)])
def test_a_clock_goes_on_as_on_a_server(seconds: int, runs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock of less than an hour does not run while no page is open; a longer one does."""

    async def play() -> int:
        storage, now_ms, ahead = MemoryStorage(), wall_clock.now_ms, 0
        monkeypatch.setattr(wall_clock, "now_ms", lambda: now_ms() + ahead)
        own = await parlour(storage)
        table, keys = await new_table(own, DUEL, clock={"kind": "bank", "seconds": seconds, "zero": "loss"})
        player = OwnTable(own, table)
        moment = await player.move((await player.hello(*keys))["moment"])
        before = player.heard[-1]["times"]["left"][moment["mover"]]
        await own.close()  # the worker is ended without a word
        ahead = 300_000
        again = await parlour(storage)
        welcome = await OwnTable(again, table).hello(*keys)
        await again.close()
        await own.close()
        return int(before - welcome["table"]["times"]["left"][moment["mover"]])

    lost = in_page(play())
    assert (lost >= 300_000) == runs
    assert runs or lost < 10_000


async def test_a_clock_that_ran_out_meanwhile_is_at_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    storage, now_ms, ahead = MemoryStorage(), wall_clock.now_ms, 0
    monkeypatch.setattr(wall_clock, "now_ms", lambda: now_ms() + ahead)
    own = await parlour(storage)
    table, keys = await new_table(own, DUEL, clock={"kind": "move", "seconds": 86_400, "zero": "loss"})
    moment = (await OwnTable(own, table).hello(*keys))["moment"]
    await own.close()
    ahead = 90_000_000
    again = await parlour(storage)
    late = (await OwnTable(again, table).hello(*keys))["moment"]
    assert (late["over"], late["winners"]) == (True, [1 - moment["mover"]])


# ── Storage that fails ───────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DOMError("QuotaExceededError"), "StorageFull"),
        (DOMError("SecurityError"), "StorageForbidden"),
        (DOMError("AbortError"), "StorageTrouble"),
        (OSError("the disk is slow"), "StorageTrouble"),
    ],
)
async def test_a_move_that_is_not_kept_is_not_played(error: Exception, code: str) -> None:
    storage = Failing()
    own = await parlour(storage)
    table, keys = await new_table(own, DUEL)
    player, other = OwnTable(own, table), OwnTable(own, table)
    moment = (await player.hello(*keys))["moment"]
    await other.hello()
    storage.error, kept = error, dict(storage.values)
    action = moment["scene"]["choices"][0]["action"]
    said_code, words = await player.refused("move", seat=moment["mover"], ply=0, action=action)
    assert said_code == code
    assert "the browser's own words" not in words
    player.say("look", ply=0)
    await player.hear("looked")
    assert not any(message["type"] == "moved" for message in player.heard + other.heard)
    assert storage.values == kept
    storage.error = None
    await player.move(moment, action)
    assert f"events/{table}/00000005" in storage.values


async def test_a_full_browser_is_told_of_and_the_game_goes_on_in_memory() -> None:
    storage, notices = Failing(), list[str]()
    own = await parlour(storage, notice=notices.append)
    table, keys = await new_table(own, DUEL)
    player = OwnTable(own, table)
    moment = await player.move((await player.hello(*keys))["moment"])
    await own.request("GET", "/api/tables")  # all is written by then
    storage.error = DOMError("QuotaExceededError")
    action = moment["scene"]["choices"][0]["action"]
    assert (await player.refused("move", seat=moment["mover"], ply=1, action=action))[0] == "StorageFull"
    assert notices == ["this browser has no room left, so what you play from now on is lost when you close the page"]
    kept = dict(storage.values)
    moment = await player.move(await player.move(moment, action))
    assert (moment["ply"], storage.values, len(notices)) == (3, kept, 1)
    again = await parlour(storage)
    assert (await OwnTable(again, table).hello(*keys))["moment"]["ply"] == 1, "what was kept"
    await again.close()
    storage.error = None
    moment = await player.move(moment)
    assert notices[1:] == [""]
    later = await parlour(storage)
    assert (await OwnTable(later, table).hello(*keys))["moment"] == moment, "all that was in memory"


@pytest.mark.parametrize(
    "error",
    [DOMError("SecurityError"), DOMError("NotSupportedError"), DOMError("TimeoutError")],
    ids=["forbidden", "absent", "never opened"],
)
async def test_where_nothing_may_be_kept_the_parlour_plays_in_memory(error: Exception) -> None:
    storage, notices = Failing(), list[str]()
    storage.error = error
    own = await parlour(storage, notice=notices.append)
    assert len(notices) == 1
    assert notices[0].startswith("this browser does not allow this page to keep anything")
    table, keys = await new_table(own, DUEL)
    player = OwnTable(own, table)
    moment = (await player.hello(*keys))["moment"]
    for _ in range(3):
        moment = await player.move(moment)
    assert storage.values == {}
    assert len(notices) == 1
    assert (await own.request("DELETE", f"/api/tables/{table}")).status < 400, "it can be removed, too"


async def test_a_table_whose_making_is_not_kept_is_not_made() -> None:
    storage = Failing()
    own = await parlour(storage)
    storage.error = DOMError("AbortError")
    order = json.dumps({"game": DUEL, "seats": [{}, {}]}).encode()
    refused = said(await own.request("POST", "/api/tables", order), 503)
    assert refused["code"] == "StorageTrouble"
    assert storage.values == {}


async def test_a_storage_that_cannot_be_read_now_is_said_to_be() -> None:
    class Unread(MemoryStorage):
        async def get(self, prefix: str) -> list[tuple[str, bytes]]:
            raise DOMError("UnknownError")

    with pytest.raises(StorageTrouble, match="try again"):
        await parlour(Unread())


# ── Calls side by side ───────────────────────────────────────────────────────
class Small(MemoryStorage):
    """Takes a while, and has no room for values of more than `room` bytes."""

    room = 0

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        await asyncio.sleep(0.001)
        if max(len(value) for _, value in entries) > self.room:
            raise DOMError("QuotaExceededError")
        await super().put(entries)

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        found = await super().get(prefix)
        await asyncio.sleep(0.002)
        return found

    async def remove(self, keys: Sequence[str]) -> None:
        if self.room == 0:
            raise DOMError("QuotaExceededError")
        await super().remove(keys)


async def in_memory(small: Small, notices: list[str]) -> SpareStorage:
    """A storage whose spare has the entry "a", because the browser was full."""
    spare = SpareStorage(small, notices.append)
    for refused in (True, False):
        with pytest.raises(StorageFull) if refused else contextlib.nullcontext():
            await spare.put([("a", b"1")])
    return spare


async def test_what_is_in_memory_stays_there_when_a_write_beside_it_is_stored() -> None:
    small, notices = Small(), list[str]()
    spare = await in_memory(small, notices)
    small.room = 1
    await asyncio.gather(spare.put([("b", b"far too long")]), spare.put([("c", b"1")]))
    assert await spare.get("") == [("a", b"1"), ("b", b"far too long"), ("c", b"1")]
    assert notices[1:] == [], "not all can be kept"


async def test_a_read_beside_a_write_finds_what_moves_from_memory_to_the_browser() -> None:
    small = Small()
    spare = await in_memory(small, [])
    small.room = 1
    found, _ = await asyncio.gather(spare.get("a"), spare.put([("b", b"1")]))
    assert found == [("a", b"1")]
    assert sorted(small.values) == ["a", "b"]


async def test_a_removal_that_is_refused_removes_nothing() -> None:
    spare = await in_memory(Small(), [])
    with pytest.raises(StorageFull, match="nothing was changed"):
        await spare.remove(["a"])
    assert await spare.get("a") == [("a", b"1")]


# ── Entries that cannot be used ──────────────────────────────────────────────
@pytest.mark.parametrize("fault", ["no JSON", "another form", "a lost event", "a broken event", "an illegal move"])
async def test_a_broken_table_is_refused_and_the_others_go_on(fault: str) -> None:
    storage = MemoryStorage()
    own = await parlour(storage)
    broken, keys = await new_table(own, DUEL)
    whole, _ = await new_table(own, DUEL)
    player = OwnTable(own, broken)
    await player.move((await player.hello(*keys))["moment"])
    await own.request("GET", "/api/tables")  # all is written by then
    row, last = f"tables/{broken}", max(key for key in storage.values if key.startswith(f"events/{broken}/"))
    match fault:
        case "no JSON":
            storage.values[row] = b"{"
        case "another form":
            storage.values[row] = storage.values[row].replace(b'"version":1', b'"version":9')
        case "a lost event":
            del storage.values[last]
        case "a broken event":
            storage.values[last] = b'{"what":"flown"}'
        case "an illegal move":
            storage.values[last] = storage.values[last].replace(b'"action":', b'"action":99')
    again = await parlour(storage)
    code, words = await OwnTable(again, broken).refused("hello", keys=[])
    assert (code, words) == (
        "DamagedTable",
        "what was kept of this table is damaged, so the table cannot be opened",
    )
    asked = {"tables": [{"id": table, "keys": []} for table in (broken, whole)]}
    yours = said(await again.request("POST", "/api/yours", json.dumps(asked).encode()))
    assert ([each["id"] for each in yours["tables"]], yours["gone"]) == ([whole], [])
    await OwnTable(again, whole).hello()
    assert said(await again.request("DELETE", f"/api/tables/{broken}")) == {}
    assert not [key for key in storage.values if broken in key]
    assert (await OwnTable(again, broken).refused("hello", keys=[]))[0] == "UnknownTable"


async def test_a_table_is_forgotten() -> None:
    storage = MemoryStorage()
    own = await parlour(storage)
    gone, _ = await new_table(own, DUEL)
    left, _ = await new_table(own, DUEL)
    await OwnTable(own, gone).hello()
    for table in (gone, "never-there"):
        assert said(await own.request("DELETE", f"/api/tables/{table}")) == {}
    assert {key.split("/")[1] for key in storage.values} == {left}
    assert said(await own.request("GET", f"/api/tables/{gone}"), 404)["code"] == "UnknownTable"


# ── The store itself ─────────────────────────────────────────────────────────
async def test_what_is_written_by_a_command_that_is_given_up_is_found() -> None:
    """A bot's task may be cancelled while its move is being stored."""

    class Slow(MemoryStorage):
        async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
            await asyncio.sleep(0.01)
            await super().put(entries)

    store = BrowserStore(Slow())
    await store.open()
    await store.write(EventBatch("t", 1, [MADE], bytes(32)))
    writing = asyncio.create_task(store.write(EventBatch("t", 2, [Begun()])))
    await asyncio.sleep(0.001)
    writing.cancel()
    assert await store.newest(["t", "u"]) == {"t": 2}
    assert await store.since("t", 1) == [Begun()]


async def test_descriptions_are_kept_in_order() -> None:
    storage = MemoryStorage()
    store = BrowserStore(storage)
    await store.open()
    for table, changed in (("a", 1), ("b", 3), ("c", 2)):
        await store.write(EventBatch(table, 1, [MADE], bytes(32), due=changed))
        await store.describe(table, Description("playing", changed, f'"{table}"', due=changed), 1)
    await store.describe("a", Description("over", 9, '"old"'), 0)
    again = BrowserStore(storage)
    await again.open()
    assert await again.listed("playing", 2) == ['"b"', '"c"']
    assert await again.listed("over", 9) == []
    assert await again.due(2) == ["a", "c"]

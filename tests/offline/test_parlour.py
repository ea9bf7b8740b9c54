"""Games in a page that plays without a server: the page asks and hears what it would ask and hear of one."""

import asyncio
import json
from typing import Any

import pytest
from msgspec.structs import replace

import rookery
from rookery import Record
from rookery.core.verification import verify
from rookery.offline.storage import MemoryStorage
from rookery.server import wall_clock
from rookery.server.text import plain_name
from tests.offline.page import QUICK_PAGE, AnyBrain, OwnTable, new_table, parlour, play_out, said
from tests.often import EACH_KIND

GAMES = list(map(rookery.load, rookery.slugs()))
DUEL = next(game.facts.slug for game in GAMES if game.facts.players[0] == 2 and not game.facts.chance)
HIDDEN = next(game.facts.slug for game in GAMES if game.facts.hidden)


# ── Whole games ──────────────────────────────────────────────────────────────
@EACH_KIND
async def test_a_whole_game_at_one_screen(slug: str) -> None:
    own = await parlour()
    table, keys = await new_table(own, slug)
    player = OwnTable(own, table)
    welcome = await player.hello(*keys)
    assert welcome["table"]["luck"]["secret"] == ""
    last = await play_out(player, welcome["moment"])
    assert last["over"]
    card = said(await own.request("GET", f"/api/tables/{table}"))
    assert card["luck"]["commitment"] == welcome["table"]["luck"]["commitment"]
    reply = await own.request("GET", f"/api/tables/{table}/record")
    record = Record.loads(reply.body.decode())
    assert record.plies == last["ply"]
    assert verify(record).before == 0, "all draws are those that were promised"
    assert reply.headers["content-disposition"].endswith('.jsonl"')
    player.talk.end()


@EACH_KIND
async def test_a_whole_game_against_a_bot(slug: str) -> None:
    brain = AnyBrain()
    own = await parlour(brain=brain)
    table, keys = await new_table(own, slug, ["random"])
    player = OwnTable(own, table)
    moment = (await player.hello(*keys))["moment"]
    assert (await play_out(player, moment))["over"]
    assert brain.views
    assert all(view.viewer == view.mover for view in brain.views), "a bot gets the view of its seat"


@pytest.mark.parametrize("fault", ["fails", "cheats"])
async def test_a_bot_that_fails_is_replaced(fault: str) -> None:
    class Faulty(AnyBrain):
        async def advise(self, view: Any, level: str, seed: int) -> Any:
            if fault == "fails":
                raise ZeroDivisionError("a bot's own fault")
            return -5, ""

    own = await parlour(brain=Faulty())
    table, keys = await new_table(own, DUEL, ["random"])
    player = OwnTable(own, table)
    moment = await player.move((await player.hello(*keys))["moment"])
    assert (moment["mover"], moment["over"]) == (1, False)
    assert (await player.settled())["mover"] == 0


async def test_bots_play_only_while_a_page_is_open() -> None:
    brain = AnyBrain()
    own = await parlour(brain=brain)
    table, _ = await new_table(own, DUEL, ["random", "random"])
    watcher = OwnTable(own, table)
    await watcher.hello()
    await watcher.settled()
    watcher.talk.end()
    await asyncio.sleep(0.05)
    asked = len(brain.views)
    await asyncio.sleep(0.05)
    assert len(brain.views) == asked
    again = OwnTable(own, table)
    await again.hello()
    await again.settled()
    assert len(brain.views) > asked


# ── Everything else at a table ───────────────────────────────────────────────
NAMES = (
    "Ann \U0001f600",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001f44d\U0001f3fd 1\ufe0f\u20e3 \u2764\ufe0f\u200d\U0001f525",
    "\U0001d518\U0001d52b" * 16,
    "a\u0301\u0302\u0303\u0304\u0305",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937",
    "x\u200dy\u2800\u0000z",
)


async def test_names_are_cleaned_as_by_a_server() -> None:
    own = await parlour()
    table, keys = await new_table(own, DUEL)
    player = OwnTable(own, table)
    await player.hello(*keys)
    for name in NAMES:
        player.say("rename", seat=0, name=name)
        while (told := (await player.hear("tabled"))["table"]["seats"][0]["name"]) != plain_name(name):
            assert told != name or plain_name(name) == name


async def test_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    runs_on = {"rookery.server.clocks.server_time.MAX_GAP_MS": 1 << 60}  # the page runs all the time
    own, ahead = await parlour(patches=runs_on), 0
    passed_ms = wall_clock.passed_ms
    monkeypatch.setattr(wall_clock, "passed_ms", lambda: passed_ms() + ahead)
    table, keys = await new_table(own, DUEL, clock={"kind": "bank", "seconds": 60, "zero": "loss"})
    player = OwnTable(own, table)
    moment = (await player.hello(*keys))["moment"]
    ahead = 61_000
    player.say("move", seat=moment["mover"], ply=0, action=moment["scene"]["choices"][0]["action"])
    last = (await player.hear("welcome"))["moment"]
    assert (last["over"], last["winners"], last["given_up"]) == (True, [1 - moment["mover"]], True)


# ── What a page may know ─────────────────────────────────────────────────────
async def test_no_page_learns_a_secret_before_the_end() -> None:
    storage = MemoryStorage()
    own = await parlour(storage)
    table, keys = await new_table(own, HIDDEN)
    one, watcher = OwnTable(own, table), OwnTable(own, table)
    everybody = OwnTable(own, table)
    await one.hello(keys[0])
    assert not any(seat["yours"] for seat in (await watcher.hello())["table"]["seats"])
    moment = (await everybody.hello(*keys))["moment"]
    for _ in range(10):
        moment = await everybody.move(moment)
    secret = json.loads(storage.values[f"tables/{table}"])["secret"]
    assert len(secret) == 64
    told = json.dumps([page.heard for page in (one, watcher, everybody)])
    assert secret not in told
    assert watcher.heard[-1]["moment"]["scene"]["choices"] == []
    assert said(await own.request("GET", f"/api/tables/{table}/record"), 403)["code"] == "StillSecret"
    await play_out(everybody, moment)
    while not (card := (await watcher.hear("tabled", "welcome"))["table"])["luck"]["secret"]:
        pass
    assert card["luck"]["secret"] == secret


# ── Conversations ────────────────────────────────────────────────────────────
async def test_a_conversation_ends_when_it_must() -> None:
    own = await parlour(config=replace(QUICK_PAGE, hello_timeout=0.05))
    table, keys = await new_table(own, DUEL)
    silent = OwnTable(own, table)
    assert await silent.ended() == 1008
    left = OwnTable(own, table)
    await left.hello(*keys)
    left.talk.end()
    left.say("look", ply=0)
    other = OwnTable(own, table)
    await other.hello()
    assert left.heard[-1]["type"] == "welcome", "nothing is said to a page that has left"
    assert left.closed == []


async def test_a_page_that_cannot_be_reached_disturbs_nobody() -> None:
    own = await parlour()
    table, keys = await new_table(own, DUEL)
    talk = own.connect(table, None, lambda code: None)
    talk.receive('{"type": "hello", "keys": []}')
    player = OwnTable(own, table)
    moment = (await player.hello(*keys))["moment"]
    await player.move(moment)
    assert (await player.hear("tabled"))["table"]["watchers"] == 0

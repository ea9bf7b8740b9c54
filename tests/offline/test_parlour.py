"""Games in a page that plays without a server. That it hears what it would hear of one, random scripts find out
(test_random_scripts.py)."""

import asyncio
import json
from typing import Any

import pytest
from msgspec.structs import replace

import rookery
from rookery.offline.storage import MemoryStorage
from tests.offline.page import QUICK_PAGE, AnyBrain, OwnTable, new_table, parlour, play_out, said
from tests.often import EACH_KIND

GAMES = list(map(rookery.load, rookery.slugs()))
DUEL = next(game.facts.slug for game in GAMES if game.facts.players[0] == 2 and not game.facts.chance)
HIDDEN = next(game.facts.slug for game in GAMES if game.facts.hidden)


# ── Whole games ──────────────────────────────────────────────────────────────
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


# ── What needs a server ──────────────────────────────────────────────────────
@pytest.mark.parametrize("path", ["/api/status", "/feed/table/token.atom", "/api/tables/ID/export.pdf"])
async def test_what_needs_a_server_is_refused_by_name(path: str) -> None:
    own = await parlour()
    table, _ = await new_table(own, DUEL)
    refused = said(await own.request("GET", path.replace("ID", table)), 501)
    assert refused["code"] == "NeedsServer"
    assert "server" in refused["words"]


async def test_no_reminders_are_offered_and_none_is_taken() -> None:
    own = await parlour()
    assert said(await own.request("GET", "/api/reminders")) == {"push": "", "webhooks": []}
    table, keys = await new_table(own, DUEL)
    player = OwnTable(own, table)
    await player.hello(*keys)
    browser = {"endpoint": "https://web.push.apple.com/x", "p256dh": "ab", "auth": "cd"}
    for kind, fields in (("remind", {"webhook": "https://hooks.slack.com/x"}), ("subscribe", browser)):
        assert (await player.refused(kind, seat=0, **fields))[0] == "NeedsServer"


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

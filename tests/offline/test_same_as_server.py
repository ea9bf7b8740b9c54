"""A server and a parlour say the same of every game: the same script is played at both, and every byte is compared.
Random scripts do the rest (test_random_scripts.py)."""

import json
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.server.wire.messages import PROTOCOL
from tests.offline.page import in_page
from tests.offline.two_sides import Both, Side, Talk, Told, first_difference
from tests.often import EACH_KIND
from tests.server.support.app_client import few

DECISIONS = 12  # of the script's game


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Both:
    return Both(tmp_path / "t.sqlite3", monkeypatch)


async def make(side: Side, slug: str) -> tuple[str, list[str]]:
    order = {"game": slug, "seats": [{"name": "Ann"}] * few(rookery.load(slug)), "public": True}
    told = await side.ask("POST", "/api/tables", json.dumps(order).encode())
    assert told.status == 201, told
    links = json.loads(told.body)
    return links["table"], [seat["key"] for seat in links["seats"]]


def newest(talk: Talk) -> Any:
    """The newest moment that a page has heard as a whole."""
    moments = [message["moment"] for message in map(json.loads, talk.heard) if "moment" in message]
    return moments[-1]


@EACH_KIND
def test_the_same_game_is_told_in_the_same_messages(slug: str, both: Both) -> None:
    async def script(side: Side) -> list[list[str]]:
        table, keys = await make(side, slug)
        one, rest, watcher = (side.open(table) for _ in range(3))
        await watcher.say("look", ply=1)
        await watcher.say("hello", keys=[])
        await one.say("hello", keys=keys[:1], client_seed="ab", draws=True, protocol=PROTOCOL)
        await rest.say("hello", keys=keys, client_seed="cd")
        for number in range(DECISIONS):
            moment = newest(rest)
            if moment["over"]:
                break
            choices = moment["scene"]["choices"]
            choice = choices[number * 7 % len(choices)]
            at = {"ply": moment["ply"], "takebacks": moment["takebacks"]}
            await rest.say("move", seat=moment["mover"], action=choice["action"], **at)
            if number % 4 == 3:
                await rest.say("take back")
        await rest.say("ask view", ply=newest(rest)["ply"], takebacks=newest(rest)["takebacks"])
        await one.say("look", ply=1)
        await one.say("check", ply=1)
        await one.say("move", seat=1, ply=0, action=0)
        await one.say("nudge")
        await one.say("say", text="hello")
        await watcher.say("say", text="who wins?")
        await rest.say("rename", seat=0, name="Bea")
        await watcher.say("rename", seat=0, name="Eve")
        await one.say("rematch")
        await one.say("resign")
        await one.say("hello", keys=["no key"])
        await one.say("hello", keys=keys[:1])
        return [one.heard, rest.heard, watcher.heard]

    served, own = both.play(script)
    assert len(served[1]) > DECISIONS
    for one, other in zip(served, own, strict=True):
        assert not first_difference(one, other)


@pytest.mark.parametrize("path", ["/api/status", "/feed/table/token.atom", "/api/tables/ID/export.pdf"])
def test_what_needs_a_server_is_refused_by_name(path: str, both: Both) -> None:
    async def script(side: Side) -> Told:
        table, _ = await make(side, rookery.slugs()[0])
        return await side.ask("GET", path.replace("ID", table))

    told = in_page(both.parlour(script))
    refused = json.loads(told.body)
    assert (told.status, refused["code"]) == (501, "NeedsServer")
    assert "server" in refused["words"]


def test_no_reminders_are_offered_and_none_is_taken(both: Both) -> None:
    async def script(side: Side) -> tuple[Any, list[str]]:
        card = json.loads((await side.ask("GET", "/api/reminders")).body)
        table, keys = await make(side, rookery.slugs()[0])
        talk = side.open(table)
        await talk.say("hello", keys=keys)
        talk.heard.clear()
        await talk.say("remind", seat=0, webhook="https://hooks.slack.com/x")
        await talk.say("subscribe", seat=0, endpoint="https://web.push.apple.com/x", p256dh="ab", auth="cd")
        return card, [json.loads(text)["code"] for text in talk.heard]

    card, codes = in_page(both.parlour(script))
    assert card == {"push": "", "webhooks": []}
    assert codes == ["NeedsServer", "NeedsServer"]

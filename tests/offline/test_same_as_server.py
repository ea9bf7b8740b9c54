"""A server and a parlour say the same: the same script is played at both, and every byte is compared."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.server.wire.messages import PROTOCOL
from tests.offline.page import in_page
from tests.offline.two_sides import Both, Side, Talk, Told, first_difference
from tests.often import KINDS, in_ci
from tests.server.support.app_client import few

DECISIONS = 12  # of the script's game
LONG = 20_000  # bytes
PATIENCE = 60.0  # seconds


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Both:
    return Both(tmp_path / "t.sqlite3", monkeypatch)


async def make(side: Side, slug: str, bots: int = 0, **order: Any) -> tuple[str, list[str]]:
    people: list[dict[str, str]] = [{"name": "Ann"}] * (few(rookery.load(slug)) - bots)
    seats = [*people, *[{"kind": "bot", "level": "first"}] * bots]
    told = await side.ask("POST", "/api/tables", json.dumps({"game": slug, "seats": seats, **order}).encode())
    assert told.status == 201, told
    links = json.loads(told.body)
    return links["table"], [seat["key"] for seat in links["seats"]]


def newest(talk: Talk) -> Any:
    """The newest moment that a page has heard as a whole."""
    moments = [message["moment"] for message in map(json.loads, talk.heard) if "moment" in message]
    return moments[-1]


async def decided(talk: Talk) -> Any:
    """The moment when the page may move, or at the end."""
    async with asyncio.timeout(PATIENCE):
        while not (moment := newest(talk))["over"] and not moment["scene"]["choices"]:  # noqa: ASYNC110  # no event says so
            await asyncio.sleep(0.002)
    return moment


def test_the_same_game_is_told_in_the_same_messages(slug: str, both: Both) -> None:
    async def script(side: Side) -> list[list[str]]:
        table, keys = await make(side, slug, public=True)
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


@in_ci(*KINDS)
def test_a_game_against_a_bot_and_its_rematch_are_told_in_the_same_messages(slug: str, both: Both) -> None:
    async def script(side: Side) -> list[str]:
        table, keys = await make(side, slug, bots=1)
        player = side.open(table)
        await player.say("hello", keys=keys, client_seed="ab")
        for _ in range(DECISIONS):
            moment = await decided(player)
            if moment["over"]:
                break
            action = moment["scene"]["choices"][-1]["action"]
            await player.say("move", seat=moment["mover"], ply=moment["ply"], action=action)
        await decided(player)
        return player.heard

    served, own = both.play(script)
    assert not first_difference(served, own)


def test_requests_get_the_same_answers(both: Both) -> None:
    game = next(game for game in map(rookery.load, rookery.slugs()) if game.facts.players[0] == 2)
    slug, misspelt = game.facts.slug, game.facts.slug[:-1] + "q"

    async def script(side: Side) -> list[tuple[str, Told]]:
        table, keys = await make(side, slug, public=True)
        talk = side.open(table)
        await talk.say("hello", keys=keys)
        moment = newest(talk)
        action = moment["scene"]["choices"][0]["action"]
        await talk.say("move", seat=moment["mover"], ply=moment["ply"], action=action)
        record = (await side.ask("GET", f"/api/tables/{table}/record")).body
        hold = json.dumps({"tables": [{"id": table, "keys": [*keys, "x"]}, {"id": "gone", "keys": []}]}).encode()
        seats: list[dict[str, Any]] = [{}, {"open": True}]
        asked: list[tuple[str, str, bytes]] = [
            ("GET", "/api/games", b""),
            ("GET", f"/api/games?game={slug}", b""),
            ("GET", f"/api/games/{slug}/seats?players=2", b""),
            ("GET", f"/api/games/{slug}/seats?players=99", b""),
            ("GET", f"/api/games/{slug}/seats?players=two", b""),
            ("GET", f"/api/games/{slug}/seats?players=%D9%A2", b""),
            ("GET", f"/api/games/{misspelt}/seats?players=2", b""),
            ("GET", f"/api/games/{slug}/board?players=2", b""),
            ("GET", f"/api/games/{slug}/board?players=99", b""),
            ("GET", "/api/tables", b""),
            ("POST", "/api/yours", hold),
            ("POST", "/api/yours", b"{"),
            ("GET", f"/api/tables/{table}", b""),
            ("GET", "/api/tables/nowhere", b""),
            ("GET", f"/api/tables/{table}/record", b""),
            ("GET", f"/api/tables/{table}/export.txt", b""),
            ("GET", f"/api/tables/{table}/export.svg", b""),
            ("GET", f"/api/tables/{table}/export.doc", b""),
            ("POST", f"/api/tables/{table}/seats/0", b"{}"),
            ("POST", f"/api/tables/{table}/seats/x", b"{}"),
            ("POST", f"/api/tables/{table}/seats/%D9%A1", b"{}"),
            ("POST", "/api/records", record),
            ("POST", "/api/records", b"no record"),
            ("POST", "/api/records", b"x" * 1_048_577),
            ("POST", "/api/tables", json.dumps({"game": misspelt, "seats": [{}, {}]}).encode()),
            ("POST", "/api/tables", json.dumps({"game": slug, "seats": seats, "public": True}).encode()),
            ("POST", "/api/tables", json.dumps({"game": slug, "seats": [{}] * 9}).encode()),
            ("POST", "/api/tables", json.dumps({"game": slug, "seats": [{}, {}], "colour": "red"}).encode()),
            ("POST", "/api/tables", b'{"game": "' + b"x" * LONG + b'"}'),
            ("POST", "/api/games", b""),
            ("GET", "/api/nothing", b""),
            ("GET", "/api/yours", b""),
            ("POST", "/api/nothing", b"{}"),
        ]
        return [(f"{method} {path}", await side.ask(method, path, body)) for method, path, body in asked]

    served, own = both.play(script)
    statuses = {told.status for _, told in served}
    assert {200, 201, 400, 404, 405, 413, 422} <= statuses
    for (what, one), (_, other) in zip(served, own, strict=True):
        assert one[:3] == other[:3], what
        same = one.body == other.body or (one.body[:1] in b"{[" and json.loads(one.body) == json.loads(other.body))
        assert same, f"{what}: {one.body[:300]!r} is not {other.body[:300]!r}"


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

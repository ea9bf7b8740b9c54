"""Public tables: the lobby shows them, and anybody can take an open seat."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.rooms.table_manager import LISTED_COUNTS_TTL, ListedCounts
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import ListedCount
from tests.often import KINDS
from tests.server.support.app_client import few, opened, page

ANY = KINDS[0]


class CountingStore(Store):
    """A store that counts how often it was asked to count."""

    def __init__(self) -> None:
        self.asked = 0

    async def count_listed(self) -> list[ListedCount]:
        self.asked += 1
        await asyncio.sleep(0)
        return [ListedCount(ANY, "waiting", self.asked)]


def order(client: TestClient, slug: str = ANY, public: bool = True, **more: Any) -> Any:
    """A table whose first seat is its maker's and whose others are open."""
    seats = [{"name": "Ann"}, *[{"open": True}] * (few(rookery.load(slug)) - 1)]
    answer = client.post("/api/tables", json={"game": slug, "seats": seats, "public": public} | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def listed(client: TestClient, table: str) -> Any:
    return next((found for found in client.get("/api/tables").json()["tables"] if found["id"] == table), None)


def test_a_stranger_finds_a_table_and_sits_down(client: TestClient, slug: str) -> None:
    made = order(client, slug)
    found = listed(client, made["table"])
    assert (found["game"], found["state"]) == (slug, "waiting")
    assert [(seat["name"], seat["open"]) for seat in found["seats"]][:2] == [("Ann", False), ("", True)]
    answer = client.post(f"/api/tables/{made['table']}/seats/1", json={"name": "Bea"})
    assert answer.status_code == 201
    key = answer.json()["key"]
    assert answer.json()["link"] == f"/t/{made['table']}#{key}"
    with page(client, made["table"]) as ann, page(client, made["table"]) as bea:
        ann.hello(made["seats"][0]["key"])
        card = bea.hello(key)["table"]
        assert [seat["yours"] for seat in card["seats"]][:2] == [False, True]
        assert [seat["name"] for seat in card["seats"]][:2] == ["Ann", "Bea"]
        assert card["begun"]
    assert listed(client, made["table"])["state"] == "playing"


def test_a_seat_is_taken_once(client: TestClient) -> None:
    made = order(client)
    where = f"/api/tables/{made['table']}/seats"
    for seat in (0, 7):
        assert client.post(f"{where}/{seat}", json={}).json()["code"] == "SeatTaken"
    taken = client.post(f"{where}/1", json={})
    assert taken.status_code == 201
    with page(client, made["table"]) as stranger:
        stranger.hello(taken.json()["key"])
    again = client.post(f"{where}/1", json={})
    assert (again.status_code, again.json()["code"]) == (409, "SeatTaken")
    with page(client, made["table"]) as friend:  # the link that its maker had is of no use any more
        assert friend.refused("hello", keys=[made["seats"][1]["key"]]) == "UnknownKey"


def test_who_sits_down_has_time_to_open_the_page(client: TestClient) -> None:
    """If many people ask at once, one gets the seat and keeps it."""
    made = order(client)
    answers = [client.post(f"/api/tables/{made['table']}/seats/1", json={}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 409, 409, 409, 409]
    assert "try again in 20 seconds" in answers[1].json()["words"]
    with page(client, made["table"]) as first:
        first.hello(answers[0].json()["key"])


def test_a_stranger_who_never_comes_takes_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer may be lost on its way, or somebody may play a trick, so after a while the seat is free again."""
    made = order(client)
    lost = client.post(f"/api/tables/{made['table']}/seats/1", json={}).json()
    monkeypatch.setattr("rookery.server.commands.people.SEAT_HOLD_MS", 0)
    found = client.post(f"/api/tables/{made['table']}/seats/1", json={}).json()
    with page(client, made["table"]) as stranger, page(client, made["table"]) as late:
        stranger.hello(found["key"])
        assert late.refused("hello", keys=[lost["key"]]) == "UnknownKey"


def test_a_seat_is_no_longer_open_when_somebody_comes_late(client: TestClient) -> None:
    made = order(client)
    with page(client, made["table"]) as ann, page(client, made["table"]) as friend:
        ann.hello(made["seats"][0]["key"])
        ann.say("begin")
        ann.hear("welcome")
        friend.hello(made["seats"][1]["key"])
        assert client.post(f"/api/tables/{made['table']}/seats/1", json={}).json()["code"] == "SeatTaken"


def test_who_came_by_link_keeps_the_seat(client: TestClient) -> None:
    made = order(client)
    with page(client, made["table"]) as friend:
        friend.hello(made["seats"][1]["key"])
    assert client.post(f"/api/tables/{made['table']}/seats/1", json={}).json()["code"] == "SeatTaken"


def test_a_table_by_link_only_is_not_listed_and_lets_those_in_who_have_it(client: TestClient) -> None:
    made = order(client, public=False)
    assert listed(client, made["table"]) is None
    assert client.post(f"/api/tables/{made['table']}/seats/1", json={}).status_code == 201


def test_nothing_listed_opens_a_seat(client: TestClient) -> None:
    made = order(client)
    text = client.get("/api/tables").text
    assert not any(seat["key"] in text for seat in made["seats"])


def test_the_lobby_remembers_over_a_restart_and_forgets_what_is_over(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        waits, plays = order(client), order(client)
        with page(client, plays["table"]) as both:
            both.hello(*(seat["key"] for seat in plays["seats"]))
    with opened(file) as client:
        assert [found["id"] for found in client.get("/api/tables").json()["tables"]] == [waits["table"], plays["table"]]
        with page(client, plays["table"]) as one:
            one.hello(plays["seats"][0]["key"])
            one.say("resign")
            assert one.hear("welcome")["moment"]["over"]
        assert [found["id"] for found in client.get("/api/tables").json()["tables"]] == [waits["table"]]


def test_the_lobby_says_how_many_tables_there_are_and_lists_more_on_request(tmp_path: Path) -> None:
    """A limit that is shown as a count tells people that nobody else is there."""
    with opened(tmp_path / "t.sqlite3") as client:
        other = rookery.slugs()[1]
        for made in range(4):
            order(client, ANY if made else other)
        few_of_all = client.get("/api/tables?max=2").json()
        assert (len(few_of_all["tables"]), few_of_all["count"]) == (2, 4)
        assert few_of_all["waiting"] == {ANY: 3, other: 1}
        of_one = client.get(f"/api/tables?game={ANY}&max=500").json()
        assert ([one["game"] for one in of_one["tables"]], of_one["count"]) == ([ANY] * 3, 3)
        assert len(client.get("/api/tables?max=nonsense").json()["tables"]) == 4
        assert client.get("/api/tables?game=nonsense").json()["code"] == "UnknownGame"


@pytest.mark.anyio
async def test_pages_that_ask_at_once_or_soon_after_share_one_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count reads an entry for each public table, while no move can be written."""
    store, now = CountingStore(), 0.0
    monkeypatch.setattr("rookery.server.rooms.table_manager.time.monotonic", lambda: now)
    counts = ListedCounts(store)
    for found in await asyncio.gather(counts.now(), counts.now()):
        assert found == [ListedCount(ANY, "waiting", 1)]
    now = LISTED_COUNTS_TTL - 0.1
    assert (await counts.now())[0].tables == 1
    now = LISTED_COUNTS_TTL
    assert (await counts.now())[0].tables == 2


@pytest.mark.parametrize("body", [b"[]", b'{"name": 1}', b'{"more": 1}', b"x" * 10_000])
def test_bodies_that_seat_nobody(client: TestClient, body: bytes) -> None:
    made = order(client)
    answer = client.post(f"/api/tables/{made['table']}/seats/1", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "UnreadableMessage")
    assert client.post("/api/tables/nowhere/seats/1", json={}).json()["code"] == "UnknownTable"

"""My games: what a history says, in which order, and what it never says."""

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.tag_device import Device

FACTS = {slug: rookery.load(slug).facts for slug in rookery.slugs()}
TWO = sorted((slug for slug in FACTS if FACTS[slug].players[0] <= 2 and 2 in FACTS[slug].players), key=str)
DUEL = min((slug for slug in TWO if not FACTS[slug].cooperative), key=lambda slug: FACTS[slug].longest)
DICE = random.Random(25)


@pytest.fixture
def server(database: str) -> Iterator[TestClient]:
    with opened(database) as client:
        yield client


def history(client: TestClient, device: Device, **asked: Any) -> Any:
    return device.told(client, "/api/tag/games", asked)


def yours(client: TestClient, table: str, key: str) -> Any:
    (found,) = client.post("/api/yours", json={"tables": [{"id": table, "keys": [key]}]}).json()["tables"]
    return found


@contextlib.contextmanager
def settled(client: TestClient, table: str) -> Iterator[None]:
    """Until the table is described as it is after the block."""
    yield
    client.get(f"/api/tables/{table}")


def test_a_history_says_what_the_seat_may_know_and_no_more(server: TestClient, slug: str) -> None:
    """At every step of a game, the same as the server tells the holder of the seat's key, which the two-world tests
    listen to."""
    table, keys = new_table(server, slug)
    devices = [Device() for _ in keys]
    for device, key in zip(devices, keys, strict=True):
        device.claims(server, table, key)
    with page(server, table) as everybody:
        moment = everybody.hello(*keys)["moment"]
        for _ in range(12):
            for device, key in zip(devices, keys, strict=True):
                (told,) = history(server, device)["games"]
                assert told == yours(server, table, key)
            if moment["over"]:
                return
            moment = everybody.move(moment)


def test_nobody_else_has_a_game_in_the_history(server: TestClient) -> None:
    table, keys = new_table(server, DUEL)
    one, other = Device(), Device()
    one.claims(server, table, keys[0])
    elsewhere, more = new_table(server, DUEL)
    other.claims(server, elsewhere, more[0])
    assert [game["id"] for game in history(server, one)["games"]] == [table]


def test_where_it_is_my_turn_comes_first_and_what_is_over_last(server: TestClient) -> None:
    device, order = Device(), list[str]()
    ended, waiting, mine = [new_table(server, DUEL) for _ in range(3)]
    with page(server, ended[0]) as everybody:
        everybody.to_the_end(everybody.hello(*ended[1])["moment"])
    for (table, keys), wanted in ((ended, None), (waiting, False), (mine, True)):
        with page(server, table) as everybody:
            mover = everybody.hello(*keys)["moment"]["mover"]
        device.claims(server, table, keys[0] if wanted is None else keys[mover if wanted else 1 - mover])
        order = [table, *order]
    assert [game["id"] for game in history(server, device)["games"]] == order
    with page(server, waiting[0]) as everybody:  # now it is my turn there, and newest
        everybody.move(everybody.hello(*waiting[1])["moment"])
    assert history(server, device)["games"][0]["id"] == waiting[0]


def test_filters_and_counts_agree(server: TestClient) -> None:
    device = Device()
    for _ in range(6):
        table, keys = new_table(server, DUEL)
        seat = DICE.randrange(2)
        device.claims(server, table, keys[seat])
        with page(server, table) as everybody:
            everybody.hello(keys[DICE.randrange(2)])
            if DICE.random() < 0.7:
                everybody.say("resign")
                everybody.hear("welcome")
    whole = history(server, device)
    (tally,) = whole["tallies"]
    counts = {kind: len(history(server, device, result=kind)["games"]) for kind in ("running", "won", "lost", "drawn")}
    assert tally == {"game": DUEL, **counts}
    assert sum(counts.values()) == len(whole["games"]) == 6
    assert all(game["yours"][0] in game["winners"] for game in history(server, device, result="won")["games"])
    assert history(server, device, game=DUEL)["games"] == whole["games"]
    assert history(server, device, game="no game")["games"] == []


def test_pages_have_every_game_once(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.server.tags.histories.GAMES_PER_PAGE", 3)
    device, all_of_them = Device(), set[str]()
    for n in range(8):
        table, keys = new_table(server, DUEL)
        device.claims(server, table, keys[n % 2])
        all_of_them.add(table)
    asked: dict[str, Any] = {}
    found: list[str] = []
    while True:
        shown = history(server, device, **asked)
        found += [game["id"] for game in shown["games"]]
        assert bool(shown["tallies"]) == ("after" not in asked)
        if shown["next"] is None:
            break
        asked = {"after": shown["next"]}
    assert len(found) == 8
    assert {*found} == all_of_them


def test_a_profile_shows_public_games_that_are_over_and_only_if_asked(server: TestClient) -> None:
    device, over = Device(), list[str]()
    for public in (True, False):
        for ends in (True, False):
            table, keys = new_table(server, DUEL, public=public)
            card = device.claims(server, table, keys[0], name="Ann")
            if ends:
                with page(server, table) as player:
                    player.hello(keys[0])
                    player.say("resign")
                    player.hear("welcome")
                over += [table] if public else []
    address = f"/api/tags/{card['id']}"
    assert server.get(address).json()["code"] == "UnknownTag"
    look = {"name": "Ann", "bird": 3, "colour": 2}
    device.told(server, "/api/tag/change", {**look, "shown": True})
    shown = server.get(address).json()
    assert [game["id"] for game in shown["games"]] == over
    assert shown["tallies"] == [{"game": DUEL, "running": 0, "won": 0, "lost": 1, "drawn": 0}]
    assert {name: shown[name] for name in look} == look
    device.told(server, "/api/tag/change", {**look, "shown": False})
    assert server.get(address).json()["code"] == "UnknownTag"


def test_an_old_table_is_known_once_it_is_claimed(tmp_path: Path) -> None:
    """Of tables from before there were tags nothing is described yet."""
    import sqlite3

    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        table, keys = new_table(client, DUEL)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE tables SET summary = ''")
    with opened(file) as client:
        device = Device()
        device.claims(client, table, keys[0])
        assert history(client, device)["games"] == [yours(client, table, keys[0])]

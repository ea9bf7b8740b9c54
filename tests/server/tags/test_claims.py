"""Whose seat it is: claims, stolen links, further devices, words."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.quota import rate_limit
from tests.often import KINDS
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.tag_device import Device, sent

SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)
TOKEN = hashlib.sha256(b"twelve words").hexdigest()
DIGEST = hashlib.sha256(TOKEN.encode()).hexdigest()


@pytest.fixture
def table(client: TestClient) -> tuple[str, list[str]]:
    return new_table(client, SHORT)


def tables_of(client: TestClient, device: Device) -> list[str]:
    return [game["id"] for game in device.told(client, "/api/tag/games")["games"]]


def refused(client: TestClient, device: Device, path: str, body: object = None) -> str:
    answer = device.ask(client, path, body)
    assert answer.status_code >= 400
    return str(answer.json()["code"])


def test_a_stolen_link_does_not_give_the_tag(client: TestClient, table: tuple[str, list[str]]) -> None:
    table_id, keys = table
    owner, thief = Device(), Device()
    owner.claims(client, table_id, keys[0], name="Ann")
    assert thief.claims(client, table_id, keys[0], name="Mallory") is None
    assert thief.told(client, "/api/tag") is None, "not even a tag was made"
    assert refused(client, thief, "/api/tag/seat", {"table": table_id, "seat": 0}) == "UnknownTag"
    assert owner.told(client, "/api/tag")["name"] == "Ann"
    other_table, other_keys = new_table(client, SHORT)
    thief.claims(client, other_table, other_keys[0])
    assert thief.claims(client, table_id, keys[0]) is None
    assert tables_of(client, thief) == [other_table]
    assert refused(client, thief, "/api/tag/seat", {"table": table_id, "seat": 0}) == "UnknownKey"


def test_a_seat_is_claimed_with_its_key_alone(client: TestClient, table: tuple[str, list[str]]) -> None:
    table_id, keys = table
    elsewhere, _ = new_table(client, SHORT)
    for key, where in (("wrong", table_id), (keys[0], elsewhere), ("", table_id)):
        assert refused(client, Device(), "/api/tag/claim", {"table": where, "key": key or "-"}) == "UnknownKey"
    assert refused(client, Device(), "/api/tag/claim", {"table": "none", "key": keys[0]}) == "UnknownTable"


def test_who_has_not_come_claims_nothing(client: TestClient) -> None:
    table_id, keys = new_table(client, SHORT, begin=False)
    assert refused(client, Device(), "/api/tag/claim", {"table": table_id, "key": keys[0]}) == "NotNow"
    with page(client, table_id) as player:
        player.hello(keys[0])
        assert Device().claims(client, table_id, keys[0])


def test_to_claim_again_changes_nothing(client: TestClient, table: tuple[str, list[str]]) -> None:
    device = Device()
    cards = [device.claims(client, table[0], table[1][0], name=name) for name in ("Ann", "Bea")]
    assert cards[0] == cards[1]
    assert tables_of(client, device) == [table[0]]


def test_a_second_device_joins_by_words_and_plays_on(client: TestClient, table: tuple[str, list[str]]) -> None:
    table_id, keys = table
    old, new, token = Device(), Device(), hashlib.sha256(b"words of its own").hexdigest()
    own = hashlib.sha256(token.encode()).hexdigest()
    old.claims(client, table_id, keys[0], name="Ann")
    assert old.told(client, "/api/tag/words", {"digest": own})["words"]
    for wrong in (own, "0" * 64):
        assert refused(client, new, "/api/tag/join/words", {"token": wrong}) == "UnknownTag"
    card = new.told(client, "/api/tag/join/words", {"token": token})
    assert (card["name"], len(card["devices"])) == ("Ann", 2)
    assert tables_of(client, new) == [table_id]
    link = new.told(client, "/api/tag/seat", {"table": table_id, "seat": 0})
    assert link["key"] not in keys
    with page(client, table_id) as here, page(client, table_id) as there:
        assert here.hello(link["key"])["table"]["seats"][0]["yours"]
        there.hello(*keys)
        asked = client.post("/api/yours", json={"tables": [{"id": table_id, "keys": [link["key"]]}]})
        assert [known["yours"] for known in asked.json()["tables"]] == [[0]]


def test_a_further_key_opens_the_rematch_and_no_other_seat(client: TestClient, table: tuple[str, list[str]]) -> None:
    table_id, keys = table
    device = Device()
    device.claims(client, table_id, keys[0])
    key = device.told(client, "/api/tag/seat", {"table": table_id, "seat": 0})["key"]
    with page(client, table_id) as everybody:
        everybody.to_the_end(everybody.hello(*keys)["moment"])
        rematch = everybody.rematch()
    with page(client, rematch) as here:
        seats = here.hello(key)["table"]["seats"]
        assert [seat["index"] for seat in seats if seat["yours"]] == [len(keys) - 1], "everybody has moved on"


def test_new_words_take_the_place_of_old_ones(client: TestClient, table: tuple[str, list[str]]) -> None:
    device = Device()
    device.claims(client, table[0], table[1][0])
    tokens = [hashlib.sha256(text).hexdigest() for text in (b"old", b"new")]
    for token in tokens:
        device.told(client, "/api/tag/words", {"digest": hashlib.sha256(token.encode()).hexdigest()})
    assert refused(client, Device(), "/api/tag/join/words", {"token": tokens[0]}) == "UnknownTag"
    assert Device().told(client, "/api/tag/join/words", {"token": tokens[1]})


def test_a_device_with_games_brings_them_along(client: TestClient, table: tuple[str, list[str]]) -> None:
    (first, first_keys), (second, second_keys) = table, new_table(client, SHORT)
    old, new = Device(), Device()
    kept = old.claims(client, first, first_keys[0], name="Ann")
    gone = new.claims(client, second, second_keys[0], name="Anna")
    token = hashlib.sha256(first.encode()).hexdigest()
    old.told(client, "/api/tag/words", {"digest": hashlib.sha256(token.encode()).hexdigest()})
    card = new.told(client, "/api/tag/join/words", {"token": token})
    assert (card["id"], card["name"]) == (kept["id"], "Ann") != (gone["id"], "Anna")
    assert {*tables_of(client, old)} == {*tables_of(client, new)} == {first, second}


def test_a_request_to_join_counts_once(client: TestClient, table: tuple[str, list[str]]) -> None:
    old, new = Device(), Device()
    old.claims(client, table[0], table[1][0])
    token = hashlib.sha256(table[0].encode()).hexdigest()
    old.told(client, "/api/tag/words", {"digest": hashlib.sha256(token.encode()).hexdigest()})
    signed = new.signed("/api/tag/join/words", {"token": token})
    assert [sent(client, "/api/tag/join/words", signed).status_code for _ in range(2)] == [200, 409]


def test_looks_are_not_changed_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each new look at a table is stored for ever, as names and lines of chat are. The seat is claimed anyway."""
    monkeypatch.setattr(rate_limit, "ADDRESS_CHAT_RATE", 1e-3)  # a slow machine would be allowed more meanwhile
    file, device, events = tmp_path / "t.sqlite3", Device(), list[int]()
    with opened(file) as client:  # a server of its own, because nobody there may chat for a while
        table, (key, *_) = new_table(client, KINDS[0])
        with page(client, table) as person:
            person.hello(key)
        look = {"name": "Ann", "bird": 1, "shown": False}
        device.claims(client, table, key)
        for change in range(100):
            device.told(client, "/api/tag/change", {**look, "colour": change % 8})
            assert device.claims(client, table, key)
            with closing(sqlite3.connect(file)) as database:
                events += database.execute("SELECT count(*) FROM events").fetchone()
    assert len({*events}) == rate_limit.ADDRESS_CHAT_BURST - 1, "the first claim gave a look, too"
    assert events[-1] == events[-2]

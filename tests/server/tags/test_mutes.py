"""Mute and block: kept with the tag, told to nobody, deleted with either tag; what a blocked person can still do."""

import hashlib
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from tests.server.storage.everything import everything
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.tag_device import Device
from tests.server.tags.test_claims import TOKEN, refused

DUEL = min(
    (s for s in rookery.slugs() if 2 in rookery.load(s).facts.players and not rookery.load(s).facts.cooperative),
    key=lambda slug: rookery.load(slug).facts.longest,
)
OPEN_TABLE = {"game": DUEL, "seats": [{"kind": "person", "name": "Ann"}, {"kind": "person", "open": True}]}


@pytest.fixture
def met(client: TestClient) -> tuple[str, list[str], Device, Device]:
    """A table where Ann and Bob sit, each with a tag."""
    table, keys = new_table(client, DUEL)
    ann, bob = Device(), Device()
    ann.claims(client, table, keys[0], name="Ann")
    bob.claims(client, table, keys[1], name="Bob")
    with page(client, table) as player:
        player.hello(keys[1])
        player.say("rename", seat=1, name="Bobby")
        player.hear("tabled")
    return table, keys, ann, bob


def mutes(client: TestClient, device: Device, table: str, seat: int, block: bool = False) -> Any:
    return device.told(client, "/api/tag/mute", {"table": table, "seat": seat, "block": block})


def sits(client: TestClient, device: Device, table: str) -> Any:
    return device.ask(client, "/api/tag/sit", {"table": table, "seat": 1, "name": "B"}).json()


def test_a_muted_person_is_known_at_every_table_and_on_all_devices(
    client: TestClient, met: tuple[str, list[str], Device, Device]
) -> None:
    table, _, ann, bob = met
    (card,) = mutes(client, ann, table, 1)
    assert (card["table"], card["seat"], card["name"], card["blocked"]) == (table, 1, "Bobby", False)
    elsewhere, keys = new_table(client, DUEL)
    bob.claims(client, elsewhere, keys[0])
    ann.claims(client, elsewhere, keys[1])
    second = Device()
    token = hashlib.sha256(table.encode()).hexdigest()
    ann.told(client, "/api/tag/words", {"digest": hashlib.sha256(token.encode()).hexdigest()})
    second.told(client, "/api/tag/join/words", {"token": token})
    for device in (ann, second):
        assert device.told(client, "/api/tag/muted", {"table": elsewhere}) == [0]
        assert device.told(client, "/api/tag/mutes") == [card]
    assert second.told(client, "/api/tag/unmute", {"table": table, "seat": 1}) == []
    assert ann.told(client, "/api/tag/muted", {"table": elsewhere}) == []


def test_nobody_is_told(client: TestClient, met: tuple[str, list[str], Device, Device]) -> None:
    """Two worlds: in one Bob is blocked, in the other he is not. All that he can read is the same."""
    table, keys, ann, bob = met
    tag = ann.told(client, "/api/tag")["id"]

    def told() -> str:
        answers = [bob.told(client, path) for path in ("/api/tag", "/api/tag/mutes", "/api/tag/games", "/api/tag/data")]
        answers.append(bob.told(client, "/api/tag/muted", {"table": table}))
        with page(client, table) as player:
            answers.append(player.hello(keys[1]))
        return json.dumps(answers)

    before = told()
    (card,) = mutes(client, ann, table, 1, block=True)
    assert told() == before
    assert tag not in before
    assert bob.told(client, "/api/tag")["id"] not in json.dumps(card), "nor is his tag told to Ann"


def test_one_can_mute_only_whom_one_has_met(client: TestClient, met: tuple[str, list[str], Device, Device]) -> None:
    table, _, ann, _ = met
    stranger, (elsewhere, keys) = Device(), new_table(client, DUEL)
    stranger.claims(client, elsewhere, keys[0])
    asked = {"table": table, "seat": 1, "block": True}
    assert refused(client, stranger, "/api/tag/mute", asked) == "UnknownKey"
    assert refused(client, Device(), "/api/tag/mute", asked) == "UnknownTag"
    assert refused(client, stranger, "/api/tag/mute", {**asked, "table": elsewhere}) == "UnknownTag", "nobody's seat"
    assert refused(client, ann, "/api/tag/mute", {**asked, "seat": 0}) == "NotNow", "one's own"
    assert refused(client, ann, "/api/tag/mute", {**asked, "seat": 9}) == "UnknownTag"
    assert refused(client, ann, "/api/tag/mute", {**asked, "table": "none"}) == "UnknownTable"


def test_a_blocked_tag_does_not_sit_down_where_who_blocked_it_has_made_the_table(
    client: TestClient, met: tuple[str, list[str], Device, Device]
) -> None:
    table, _, ann, bob = met
    mine = ann.ask(client, "/api/tag/tables", OPEN_TABLE).json()["table"]
    other = client.post("/api/tables", json=OPEN_TABLE).json()["table"]
    mutes(client, ann, table, 1)
    assert "key" in sits(client, bob, ann.ask(client, "/api/tag/tables", OPEN_TABLE).json()["table"]), (
        "muted is not out"
    )
    mutes(client, ann, table, 1, block=True)
    said = sits(client, bob, mine)
    assert said["code"] == "SeatTaken"
    assert "Ann" not in said["words"]
    assert "block" not in said["words"]
    assert "key" in sits(client, bob, other), "it is not Ann's table"
    # a link opens a seat, and without the tag nobody knows who it is; but the seat does not become the tag's
    key = client.post(f"/api/tables/{mine}/seats/1", json={"name": "B"}).json()["key"]
    with page(client, mine) as player:
        player.hello(key)
    assert refused(client, bob, "/api/tag/claim", {"table": mine, "key": key}) == "SeatTaken"
    ann.told(client, "/api/tag/unmute", {"table": table, "seat": 1})
    assert bob.claims(client, mine, key)


def test_a_blocked_tag_seats_nobody_by_a_rematch(
    client: TestClient, met: tuple[str, list[str], Device, Device]
) -> None:
    table, keys, ann, _ = met
    mutes(client, ann, table, 1, block=True)
    with page(client, table) as both:
        both.to_the_end(both.hello(*keys)["moment"])
    with page(client, table) as bob, page(client, table) as one:
        bob.hello(keys[1])
        assert bob.refused("rematch") == "NotNow"
        one.hello(keys[0])
        one.rematch()


def test_a_mute_recognises_nobody_at_a_table_of_others(
    client: TestClient, met: tuple[str, list[str], Device, Device]
) -> None:
    """Whoever has no seat is told what a stranger is told."""
    table, _, ann, bob = met
    mutes(client, ann, table, 1)
    elsewhere, keys = new_table(client, DUEL)
    bob.claims(client, elsewhere, keys[0])
    bob.told(client, "/api/tag/change", {"name": "Quite another", "bird": 3, "colour": 3, "shown": False})
    assert ann.told(client, "/api/tag/muted", {"table": elsewhere}) == []
    assert ann.told(client, "/api/tag/muted", {"table": table}) == [1]
    ann.claims(client, elsewhere, keys[1])
    assert ann.told(client, "/api/tag/muted", {"table": elsewhere}) == [0], "who sits there does not hear it"


def test_a_joined_tag_brings_its_mutes_and_is_still_muted(
    client: TestClient, met: tuple[str, list[str], Device, Device]
) -> None:
    """A blocked person does not get rid of it by joining another tag of theirs, nor loses mutes by joining."""
    table, _, ann, bob = met
    mutes(client, ann, table, 1, block=True)
    mutes(client, bob, table, 0)
    new, (elsewhere, keys) = Device(), new_table(client, DUEL)
    new.claims(client, elsewhere, keys[0])
    token = {"token": TOKEN[::-1]}

    new.told(client, "/api/tag/words", {"digest": hashlib.sha256(token["token"].encode()).hexdigest()})
    bob.told(client, "/api/tag/join/words", token)
    mine = ann.ask(client, "/api/tag/tables", OPEN_TABLE).json()["table"]
    for device in (bob, new):
        assert sits(client, device, mine)["code"] == "SeatTaken"
        assert [card["seat"] for card in device.told(client, "/api/tag/mutes")] == [0]


def test_who_joins_the_tag_that_they_muted_mutes_nobody(
    client: TestClient, met: tuple[str, list[str], Device, Device]
) -> None:
    table, _, ann, bob = met
    mutes(client, ann, table, 1)
    mutes(client, bob, table, 0)
    token = {"token": TOKEN.replace("0", "1")[:63] + "2"}

    ann.told(client, "/api/tag/words", {"digest": hashlib.sha256(token["token"].encode()).hexdigest()})
    bob.told(client, "/api/tag/join/words", token)
    assert bob.told(client, "/api/tag/mutes") == []


@pytest.mark.parametrize("leaver", ["ann", "bob"])
def test_it_goes_with_either_tag(database: str, leaver: str) -> None:
    with opened(database) as client:
        table, keys = new_table(client, DUEL)
        ann, bob = Device(), Device()
        ann.claims(client, table, keys[0])
        bob.claims(client, table, keys[1])
        with page(client, table) as player:
            player.hello(keys[1])
            player.say("rename", seat=1, name="Xanthippe")
            player.hear("tabled")
        mutes(client, ann, table, 1, block=True)
        ann.ask(client, "/api/tag/tables", OPEN_TABLE)
        data = ann.told(client, "/api/tag/data")
        assert [card["name"] for card in data["muted"]] == ["Xanthippe"]
        gone = {"ann": ann, "bob": bob}[leaver]
        tag = gone.told(client, "/api/tag")["id"]
        gone.told(client, "/api/tag/leave")
        if leaver == "bob":
            assert ann.told(client, "/api/tag/mutes") == []
    found = everything(database)
    assert tag not in found
    assert ("Xanthippe" in found) == (leaver == "ann")


# ── The bird that others see ─────────────────────────────────────────────────
def looks(client: TestClient, table: str, *keys: str) -> list[str]:
    with page(client, table) as viewer:
        return [seat["look"] for seat in viewer.hello(*keys)["table"]["seats"]]


def test_others_see_the_bird_and_a_rematch_has_it_until_its_person_leaves(database: str) -> None:
    with opened(database) as client:
        table, keys = new_table(client, DUEL)
        ann = Device()
        with page(client, table) as other:
            other.hello(keys[1])
            ann.claims(client, table, keys[0], bird=113, colour=7)
            while (told := [seat["look"] for seat in other.hear("tabled")["table"]["seats"]]) == ["", ""]:
                pass  # who is here
            assert told == ["113 7", ""]
        assert looks(client, table) == looks(client, table, keys[0]) == ["113 7", ""]
        with page(client, table) as me:
            me.hello(keys[0])
            me.say("rename", seat=0, name="Ann")
            while (seat := me.hear("tabled")["table"]["seats"][0])["name"] != "Ann":
                pass
            assert seat["look"] == "113 7", "a name changes no bird"
        with page(client, table) as both:
            both.to_the_end(both.hello(*keys)["moment"])
            rematch = both.rematch()
        with page(client, rematch) as both:
            assert [seat["look"] for seat in both.hello(*keys)["table"]["seats"]] == ["", "113 7"]
        ann.told(client, "/api/tag/leave")
        assert looks(client, table) == looks(client, rematch) == ["", ""]
    with opened(database) as client:
        assert looks(client, table) == looks(client, rematch) == ["", ""]
    assert "113 7" not in everything(database)


def test_who_takes_the_seat_next_has_no_bird_of_somebody_else(client: TestClient) -> None:
    from rookery.server.table.events import Named, Sat
    from tests.server.support.app_client import table_of

    table = table_of(rookery.load(DUEL), 2)
    table.add([Named(0, "Ann", "1 2"), Sat(0, "0" * 64, "Bob")])
    assert (table.seats[0].name, table.seats[0].look) == ("Bob", "")

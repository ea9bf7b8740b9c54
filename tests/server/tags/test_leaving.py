"""To leave: nothing names the person afterwards, and the games of the others are whole."""

import asyncio
import io
import json
import logging
import sqlite3
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.position import Game
from rookery.server.config import Config
from rookery.server.errors import DamagedTable
from rookery.server.storage.store import Store
from rookery.server.table import erasure
from rookery.server.table.events import Erased, Event, Named, Played, Reminds, Said, Seat, Subscribed, encode
from rookery.server.tags.personal_data import PersonalData
from rookery.server.tags.tag_store import Signer
from rookery.server.telemetry.logs import set_up
from tests.server.cluster.pair import Pair
from tests.server.cluster.visitors import new_table as table_at
from tests.server.cluster.visitors import page as page_at
from tests.server.cluster.visitors import until
from tests.server.ratings.rated_tables import rated_over, settled
from tests.server.storage.everything import everything, rewrite
from tests.server.support.app_client import happen, new_table, opened, page, table_of
from tests.server.support.tag_device import Device, told_at
from tests.server.tags.test_claims import DIGEST, TOKEN

FACTS = {slug: rookery.load(slug).facts for slug in rookery.slugs()}
DUEL = min((s for s in FACTS if 2 in FACTS[s].players and not FACTS[s].cooperative), key=lambda s: FACTS[s].longest)
NAME, LATER_NAME, LINE = "Xanthippe Quux", "Xanthippe Again", "these words name me: zyxwvut"
OTHER_NAME, OTHER_LINE = "Bartholomew", "good game, friend"
HOOK = "https://hooks.slack.com/services/T000/B000/secretxyz"
PUSH = "https://fcm.googleapis.com/fcm/send/subscriptionxyz"
SECRETS = (NAME, LATER_NAME, LINE, "secretxyz", "subscriptionxyz")


def kept(database: str, table: str) -> list[Any]:
    async def load() -> list[Any]:
        store = Store(database)
        try:
            return (await store.load(table)).events
        finally:
            store.close()

    return asyncio.run(load())


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    set_up(Config(log_level="debug", log="json"), stream)
    yield stream
    logging.getLogger().handlers.clear()


def play(client: TestClient, device: Device) -> tuple[str, str, list[str], Any]:
    """A game in which somebody is named in every way, and its rematch, to which they never come."""
    seats = [{"kind": "person", "name": NAME}, {"kind": "person", "name": OTHER_NAME}]
    made = client.post("/api/tables", json={"game": DUEL, "seats": seats, "public": True}).json()
    table, keys = made["table"], [seat["key"] for seat in made["seats"]]
    with page(client, table) as everybody:
        everybody.hello(*keys)
    card = device.claims(client, table, keys[0], name=NAME)
    with page(client, table) as me, page(client, table) as other:
        me.hello(keys[0])
        other.hello(keys[1])
        me.say("say", text=LINE)
        other.say("say", text=OTHER_LINE)
        for _ in range(2):
            me.hear("chat")
            other.hear("chat")
        me.say("rename", seat=0, name=LATER_NAME)
        me.say("remind", seat=0, webhook=HOOK)
        me.say("subscribe", seat=0, endpoint=PUSH, p256dh="abc", auth="def")
        while me.hear("tabled")["table"]["seats"][0]["webhook"] != HOOK:
            pass
    with page(client, table) as both:
        both.to_the_end(both.hello(*keys)["moment"])
        rematch = both.rematch()
    return table, rematch, keys, card


def test_nothing_names_who_has_left(database: str, log: io.StringIO) -> None:
    device = Device()
    with opened(database) as client:
        table, rematch, keys, card = play(client, device)
        settled(client, rated_over(client, [device, Device()]))
        assert device.told(client, "/api/tag/data")["ratings"]
        assert LATER_NAME in client.get("/api/tables").text
    before = {one: kept(database, one) for one in (table, rematch)}
    found = everything(database)
    assert all(secret in found for secret in (*SECRETS, card["id"], device.key)), "the search finds what is there"

    with opened(database) as client:
        with page(client, table) as other:
            other.hello(keys[1])
            assert device.told(client, "/api/tag/leave") is None
            welcome = other.hear("welcome")  # the page is told anew, as after a take-back
            assert [line["text"] for line in welcome["chat"]] == [OTHER_LINE]
            assert [seat["name"] for seat in welcome["table"]["seats"]] == ["", OTHER_NAME]
        exports = [client.get(f"/api/tables/{table}/{what}").text for what in ("record", "actions")]
        lists = client.get("/api/tables").text + client.get(f"/api/tables/{table}").text
        assert device.told(client, "/api/tag") is None
        assert client.get(f"/api/tags/{card['id']}").json()["code"] == "UnknownTag"

    assert OTHER_NAME in exports[0]
    if not database.startswith("postgres"):
        files = [file.read_bytes().decode("latin-1") for file in Path(database).parent.iterdir()]
    else:
        files = [everything(database)]
    for secret in (*SECRETS, card["id"], device.key):
        for where in (everything(database), *files, *exports, lists, log.getvalue()):
            assert secret not in where, secret
    for one, old in before.items():
        new = kept(database, one)
        assert isinstance(new[-1], Erased), one
        assert len(new) == len(old) + 1, "events are blanked, never removed"
        assert [type(event) for event in new[:-1]] == [type(event) for event in old]
        assert [event for event in new if isinstance(event, Played)] == [it for it in old if isinstance(it, Played)]


def test_the_game_goes_on_and_the_seat_stays_left(tmp_path: Path) -> None:
    """A claim that somebody caught before does not bring the tag back."""
    from tests.server.support.tag_device import sent

    with opened(tmp_path / "t.sqlite3") as client:
        table, keys = new_table(client, DUEL)
        device = Device()
        caught = device.signed("/api/tag/claim", {"table": table, "key": keys[0], "name": NAME})
        assert sent(client, "/api/tag/claim", caught).json()["name"] == NAME
        device.told(client, "/api/tag/leave")
        assert sent(client, "/api/tag/claim", caught).json()["code"] == "NotNow"
        assert Device().ask(client, "/api/tag/claim", {"table": table, "key": keys[0]}).json()["code"] == "NotNow"
        with page(client, table) as everybody:
            everybody.move(everybody.hello(*keys)["moment"])


def test_a_damaged_table_does_not_keep_the_others(database: str) -> None:
    """It is named in the end, and the tag is there to leave it once it is repaired."""
    device = Device()

    change = "UPDATE events SET body = ? WHERE table_id = ? AND number = 1"
    with opened(database) as client:
        tables = sorted(new_table(client, DUEL) for _ in range(3))
        for table, keys in tables:
            device.claims(client, table, keys[0])
            with page(client, table) as me:
                me.hello(keys[0])
                me.say("rename", seat=0, name=f"Xan {table}")
                me.hear("tabled")
    damaged = tables[0][0]  # the first of them
    body = encode(kept(database, damaged)[0])
    rewrite(database, change, body.replace(DUEL, "other"), damaged)
    with opened(database, damaged=True) as client:
        (told,) = [it for it in device.told(client, "/api/tag/data")["seats"] if "said" not in it]
        assert (told["table"], told["damaged"]) == (damaged, DamagedTable.told)
        for _ in range(2):
            answer = device.ask(client, "/api/tag/leave")
            assert (answer.status_code, answer.json()["code"]) == (503, "DamagedTable")
            assert "damaged tables (1)" in answer.json()["words"]
    assert [table for table, _ in tables if f"Xan {table}" in everything(database)] == [damaged]
    rewrite(database, change, body, damaged)
    with opened(database) as client:
        assert device.told(client, "/api/tag/leave") is None
        assert device.told(client, "/api/tag") is None
    assert "Xan" not in everything(database)


def test_a_seat_whose_row_is_damaged_opens_nothing_of_a_stranger(database: str) -> None:
    device = Device()
    with opened(database) as client:
        (table, keys), (other, other_keys) = (new_table(client, DUEL) for _ in range(2))
        device.claims(client, table, keys[0], name=NAME)
        with page(client, other) as person:
            person.hello(other_keys[0])
            person.say("rename", seat=0, name=OTHER_NAME)
            person.hear("tabled")
    change = "UPDATE tagged_seats SET table_id = ? WHERE table_id = ?"
    rewrite(database, change, other, table)
    with opened(database, damaged=True) as client:
        assert device.told(client, "/api/tag/data")["seats"] == [{"damaged": "what was kept of this seat is damaged"}]
        for _ in range(2):
            answer = device.ask(client, "/api/tag/leave")
            assert (answer.status_code, answer.json()["code"]) == (503, "DamagedTable")
            assert "damaged seats (1)" in answer.json()["words"]
    assert not [event for event in kept(database, other) if isinstance(event, Erased)]
    rewrite(database, change, table, other)
    with opened(database) as client:
        assert device.told(client, "/api/tag/leave") is None
        assert device.told(client, "/api/tag") is None
    assert isinstance(kept(database, table)[-1], Erased)


def test_a_leave_that_meets_a_damaged_rematch_blanks_the_game_before_once(tmp_path: Path) -> None:
    device, database = Device(), str(tmp_path / "t.sqlite3")
    with opened(database) as client:
        table, rematch, _, _ = play(client, device)
    rewrite(database, "UPDATE events SET body = body || ' ' WHERE table_id = ? AND number = 1", rematch)
    with opened(database, damaged=True) as client:
        for _ in range(2):
            assert device.ask(client, "/api/tag/leave").json()["code"] == "DamagedTable"
    assert [type(event) for event in kept(database, table)].count(Erased) == 1
    assert isinstance(kept(database, table)[-1], Erased)


def test_all_devices_are_out_and_others_are_not(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        table, keys = new_table(client, DUEL)
        one, two, other = Device(), Device(), Device()
        one.claims(client, table, keys[0], name=NAME)
        other.claims(client, table, keys[1], name=OTHER_NAME)
        one.told(client, "/api/tag/words", {"digest": DIGEST})
        two.told(client, "/api/tag/join/words", {"token": TOKEN})
        one.told(client, "/api/tag/leave")
        assert two.told(client, "/api/tag") is None
        assert Device().ask(client, "/api/tag/join/words", {"token": TOKEN}).json()["code"] == "UnknownTag"
        assert len(other.told(client, "/api/tag/games")["games"]) == 1


def test_a_device_that_was_signed_out_begins_anew(database: str) -> None:
    """The first device of a tag that another one is leaving. Here the server stops in the middle of the leave."""
    thief, owner = Device(), Device()
    with opened(database) as client:
        seats = [new_table(client, DUEL) for _ in range(2)]
        thief.claims(client, seats[0][0], seats[0][1][0], name=NAME)
        thief.told(client, "/api/tag/words", {"digest": DIGEST})
        owner.told(client, "/api/tag/join/words", {"token": TOKEN})

    async def half() -> None:
        store = Store(database)
        await PersonalData(store).lock_out(Signer(owner.key, owner.newest + 1))
        store.close()

    asyncio.run(half())
    table, keys = seats[1]
    with opened(database) as client:
        assert thief.told(client, "/api/tag") is None
        new = thief.claims(client, table, keys[0])
        assert (new["name"], new["words"], len(new["devices"])) == ("", False, 1)
        assert new["id"] != owner.told(client, "/api/tag")["id"]
        assert [len(device.told(client, "/api/tag/games")["games"]) for device in (thief, owner)] == [1, 1]
        assert owner.told(client, "/api/tag/leave") is None
        assert thief.told(client, "/api/tag") == new
        assert len(thief.told(client, "/api/tag/games")["games"]) == 1


def test_what_another_program_reads_meanwhile_goes_when_it_has_read(tmp_path: Path) -> None:
    device, file = Device(), tmp_path / "t.sqlite3"
    with opened(file) as client:
        play(client, device)
        reader = sqlite3.connect(file)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchall()
        device.told(client, "/api/tag/leave")
        log_of_writes = tmp_path / "t.sqlite3-wal"
        assert device.key.encode() in log_of_writes.read_bytes()
        reader.close()
        new_table(client, DUEL)
        assert device.key.encode() not in log_of_writes.read_bytes() + file.read_bytes()


def test_a_table_in_memory_is_blanked_as_one_that_is_read_anew() -> None:
    """The law behind it: to add `Erased` is to have blanked the events before."""
    game: Game = rookery.load(DUEL)
    events: list[Any] = [
        Named(0, NAME),
        Named(1, OTHER_NAME),
        Said(0, LINE),
        Said(1, OTHER_LINE),
        Said(None, "from afar"),
        Reminds(0, HOOK, "https://x.org"),
        Reminds(1, "https://hooks.slack.com/other", "https://x.org"),
        Subscribed(0, PUSH, "k", "a"),
    ]
    alive, whole = table_of(game, 2), table_of(game, 2)
    happen(alive, [*events, Erased(0)])
    blank = [erasure.without(event, 0) for event in events]
    happen(whole, [*blank, Erased(0)])
    for name in ("seats", "chat", "webhooks", "browsers", "made", "events", "turn", "more_keys"):
        assert getattr(alive, name) == getattr(whole, name), name
    assert alive.seats[1].name == OTHER_NAME
    assert 1 in alive.webhooks
    assert not [secret for secret in SECRETS if secret in repr(blank) + repr(vars(alive))]


def test_what_can_be_downloaded_is_what_leaving_deletes(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        device = Device()
        play(client, device)
        told = json.dumps(device.told(client, "/api/tag/data"))
    assert [secret for secret in SECRETS if secret not in told] == []
    assert OTHER_LINE not in told
    assert OTHER_NAME not in told


def test_every_event_with_a_text_of_a_person_is_known() -> None:
    """An event that gets a new text must be looked at here."""
    texts = {
        f"{kind.__name__}.{field}"
        for kind in (*typing.get_args(Event), Seat)
        for field, type_ in typing.get_type_hints(kind).items()
        if type_ is str
    }
    blanked = {f"{kind.__name__}.{name}" for kind, names in erasure.PERSONAL_FIELDS.items() for name in names}
    harmless = {
        *(
            "Made.game",
            "Made.given",
            "Made.origin",
            "Made.contest",
            "Came.client_seed",
            "Sat.key_hash",
            "Played.position_key",
            "Played.remark",
        ),
        *("Conceded.how", "Broke.words", "Lent.level", "Followed.table", "Keyed.key_hash", "Rated.why_not"),
        *("Seat.level", "Seat.key_hash"),
    }
    assert texts == blanked | harmless


def test_a_page_at_another_process_hears_of_it(pair: Pair) -> None:
    one, other = pair.links
    table, keys = table_at(one, DUEL)
    device = Device()

    async def leave() -> None:
        async with page_at(other, table, keys) as there:
            await until(lambda: there.card["begun"])
            await there.say("rename", seat=0, name=NAME)
            await until(lambda: there.card["seats"][0]["name"] == NAME)
            await asyncio.to_thread(told_at, one, device, "/api/tag/claim", {"table": table, "key": keys[0]})
            await asyncio.to_thread(told_at, one, device, "/api/tag/leave")
            await until(lambda: there.card["seats"][0]["name"] == "")

    asyncio.run(leave())

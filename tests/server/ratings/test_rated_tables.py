"""Rated tables: everybody agrees before, nobody is helped, and the result counts once, whatever happens."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.seats import BrokenSeats
from rookery.ratings import rated_result, scale_of
from rookery.server.commands import people
from rookery.server.errors import StaleMove, StoreTrouble
from rookery.server.ratings.table_rater import TableRater
from rookery.server.rooms.journal import Journal
from rookery.server.storage.store import open_database
from rookery.server.table.events import Event
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from tests.server.ratings.rated_tables import DUEL, LIMIT, agree, change, rated_over, rated_table, settled, sits
from tests.server.support.app_client import opened, page
from tests.server.support.tag_device import Device, sent

LEVEL = next(iter(scale_of(rookery.load(DUEL), 2).anchors))
UNMEASURED = next(slug for slug in rookery.slugs() if not scale_of(rookery.load(slug), 2).anchors)


def rows(database: str, statement: str) -> list[Any]:
    one = open_database(database)
    one.begin()
    found = one.execute(statement)
    one.execute("ROLLBACK")
    one.close()
    return found


@pytest.fixture
def devices() -> list[Device]:
    return [Device(), Device()]


# ── Before ───────────────────────────────────────────────────────────────────
def test_everybody_agrees_and_then_it_begins(client: TestClient, devices: list[Device]) -> None:
    table, keys = rated_table(client)
    sits(client, table, keys[0])
    sits(client, table, keys[1])
    card = client.get(f"/api/tables/{table}").json()
    assert (card["begun"], card["rating"]["missing"]) == (False, [0, 1]), "to sit down is not enough"
    card = agree(client, table, keys[0], devices[0])
    assert (card["begun"], card["rating"]["missing"]) == (False, [1])
    agree(client, table, keys[0], devices[0])  # again: nothing happens
    card = agree(client, table, keys[1], devices[1])
    assert (card["begun"], card["rating"]["rated"]) == (True, True)


def test_one_person_and_a_bot_play_to_the_end(tmp_path: Path) -> None:
    """The last move may be the bot's; no server looks for what is due."""
    with opened(tmp_path / "t.sqlite3", brain="tests.server.ratings.measured_brain") as client:
        device, last = Device(), set[int]()
        while len(last) < 2:  # both the person and the bot have had the last move
            table, keys = rated_table(client, [LEVEL])
            assert agree(client, table, keys[0], device)["rating"]["rated"]
            with page(client, table) as person:
                moment, moves = person.hello(*keys)["moment"], list[int]()
                while not moment["over"]:
                    moves.append(moment["mover"])
                    moment = person.move(moment) if moment["mover"] == 0 else person.settled()
                last.add(moves[-1])
            assert settled(client, table)["counted"]
            assert change(client, table, device)["after"]["games"] >= len(last)


def test_a_guest_without_a_tag_makes_it_unrated_and_the_table_says_so(
    client: TestClient, devices: list[Device]
) -> None:
    table, keys = rated_table(client)
    agree(client, table, keys[0], devices[0])
    with page(client, table) as guest:
        assert not guest.hello(keys[1])["table"]["begun"], "it waits for a name tag"
        guest.say("begin")
        state = guest.hear("welcome")["table"]["rating"]
        assert state == {"rated": False, "missing": [1], "counted": False, "why_not": ""}
        for late in ({"rated": True}, {"rated": True, "name": "Ann"}):
            answer = devices[1].ask(client, "/api/tag/claim", {"table": table, "key": keys[1], **late})
            assert answer.json()["code"] == "StaleMove", "nobody agrees when the game has begun"
        guest.say("resign")
        guest.hear("welcome")
    assert change(client, table, devices[0]) is None
    assert client.get(f"/api/tables/{table}/record").status_code == 200


def test_a_game_that_begins_unrated_at_that_moment_leaves_the_seat_to_the_tag(
    client: TestClient, devices: list[Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No refusal, because the seat was claimed; the table says that it is unrated."""
    table, keys = rated_table(client)
    sits(client, table, *keys)
    asked, first = list[int](), people.agree

    def late(table: Table, seat: int) -> list[Event]:
        asked.append(seat)
        if len(asked) == 2:
            raise StaleMove("the game has begun")
        return first(table, seat)

    monkeypatch.setattr(people, "agree", late)
    assert devices[0].claims(client, table, keys[0], rated=True)["devices"]
    assert asked == [0, 0]
    assert len(devices[0].told(client, "/api/tag/games")["games"]) == 1
    assert client.get(f"/api/tables/{table}").json()["rating"]["missing"] == [0, 1]


def test_an_ordinary_claim_is_no_agreement(client: TestClient, devices: list[Device]) -> None:
    """Pages claim seats unasked; what a person agrees to is signed."""
    table, keys = rated_table(client)
    sits(client, table, *keys)
    for key, device in zip(keys, devices, strict=True):
        device.claims(client, table, key)
    assert client.get(f"/api/tables/{table}").json()["rating"]["missing"] == [0, 1]


def test_nobody_sits_down_twice(client: TestClient) -> None:
    device, other = Device(), Device()
    table, keys = rated_table(client)
    agree(client, table, keys[0], device)
    sits(client, table, keys[1])
    claim = {"table": table, "key": keys[1], "rated": True}
    assert device.ask(client, "/api/tag/claim", claim).json()["code"] == "CannotRate"
    device.claims(client, table, keys[1])  # the seat is mine, and nobody else can agree for it
    assert other.claims(client, table, keys[1], rated=True) is None
    assert device.ask(client, "/api/tag/claim", claim).json()["code"] == "CannotRate"
    assert client.get(f"/api/tables/{table}").json()["rating"]["missing"] == [1]


def test_a_stolen_link_agrees_to_nothing(client: TestClient, devices: list[Device]) -> None:
    owner, thief = devices
    table, keys = rated_table(client)
    sits(client, table, keys[0])
    owner.claims(client, table, keys[0])
    assert thief.claims(client, table, keys[0], rated=True) is None
    assert client.get(f"/api/tables/{table}").json()["rating"]["missing"] == [0, 1]
    forged = owner.signed("/api/tag/claim", {"table": table, "key": keys[0]})
    body = msgspec.json.encode({"table": table, "key": keys[0], "rated": True}).decode()
    assert sent(client, "/api/tag/claim", msgspec.structs.replace(forged, body=body)).json()["code"] == "BadSignature"


def test_who_has_not_sat_down_agrees_to_nothing(client: TestClient, devices: list[Device]) -> None:
    table, keys = rated_table(client)
    answer = devices[0].ask(client, "/api/tag/claim", {"table": table, "key": keys[0], "rated": True})
    assert answer.json()["code"] == "NotNow"
    ordinary, its_keys = rated_table(client, rated=False)
    sits(client, ordinary, *its_keys)
    answer = devices[0].ask(client, "/api/tag/claim", {"table": ordinary, "key": its_keys[0], "rated": True})
    assert answer.json()["code"] == "CannotRate"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"seats": [{"kind": "bot", "level": "first"}] * 2}, "only people"),
        ({"seats": [{}, {"kind": "bot", "level": "first"}]}, "First"),
        ({"seats": [{}, {}]}, "free to take"),
        ({"game": UNMEASURED, "seats": [{}, {"open": True}]}, "not rated"),
        ({"clock": None}, "needs a time limit"),
    ],
)
def test_what_cannot_be_rated_is_said_before(client: TestClient, order: dict[str, Any], words: str) -> None:
    plain = {"game": DUEL, "seats": [{}, {"open": True}], "rated": True, "clock": LIMIT}
    whole = plain | order
    refusal = client.post("/api/tables", json=whole).json()
    assert refusal["code"] == "CannotRate"
    assert words in refusal["words"]
    assert client.post("/api/rated", json=whole).json() == {"why_not": refusal["words"]}
    assert client.post("/api/rated", json=plain).json() == {"why_not": ""}
    assert client.post("/api/rated", json=whole | {"options": {"seed": "1"}}).json()["why_not"]


def test_a_game_that_goes_on_from_elsewhere_is_not_rated(client: TestClient) -> None:
    table, keys = rated_table(client, rated=False)
    sits(client, table, *keys)
    order = {"game": DUEL, "seats": [{}, {"open": True}], "rated": True, "after": {"table": table, "ply": 0}}
    assert client.post("/api/tables", json=order).json()["code"] == "CannotRate"


# ── While it runs ────────────────────────────────────────────────────────────
def test_nobody_is_helped_whatever_a_program_asks(database: str) -> None:
    with opened(database, brain="tests.server.ratings.measured_brain") as client:
        table, keys = rated_table(client, [LEVEL])
        agree(client, table, keys[0], Device())
        files = ["record", "actions", "export.svg", "export.txt"]
        with page(client, table) as person:
            moment = person.hello(*keys)["moment"]
            while moment["mover"] != 0:
                moment = person.settled()
            moment = person.move(moment)
            while moment["mover"] != 0 and not moment["over"]:
                moment = person.settled()
            assert person.refused("ask view", ply=moment["ply"]) == "NoHelp"
            assert person.refused("take back") == "CannotTakeBack"
            for file in files:
                assert client.get(f"/api/tables/{table}/{file}").json()["code"] == "StillSecret", file
            branch = {"game": DUEL, "seats": [{}, {"open": True}], "after": {"table": table, "ply": 1}}
            assert client.post("/api/tables", json=branch).json()["code"] == "StillSecret"
            person.say("resign")
            person.hear("welcome")
        assert settled(client, table)["counted"]
        for file in files:
            assert client.get(f"/api/tables/{table}/{file}").status_code == 200, file


def test_the_same_is_allowed_where_nobody_is_rated(client: TestClient) -> None:
    """The test above can fail: the same requests succeed at an ordinary table."""
    table, keys = rated_table(client, rated=False)
    with page(client, table) as person:
        moment = person.move(person.hello(*keys)["moment"])
        person.say("ask view", ply=moment["ply"])
        person.hear("viewed")
        assert client.get(f"/api/tables/{table}/record").status_code == 200
        person.say("take back")
        person.hear("welcome")


# ── The end ──────────────────────────────────────────────────────────────────
def test_both_are_told_what_it_did(database: str, devices: list[Device]) -> None:
    with opened(database) as client:
        table = rated_over(client, devices, public=True)
        assert settled(client, table)["counted"]
        loser, winner = (change(client, table, device) for device in devices)
        assert loser["before"] is winner["before"] is None
        assert loser["after"]["mean"] < winner["after"]["mean"]
        second = rated_over(client, devices, public=True)
        settled(client, second)
        assert change(client, second, devices[0])["before"] == loser["after"]
        (rating,) = devices[1].told(client, "/api/tag/games")["ratings"]
        assert rating["skill"] == change(client, second, devices[1])["after"]
        assert (rating["game"], rating["players"], rating["people"], rating["others"]) == (DUEL, 2, 1, [])
        look = {"name": "Ann", "bird": 1, "colour": 1, "shown": True}
        tag = devices[1].told(client, "/api/tag/change", look)["id"]
        assert client.get(f"/api/tags/{tag}").json()["ratings"] == [rating]
        assert change(client, table, Device()) is None, "a stranger is told nothing"


def test_a_file_about_seats_that_cannot_be_read_costs_nobody_a_rating(
    client: TestClient, devices: list[Device], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(record: object) -> tuple[float, ...]:
        raise BrokenSeats("seats.jsonl, line 3 is no measurement")

    monkeypatch.setattr(rated_result, "advantages", broken)
    for _ in range(2):
        table = rated_over(client, devices)
        assert settled(client, table)["counted"]
    assert change(client, table, devices[1])["after"]["games"] == 2
    assert caplog.text.count("seats.jsonl, line 3 is no measurement") == 1


def test_a_new_tag_that_joins_the_old_one_in_the_last_moment_wins_it_nothing(
    client: TestClient, devices: list[Device]
) -> None:
    """The result counts for what the new tag had agreed to. A loss comes along."""
    (old, other), ratings, words = devices, [], digest("words of the old tag")
    settled(client, rated_over(client, [other, old]))
    old.told(client, "/api/tag/words", {"digest": digest(words)})
    for wins in (True, False):
        (before,) = rows_of(client, old)
        new = Device()
        table, keys = rated_table(client)
        for key, device in zip(keys, (other, new) if wins else (new, other), strict=True):
            agree(client, table, key, device)
        new.told(client, "/api/tag/join/words", {"token": words})
        with page(client, table) as loser:
            loser.hello(keys[0])
            loser.say("resign")
            loser.hear("welcome")
        assert settled(client, table)["counted"]
        (after,) = rows_of(client, old)
        ratings.append(after["skill"])
        assert after["skill"]["games"] == before["skill"]["games"] + 1
        changed = change(client, table, old)
        assert (changed["before"], changed["after"]) == (before["skill"], after["skill"])
        assert after["skill"] == before["skill"] | ({"games": 2} if wins else after["skill"])
    assert ratings[1]["mean"] < ratings[0]["mean"]


def test_who_agrees_and_lets_a_bot_play_has_lost(client: TestClient, devices: list[Device]) -> None:
    """Whatever the stand-in reaches, the person is behind who stayed."""
    table, keys = rated_table(client)
    for key, device in zip(keys, devices, strict=True):
        agree(client, table, key, device)
    with page(client, table) as goes:
        goes.hello(keys[0])
        goes.say("lend", seat=0, level="first")
        goes.hear("tabled")
    with page(client, table) as stays:
        moment = stays.hello(keys[1])["moment"]
        if moment["mover"] == 1:
            moment = stays.move(moment)
        while moment["mover"] != 1:
            moment = stays.settled()
        assert stays.refused("replace", seat=0) == "CannotReplace", "the clock decides who has been away too long"
        stays.say("resign")  # who stayed gives up, and is still in front
        stays.hear("welcome")
    assert settled(client, table)["counted"]
    gone, stayed = (change(client, table, device)["after"]["mean"] for device in devices)
    assert gone < stayed


def test_who_leaves_for_good_in_the_middle_takes_nothing_from_the_other(database: str, devices: list[Device]) -> None:
    with opened(database) as client:
        table, keys = rated_table(client)
        for key, device in zip(keys, devices, strict=True):
            agree(client, table, key, device)
        card = devices[0].told(client, "/api/tag")
        devices[0].told(client, "/api/tag/leave")
        with page(client, table) as loser:
            loser.hello(keys[0])
            loser.say("resign")
            loser.hear("welcome")
        assert settled(client, table)["counted"]
        assert change(client, table, devices[1])["after"]["mean"] > scale_of(rookery.load(DUEL), 2).start.mean
    assert card["id"] not in repr(rows(database, "SELECT tag, player, before, after FROM rated_seats"))


def test_a_rematch_asks_everybody_again(client: TestClient, devices: list[Device]) -> None:
    table = rated_over(client, devices)
    settled(client, table)
    for device in devices:
        assert device.told(client, "/api/tag/seat", {"table": table, "seat": devices.index(device)})
    key = devices[0].told(client, "/api/tag/seat", {"table": table, "seat": 0})["key"]
    with page(client, table) as person:
        person.hello(key)
        rematch = person.rematch()
    assert client.get(f"/api/tables/{rematch}").json()["rating"]["missing"] == [0, 1]


# ── A server that stops at the worst moment ──────────────────────────────────
async def _breaks(rater: TableRater, table: Table) -> str:
    raise StoreTrouble("killed before")


count = TableRater.count


async def _breaks_afterwards(rater: TableRater, table: Table) -> str:
    await count(rater, table)
    raise StoreTrouble("killed after")


@pytest.mark.parametrize("killed", [_breaks, _breaks_afterwards])
def test_a_kill_between_the_end_and_the_rating(
    database: str, devices: list[Device], killed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is the table described: all that is left are its events. The next server counts it, though nobody asks."""
    with monkeypatch.context() as patch, opened(database) as client:
        patch.setattr(TableRater, "count", killed)
        table, keys = rated_table(client)
        for key, device in zip(keys, devices, strict=True):
            agree(client, table, key, device)
        with page(client, table) as loser:
            loser.hello(keys[0])
            patch.setattr(Journal, "describe", lambda journal: None)
            loser.say("resign")
            loser.hear("welcome")
    with opened(database, clock_tick=0.05) as client:
        for _ in range(200):
            if rows_of(client, devices[1]):
                break
            asyncio.run(asyncio.sleep(0.05))
        assert settled(client, table)["counted"]
        assert [rating["skill"]["games"] for rating in rows_of(client, devices[1])] == [1]
    assert rows(database, "SELECT number FROM rated_games") == [(1,)]
    assert rows(database, "SELECT due FROM tables") == [(0,)], "nothing is left to do"


def rows_of(client: TestClient, device: Device) -> Any:
    return device.told(client, "/api/tag/games")["ratings"]

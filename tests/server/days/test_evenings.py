"""An evening from the first guest to the last result: the same draws, turned seats, nothing told too early, and those
who would like to know more than others."""

import concurrent.futures
import contextlib
import itertools
import random
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.errors import BrokenPromise
from rookery.core.record import Record
from rookery.core.verification import verify
from rookery.days.gathering import Receipt
from rookery.days.opened_day import check_bots, check_receipt
from rookery.days.opened_evening import OpenedEvening, check_evening, evening_commitment
from rookery.server.days import evenings
from rookery.server.days.contest_table import found_contest_table
from rookery.server.days.evenings import BREAK_MS
from rookery.server.errors import StoreTrouble
from rookery.server.storage.evening_store import UNBEGUN_TTL_MS
from tests.often import others_in_soak
from tests.server.days.a_server import CHANCY, HIDDEN, SHORT, Clock, a_server, play_on, who
from tests.server.days.an_evening import MINUTE, Club, club, word
from tests.server.storage.everything import rewrite
from tests.server.support.app_client import few, new_table, page
from tests.server.support.calm_brain import advise
from tests.server.support.tag_device import Device

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
LATE_MS = 61_000  # ms after which the time of a move is up


def seats_of(card: Any) -> list[Any]:
    return [seat for one in card["played"] for table in one["tables"] for seat in table["seats"]]


@pytest.mark.parametrize("slug", others_in_soak(sorted({SHORT, CHANCY, HIDDEN}), [CHANCY]))
def test_an_evening_and_all_that_can_be_checked(slug: str, server: TestClient, clock: Clock) -> None:
    """Three people at two tables; an empty seat has a bot."""
    evening = club(server, clock, slug, few(rookery.load(slug)))
    commitment = evening.ask()["commitment"]
    receipts = evening.join("Ann", "Bob", "Cid")
    assert evening.begin()["status"] == 200
    for _ in range(2):
        evening.play("Ann", "Bob", "Cid")
        if not evening.ask()["over"]:
            evening.rest()
    card, opened = evening.ask(), msgspec.convert(evening.opened(), OpenedEvening)
    assert (card["over"], len(card["played"])) == (True, 2)
    assert evening_commitment(bytes.fromhex(opened.secret)) == commitment
    for told, name in zip(receipts, NAMES, strict=False):
        check_receipt(opened.words, word(name), msgspec.convert(told, Receipt))
    for turn, tables in enumerate(one["tables"] for one in card["played"]):
        for table in tables:
            record = Record.loads(server.get(f"/api/tables/{table['id']}/record").text)
            verify(record)
            assert check_evening(record, opened) == turn
            check_bots(record, opened.plan.level, lambda view, level, seed: advise(view, level, seed).action)
            with pytest.raises(BrokenPromise):  # another word would have given other draws
                check_evening(record, msgspec.structs.replace(opened, words=[*opened.words, word("more")]))
    sat = [
        (seat["guest"], turn, at)
        for turn, one in enumerate(card["played"])
        for table in one["tables"]
        for at, seat in enumerate(table["seats"])
    ]
    assert all(len({at for guest, _, at in sat if guest == number}) == 2 for number in range(len(card["guests"])))


@pytest.mark.parametrize("slug", others_in_soak(sorted({CHANCY, HIDDEN}), [CHANCY]))
def test_who_plays_the_same_moves_meets_the_same_game(slug: str, server: TestClient, clock: Clock) -> None:
    """Each person plays bots. What differs is the people alone, and nobody sees the draws of another round again."""
    evening = club(server, clock, slug, few(rookery.load(slug)), tables=3)
    evening.join("Ann", "Bob", "Cid")
    evening.begin()
    for turn in range(2):
        evening.play("Ann", "Bob", seed=1)
        evening.play("Cid", seed=2)
        evening.ask() if turn else evening.rest()
    card = evening.ask()
    played = [
        [server.get(f"/api/tables/{table['id']}/actions").json()["actions"] for table in one["tables"]]
        for one in card["played"]
    ]
    ann, bob, cid = (
        next(number for number, guest in enumerate(card["guests"]) if guest["name"] == name) for name in NAMES[:3]
    )
    for one, games in zip(card["played"], played, strict=True):
        of = {seat["guest"]: game for table, game in zip(one["tables"], games, strict=True) for seat in table["seats"]}
        assert of[ann] == of[bob] != of[cid]
    assert played[0] != played[1]


def test_matchpoints(server: TestClient, clock: Clock) -> None:
    """In each seat as many are given as there are pairs of tables, and the share of a person is that of all rounds."""
    evening = club(server, clock, CHANCY, tables=4, rounds=3)
    evening.join(*NAMES)
    assert evening.begin()["plan"]["tables"] == 4
    for turn in range(3):
        evening.play(*NAMES, seed=turn)
        evening.rest() if turn < 2 else evening.ask()
    card = evening.ask()
    for one, seat in itertools.product(card["played"], range(2)):
        column = [table["seats"][seat] for table in one["tables"]]
        assert sum(at["matchpoints"] for at in column) == 6
        ranked = sorted(column, key=lambda at: (at["achieved"]["utility"], at["achieved"]["lead"]))
        assert ranked[0]["matchpoints"] == min(at["matchpoints"] for at in column)
        assert ranked[-1]["matchpoints"] == max(at["matchpoints"] for at in column)
    for number, guest in enumerate(card["guests"]):
        own = [seat["matchpoints"] for seat in seats_of(card) if seat["guest"] == number]
        assert guest["share"] == pytest.approx(sum(own) / 9)


def test_fewer_people_than_tables_make_fewer_tables(server: TestClient, clock: Clock) -> None:
    evening = club(server, clock, SHORT, tables=8, rounds=1)
    evening.join("Ann")
    assert evening.begin()["code"] == "NotNow"
    evening.join("Bob")
    card = evening.begin()
    assert [len(one["tables"]) for one in card["played"]] == [card["plan"]["tables"]] == [2]


# ── Nothing is told too early ────────────────────────────────────────────────
def asked_by_another(evening: Club, name: str, table: str) -> list[str]:
    """All that somebody can ask who takes part, but does not play at that table. The table's id is left out."""
    client = evening.client
    told = [client.get(f"/api/tables/{table}{part}") for part in ("", "/record", "/actions")]
    told += [client.get(f"/api/tables/{table}/export.{kind}") for kind in ("txt", "svg", "png", "gif", "pdf")]
    told.append(client.post("/api/yours", json={"tables": [{"id": table, "keys": []}]}))
    told.append(client.post("/api/yours", json={"tables": [{"id": table, "keys": [evening.ask("", name)["key"]]}]}))
    order = {"game": HIDDEN, "seats": [{}, {}], "after": {"table": table, "ply": 1}}
    told.append(client.post("/api/tables", json=order))
    told.append(client.get(f"/api/evenings/{evening.id}/opened"))
    with page(client, table) as watcher:
        words = [watcher.refused("hello", keys=keys) for keys in ([], [evening.ask("", name)["key"]])]
    return [f"{answer.status_code} {answer.text}".replace(table, "ID") for answer in told] + words


def test_another_table_tells_nothing_however_its_game_goes(server: TestClient, clock: Clock) -> None:
    """Two worlds: the other table is over, with other results. All answers to a guest who has finished are the same,
    but for one thing: whether that table is over."""
    told = []
    for seed in (None, 1, 2):
        evening = club(server, clock, HIDDEN, few(rookery.load(HIDDEN)), rounds=1, tables=3)
        evening.join("Ann", "Bob", "Cid")
        evening.begin()
        evening.play("Ann")
        bob, _ = evening.seat("Bob")
        if seed is not None:
            evening.play("Bob", seed=seed)
        heard = asked_by_another(evening, "Ann", bob)
        assert heard[0].startswith("403")
        assert sum(text.startswith("403") for text in heard) >= 8
        assert heard[-2:] == ["StillSecret", "UnknownKey"]
        card = evening.ask("", "Ann")
        assert [table["over"] for table in card["played"][0]["tables"] if table["id"] == bob] == [seed is not None]
        assert card["played"][0]["over"] is False
        assert {(seat["achieved"], seat["matchpoints"], seat["stand_ins"]) for seat in seats_of(card)} == {
            (None, 0.0, 0)
        }
        assert {guest["share"] for guest in card["guests"]} == {None}
        told.append(heard)
    assert told[0] == told[1] == told[2]


def test_a_league_of_two_who_tell_each_other_all_they_hear(server: TestClient, clock: Clock) -> None:
    """One plays fast and tells a friend at another table. No message has the secret or the ticket of a hidden draw;
    what Ann saw is what she can tell, and docs/days.md says so."""
    evening = club(server, clock, HIDDEN, few(rookery.load(HIDDEN)), rounds=1)
    evening.join("Ann", "Bob")
    evening.begin()
    table, key = evening.seat("Ann")
    with page(server, table) as player:
        heard = player.overheard()
        moment = play_on(player, player.hello(key)["moment"], random.Random(3))
        for ply in range(1, moment["ply"] + 1):
            player.say("check", ply=ply)
            player.hear("checked", "refused")
        for kind in ("take back", "resign", "rematch"):
            player.refused(kind)
        assert player.refused("lend", seat=moment["seen_by"], level="first") == "CannotReplace"
    heard.append(str(asked_by_another(evening, "Ann", evening.seat("Bob")[0])))
    heard.append(str(evening.ask("", "Ann")))
    evening.play("Bob")
    evening.ask()
    opened = evening.opened()
    with page(server, table) as player:
        secret = player.hello(key)["table"]["luck"]["secret"]
    assert secret
    assert not [text for text in heard if secret in text or opened["secret"] in text]
    assert [text for text in heard if "StillSecret" in text], "hidden draws stay hidden when the game is over"


def test_the_host_sees_no_more_than_others(server: TestClient, clock: Clock) -> None:
    evening = club(server, clock, HIDDEN, few(rookery.load(HIDDEN)), rounds=1)
    evening.join("Ann", "Bob")
    assert evening.ask("/begin", "Ann")["code"] == "UnknownKey"  # and nobody else can begin
    assert evening.begin()["status"] == 200
    first = evening.ask()
    evening.play("Ann")
    host, guest = evening.ask(), evening.ask("", "Bob")
    assert host | {"hosting": 0, "yours": 0, "key": 0} == guest | {"hosting": 0, "yours": 0, "key": 0}
    assert (host["key"], host["yours"], guest["hosting"]) == ("", None, False)
    assert evening.opened()["code"] == "StillSecret"
    again = evening.begin()  # which deals no other draws, and moves nobody
    assert again["played"][0]["tables"][0]["id"] == first["played"][0]["tables"][0]["id"]
    assert [seat["guest"] for seat in seats_of(again)] == [seat["guest"] for seat in seats_of(first)]


def test_one_person_has_one_place(server: TestClient, clock: Clock) -> None:
    """However often it is asked for. A second browser is a second person: docs/days.md says what that gains."""
    evening = club(server, clock, SHORT, tables=2, rounds=1)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        receipts = [*pool.map(lambda _: evening.join("Ann")[0], range(24))]
    assert all(receipt == receipts[0] for receipt in receipts)
    assert len(evening.ask()["guests"]) == 1
    evening.join("Bob", "Cid", "Dan")
    assert evening.join("Eve")[0]["code"] == "SeatTaken"
    card = evening.begin()
    assert sorted(seat["guest"] for seat in seats_of(card)) == [0, 1, 2, 3]
    keys = [evening.ask("", name)["key"] for name in NAMES[:4]]
    assert len({*keys}) == 4
    table, key = evening.seat("Ann")
    with page(server, table) as player:
        assert sum(seat["yours"] for seat in player.hello(key)["table"]["seats"]) == 1


def test_no_word_comes_late_and_none_is_exchanged(server: TestClient, clock: Clock) -> None:
    evening = club(server, clock, SHORT, rounds=1)
    receipts = evening.join("Ann", "Bob")
    assert evening.ask("/guests", "Ann", word="f" * 32)["head"] == receipts[0]["head"]  # the first one stands
    evening.begin()
    late = evening.join("Cid")[0]
    assert (late["status"], late["code"]) == (409, "NotNow")
    assert evening.ask("/guests", "Ann", word="f" * 32)["code"] == "NotNow"
    evening.play("Ann", "Bob")
    evening.ask()
    assert evening.opened()["words"] == [word("Ann"), word("Bob")]


# ── Who leaves, and what a server survives ───────────────────────────────────
def waited(evening: Club, until: Any) -> Any:
    """What the host is told when that holds. Times of moves run out one after the other."""
    for _ in range(600):
        card = evening.ask()
        if until(card):
            return card
        evening.clock.ms += LATE_MS
    raise AssertionError("the evening hangs")


def test_an_evening_that_everybody_leaves_comes_to_its_end(server: TestClient, clock: Clock) -> None:
    """No page is open. Bots stand in, in the second round from the beginning; who left is marked and beaten by all."""
    evening = club(server, clock, CHANCY, few(rookery.load(CHANCY)), tables=2)
    evening.join("Ann", "Bob", "Cid")
    evening.begin()
    card = waited(evening, lambda told: told["over"])
    people = [seat for seat in seats_of(card) if not card["guests"][seat["guest"]]["bot"]]
    assert all(seat["stand_ins"] >= 3 and seat["matchpoints"] == 0 for seat in people)
    bots = [seat for seat in seats_of(card) if card["guests"][seat["guest"]]["bot"]]
    assert {seat["stand_ins"] for seat in bots} == {0}


def test_who_comes_back_plays_on(server: TestClient, clock: Clock) -> None:
    """The bot made some moves, which is told; then the person plays, also in the next round."""
    evening = club(server, clock, CHANCY, few(rookery.load(CHANCY)))
    evening.join("Ann", "Bob")
    evening.begin()
    evening.play("Bob")
    table, key = evening.seat("Ann")
    with page(server, table) as player:
        moment = play_on(player, player.hello(key)["moment"], random.Random(1), 1)
        while not moment["scene"]["choices"]:
            moment = player.hear("moved")["moment"]
        clock.ms += LATE_MS
        evening.ask()
        late = player.hear("moved")["moment"]
        assert late["ply"] > moment["ply"]
        assert play_on(player, late, random.Random(1))["over"]
    card = evening.ask()
    number = evening.ask("", "Ann")["yours"]
    (own,) = [seat for seat in seats_of(card) if seat["guest"] == number]
    assert own["stand_ins"] == 1
    evening.rest()
    card = waited(evening, lambda told: told["over"])  # in the second round they do not come at all
    second = [
        seat["stand_ins"] >= 3 for table in card["played"][1]["tables"] for seat in table["seats"] if seat["guest"] < 2
    ]
    assert second == [True, True]


def test_a_person_takes_the_seat_back_from_a_stand_in(server: TestClient, clock: Clock) -> None:
    evening = club(server, clock, CHANCY, few(rookery.load(CHANCY)))
    evening.join("Ann", "Bob")
    evening.begin()
    waited(evening, lambda told: told["next"] > 0)
    evening.rest()
    table, key = evening.seat("Ann")
    with page(server, table) as player:
        seats = player.hello(key)["table"]["seats"]
        own = next(seat for seat in seats if seat["yours"])
        assert own["level"] != ""
        player.say("lend", seat=own["index"], level="")
        while True:
            message = player.hear("tabled", "moved")
            if message["type"] == "tabled" and message["table"]["seats"][own["index"]]["level"] == "":
                break


def test_another_server_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stops before the beginning, in the middle of a game and between two rounds."""
    file = tmp_path / "t.sqlite3"
    with a_server(file, monkeypatch) as (client, clock):
        evening = club(client, clock, CHANCY, few(rookery.load(CHANCY)))
        first = evening.join("Ann")
    with a_server(file, monkeypatch) as (client, clock):
        evening = Club(client, clock, evening.id)
        assert evening.join("Ann", "Bob")[0] == first[0]
        begun = evening.begin()
        evening.play("Bob")
        table, key = evening.seat("Ann")
        with page(client, table) as player:
            ply = play_on(player, player.hello(key)["moment"], random.Random(1), 2)["ply"]
    with a_server(file, monkeypatch) as (client, clock):
        evening = Club(client, clock, evening.id)
        assert evening.seat("Ann") == (table, key)
        with page(client, table) as player:
            again = player.hello(key)["moment"]
            assert again["ply"] >= ply
            assert play_on(player, again, random.Random(1))["over"]
        card = evening.ask()
        assert card["next"] > 0
        assert card["played"][0]["tables"][0]["id"] == begun["played"][0]["tables"][0]["id"]
    with a_server(file, monkeypatch) as (client, clock):
        clock.ms = BREAK_MS * 10
        evening = Club(client, clock, evening.id)
        assert len(evening.ask()["played"]) == 2
        evening.play("Ann", "Bob")
        assert evening.ask()["over"]
        assert evening.opened()["words"] == [word("Ann"), word("Bob")]


def test_tables_that_are_missing_are_made(server: TestClient, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a server that was killed when it had made one of three."""
    make, made = found_contest_table, list[str]()

    async def fails(manager: Any, game: Any, table_id: str, *rest: Any) -> None:
        if made:
            raise StoreTrouble("killed")
        made.append(table_id)
        await make(manager, game, table_id, *rest)

    evening = club(server, clock, CHANCY, few(rookery.load(CHANCY)), tables=3, rounds=1)
    evening.join("Ann", "Bob", "Cid")
    with monkeypatch.context() as patch:
        patch.setattr(evenings, "found_contest_table", fails)
        assert evening.begin()["status"] == 503
    evening.play("Ann", "Bob", "Cid")
    card = evening.ask()
    assert card["over"]
    assert card["played"][0]["tables"][0]["id"] == made[0]


# ── What is kept ─────────────────────────────────────────────────────────────
def test_only_tables_keep_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So whoever leaves for good is blanked there, and nowhere else (tests/server/tags/test_leaving.py)."""
    file = tmp_path / "t.sqlite3"
    with a_server(file, monkeypatch) as (client, clock):
        evening = club(client, clock, CHANCY, few(rookery.load(CHANCY)))
        evening.join("Annabella", "Bartholomew")
        evening.begin()
        evening.play("Annabella", "Bartholomew")
        assert sorted(guest["name"] for guest in evening.rest()["guests"] if not guest["bot"]) == [
            "Annabella",
            "Bartholomew",
        ]
    with contextlib.closing(sqlite3.connect(file)) as database:
        ((body,),) = database.execute("SELECT body FROM evenings")
    assert "Annabella" not in body
    assert who("Annabella") not in body


def test_who_leaves_for_good_is_blanked_in_rounds_that_were_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Annabella goes home after the first round, whose seat alone is her tag's. Her name went on to the second."""
    file = tmp_path / "t.sqlite3"
    with a_server(file, monkeypatch) as (client, clock):
        evening = club(client, clock, CHANCY, few(rookery.load(CHANCY)))
        evening.join("Annabella", "Bartholomew")
        evening.begin()
        device = Device()
        device.claims(client, *evening.seat("Annabella"))
        evening.play("Annabella", "Bartholomew")
        names = [guest["name"] for guest in evening.rest()["guests"]]
        assert "Annabella" in names
        device.told(client, "/api/tag/leave")
        left = [guest["name"] for guest in evening.ask()["guests"]]
        assert "Annabella" not in left
        assert "Bartholomew" in left
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert "Annabella" not in "\n".join(database.iterdump())


def test_a_damaged_evening_is_not_told_as_a_damaged_table_and_a_lost_one_keeps_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "t.sqlite3"
    with a_server(file, monkeypatch) as (client, clock):
        evening = club(client, clock, CHANCY, few(rookery.load(CHANCY)))
        evening.join("Annabella", "Bartholomew")
        evening.begin()
        one, other = Device(), Device()
        one.claims(client, *evening.seat("Annabella"))
        other.claims(client, *evening.seat("Bartholomew"))
        rewrite(str(file), "UPDATE evenings SET made = made + 1")
        for _ in range(2):
            refused = one.ask(client, "/api/tag/leave")
            assert (refused.status_code, refused.json()["code"]) == (503, "DamagedEvening")
            assert "damaged duplicate evenings (1)" in refused.json()["words"]
        rewrite(str(file), "UPDATE evenings SET made = made - 1")
        assert one.told(client, "/api/tag/leave") is None
        assert "Annabella" not in [guest["name"] for guest in evening.ask()["guests"]]
        rewrite(str(file), "DELETE FROM evenings")
        assert other.told(client, "/api/tag/leave") is None
        assert other.told(client, "/api/tag") is None


def test_who_leaves_for_good_is_blanked_in_evenings_that_have_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "t.sqlite3"
    with a_server(file, monkeypatch) as (client, clock):
        device, (table, keys) = Device(), new_table(client, SHORT)
        device.claims(client, table, keys[0], name="Ann")
        own = device.told(client, "/api/tag/days", {"who": who("Annabella")})["who"]
        evening = club(client, clock, SHORT)
        evening.join("Bartholomew")
        asked = {"who": own, "word": word("Annabella"), "name": "Annabella"}
        assert client.post(f"/api/evenings/{evening.id}/guests", json=asked).status_code == 201
        assert [guest["name"] for guest in evening.ask()["guests"]] == ["Bartholomew", "Annabella"]
        rewrite(str(file), "UPDATE evenings SET made = made + 1")
        for _ in range(2):
            refused = device.ask(client, "/api/tag/leave")
            assert (refused.status_code, refused.json()["code"]) == (503, "DamagedEvening")
            assert "damaged duplicate evenings (1)" in refused.json()["words"]
        assert device.told(client, "/api/tag") is not None, "the tag is there to leave again"
        rewrite(str(file), "UPDATE evenings SET made = made - 1")
        device.told(client, "/api/tag/leave")
        assert device.told(client, "/api/tag") is None
        assert [guest["name"] for guest in evening.ask()["guests"]] == ["Bartholomew", ""]
        assert evening.begin()["status"] == 200
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert "Annabella" not in "\n".join(database.iterdump())


def test_an_evening_that_nobody_begins_is_forgotten(server: TestClient, clock: Clock) -> None:
    idle, begun = club(server, clock, SHORT), club(server, clock, SHORT)
    begun.join("Ann", "Bob")
    begun.begin()
    clock.ms += UNBEGUN_TTL_MS
    clock.now()
    club(server, clock, SHORT)
    clock.ms -= UNBEGUN_TTL_MS
    assert idle.ask()["code"] == "UnknownTable"
    assert begun.ask()["status"] == 200


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "nothing"}, "UnknownGame"),
        ({"players": 99}, "UnknownOption"),
        ({"options": {"nothing": "1"}}, "UnknownOption"),
        ({"level": "nothing"}, "UnknownLevel"),
        ({"tables": 1}, "UnreadableMessage"),
        ({"tables": 9}, "UnreadableMessage"),
        ({"rounds": 0}, "UnreadableMessage"),
    ],
)
def test_what_cannot_be_made_is_refused(wrong: dict[str, Any], code: str, server: TestClient) -> None:
    plan = {"game": SHORT, "players": 2, "tables": 2, "rounds": 2, "level": "any", **wrong}
    answer = server.post("/api/evenings", json={"who": who("Host"), "clock": MINUTE, "plan": plan})
    assert answer.json()["code"] == code

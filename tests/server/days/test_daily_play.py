"""A day from its words to its opening: one try, the same draws, nothing told too early, nothing lost."""

import concurrent.futures
import contextlib
import hashlib
import json
import random
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import connect

import rookery
from rookery import Record
from rookery.core.errors import UnknownRules
from rookery.core.verification import verify
from rookery.days.daily_game import day_secret
from rookery.days.gathering import Receipt, head_of
from rookery.days.opened_day import OpenedDay, check_bots, check_day, check_receipt
from rookery.puzzles.daily import MS_A_DAY
from rookery.server.days import daily_play
from rookery.server.rooms.replayed_table import replayed
from rookery.server.rooms.table_manager import TableManager
from tests.often import others_in_soak
from tests.server.days.a_server import (
    CHANCY,
    DAY,
    HIDDEN,
    SHORT,
    Clock,
    a_server,
    begun,
    finished,
    play_on,
    result,
    who,
)
from tests.server.support.app_client import new_table, page
from tests.server.support.calm_brain import advise, levels
from tests.server.support.process import started
from tests.server.support.tag_device import Device, told_at

WORDS = [f"{number:032x}" for number in range(5)]
PATIENCE = 60.0  # seconds
KILLS = 2


@pytest.mark.parametrize("slug", others_in_soak(sorted({SHORT, CHANCY, HIDDEN}), [CHANCY]))
def test_a_day_and_the_morning_after(slug: str, server: TestClient, clock: Clock) -> None:
    day_number = clock.day = clock.day + 1
    clock.day -= 1
    receipts = [server.post("/api/days/words", json={"word": word}).json() for word in WORDS]
    clock.day += 1
    today = server.get("/api/days").json()
    assert (today["day"], today["gathers"], len(today["games"])) == (day_number, True, len(rookery.slugs()))
    card = next(card for card in today["games"] if card["slug"] == slug)
    assert server.get(f"/api/days/{day_number}").status_code == 403
    table, _ = finished(server, slug, "Ann")
    assert server.get(f"/api/tables/{table}/record").status_code == 403
    clock.day += 1
    day = msgspec.json.decode(server.get(f"/api/days/{day_number}").content, type=OpenedDay)
    assert day.value == today["value"] == hashlib.sha256(bytes.fromhex(day.next_value)).hexdigest()
    assert day.next_value == server.get("/api/days").json()["value"] == server.get("/api/puzzles").json()["value"]
    record = Record.loads(server.get(f"/api/tables/{table}/record").text)
    verify(record)
    daily = check_day(record, day, list(levels(record.game)))
    assert (daily.players, daily.options, daily.level) == (card["players"], card["options"], card["level"])
    assert check_bots(record, daily.level, lambda view, level, seed: advise(view, level, seed).action) > 0
    for word, told in zip(WORDS, receipts, strict=True):
        receipt = msgspec.convert(told, Receipt)
        assert receipt.day == day_number
        check_receipt(day.words, word, receipt)
    assert record.luck is not None
    assert max(record.luck.client_seeds) == head_of(WORDS)


def test_one_try_whatever_is_asked(server: TestClient, clock: Clock) -> None:
    """The second time one gets the same link; a hundred requests at once make one table; when it is over, a second try
    is refused by name."""
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        links = {*pool.map(lambda _: begun(server, CHANCY, "Ann"), range(40))}
    assert len(links) == 1
    table, key = finished(server, CHANCY, "Ann")
    assert (table, key) in links
    again = server.post(f"/api/days/games/{CHANCY}", json={"who": who("Ann")})
    assert (again.status_code, again.json()["code"]) == (409, "SecondTry")
    with page(server, table) as player:
        moment = player.hello(key)["moment"]
        assert moment["over"]
        for kind in ("take back", "rematch", "resign"):
            assert player.refused(kind) in ("GameOver", "NotNow", "CannotConcede", "CannotTakeBack")
    other, _ = begun(server, CHANCY, "Bob")  # a second name is another person: docs/days.md says so
    assert other != table


@pytest.mark.parametrize("slug", others_in_soak(sorted({CHANCY, HIDDEN}), [CHANCY]))
def test_who_plays_the_same_moves_meets_the_same_game(slug: str, server: TestClient, clock: Clock) -> None:
    tables = [finished(server, slug, name, seed)[0] for name, seed in (("Ann", 1), ("Bob", 1), ("Cid", 2))]
    clock.day += 1
    one, same, other = (server.get(f"/api/tables/{table}/actions").json()["actions"] for table in tables)
    assert one == same != other


def test_one_table_that_cannot_be_read_closes_the_day_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is counted when it can be read again."""
    with a_server(tmp_path / "t.sqlite3", monkeypatch) as (client, _):
        finished(client, CHANCY, "Ann")
        finished(client, CHANCY, "Bob", 2)
    with a_server(tmp_path / "t.sqlite3", monkeypatch) as (client, _):  # with no table in memory
        whole, broken = replayed, list[str]()

        async def read(game: Any, table: str, *events: Any) -> Any:
            if not broken or table in broken:
                broken[:] = [table]
                raise UnknownRules("the rules of this table are older")
            return await whole(game, table, *events)

        monkeypatch.setattr(daily_play, replayed.__name__, read)
        played = [client.post("/api/days/yours", json={"who": who(name)}).json()["tries"] for name in ("Ann", "Bob")]
        assert sorted(one["over"] for (one,) in played) == [False, True]
        monkeypatch.setattr(daily_play, replayed.__name__, whole)
        played = [client.post("/api/days/yours", json={"who": who(name)}).json()["tries"] for name in ("Ann", "Bob")]
        assert [one["over"] for (one,) in played] == [True, True]


# ── Nothing is told too early ────────────────────────────────────────────────
SIGNED: list[tuple[str, dict[str, Any]]] = [
    ("claim", {"key": "x"}),
    ("seat", {"seat": 0}),
    ("sit", {"seat": 0}),
    ("mute", {"seat": 0, "block": False}),
    ("muted", {}),
]


def asked_by_a_stranger(client: TestClient, slug: str, table: str, day: int) -> list[str]:
    """All that somebody can ask about a table who has its id, a name tag, and no key."""
    eve, (elsewhere, keys) = Device(), new_table(client, slug)
    eve.claims(client, elsewhere, keys[0])
    told = [client.get(f"/api/tables/{table}{part}") for part in ("", "/record", "/actions")]
    told += [client.get(f"/api/tables/{table}/export.{kind}") for kind in ("txt", "svg", "png", "gif", "pdf")]
    told.append(client.post("/api/yours", json={"tables": [{"id": table, "keys": []}]}))
    players = len(client.get("/api/days").json()["games"][0]["options"]) + 2
    for ply in (0, 3):
        order = {"game": slug, "seats": [{}] * players, "after": {"table": table, "ply": ply}}
        told.append(client.post("/api/tables", json=order))
    told.append(client.get("/api/tables"))
    told += [client.post(f"/api/tables/{table}/seats/{seat}", json={}) for seat in (0, 1, 9)]
    told += [eve.ask(client, f"/api/tag/{what}", {"table": table, **more}) for what, more in SIGNED]
    told.append(client.post(f"/api/days/games/{slug}/result", json={"who": who("Eve"), "day": day}))
    told.append(client.post("/api/days/yours", json={"who": who("Eve")}))
    texts = [f"{answer.status_code} {answer.text}" for answer in told]
    return [text.replace(table, "ID") for text in texts]


@pytest.mark.parametrize("slug", others_in_soak([SHORT, HIDDEN], [HIDDEN]))
def test_a_stranger_learns_nothing_of_a_table(slug: str, server: TestClient, clock: Clock) -> None:
    """Two worlds: in one it has only begun, in the other the game is over. Every answer is the same."""
    today = clock.day
    fresh, _ = begun(server, slug, "Ann")
    over, _ = finished(server, slug, "Bob")
    before, after = (asked_by_a_stranger(server, slug, table, today) for table in (fresh, over))
    assert before == after
    for table in (fresh, over):
        with page(server, table) as watcher:
            assert watcher.refused("hello", keys=[]) == "StillSecret"
            assert watcher.refused("look", ply=0) == "UnreadableMessage"
    assert sum(text.startswith("403") for text in before) >= 8
    clock.day += 1  # the control: now it differs
    assert [server.get(f"/api/tables/{table}/actions").status_code for table in (fresh, over)] == [403, 200]


@pytest.mark.parametrize("slug", others_in_soak(sorted({CHANCY, HIDDEN}), [CHANCY]))
def test_nobody_is_told_the_secret_before_the_day_is_over(slug: str, server: TestClient, clock: Clock) -> None:
    """Not even a player who has finished, and who might play again under another name."""
    today = clock.day
    clock.day += 1  # the test looks ahead, and goes back
    opened = server.get(f"/api/days/{today}").json()
    clock.day -= 1
    secrets = [opened["next_value"], day_secret(bytes.fromhex(opened["next_value"]), slug).hex()]
    table, key = begun(server, slug, "Ann")
    with page(server, table) as player:
        heard = player.overheard()
        moment = play_on(player, player.hello(key)["moment"], random.Random(3))
        for ply in range(1, moment["ply"] + 1):
            player.say("check", ply=ply)
            player.hear("checked", "refused")
        assert player.hello(key)["table"]["closed"]
    heard += [server.get(path).text for path in ("/api/days", "/api/puzzles", "/api/tables", f"/api/days/{today}")]
    heard.append(str(result(server, slug, "Ann", today)))
    assert not [text for text in heard if any(secret in text for secret in secrets)]
    refused = [text for text in heard if "StillSecret" in text]
    assert (len(refused) > 1) == (slug == HIDDEN), "hidden draws stay hidden when the game is over"
    clock.day += 1
    with page(server, table) as player:
        luck = player.hello(key)["table"]["luck"]
    assert luck["secret"] == secrets[1]


def test_a_clock_that_was_ahead_gives_no_day_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The number of the later day was told, if only with its puzzles: all draws of this one follow from it."""
    file, today = tmp_path / "t.sqlite3", f"/api/days/games/{SHORT}"
    with a_server(file, monkeypatch) as (client, clock):
        begun(client, SHORT, "Ann")
        assert not client.get("/api/days").json()["spoilt"]
        clock.day += 1
        client.get("/api/puzzles")
        assert client.get("/api/status").json()["clock"] == ""
    with a_server(file, monkeypatch) as (client, clock):  # its clock is right again
        answer = client.post(today, json={"who": who("Bea"), "name": ""})
        assert (answer.status_code, answer.json()["code"]) == (409, "SpoiltDay")
        assert client.get("/api/days").json()["spoilt"]
        assert "was 1 day ahead" in client.get("/api/status").json()["clock"]
        assert [record.levelname for record in caplog.records if "has begun already" in record.message] == ["ERROR"]
        table, key = begun(client, SHORT, "Ann")  # what was begun goes on
        with page(client, table) as player:
            assert play_on(player, player.hello(key)["moment"], random.Random(1))["over"]
        clock.day += 1
        begun(client, SHORT, "Bea")
        assert [client.get("/api/days").json()["spoilt"], client.get("/api/status").json()["clock"]] == [False, ""]
        assert [result(client, SHORT, "Ann", clock.day - 1)["spoilt"] for _ in range(2)] == [True, True]


def test_two_clocks_may_differ_at_midnight(server: TestClient, clock: Clock) -> None:
    """Processes that share a database do not have the same time to the second."""
    clock.day += 1
    client_day = server.get("/api/days").json()["day"]
    clock.day, clock.ms = clock.day - 1, MS_A_DAY - 60_000
    assert server.get("/api/days").json()["day"] == client_day - 1
    begun(server, SHORT, "Ann")
    clock.ms = MS_A_DAY // 2
    assert server.post(f"/api/days/games/{SHORT}", json={"who": who("Bea")}).json()["code"] == "SpoiltDay"


def test_moves_stand_and_nobody_helps(server: TestClient, clock: Clock) -> None:
    table, key = begun(server, SHORT, "Ann")
    with page(server, table) as player:
        moment = play_on(player, player.hello(key)["moment"], random.Random(1), 1)
        while not moment["scene"]["choices"]:
            moment = player.hear("moved")["moment"]
        at = {"ply": moment["ply"], "takebacks": moment["takebacks"]}
        assert player.refused("take back") == "CannotTakeBack"
        assert player.refused("ask view", **at) == "NoHelp"
        assert player.refused("resign") == "CannotConcede"
        assert player.refused("lend", seat=moment["mover"], level="first") == "CannotReplace"
        assert player.refused("replace", seat=moment["mover"]) == "CannotReplace"
        assert player.refused("rematch") == "NotNow"


# ── What it was worth ────────────────────────────────────────────────────────
def waited(client: TestClient, slug: str, name: str, day: int, runs: int) -> Any:
    """The result, when the levels have played so often."""
    deadline = time.monotonic() + PATIENCE
    while True:
        told = result(client, slug, name, day)
        if sum(len(level["runs"]) for level in told["levels"]) >= runs:
            return told
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_who_asks_for_days_that_nobody_played_lets_no_bot_play(server: TestClient, clock: Clock) -> None:
    for _ in range(2):
        for ago in range(1, 4):
            assert result(server, SHORT, "Ann", clock.day - ago)["levels"] == []
        time.sleep(2)  # longer than the first game of a level takes


def test_everybody_and_every_level_is_compared(server: TestClient, clock: Clock) -> None:
    people, today = ["Ann", "Bob", "Cid", "Dot"], clock.day
    for seed, name in enumerate(people):
        finished(server, SHORT, name, seed)
    begun(server, SHORT, "Eve")
    assert result(server, SHORT, "Eve", today) == {"status": 200}, "first one plays"
    told = [result(server, SHORT, name, today) for name in people]
    assert sum(each["share"] for each in told) == pytest.approx(len(people) / 2)
    assert sum(each["swing"] for each in told) == pytest.approx(0)
    assert {(each["finished"], each["begun"]) for each in told} == {(3, 4)}
    waited(server, SHORT, "Ann", today, 9)
    clock.day += 1
    after = [result(server, SHORT, name, today) for name in people]
    assert all(now["share"] >= before["share"] for now, before in zip(after, told, strict=True))
    assert sum(each["share"] for each in after) > len(people) / 2, "who broke off is beaten by everybody"
    assert result(server, SHORT, "Eve", today)["own"] is None
    assert result(server, SHORT, "Eve", today + 2)["status"] == 403


def test_a_game_that_is_over_too_late_does_not_count(server: TestClient, clock: Clock) -> None:
    table, key = begun(server, SHORT, "Ann")
    with page(server, table) as player:
        moment = play_on(player, player.hello(key)["moment"], random.Random(1), 1)
        clock.day += 1
        assert play_on(player, moment, random.Random(1))["over"]
    assert result(server, SHORT, "Ann", clock.day - 1)["own"] is None
    assert server.post("/api/days/yours", json={"who": who("Ann")}).json()["streak"] == 0
    assert begun(server, SHORT, "Ann")[0] != table, "another day, another table"


def test_days_in_a_row(server: TestClient, clock: Clock) -> None:
    streaks = []
    for plays in (True, True, False, True, True):
        if plays:
            finished(server, SHORT, "Ann")
        streaks.append(server.post("/api/days/yours", json={"who": who("Ann")}).json()["streak"])
        clock.day += 1
    assert streaks == [1, 2, 2, 1, 2]


def test_what_is_wrong_is_refused(server: TestClient, clock: Clock) -> None:
    assert server.post("/api/days/games/nothing", json={"who": who("Ann")}).status_code == 404
    for wrong in ({}, {"who": "short"}, {"who": "a b" * 9}, {"who": who("Ann"), "name": "x" * 99}):
        assert server.post(f"/api/days/games/{SHORT}", json=wrong).status_code == 400
    for word in ("", "xyz", "0" * 31, "0" * 64, "A" * 32):
        assert server.post("/api/days/words", json={"word": word}).status_code == 400
    assert server.get("/api/days/yesterday").status_code == 404
    assert server.get(f"/api/days/{clock.day + 5}").status_code == 403


# ── A server that is killed ──────────────────────────────────────────────────
def test_a_try_whose_table_was_never_made_is_made_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the server had been killed between the two."""
    file = tmp_path / "t.sqlite3"

    async def killed(*given: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch, a_server(file, monkeypatch) as (client, _):
        patch.setattr(TableManager, "found", killed)
        with contextlib.suppress(RuntimeError):
            client.post(f"/api/days/games/{SHORT}", json={"who": who("Ann")})
    with a_server(file, monkeypatch) as (client, _):
        table, key = begun(client, SHORT, "Ann")
        with page(client, table) as player:
            assert player.hello(key)["table"]["begun"]


def test_a_new_server_goes_on_with_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.sqlite3"
    with a_server(file, monkeypatch) as (client, _):
        table, key = begun(client, SHORT, "Ann")
        with page(client, table) as player:
            moment = play_on(player, player.hello(key)["moment"], random.Random(1), 2)
        value = client.get("/api/days").json()["value"]
    with a_server(file, monkeypatch) as (client, _):
        assert client.get("/api/days").json()["value"] == value
        assert begun(client, SHORT, "Ann") == (table, key)
        with page(client, table) as player:
            again = player.hello(key)["moment"]
            assert again["ply"] >= moment["ply"]
            assert play_on(player, again, random.Random(1))["over"]
        told = waited(client, SHORT, "Ann", DAY, 9)
        assert told["own"] is not None


def test_a_server_that_is_killed_in_the_middle_of_a_day(tmp_path: Path) -> None:
    """A real process and SIGKILL, again and again: each word, try and move that was acknowledged, and the name tag
    that has claimed the seat are there."""
    file, dice = tmp_path / "t.sqlite3", random.Random(3)
    receipts, links, plies, device, tags = list[Any](), set[str](), 0, Device(), set[str]()
    for kill in range(KILLS):
        with started(file, ROOKERY_BRAIN="tests.server.support.calm_brain") as (process, link):

            def asked(path: str, link: str = link, **body: object) -> Any:
                request = urllib.request.Request(f"{link}api/days/{path}", json.dumps(body).encode())
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    return json.load(answer)

            receipts.append(asked("words", word=WORDS[kill]))
            told = asked(f"games/{SHORT}", who=who("Ann"))
            links.add(told["seats"][0]["link"])
            address = f"{link.replace('http', 'ws')}ws/{told['table']}"
            with connect(address, compression=None) as socket:
                socket.send(json.dumps({"type": "hello", "keys": [told["seats"][0]["key"]]}))
                moves, moment = 0, json.loads(socket.recv(PATIENCE))["moment"]
                assert moment["ply"] >= plies
                claim = {"table": told["table"], "key": told["seats"][0]["key"]}
                asks = ("/api/tag/claim", claim) if kill == 0 else ("/api/tag",)
                end = time.monotonic() + PATIENCE
                while "id" not in (card := told_at(link, device, *asks)):  # on a busy machine it may cost too much
                    assert time.monotonic() < end, card
                    time.sleep(0.5)
                tags.add(card["id"])
                while moves < 1 and not moment["over"]:
                    if choices := moment["scene"]["choices"]:
                        at = {"ply": moment["ply"], "takebacks": 0, "seat": moment["mover"]}
                        socket.send(json.dumps({"type": "move", "action": dice.choice(choices)["action"], **at}))
                        moves += 1
                    while (heard := json.loads(socket.recv(PATIENCE)))["type"] != "moved":
                        pass
                    moment, plies = heard["moment"], heard["moment"]["ply"]
                process.kill()
    assert (len(links), len(tags)) == (1, 1)
    assert [receipt["number"] for receipt in receipts] == list(range(1, KILLS + 1))
    assert receipts[-1]["head"] == head_of(WORDS[:KILLS])

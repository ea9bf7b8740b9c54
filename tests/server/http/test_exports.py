"""Games as files: imported records, tables that play on from a position, exports of what everybody may see."""

import asyncio
import json
import random
import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

import rookery
from rookery import Record
from rookery.core.errors import BrokenPromise, MissingExtra
from rookery.core.verification import check_source, verify
from rookery.server.commands import moves
from rookery.server.errors import TooBusy
from rookery.server.http.app import create_app
from rookery.server.http.exports import MAX_EXPORTS_PER_ADDRESS, Exports
from rookery.server.quota import work_budget
from rookery.server.rooms.journal import stamped
from rookery.server.storage.store import Store
from rookery.server.wire.view_cache import ViewCache
from tests.often import KINDS, in_ci, others_in_soak
from tests.server.support.app_client import QUICK, new_table, opened, page, play_out
from tests.server.support.inside import ask, at_work

OPEN = [slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden]
HIDDEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
CHANCY = [slug for slug in OPEN if rookery.load(slug).facts.chance]
SMALL = min(OPEN, key=lambda slug: rookery.load(slug).facts.actions)  # its pictures are soon drawn
ANY = OPEN[0]


def begun(client: TestClient, slug: str, moves: int) -> tuple[str, list[str], int]:
    """A table with a few moves: its id, its keys, and how many plies it has."""
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        for _ in range(moves):
            moment = player.move(moment)
    return table, keys, moment["ply"]


def ended(client: TestClient, slug: str) -> tuple[str, int]:
    table, keys = new_table(client, slug)
    with page(client, table) as player:
        return table, play_out(player, player.hello(*keys)["moment"])["ply"]


def test_a_record_is_read_between_other_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread would hold the interpreter for too long."""
    threads, passes, followed = set[int](), 0, Record.follow

    def follow(record: Record, *given: Any, **more: Any) -> Any:
        threads.add(threading.get_ident())
        return followed(record, *given, **more)

    async def others(house: Any) -> None:
        nonlocal passes
        while True:
            passes += 1
            await asyncio.sleep(0)

    async def take_in(app: Any, text: bytes) -> int:
        async with at_work(app):
            beside = asyncio.create_task(others(app))
            answer = await ask(app, "POST", "/api/records", text)
            beside.cancel()
            return answer.status

    record = Record(rookery.load(ANY))
    record.settle(np.random.default_rng(1))
    while record.plies < 20 and record.result is None:
        record.play(record.position.legal_actions[0])
    text = record.dumps().encode()
    monkeypatch.setattr(Record, "follow", follow)
    monkeypatch.setattr(work_budget, "SLICE_SECONDS", 0.0)
    store = Store(tmp_path / "t.sqlite3")
    try:
        assert asyncio.run(take_in(create_app(QUICK, store), text)) == 201
    finally:
        store.close()
    assert threads == {threading.get_ident()}
    assert passes > record.plies


def test_what_is_played_while_an_export_is_prepared_is_not_shown_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spectators see the game with a delay, and writing a record takes a moment."""
    written, slug = ViewCache.record, next(slug for slug in OPEN if not rookery.load(slug).facts.chance)

    async def write(views: ViewCache) -> str:
        table = views._table
        table.add(stamped(moves.move(table, (0, 1), table.mover or 0, table.plies, table.position.legal_actions[0])))
        return await written(views)

    with opened(tmp_path / "t.sqlite3") as client:
        table, _ = new_table(client, slug, delay=3)
        assert client.get(f"/api/tables/{table}/export.txt").status_code == 200, "nothing has been played yet"
        monkeypatch.setattr(ViewCache, "record", write)
        answer = client.get(f"/api/tables/{table}/export.txt")
    assert answer.json()["code"] == "StillSecret"


def test_players_read_nothing_of_libraries_that_the_host_could_install(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lacking(*asked: object, **more: object) -> None:
        raise MissingExtra("PNG files need resvg_py: pip install it")

    monkeypatch.setattr(Exports, "file", lacking)
    table, _, _ = begun(client, ANY, 1)
    for _ in range(3):
        refused = client.get(f"/api/tables/{table}/export.png")
        assert (refused.status_code, refused.json()["code"]) == (501, "MissingExtra")
        assert "pip" not in refused.text
    assert sum("pip install" in record.getMessage() for record in caplog.records) == 1, "the host is told once"


def test_a_file_that_cannot_be_made_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that draws it is lost, or takes too long."""
    monkeypatch.setattr("rookery.server.http.exports.EXPORT_TIMEOUT", 0.0)
    with opened(tmp_path / "t.sqlite3") as client:
        table, _ = new_table(client, OPEN[0])
        answer = client.get(f"/api/tables/{table}/export.txt")
    assert answer.status_code == 500
    assert answer.json()["words"] == "the file could not be made; download the record and use `rookery export`"


# ── Playing on ───────────────────────────────────────────────────────────────
@pytest.mark.parametrize("slug", others_in_soak(OPEN, KINDS))
def test_one_plays_on_from_a_position(client: TestClient, slug: str) -> None:
    source, _, plies = begun(client, slug, 5)
    middle = next(ply for ply in range(plies - 1, 0, -1) if client_mover(client, source, ply) is not None)
    branch, keys = new_table(client, slug, after={"table": source, "ply": middle})
    with page(client, branch) as player, page(client, source) as watcher:
        there = player.hello(*keys)
        watcher.hello()
        assert there["moment"]["ply"] == middle
        assert there["table"]["luck"]["pledge"]["since"] == middle
        assert [move["text"] for move in there["moves"]] == [move["text"] for move in watcher.hello()["moves"]][:middle]
        assert player.refused("take back") == "CannotTakeBack", "those moves were made elsewhere"
        play_out(player, there["moment"])
    record = Record.loads(client.get(f"/api/tables/{branch}/record").content)
    assert record.luck is not None
    assert record.luck.pledge.since == middle
    before = sum(record.mover(ply) == rookery.CHANCE for ply in range(middle))
    assert verify(record).before == before, "how those were drawn this promise does not say"
    earlier = Record.loads(client.get(f"/api/tables/{source}/record").content)
    check_source(record, earlier)
    other, dice = Record(earlier.game, earlier.position.players), random.Random(5)
    while other.position.mover is not None and other.plies < middle:
        other.play(dice.choice(other.position.legal_actions))
    with pytest.raises(BrokenPromise, match=f"they differ in the first {middle} plies"):
        check_source(record, other)


@pytest.mark.parametrize("public", [True, False])
def test_the_table_it_came_from_is_told_where_everybody_could_see_it(client: TestClient, public: bool) -> None:
    """There its draws can be checked. Anybody with the id may watch, so the id of a private table is not revealed."""
    source, _ = new_table(client, OPEN[0], public=public)
    table_id, keys = new_table(client, OPEN[0], after={"table": source, "ply": 0})
    with page(client, table_id) as player:
        there = player.hello(*keys)
        assert there["table"]["luck"]["origin"] == (source if public else "")
        play_out(player, there["moment"])
        following = player.rematch()
    with page(client, following) as player:
        assert player.hello(*keys)["table"]["luck"]["origin"] == "", "a new game comes from nowhere"


@pytest.mark.parametrize("slug", others_in_soak(CHANCY, KINDS))
def test_draws_of_the_other_game_are_not_checked_here(client: TestClient, slug: str) -> None:
    source, keys, plies = begun(client, slug, 3)
    branch, own = new_table(client, slug, after={"table": source, "ply": plies})
    with page(client, branch) as player, page(client, source) as there:
        player.hello(*own)
        drawn = next(move["ply"] for move in there.hello(*keys)["moves"] if move["seat"] is None)
        assert player.refused("check", ply=drawn) == "NotDrawn"
        there.say("check", ply=drawn)
        assert there.hear("checked")["ply"] == drawn


def client_mover(client: TestClient, table: str, ply: int) -> int | None:
    with page(client, table) as watcher:
        watcher.hello()
        watcher.say("look", ply=ply)
        mover: int | None = watcher.hear("looked")["moment"]["mover"]
        return mover


def test_where_one_cannot_play_on(client: TestClient) -> None:
    source, _, plies = begun(client, ANY, 3)
    other = next(slug for slug in OPEN if slug != ANY)
    end, last = ended(client, ANY)
    for order, status, code in [
        ({"game": ANY, "after": {"table": source, "ply": plies + 1}}, 400, "NoSuchPly"),
        ({"game": ANY, "after": {"table": "nowhere", "ply": 1}}, 404, "UnknownTable"),
        ({"game": other, "after": {"table": source, "ply": 1}}, 422, "CannotPlay"),
        ({"game": ANY, "after": {"table": end, "ply": last}}, 422, "CannotPlay"),
        ({"game": ANY, "after": {"table": source}}, 400, "UnreadableMessage"),
    ]:
        answer = client.post("/api/tables", json={"seats": [{}, {}]} | order)
        assert (answer.status_code, answer.json()["code"]) == (status, code), order


@pytest.mark.parametrize("slug", HIDDEN)
def test_a_game_with_secrets_is_branched_when_it_is_over(client: TestClient, slug: str) -> None:
    source, _, plies = begun(client, slug, 2)
    order = {"game": slug, "seats": [{}, {}], "after": {"table": source, "ply": plies}}
    answer = client.post("/api/tables", json=order)
    assert (answer.status_code, answer.json()["code"]) == (403, "StillSecret")
    end, last = ended(client, slug)
    branch, keys = new_table(client, slug, after={"table": end, "ply": last - 1})
    with page(client, branch) as player:
        assert player.hello(*keys)["moment"]["ply"] >= last - 1


# ── Records taken in ─────────────────────────────────────────────────────────
def test_a_game_that_somebody_gave_up_is_taken_in(client: TestClient) -> None:
    source, keys, _ = begun(client, next(slug for slug in OPEN if not rookery.load(slug).facts.cooperative), 2)
    with page(client, source) as player:
        player.hello(keys[1])
        player.say("resign")
        player.hear("welcome")
    record = client.get(f"/api/tables/{source}/record").content
    links = client.post("/api/records", content=record).json()
    with page(client, links["table"]) as watcher:
        moment = watcher.hello()["moment"]
        assert (moment["over"], moment["winners"]) == (True, [0])
    assert verify(Record.loads(record)).before == 0


def test_one_plays_on_from_where_somebody_gave_up(client: TestClient) -> None:
    slug = next(slug for slug in OPEN if not rookery.load(slug).facts.cooperative)
    source, keys, _ = begun(client, slug, 2)
    with page(client, source) as player:
        assert not player.hello(keys[1])["moment"]["given_up"]
        player.say("resign")
        moment = player.hear("welcome")["moment"]
    assert (moment["over"], moment["given_up"]) == (True, True)
    assert moment["reason"].endswith(" resigned")
    branch, own = new_table(client, slug, after={"table": source, "ply": moment["ply"]})
    with page(client, branch) as player:
        moment = player.hello(*own)["moment"]
        assert moment["reason"] == ""
        end = play_out(player, moment)
    assert not end["given_up"], "this one came to its own end"
    assert end["reason"].lower() in end["scene"]["caption"].lower()


def test_a_game_that_goes_on_is_taken_in_and_played_on(client: TestClient) -> None:
    source, _, plies = begun(client, ANY, 3)
    links = client.post("/api/records", content=client.get(f"/api/tables/{source}/record").content).json()
    with page(client, links["table"]) as player:
        moment = player.hello(*(seat["key"] for seat in links["seats"]))["moment"]
        assert moment["ply"] >= plies
        play_out(player, moment)


OTHER_RULES = json.dumps({"rookery": 1, "game": ANY, "rules": 999, "players": 2, "options": {}}) + "\n"


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (b"", 400, "BrokenRecord"),
        (b"nonsense", 400, "BrokenRecord"),
        (b"\xff\xfe", 400, "BrokenRecord"),
        (b'{"rookery": 1}\n', 400, "BrokenRecord"),
        (b"{" * 100_000, 400, "BrokenRecord"),
        (b'{"rookery": 1, "game": "chess", "rules": 1, "players": 2, "options": {}}\n', 404, "UnknownGame"),
        (OTHER_RULES.encode(), 409, "UnknownRules"),
        (b"x" * 1_100_000, 413, "UnreadableMessage"),
        (b'{"seal": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}\n', 400, "BrokenRecord"),
    ],
)
def test_records_that_cannot_be_taken_in(client: TestClient, text: bytes, status: int, code: str) -> None:
    answer = client.post("/api/records", content=text)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["words"]


def test_what_is_taken_in_cannot_poison_a_table(client: TestClient) -> None:
    two = next(slug for slug in OPEN if not rookery.load(slug).facts.cooperative)
    game = rookery.load(two)
    head = {"rookery": 1, "game": two, "rules": game.facts.rules_version, "players": 2, "options": {}}
    over = {"over": True, "conceded": [True, "resigned"], "utilities": [1.0, -1.0], "words": ""}
    half = {"ply": 1, "mover": "chance", "action": "\ud800", "key": ""}
    long = {"ply": 1, "mover": "chance", "action": "a", "key": "", "remark": "x" * 501}
    for entry in (over, half, long):
        answer = client.post("/api/records", content="\n".join([json.dumps(head), json.dumps(entry), ""]))
        assert (answer.status_code, answer.json()["code"]) == (400, "BrokenRecord"), entry


@in_ci(KINDS[0])
def test_a_finished_game_is_over_from_the_first_moment(client: TestClient, slug: str) -> None:
    source, _ = ended(client, slug)
    links = client.post("/api/records", content=client.get(f"/api/tables/{source}/record").content).json()
    assert client.get(f"/api/tables/{links['table']}/record").status_code == 200
    with page(client, links["table"]) as player:
        assert player.hello(links["seats"][0]["key"])["moment"]["over"]
        player.rematch()


# ── Exports ──────────────────────────────────────────────────────────────────
def test_a_game_is_exported_in_every_kind(client: TestClient) -> None:
    source, _, _ = begun(client, SMALL, 3)
    found = {kind: client.get(f"/api/tables/{source}/export.{kind}") for kind in ("txt", "svg", "png", "gif", "pdf")}
    assert {kind: answer.status_code for kind, answer in found.items()} == dict.fromkeys(found, 200)
    assert rookery.load(SMALL).facts.name in found["txt"].text
    assert found["svg"].text.startswith("<svg")
    for kind, beginning in {"png": b"\x89PNG", "gif": b"GIF89a", "pdf": b"%PDF"}.items():
        assert found[kind].content.startswith(beginning)
    wrong = client.get(f"/api/tables/{source}/export.exe")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "UnreadableMessage")
    assert client.get("/api/tables/nowhere/export.txt").status_code == 404


def test_an_export_is_called_by_its_day_and_the_moves_that_people_count(client: TestClient) -> None:
    source, _, plies = begun(client, CHANCY[0], 2)
    assert plies > 2, "chance has played, too"
    shown = client.get(f"/api/tables/{source}/export.txt").headers["content-disposition"]
    assert re.fullmatch(rf'inline; filename="{CHANCY[0]}-20\d\d-\d\d-\d\d-move-2\.txt"', shown)


@pytest.mark.parametrize("slug", HIDDEN)
def test_an_export_tells_no_secrets_while_the_game_goes_on(client: TestClient, slug: str) -> None:
    source, keys, _ = begun(client, slug, 2)
    with page(client, source) as watcher:
        told = [move["text"] for move in watcher.hello()["moves"]]
    with page(client, source) as player:
        known = [move["text"] for move in player.hello(keys[0])["moves"]]
    secret = {mine for mine, seen in zip(known, told, strict=True) if seen != mine}
    text = client.get(f"/api/tables/{source}/export.txt").text
    assert secret
    assert not secret & set(text.split())


@pytest.mark.parametrize("slug", HIDDEN)
def test_a_record_that_is_refused_is_not_written_first(
    client: TestClient, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, _, _ = begun(client, slug, 1)

    async def written(views: ViewCache) -> str:
        raise AssertionError("it was written")

    monkeypatch.setattr(ViewCache, "record", written)
    answer = client.get(f"/api/tables/{table_id}/record")
    assert (answer.status_code, answer.json()["code"]) == (403, "StillSecret")


@pytest.mark.anyio
async def test_one_address_cannot_fill_the_queue_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are made one at a time. An address that waits for some cannot ask for more, so others get their turn."""
    exports, go_on = Exports(), asyncio.Event()
    records = [
        Record(rookery.load(ANY), rookery.load(ANY).facts.players[0], {}) for _ in range(MAX_EXPORTS_PER_ADDRESS + 1)
    ]
    for plies, record in enumerate(records):
        for _ in range(plies):
            record.play(record.position.legal_actions[0])

    async def drawn(text: str, kind: str) -> bytes:
        await go_on.wait()
        return text.encode()

    monkeypatch.setattr(exports, "_made", drawn)
    waiting = [
        asyncio.create_task(exports.file(record.dumps(), "txt", "here")) for record in records[:MAX_EXPORTS_PER_ADDRESS]
    ]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy, match="already being made for you"):
        await exports.file(records[MAX_EXPORTS_PER_ADDRESS].dumps(), "txt", "here")
    other = asyncio.create_task(exports.file(records[0].dumps(), "txt", "there"))
    go_on.set()
    assert [*await asyncio.gather(*waiting), await other] == [
        r.dumps().encode() for r in (*records[:MAX_EXPORTS_PER_ADDRESS], records[0])
    ]
    assert await exports.file(records[0].dumps(), "txt", "here") == records[0].dumps().encode()


def test_the_promise_names_the_seats_of_bots(client: TestClient) -> None:
    table_id, keys = new_table(client, KINDS[0], ["first"])
    with page(client, table_id) as player:
        card = player.hello(*keys)["table"]
    bots = [seat["index"] for seat in card["seats"] if seat["kind"] == "bot"]
    assert bots
    assert card["luck"]["pledge"]["bots"] == bots

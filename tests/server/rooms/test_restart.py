"""Nothing is lost by a new server on the same database, by an idle hour or by a full disk."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.http.app import create_app
from rookery.server.storage.store import Store
from tests.often import KINDS, others_in_soak
from tests.server.storage.stored import forged
from tests.server.support.app_client import QUICK, Page, new_table, opened, page, play_out


def some_moves(player: Page, moment: Any, count: int) -> Any:
    for _ in range(count):
        moment = player.move(moment)
    return moment


def test_a_new_server_shows_the_same_table(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        table, keys = new_table(client, slug)
        with page(client, table) as player:
            start = player.hello(*keys)
            player.say("rename", seat=1, name="Bea")
            some_moves(player, start["moment"], 4)
            before = player.hello(*keys)
        record = client.get(f"/api/tables/{table}/record").text
    with opened(file) as client, page(client, table) as player:
        after = player.hello(*keys)
        assert after == before
        assert after["table"]["seats"][1]["name"] == "Bea"
        if not rookery.load(slug).facts.hidden:
            assert client.get(f"/api/tables/{table}/record").text == record
        play_out(player, after["moment"])


def test_an_idle_table_leaves_memory_and_comes_back(tmp_path: Path, slug: str) -> None:
    with opened(tmp_path / "t.sqlite3", idle_timeout=0.05) as client:
        table, keys = new_table(client, slug)
        with page(client, table) as player:
            before = some_moves(player, player.hello(*keys)["moment"], 3)
            time.sleep(0.2)
            before = some_moves(player, before, 1)  # a table with pages stays
        time.sleep(0.2)
        with page(client, table) as player:
            assert player.hello(*keys)["moment"] == before


# the rules have no part in it: one game here, the others in the soak
@pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), KINDS[:1]))
def test_a_bot_to_move_resumes(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "t.sqlite3"
    bots = ["spread"] * rookery.load(slug).facts.players[0]
    with opened(file) as client:
        table, _ = new_table(client, slug, bots=bots)
    with opened(file) as client, page(client, table) as watcher:
        watcher.to_the_end(watcher.hello()["moment"])


def test_keys_are_not_in_the_database(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        _, keys = new_table(client, slug)
    assert not any(key.encode() in file.read_bytes() for key in keys)


def test_a_move_that_cannot_be_saved_is_refused_and_not_played(tmp_path: Path, slug: str) -> None:
    store = Store(tmp_path / "t.sqlite3")
    with TestClient(create_app(QUICK, store)) as client:
        table, keys = new_table(client, slug)
        with page(client, table) as player:
            moment = some_moves(player, player.hello(*keys)["moment"], 2)
            store._database.execute("PRAGMA query_only = ON")
            action = moment["scene"]["choices"][0]["action"]
            move = {"seat": moment["mover"], "ply": moment["ply"], "action": action}
            assert player.refused("move", **move) == "StoreTrouble"
            assert player.refused("rename", seat=0, name="Ann") == "StoreTrouble"
            assert client.post("/api/tables", json={"game": slug, "seats": [{}, {}]}).status_code == 503
            assert player.hello(*keys)["moment"] == moment
            store._database.execute("PRAGMA query_only = OFF")
            play_out(player, player.move(moment, action))
    store.close()


@pytest.mark.parametrize(
    ("flaw", "code"),
    [
        ("DELETE FROM events WHERE number = 3", "DamagedTable"),
        ("DELETE FROM events WHERE number = (SELECT max(number) FROM events)", "DamagedTable"),
        ("UPDATE events SET body = replace(body, 'at', 'au') WHERE number = 2", "DamagedTable"),
        ("UPDATE events SET body = json_set(body, '$.action', 1000000) WHERE body ->> '$.ply' = 2", "DamagedTable"),
        ("UPDATE events SET body = json_set(body, '$.key', 'x') WHERE body ->> '$.ply' = 1", "DamagedTable"),
        (
            "UPDATE events SET body = CASE number WHEN 1 THEN json_set(body, '$.rules', 999) "
            "ELSE json_replace(body, '$.key', 'x') END",
            "UnknownRules",
        ),
        ("UPDATE events SET body = json_set(body, '$.game', 'chess') WHERE number = 1", "UnknownGame"),
        ("UPDATE tables SET secret = randomblob(32)", "DamagedTable"),
    ],
)
def test_a_table_that_cannot_be_opened_again_says_why(tmp_path: Path, slug: str, flaw: str, code: str) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        table, keys = new_table(client, slug)
        with page(client, table) as player:
            some_moves(player, player.hello(*keys)["moment"], 4)
    store = Store(file)
    asyncio.run(store.transact(forged(flaw)))
    store.close()
    with opened(file, damaged=True) as client:
        with page(client, table) as player:
            assert player.refused("hello", keys=keys) == code
        assert client.get(f"/api/tables/{table}").json()["code"] == code
        new_table(client, slug)  # other tables do not suffer

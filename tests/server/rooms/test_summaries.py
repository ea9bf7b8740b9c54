"""The state of a person's tables: the summary for each holder of keys, and its cost."""

import asyncio
import contextlib
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.config import Config
from rookery.server.errors import StoreTrouble
from rookery.server.rooms import summaries
from rookery.server.rooms.replayed_table import replayed
from rookery.server.storage.store import Store
from rookery.server.table.table import Table
from rookery.strengths import strength
from tests.server.support.app_client import new_table, opened, page

FACTS = {slug: rookery.load(slug).facts for slug in rookery.slugs()}
PLAIN = next(slug for slug, facts in FACTS.items() if facts.players == (2,) and not facts.hidden)


def asked(client: TestClient, *tables: tuple[str, list[str]]) -> Any:
    answer = client.post("/api/yours", json={"tables": [{"id": table_id, "keys": keys} for table_id, keys in tables]})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_whose_turn_it_is_and_who_won(client: TestClient) -> None:
    table_id, keys = new_table(client, PLAIN, clock={"kind": "move", "seconds": 86_400, "level": "first"})
    with page(client, table_id) as everybody:
        moment = everybody.hello(*keys)["moment"]
        mover = moment["mover"]
        (mine,) = asked(client, (table_id, [keys[mover]]))["tables"]
        assert (mine["state"], mine["turn"], mine["yours"]) == ("playing", mover, [mover])
        assert (mine["winners"], mine["words"], mine["time"]) == ([], "", "1 day a move")
        (others,) = asked(client, (table_id, [keys[1 - mover]]))["tables"]
        assert (others["turn"], others["yours"], others["at"]) == (mover, [1 - mover], mine["at"])
    with page(client, table_id) as one:
        one.hello(keys[0])
        one.say("resign")
        one.hear("welcome")
    (over,) = asked(client, (table_id, keys))["tables"]
    assert (over["state"], over["turn"], over["winners"], over["yours"]) == ("over", None, [1], [0, 1])
    assert over["words"]


def test_a_bot_has_the_bird_of_its_level(tmp_path: Path) -> None:
    """The usual levels have birds."""
    with opened(tmp_path / "t.sqlite3", brain=Config().brain) as client:
        table_id, _ = new_table(client, PLAIN, seats=[{"kind": "person"}, {"kind": "bot", "level": "easy"}])
        (told,) = asked(client, (table_id, []))["tables"]
    assert [(seat["kind"], seat["species"]) for seat in told["seats"]] == [
        ("person", ""),
        ("bot", strength("easy").species),
    ]


def test_a_wrong_key_and_a_table_that_is_not_there(client: TestClient) -> None:
    table_id, keys = new_table(client, PLAIN)
    answer = asked(client, (table_id, ["nothing"]), ("elsewhere", keys))
    assert [(table["id"], table["yours"]) for table in answer["tables"]] == [(table_id, [])]
    assert answer["gone"] == ["elsewhere"]


def test_who_watches_late_is_not_told_whose_turn_it_is(client: TestClient) -> None:
    table_id, keys = new_table(client, PLAIN, delay=5)
    with page(client, table_id) as everybody:
        before = everybody.hello(*keys)["moment"]
        (first,) = asked(client, (table_id, []))["tables"]
        everybody.move(before)
        assert asked(client, (table_id, []))["tables"] == [first], "a move that is not shown yet was told"
        assert first["turn"] is None
        (inside,) = asked(client, (table_id, keys[:1]))["tables"]
        assert inside["turn"] is not None


def test_looking_opens_no_table_and_looks_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path / "tables") as client:
        table_id, keys = new_table(client, PLAIN)
    looked: list[str] = []

    async def noted(*given: Any) -> Table:
        looked.append(given[1])
        return await replayed(*given)

    monkeypatch.setattr(summaries, "replayed", noted)
    with opened(tmp_path / "tables") as client:
        assert client.get(f"/games/{PLAIN}/picture.svg").status_code == 200  # the game is ready
        for _ in range(3):
            assert asked(client, (table_id, keys))["tables"][0]["state"] == "playing"
        assert client.get("/api/status").json()["tables"] == 0
    assert looked == [table_id]


def test_guesses_are_counted_and_nothing_is_told_to_who_guesses_on(tmp_path: Path) -> None:
    """As at a table. A page that asks for the same tables again and again makes one guess."""
    with opened(tmp_path / "tables", failures_per_address="3/day") as client:
        table_id, keys = new_table(client, PLAIN)
        for _ in range(5):
            assert asked(client, (table_id, [*keys, "cut short"]), ("elsewhere", keys))["gone"] == ["elsewhere"]
        asked(client, (table_id, ["a third guess"]))
        for tables in ([(table_id, ["one more", *keys])], [(table_id, keys)]):
            answer = client.post(
                "/api/yours", json={"tables": [{"id": table_id, "keys": keys} for table_id, keys in tables]}
            )
            assert (answer.status_code, answer.json()["code"]) == (429, "TooBusy")
            assert int(answer.headers["retry-after"]) > 0


def test_nobody_waits_while_others_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a table takes long to load. Simultaneous requests for the same table share one look."""
    with opened(tmp_path / "tables") as client:
        long, short = (new_table(client, PLAIN)[0] for _ in range(2))
    begun, looked = list[str](), asyncio.Event()

    async def slow(*given: Any) -> Table:
        begun.append(given[1])
        if given[1] == long:
            await asyncio.wait_for(looked.wait(), 30)
        return await replayed(*given)

    monkeypatch.setattr(summaries, "replayed", slow)
    with opened(tmp_path / "tables") as client, ThreadPoolExecutor() as pool:
        assert client.get(f"/games/{PLAIN}/picture.svg").status_code == 200  # the game is ready
        waiting = [pool.submit(asked, client, (long, [])) for _ in range(2)]
        while long not in begun:
            time.sleep(0.001)
        assert asked(client, (short, []))["tables"][0]["id"] == short
        assert not any(answer.done() for answer in waiting)
        assert client.portal is not None
        client.portal.call(looked.set)
        assert [answer.result()["tables"][0]["id"] for answer in waiting] == [long, long]
    assert sorted(begun) == sorted([long, short])


def test_a_damaged_table_is_left_out_and_a_database_that_has_gone_is_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If tables were only missing in the answer, nobody would learn that there is trouble."""
    with opened(tmp_path / "tables") as client:
        whole, damaged = (new_table(client, PLAIN)[0] for _ in range(2))
    with contextlib.closing(sqlite3.connect(tmp_path / "tables")) as database:
        database.execute("UPDATE events SET body = 'no event' WHERE table_id = ? AND number = 1", (damaged,))
        database.commit()
    with opened(tmp_path / "tables", damaged=True) as client:
        assert client.get(f"/games/{PLAIN}/picture.svg").status_code == 200  # the game is ready
        assert [table["id"] for table in asked(client, (damaged, []), (whole, []))["tables"]] == [whole]

        async def gone(store: Store, *given: Any) -> Any:
            raise StoreTrouble("the database has gone")

        async def goes(store: Store, table: str) -> Any:
            monkeypatch.setattr(Store, "newest", gone)
            return await gone(store)

        monkeypatch.setattr(Store, "load", goes)
        order = {"tables": [{"id": table_id, "keys": []} for table_id in (whole, damaged)]}
        assert client.post("/api/yours", json=order).status_code == 503


def test_too_many_tables_are_refused(client: TestClient) -> None:
    answer = client.post("/api/yours", json={"tables": [{"id": "x", "keys": []}] * 25})
    assert answer.status_code == 400
    assert answer.json()["code"] == "UnreadableMessage"

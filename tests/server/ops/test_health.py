"""/health, /ready and /api/status."""

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.server.errors import StoreTrouble
from rookery.server.ops.health import HEALTH_CHECK_TTL
from rookery.server.storage.store import Store
from tests.often import KINDS
from tests.server.support.app_client import new_table, opened, page

ANY = KINDS[0]  # none of this depends on the game
PATIENCE = 120  # seconds for games to be opened


def until_ready(client: TestClient) -> Any:
    for _ in range(PATIENCE * 10):
        if (answer := client.get("/ready")).status_code == 200:
            return answer.json()
        assert answer.json()["code"] == "NotReady"
        time.sleep(0.1)
    raise AssertionError(answer.text)


def test_it_is_ready_when_the_rules_of_all_games_are(client: TestClient) -> None:
    assert until_ready(client) == {"ready": True}
    assert client.get("/api/status").json()["ready"] is True


def test_until_then_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.server.bots.opener.use", lambda game: time.sleep(0.5))
    with opened(tmp_path / "t.sqlite3") as client:
        answer = client.get("/ready")
        status = client.get("/api/status").json()
        assert client.get("/health").json() == {"ok": True}
    assert (answer.status_code, answer.json()["code"]) == (503, "NotReady")
    assert rookery.load(ANY).facts.name in answer.json()["words"], "as people call it"
    assert (status["ready"], status["words"]) == (False, answer.json()["words"])


def test_it_is_not_ready_while_the_database_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(store: Store) -> None:
        raise StoreTrouble(f"{tmp_path} is full")

    with opened(tmp_path / "t.sqlite3") as client:
        until_ready(client)
        monkeypatch.setattr(Store, "check", full)
        time.sleep(HEALTH_CHECK_TTL + 0.1)
        answer = client.get("/ready")
        status = client.get("/api/status").json()
    assert (answer.status_code, answer.json()["code"]) == (503, "StoreTrouble")
    assert str(tmp_path) not in answer.text + status["words"], "where files lie is nobody's business"
    assert not status["ready"]


def test_the_status_of_a_server(client: TestClient) -> None:
    until_ready(client)
    before = client.get("/api/status").json()
    table, keys = new_table(client, ANY)
    with page(client, table) as player:
        player.move(player.hello(*keys)["moment"])
        now = client.get("/api/status").json()
    assert now["version"] == rookery.__version__
    assert now["store"].startswith("SQLite 3")
    assert now["pages"] == before["pages"] + 1
    assert now["tables_made"] == before["tables_made"] + 1
    assert now["moves"] > before["moves"]
    assert now["moves_per_second"] > 0
    assert 0 < now["wait_p50"] <= now["wait_p99"]
    assert now["uptime"] >= before["uptime"]
    assert now["started"].endswith("+00:00")
    assert table not in client.get("/api/status").text

"""The metrics, and who may read them."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

import rookery
from rookery.server.table.events import Played
from rookery.server.telemetry import metrics
from tests.often import KINDS
from tests.server.support.app_client import Page, new_table, opened, page, play_out

ANY = KINDS[0]  # none of this depends on the game
HERE = ("127.0.0.1", 5000)
COST = 50e-6  # seconds a move that counting may take on a busy machine; the figure in docs/hosting.md is a tenth of it


def scraped() -> dict[str, float]:
    """Name and labels, without the code of the release -> value."""
    families = text_string_to_metric_families(metrics.scrape().decode())
    return {
        " ".join([sample.name, *(f"{key}={value}" for key, value in sample.labels.items())]): sample.value
        for family in families
        for sample in family.samples
    }


def test_a_game_is_counted(client: TestClient) -> None:
    before = scraped()
    table, keys = new_table(client, ANY)
    with page(client, table) as player:
        assert scraped()["rookery_sockets"] == before.get("rookery_sockets", 0) + 1
        assert player.refused("hello", keys=["x" * 32]) == "UnknownKey"
        welcome = player.hello(*keys)
        end = play_out(player, welcome["moment"])
        moves = [entry for entry in player_moves(client, table) if entry["seat"] is not None]
    after = scraped()

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert end["over"]
    assert grown(f"rookery_moves_total game={ANY}") == len(moves)
    assert grown("rookery_move_seconds_count") == len(moves)
    assert grown(f"rookery_games_over_total game={ANY}") == 1
    assert grown(f"rookery_tables_made_total game={ANY}") == 1
    assert grown("rookery_refusals_total code=UnknownKey") == 1
    assert grown("rookery_messages_in_total") == len(moves) + 4  # three for the seats, one to watch
    assert grown("rookery_messages_out_total") > len(moves)
    assert grown("rookery_commit_jobs_count") > len(moves)
    assert after["rookery_memory_bytes"] > 10e6
    assert after["rookery_uptime_seconds"] > 0
    assert any(f"version={rookery.__version__}" in name for name in after if name.startswith("rookery_build_info"))


def player_moves(client: TestClient, table: str) -> Any:
    with page(client, table) as watcher:
        return watcher.hello()["moves"]


def test_bots_are_timed(client: TestClient) -> None:
    before = scraped()
    table, keys = new_table(client, ANY, bots=["first"])
    with page(client, table) as player:
        moment = player.hello(*keys)["moment"]
        while moment["mover"] != 0:
            moment = player.settled()
        player.say("move", seat=0, ply=moment["ply"], action=moment["scene"]["choices"][0]["action"])
        until_the_bot_has_played(player)
    name = "rookery_bot_seconds_count level=first"
    assert scraped()[name] > before.get(name, 0)


def until_the_bot_has_played(player: Page) -> None:
    while player.hear("moved")["moves"][0]["seat"] != 1:
        pass


# ── Who may read them ────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("who", "headers", "status"),
    [
        (HERE, {}, 200),
        (("::1", 5000), {}, 200),
        (("192.0.2.7", 5000), {}, 404),
        (("192.0.2.7", 5000), {"authorization": "Bearer a-token"}, 200),
        (("192.0.2.7", 5000), {"authorization": "Bearer another"}, 404),
        (("192.0.2.7", 5000), {"authorization": "a-token"}, 404),
        (HERE, {"x-forwarded-for": "192.0.2.7"}, 404),  # somebody behind a proxy on this machine
        (HERE, {"authorization": "Bearer another"}, 200),
    ],
)
def test_metrics_are_for_this_machine_and_for_who_has_the_token(
    tmp_path: Path, who: tuple[str, int], headers: dict[str, str], status: int
) -> None:
    with opened(tmp_path / "t.sqlite3", metrics_token="a-token") as client:
        asked = TestClient(client.app, client=who).get("/metrics", headers=headers)
    assert asked.status_code == status
    assert ("rookery_moves_total" in asked.text) == (status == 200)


def test_without_a_token_no_token_opens(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        for said in ("Bearer ", "Bearer", ""):
            asked = TestClient(client.app, client=("192.0.2.7", 1)).get("/metrics", headers={"authorization": said})
            assert asked.status_code == 404


# ── The status page's own ────────────────────────────────────────────────────
def test_the_rate_is_that_of_the_last_minute_whoever_slept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [metrics.STARTED + 3_000.0]
    monkeypatch.setattr(metrics, "time", SimpleNamespace(monotonic=lambda: now[0]))
    recent = metrics.Recent()
    recent.tick()  # for the first time
    recent.moves += 30
    now[0] += 10.0
    assert recent.rate() == 3.0


def test_waits_of_the_last_minutes() -> None:
    recent = metrics.Recent()
    assert recent.waits(300, (0.5,)) is None
    for wait in range(100):
        recent.waited(wait / 100)
    assert recent.waits(300, (0.0, 0.5, 0.99)) == [0.0, 0.5, 0.99]
    assert recent.waits(-1, (0.5,)) is None
    recent.moves = 120
    assert 0 < recent.rate() <= 120


def test_counting_costs_little() -> None:
    plies = [Played(1, 0, 5, "key"), Played(2, None, 3, "key")]
    best = 1.0
    for _ in range(5):
        start = time.thread_time()
        for _ in range(1000):
            one_move(plies)
        best = min(best, (time.thread_time() - start) / 1000)
    print(f"{best * 1e6:.2f} µs a move")
    assert best < COST


def one_move(plies: list[Played]) -> None:
    """Count everything that a move counts when two pages see it."""
    metrics.message_received()
    metrics.played("any", plies, over=False)
    metrics.answered(0.002)
    metrics.message_sent()
    metrics.message_sent()

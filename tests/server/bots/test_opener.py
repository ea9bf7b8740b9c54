"""A server opens its games one after the other: requested games first, and what fails is left out."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.position import Game
from rookery.export import rules_page
from rookery.server.api.routes import RECORDS_PATH
from rookery.server.bots import opener
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.opener import GameOpener
from rookery.server.errors import NotReady
from rookery.server.rooms.catalog import Catalog
from tests.often import KINDS
from tests.server.support.app_client import new_table, opened

GAMES = {slug: rookery.load(slug) for slug in rookery.slugs()}


def test_what_somebody_asks_for_is_opened_first(monkeypatch: pytest.MonkeyPatch) -> None:
    used = list[str]()
    monkeypatch.setattr(opener, "use", lambda game: used.append(game.facts.slug))
    first, *_, last = GAMES

    async def serve() -> None:
        work = GameOpener(GAMES)
        assert work.awaited() == [*GAMES]
        work.prioritise(last)
        work.prioritise("no such game")
        await work.run()
        assert work.awaited() == []
        assert all(work.opened(slug).is_set() for slug in GAMES)

    asyncio.run(serve())
    assert used[:2] == [last, first]
    assert sorted(used) == sorted(GAMES)


def test_a_game_whose_rules_fail_is_left_out_of_play(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole, broken, *_ = GAMES

    def use(game: Game) -> None:
        if game.facts.slug == broken:
            raise TypeError("a kernel of its author's")

    monkeypatch.setattr(opener, "use", use)

    async def serve() -> None:
        brain = BotPool("tests.server.support.brain", 1, 1.0)
        catalog = Catalog(brain, GameOpener, lambda game: "", ready_timeout=0.01, offered=rookery.slugs(examples=False))
        await catalog.warm_up()
        with pytest.raises(NotReady, match="its rules fail"):
            await catalog.ready(broken)
        assert (await catalog.ready(whole)).facts.slug == whole
        assert catalog.awaited() == [], "the server is ready"

    asyncio.run(serve())
    assert "a kernel of its author's" in caplog.text


def test_a_requested_game_is_opened_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages for a new table, for a table in play and for its rules do; the lobby does not, because it shows all
    games."""
    slug, wanted, table = rookery.slugs()[-1], list[str](), ""
    monkeypatch.setattr(GameOpener, "prioritise", lambda self, slug: wanted.append(slug))
    monkeypatch.setattr(rules_page, "rules", lambda game, code: "drawn")
    monkeypatch.setattr(rules_page, "picture", lambda game: "drawn")

    def asked(answer: Any) -> list[str]:
        assert answer.status_code < 300, answer.text
        found = [*filter(None, wanted)]
        wanted.clear()
        return found

    with opened(tmp_path / "t.sqlite3") as client:
        assert asked(client.get("/api/games")) == []
        assert asked(client.get(f"/games/{slug}/picture.svg")) == []
        assert asked(client.get(f"/api/games?game={slug}")) == [slug]
        assert asked(client.get(f"/rules/{slug}")) == [slug]
        table, _ = new_table(client, slug)
        assert {*wanted} == {slug}
        record = client.get(f"/api/tables/{table}/record").content
        wanted.clear()
        assert asked(client.post(RECORDS_PATH, content=record)) == [slug]
    with opened(tmp_path / "t.sqlite3") as client:  # no table is in memory
        assert asked(client.get(f"/api/tables/{table}")) == [slug]


def test_rules_and_pictures_are_drawn_in_a_thread(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile the server answers others."""
    slug, threads = KINDS[0], list[str]()

    def drawn(game: Game, code: str = "") -> str:
        threads.append(threading.current_thread().name)
        return "drawn"

    monkeypatch.setattr(rules_page, "rules", drawn)
    monkeypatch.setattr(rules_page, "picture", drawn)
    assert [client.get(f"/{path}").text for path in (f"rules/{slug}", f"games/{slug}/picture.svg")] == ["drawn"] * 2
    assert client.portal is not None
    assert client.portal.call(threading.current_thread).name not in threads


def test_numba_is_there_before_any_thread() -> None:
    """Two threads that import it at once find it half loaded, and a request in the first second would fail with 500."""
    loaded = "import rookery.server.bots.opener, sys; sys.exit('numba' not in sys.modules)"
    subprocess.run([sys.executable, "-c", loaded], check=True)

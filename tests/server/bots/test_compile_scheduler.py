"""A server on a machine where nothing was ever compiled: every game can be played at once, and requested games are
compiled first."""

import asyncio
import os
import subprocess
import sys
import threading
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

import rookery
from rookery import bots
from rookery.core.position import Game
from rookery.export import rules_page
from rookery.server.api.routes import RECORDS_PATH
from rookery.server.bots import compile_scheduler
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.compile_scheduler import CompileScheduler
from rookery.server.errors import NotReady
from rookery.server.rooms.catalog import Catalog
from tests.server.support.app_client import new_table, opened

GAMES = {slug: rookery.load(slug) for slug in rookery.slugs()}


class Desk:
    """Replaces the bot pool, and compiles as far as a test tells it to."""

    def __init__(self) -> None:
        self.done = list[tuple[str, str]]()
        self.given_up = list[str]()
        self.kernels = 0
        self.now: asyncio.Future[None] | None = None

    async def compile_rules(self, slug: str) -> None:
        await self._compile("rules", slug)

    async def compile(self, slug: str) -> None:
        await self._compile("bots", slug)

    async def _compile(self, what: str, slug: str) -> None:
        self.now = asyncio.get_running_loop().create_future()
        await self.now
        self.done.append((what, slug))

    def interrupt(self) -> None:
        assert self.now is not None
        self.now.set_exception(BrokenProcessPool())

    def tried(self, slug: str) -> None:
        self.given_up.append(slug)

    def rest(self) -> None:
        self.done.append(("rest", ""))

    async def go_on(self) -> None:
        """Go on until it compiles the next step, or nothing is left."""
        if self.now is not None and not self.now.done():
            self.now.set_result(None)
        before = self.now
        for _ in range(1000):
            await asyncio.sleep(0.001)
            if self.now is not before or self.done[-1:] == [("rest", "")]:
                return
        raise AssertionError("nothing more is compiled")


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(compile_scheduler, "use", lambda game, pictures: False)  # nothing is compiled
    return Desk()


def test_what_somebody_asks_for_is_compiled_first_and_interrupts_the_rest(tables: Desk) -> None:
    async def serve() -> None:
        work = CompileScheduler(tables, GAMES)  # type: ignore[arg-type]  # in place of the bots
        running = asyncio.create_task(work.run())
        await tables.go_on()
        assert all(work.opened(slug).is_set() for slug in GAMES), "each can be played before anything is compiled"
        *_, last = work.awaited()
        assert work.progress().keys() == GAMES.keys()
        tables.kernels = 3
        assert max(work.progress(), key=lambda slug: work.progress()[slug]) != last
        work.prioritise(last)
        await tables.go_on()
        assert tables.done == []
        await tables.go_on()
        await tables.go_on()
        assert tables.done == [("rules", last), ("bots", last)]
        assert last not in work.progress()
        while tables.done[-1] != ("rest", ""):
            await tables.go_on()
        await running
        assert work.awaited() == []
        assert work.progress() == {}
        assert sorted(tables.done[:-1]) == sorted((what, slug) for what in ("rules", "bots") for slug in GAMES)

    asyncio.run(serve())


def test_what_is_only_loaded_is_not_interrupted(tables: Desk) -> None:
    async def serve() -> None:
        work = CompileScheduler(tables, GAMES)  # type: ignore[arg-type]  # in place of the bots
        running = asyncio.create_task(work.run())
        await tables.go_on()
        work.prioritise(work.awaited()[-1])  # no kernel was compiled yet
        await tables.go_on()
        assert len(tables.done) == 1
        running.cancel()

    asyncio.run(serve())


def test_a_process_that_is_lost_is_not_started_again_for_ever(tables: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if other games were requested before, since it was not interrupted for them. Its games stay open as plain
    Python, because the server itself compiles nothing."""
    interpreted = list[bool]()
    monkeypatch.setattr(compile_scheduler, "interpret", interpreted.append)

    async def serve() -> None:
        work = CompileScheduler(tables, GAMES)  # type: ignore[arg-type]  # in place of the bots
        work.prioritise(rookery.slugs()[0])
        running = asyncio.create_task(work.run())
        for _ in range(2 * len(GAMES)):
            await tables.go_on()
            tables.interrupt()  # as the system would, for want of memory
        await asyncio.wait_for(running, 5)
        assert work.awaited() == [], "the server is ready"
        assert all(work.opened(slug).is_set() for slug in GAMES)

    asyncio.run(serve())
    assert interpreted == [True, True]
    assert tables.done == [("rest", "")]
    assert sorted(tables.given_up) == sorted(GAMES), "bots think no longer in plain Python"


def test_a_game_whose_rules_cannot_be_compiled_is_left_out_of_play(
    tables: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = rookery.slugs()[1]

    async def compile_rules(slug: str) -> None:
        if slug == broken:
            raise TypeError("a kernel of its author's")

    async def serve() -> Catalog:
        work = CompileScheduler(tables, GAMES)  # type: ignore[arg-type]  # in place of the bots
        catalog = Catalog(
            BotPool("tests.server.support.brain", 1, 1.0), lambda games: work, ready_timeout=0.01, examples=False
        )
        running = asyncio.create_task(work.run())
        while broken in work.awaited() or len(work.awaited()) == len(GAMES):  # noqa: ASYNC110  # no event says so
            await asyncio.sleep(0.001)
        with pytest.raises(NotReady, match="not ready"):
            await catalog.ready(broken)
        assert (await catalog.ready(rookery.slugs()[0])).facts.slug == rookery.slugs()[0]
        running.cancel()
        return catalog

    monkeypatch.setattr(tables, "compile_rules", compile_rules)
    asyncio.run(serve())
    assert "a kernel of its author's" in caplog.text


def test_a_requested_game_is_compiled_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages for a new table, for a table in play and for its rules do; the lobby does not, because it shows all
    games."""
    slug, wanted, table = rookery.slugs()[-1], list[str](), ""
    monkeypatch.setattr(CompileScheduler, "prioritise", lambda self, slug: wanted.append(slug))
    monkeypatch.setattr(rules_page, "rules", lambda game: "drawn")
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
    """Before a game is compiled, this takes seconds in which the server would answer nobody else."""
    slug, threads = rookery.slugs()[0], list[str]()

    def drawn(game: Game) -> str:
        threads.append(threading.current_thread().name)
        return "drawn"

    monkeypatch.setattr(rules_page, "rules", drawn)
    monkeypatch.setattr(rules_page, "picture", drawn)
    assert [client.get(f"/{path}").text for path in (f"rules/{slug}", f"games/{slug}/picture.svg")] == ["drawn"] * 2
    assert client.portal is not None
    assert client.portal.call(threading.current_thread).name not in threads


IN_PYTHON = """
import sys
from rookery.core.compiling.uncompiled import counts, interpret
interpret(True)
import numpy as np, rookery
from rookery import bots
for slug, level, moves in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
    position = rookery.load(slug).start(seed=5)
    for _ in range(int(moves)):
        view = position.view(position.mover)
        view.scene()
        position = position.after(bots.advise(view, level, 7).action).settled(np.random.default_rng(7))
    print(slug, position.key)
assert counts()[0] > 50 and counts()[1] == 0, counts()
"""


def test_python_plays_as_compiled_kernels_do(tmp_path: Path) -> None:
    """In a process with an empty cache, where nothing is compiled."""
    small = sorted(GAMES, key=lambda slug: GAMES[slug].facts.actions)[:2]  # elsewhere a search takes too long
    asked = [(slug, "greedy", 6) for slug in GAMES] + [(slug, "easy", 2) for slug in small]
    words = [str(word) for row in asked for word in row]
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", IN_PYTHON, *words],
        env={**os.environ, "ROOKERY_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert not [*tmp_path.rglob("*.nbc")]
    assert ran.stdout.splitlines() == [f"{slug} {played(GAMES[slug], level, moves)}" for slug, level, moves in asked]


def played(game: Game, level: str, moves: int) -> Any:
    position = game.start(seed=5)
    for _ in range(moves):
        assert position.mover is not None
        view = position.view(position.mover)
        position = position.after(bots.advise(view, level, 7).action).settled(np.random.default_rng(7))
    return position.key


def test_numba_is_there_before_any_thread() -> None:
    """Two threads that import it at once find it half loaded, and a request in the first second would fail with 500."""
    loaded = "import rookery.server.bots.compile_scheduler, sys; sys.exit('numba' not in sys.modules)"
    subprocess.run([sys.executable, "-c", loaded], check=True)

"""The engine that pages run: its files, where they come from, and what they may do."""

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

import rookery
from rookery.core.errors import BrokenKernel
from rookery.core.position import Game
from rookery.offline.engine_file import engine_program, loadable
from rookery.page_engine import apart, engine_parts
from rookery.page_engine.engine_parts import EngineProgram
from rookery.server.bots.game_codes import code_of
from rookery.server.http import engine_files
from rookery.server.http.engine_files import ENGINE_POLICY, ENGINE_SCRIPT, Compression, EngineFiles
from rookery.wasm import build as wasm_build
from rookery.wasm.build import Built
from tests.often import KINDS
from tests.server.support.app_client import opened
from tests.server.support.services import wait_until

PROGRAM = "engine.0123456789abcdef.js"
SLUG = KINDS[0]
TEXT = b"export default 1 // " + b"engine " * 10_000


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> EngineProgram:
    """What servers of this test give to their pages."""
    one = EngineProgram(PROGRAM, TEXT, [*rookery.slugs()], ["Pages offer no hints and no reviews of chess: a reason"])

    async def made_apart(slugs: object) -> EngineProgram:
        await asyncio.sleep(0.1)
        return one

    monkeypatch.setattr(engine_files, "made_apart", made_apart)
    return one


def test_pages_get_the_engine_and_keep_it(made: EngineProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = threading.Event()

    async def made_when_ready(slugs: object) -> EngineProgram:
        await asyncio.to_thread(ready.wait)
        return made

    monkeypatch.setattr(engine_files, "made_apart", made_when_ready)
    monkeypatch.setattr(engine_files, "LONGEST_ANSWER", 0.01)
    with opened(tmp_path / "games.db", engine=True) as client:
        assert client.get("/api/engine").status_code == 202
        assert client.get(f"/engine/{PROGRAM}").status_code == 404
        assert client.get(f"/engine/games/{SLUG}.json").status_code == 404
        ready.set()
        wait_until(lambda: client.get("/api/engine").status_code == 200)
        assert client.get("/api/engine").json() == {"program": PROGRAM, "games": [*rookery.slugs()]}
        got = client.get(f"/engine/{PROGRAM}", headers={"accept-encoding": "gzip"})
        assert got.content == TEXT
        assert got.headers["content-type"].startswith("text/javascript")
        assert "immutable" in got.headers["cache-control"]
        assert got.headers["content-encoding"] == "gzip"
        for path in (
            "engine.fedcba9876543210.js",
            "none",
            f"..%2F{PROGRAM}",
            f"games/{PROGRAM}",
            f"modules/{PROGRAM}",
            "games/chess.json",
            f"games/{SLUG}",
            "modules/chess-0.wasm",
            "modules/..%2F..%2Fgames.db",
        ):
            assert client.get(f"/engine/{path}").status_code == 404, path


def test_the_log_says_what_the_engine_lacks(
    made: EngineProgram, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path / "games.db", engine=True) as client:
        assert client.get("/api/engine").status_code == 200
    assert [record.getMessage() for record in caplog.records].count(made.warnings[0]) == 1


def test_the_module_of_a_game_is_built_when_it_is_first_asked_for(
    made: EngineProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for all who ask at that moment, in a thread."""
    asked = list[tuple[str, bool]]()

    def build(game: Game) -> Built:
        asked.append((game.facts.slug, threading.current_thread() is threading.main_thread()))
        time.sleep(0.2)
        return wasm_build.build(game)

    monkeypatch.setattr(engine_parts, "build", build)
    with opened(tmp_path / "games.db", engine=True) as client, ThreadPoolExecutor() as people:
        assert client.get("/api/engine").status_code == 200
        assert asked == []
        first, *others = people.map(lambda _: client.get(f"/engine/games/{SLUG}.json").json(), range(4))
        assert others == [first] * 3
        assert asked == [(SLUG, False)]
        built = wasm_build.build(rookery.load(SLUG))
        assert first["program"] == PROGRAM
        assert client.get(first["code"]).content == code_of(rookery.load(SLUG)).text  # type: ignore[union-attr]
        for path, file in ((first["module"], built.module), (first["description"], built.description)):
            got = client.get(f"/engine/{path}")
            assert got.content == file.read_bytes()
            assert "immutable" in got.headers["cache-control"]
        assert client.get(f"/engine/{first['module']}").headers["content-type"] == "application/wasm"
        assert client.get(f"/engine/modules/{SLUG}-0123456789abcdef.wasm").status_code == 404


def test_a_game_whose_module_cannot_be_built_is_told_of_once(
    made: EngineProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = next(slug for slug in rookery.slugs() if slug != SLUG)

    def build(game: Game) -> Built:
        if game.facts.slug == SLUG:
            raise BrokenKernel("rules.py:12: a kernel cannot do this")
        return wasm_build.build(game)

    monkeypatch.setattr(engine_parts, "build", build)
    with opened(tmp_path / "games.db", engine=True) as client:
        assert client.get("/api/engine").status_code == 200
        for _ in range(2):
            refused = client.get(f"/engine/games/{SLUG}.json")
            assert refused.status_code == 404
            told = refused.json()
            assert told["code"] == "BrokenModule"
            assert "cannot be analysed here" in told["words"]
            assert "rules.py" not in told["words"], "that is for the host"
        assert client.get(f"/engine/games/{other}.json").status_code == 200
    assert [record.getMessage() for record in caplog.records].count(
        f"Pages offer no hints and no reviews of {SLUG}: rules.py:12: a kernel cannot do this"
    ) == 1


def test_a_game_that_pages_cannot_draw_is_not_analysed_there(
    made: EngineProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_files, "code_name", lambda game: "")
    with opened(tmp_path / "games.db", engine=True) as client:
        assert client.get("/api/engine").status_code == 200
        assert client.get(f"/engine/games/{SLUG}.json").json()["code"] == "BrokenModule"


def test_another_process_makes_it() -> None:
    assert asyncio.run(apart.made_apart(rookery.slugs())) == engine_program(loadable(rookery.slugs()))


@pytest.mark.parametrize("wanted", [True, False])
def test_without_an_engine_pages_are_told_so(
    wanted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = 'raise SystemExit("no folder could be written")'
    monkeypatch.setattr(apart, "COMMAND", (sys.executable, "-c", broken))
    with opened(tmp_path / "games.db", engine=wanted) as client:
        assert client.get("/api/engine").json() is None
        assert client.get(f"/engine/{PROGRAM}").status_code == 404
        assert client.get(f"/engine/games/{SLUG}.json").status_code == 404
    assert ("no folder could be written" in caplog.text) == wanted


@pytest.mark.anyio
async def test_a_server_that_stops_ends_what_it_was_making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"
    endless = f"import os, pathlib, time; pathlib.Path({str(begun)!r}).write_text(str(os.getpid())); time.sleep(600)"
    monkeypatch.setattr(apart, "COMMAND", (sys.executable, "-c", endless))
    files = EngineFiles(True, rookery.slugs())
    files.open()
    await asyncio.to_thread(wait_until, lambda: begun.exists() and begun.read_text() != "")
    await files.close()
    assert not runs(int(begun.read_text()))


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_only_the_engines_script_may_compile_webassembly(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    script = f"{ENGINE_SCRIPT}0123.js"
    for name in (script, "assets/index-0123.js"):
        (page / name).write_text("0")
    with opened(tmp_path / "games.db", page=page) as client:
        policies = {path: client.get(f"/{path}").headers.get_list("content-security-policy") for path in (script, "")}
        assert policies[script] == [ENGINE_POLICY]
        assert "blob:" not in ENGINE_POLICY
        other = client.get("/assets/index-0123.js").headers.get_list("content-security-policy")
        assert other == policies[""]
        assert len(other) == 1
        assert "wasm" not in other[0]


def test_an_answer_to_a_post_is_not_compressed() -> None:
    """It may hold a key beside text that others choose, and its length would tell something of the key."""

    async def long(request: Request) -> PlainTextResponse:
        return PlainTextResponse("key " * 1000)

    routes = [Route("/", long, methods=["GET", "POST"])]
    client = TestClient(Starlette(routes=routes, middleware=[Middleware(Compression, minimum_size=1024)]))
    assert client.get("/").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.post("/").headers

"""The engine that pages run: its files, where they come from, and what they may do."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
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
from rookery.page_engine import apart
from rookery.page_engine.engine_parts import LICENCES, PYTHON_FOLDER, EngineParts
from rookery.server.http import engine_files
from rookery.server.http.engine_files import ENGINE_POLICY, ENGINE_SCRIPT, Compression, EngineFiles
from rookery.wasm import build as wasm_build
from rookery.wasm.build import Built
from tests.server.support.app_client import opened

LIBRARY = f"{PYTHON_FOLDER}library.0123.zip"
SLUG = rookery.slugs()[0]
LARGE = bytes(100_000)  # which would be compressed, if anything is


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> EngineParts:
    """What servers of this test give to their pages."""
    files = {LIBRARY: LARGE, LICENCES: b"of others"}
    named = {"library": {"path": LIBRARY, "bytes": len(LARGE)}, "packages": [], "games": rookery.slugs()}
    one = EngineParts(files, named)

    async def made_apart() -> EngineParts:
        await asyncio.sleep(0.1)
        return one

    monkeypatch.setattr(engine_files, "made_apart", made_apart)
    return one


def test_pages_get_the_engine_and_keep_it(made: EngineParts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_files, "LONGEST_ANSWER", 0.01)
    with opened(tmp_path / "games.db", engine=True) as client:
        assert client.get("/api/engine").status_code == 202
        assert client.get(f"/engine/{LIBRARY}").status_code == 404
        wait_until(lambda: client.get("/api/engine").status_code == 200)
        told = client.get("/api/engine").json()
        assert told["library"] == {"path": LIBRARY, "bytes": len(LARGE)}
        assert told["games"] == list(rookery.slugs())
        got = client.get(f"/engine/{LIBRARY}", headers={"accept-encoding": "gzip"})
        assert got.content == LARGE
        assert "immutable" in got.headers["cache-control"]
        assert "content-encoding" not in got.headers, "it is compressed as it is"
        assert client.get(f"/engine/{LICENCES}").text == "of others"
        for path in (
            f"{PYTHON_FOLDER}none",
            f"{PYTHON_FOLDER}..%2F{LIBRARY}",
            "games/chess",
            "modules/chess-rules-0.wasm",
        ):
            assert client.get(f"/engine/{path}").status_code == 404, path


def test_modules_of_a_game_are_built_when_it_is_first_asked_for(
    made: EngineParts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for all who ask at that moment, in a thread."""
    asked = list[tuple[str, bool]]()

    def build(game: Game) -> dict[str, Built]:
        asked.append((game.facts.slug, threading.current_thread() is threading.main_thread()))
        time.sleep(0.2)
        return wasm_build.build(game)

    monkeypatch.setattr(engine_files, "build", build)
    with opened(tmp_path / "games.db", engine=True) as client, ThreadPoolExecutor() as people:
        assert client.get("/api/engine").status_code == 200
        assert asked == []
        first, *others = people.map(lambda _: client.get(f"/engine/games/{SLUG}").json(), range(4))
        assert others == [first] * 3
        assert asked == [(SLUG, False)]
        kinds = [(name.split("-")[1], name.rpartition(".")[2]) for name in first]
        assert kinds == [("rules", "json"), ("rules", "wasm"), ("search", "json"), ("search", "wasm")]
        for name in first:
            got = client.get(f"/engine/modules/{name}")
            assert got.content == next(path.read_bytes() for path in files_of(SLUG) if path.name == name)
            assert "immutable" in got.headers["cache-control"]
        assert client.get(f"/engine/modules/{SLUG}-rules-0123456789abcdef.wasm").status_code == 404


def test_a_game_whose_modules_cannot_be_built_is_told_of_once(
    made: EngineParts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = next(slug for slug in rookery.slugs() if slug != SLUG)

    def build(game: Game) -> dict[str, Built]:
        if game.facts.slug == SLUG:
            raise BrokenKernel("rules.py:12: a kernel cannot do this")
        return wasm_build.build(game)

    monkeypatch.setattr(engine_files, "build", build)
    with opened(tmp_path / "games.db", engine=True) as client:
        assert client.get("/api/engine").status_code == 200
        for _ in range(2):
            refused = client.get(f"/engine/games/{SLUG}")
            assert refused.status_code == 404
            told = refused.json()
            assert told["code"] == "BrokenModule"
            assert "cannot be analysed here" in told["words"]
            assert "rules.py" not in told["words"], "that is for the host"
        assert client.get(f"/engine/games/{other}").status_code == 200
    assert [record.getMessage() for record in caplog.records].count(
        f"Pages offer no hints and no reviews of {SLUG}: rules.py:12: a kernel cannot do this"
    ) == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_without_an_engine_pages_are_told_so(
    wanted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = 'raise SystemExit("pip could not download it")'
    monkeypatch.setattr(apart, "COMMAND", (sys.executable, "-c", broken))
    with opened(tmp_path / "games.db", engine=wanted) as client:
        assert client.get("/api/engine").json() is None
        assert client.get(f"/engine/{LIBRARY}").status_code == 404
        assert client.get(f"/engine/games/{SLUG}").status_code == 404
    assert ("pip could not download it" in caplog.text) == wanted


@pytest.mark.anyio
async def test_a_server_that_stops_ends_what_it_was_making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"
    endless = f"import os, pathlib, time; pathlib.Path({str(begun)!r}).write_text(str(os.getpid())); time.sleep(600)"
    monkeypatch.setattr(apart, "COMMAND", (sys.executable, "-c", endless))
    files = EngineFiles(wanted=True)
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


def wait_until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)


def files_of(slug: str) -> list[Path]:
    return [path for built in wasm_build.build(rookery.load(slug)).values() for path in built]


def test_only_the_engines_script_may_compile_webassembly(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    script = f"{ENGINE_SCRIPT}0123.js"
    for name in (script, "assets/index-0123.js"):
        (page / name).write_text("0")
    with opened(tmp_path / "games.db", page=page) as client:
        policies = {path: client.get(f"/{path}").headers.get_list("content-security-policy") for path in (script, "")}
        assert policies[script] == [ENGINE_POLICY]
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

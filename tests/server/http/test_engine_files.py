"""The engine that pages run: its files, where they come from, and what they may do."""

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

import rookery
from rookery.server.http.engine_files import ENGINE_POLICY, ENGINE_SCRIPT, Compression
from rookery.server.ops import page_engine
from rookery.server.ops.page_engine import ENGINE_LIST, LICENCES, PYTHON_FOLDER
from tests.server.support.app_client import opened

LIBRARY = f"{PYTHON_FOLDER}library.0123.zip"
LARGE = bytes(100_000)  # which would be compressed, if anything is


def engine(folder: Path, sources: dict[str, str]) -> Path:
    (folder / PYTHON_FOLDER).mkdir(parents=True)
    (folder / LIBRARY).write_bytes(LARGE)
    files = {"library": {"path": LIBRARY, "bytes": len(LARGE)}, "packages": []}
    (folder / ENGINE_LIST).write_text(json.dumps({"files": files, "sources": sources}))
    (folder / LICENCES).write_text("of others")
    (folder / f"{PYTHON_FOLDER}draft").write_text("not listed")
    return folder


def test_pages_get_the_engine_and_keep_it(tmp_path: Path) -> None:
    folder = engine(tmp_path / "engine", page_engine.sources(rookery.slugs()[:2]) | {"unknown": ""})
    with opened(tmp_path / "games.db", engine=folder) as client:
        told = client.get("/api/engine").json()
        assert told["library"] == {"path": LIBRARY, "bytes": len(LARGE)}
        assert told["games"] == list(rookery.slugs()[:2])
        got = client.get(f"/engine/{LIBRARY}", headers={"accept-encoding": "gzip"})
        assert got.content == LARGE
        assert "immutable" in got.headers["cache-control"]
        assert "content-encoding" not in got.headers, "it is compressed as it is"
        for path in (
            f"{PYTHON_FOLDER}draft",
            f"{PYTHON_FOLDER}none",
            f"{PYTHON_FOLDER}..%2F{ENGINE_LIST}",
            ENGINE_LIST,
        ):
            assert client.get(f"/engine/{path}").status_code == 404, path


def test_an_engine_that_is_made_again_while_the_server_runs_waits_for_its_restart(tmp_path: Path) -> None:
    folder = engine(tmp_path / "engine", page_engine.sources(rookery.slugs()))
    with opened(tmp_path / "games.db", engine=folder) as client:
        named = client.get("/api/engine").json()
        (folder / LIBRARY).unlink()
        (folder / ENGINE_LIST).write_text("{}")
        assert client.get("/api/engine").json() == named
        assert client.get(f"/engine/{LIBRARY}").content == LARGE


OTHER_RULES = '{"files": {}, "sources": {"go-fish": "0123"}}'


@pytest.mark.parametrize("text", [None, "{", "[]", '{"files": {}, "sources": null}', OTHER_RULES])
def test_without_an_engine_of_these_very_rules_there_is_none(tmp_path: Path, text: str | None) -> None:
    folder = engine(tmp_path / "engine", {})
    (folder / ENGINE_LIST).unlink()
    if text is not None:
        (folder / ENGINE_LIST).write_text(text)
    with opened(tmp_path / "games.db", engine=folder) as client:
        assert client.get("/api/engine").json() is None
        assert client.get(f"/engine/{LIBRARY}").status_code == 404


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

"""The log says what went wrong, and contains nobody's secrets."""

import io
import json
import logging
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rookery.server.config import Config
from rookery.server.errors import StoreTrouble
from rookery.server.http.app import create_app
from rookery.server.storage.store import Store
from rookery.server.table.keys import new_id, new_key
from rookery.server.telemetry import logs, redact
from rookery.server.telemetry.log_pace import CLIENT_LOG_INTERVAL
from tests.often import KINDS
from tests.server.support.app_client import QUICK, new_table, opened, page, play_out

ANY = KINDS[0]  # none of this depends on the game


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(params=["json", "text"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Everything that is logged during a test, in one of the formats."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.set_up(Config(log=request.param, log_level="debug"), stream)
    yield stream
    root.handlers, root.level = handlers, level
    logging.getLogger("rookery").setLevel(logging.NOTSET)


def client(tmp_path: Path) -> TestClient:
    config = msgspec.structs.replace(QUICK, slow_request=0.0)
    return TestClient(create_app(config, Store(tmp_path / "t.sqlite3")), raise_server_exceptions=False)


def test_no_key_and_no_id_of_a_table_is_ever_logged(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in a whole game with everything that can go wrong in it."""
    secrets: list[str] = []

    def broken(*given: Any, **named: Any) -> Any:
        raise RuntimeError(f"a library that tells all: {given[0].id} {secrets} /t/{secrets[0]}#{secrets[1]}")

    def unreadable(*given: Any) -> Any:
        raise StoreTrouble(f"no file {secrets}")

    async def full(*given: Any) -> Any:
        raise StoreTrouble(f"nothing can be kept of {secrets}")

    with client(tmp_path) as people:
        table, keys = new_table(people, ANY)
        secrets += [table, *keys]
        for address in (
            f"/api/tables/{table}/record",
            f"/t/{table}",
            f"/t/{keys[0]}",
            f"/{keys[0]}",
            f"/ws/{table}",
            f"/feed/{table}/{keys[0]}.atom",
            f"/api/tables/{table}x",
            f"/api/tables/{table}%23{keys[0]}",
        ):
            people.get(address)
        with page(people, table) as player:
            player.refused("hello", keys=[keys[0][:-1]])
            moment = player.hello(*keys)["moment"]
            player.refused("move", seat=0, ply=7, action=0)
            with monkeypatch.context() as patch:
                patch.setattr(Store, "write", full)
                assert player.refused("move", seat=moment["mover"], ply=moment["ply"], action=0) in (
                    "StoreTrouble",
                    "IllegalAction",
                )
                patch.setattr("rookery.export.rules_page.rules", unreadable)
                people.get(f"/rules/{ANY}")
            play_out(player, moment)
        with monkeypatch.context() as patch, page(people, table) as watcher:
            patch.setattr("rookery.server.wire.views.look_back", broken)
            watcher.hello(keys[0])
            watcher.say("look", ply=0)
            with pytest.raises(WebSocketDisconnect):
                watcher.hear("looked")
    said = log.getvalue()
    assert "could not be served" in said
    assert "A table was made" in said
    assert "a library that tells all" in said
    assert redact.short(table) in said
    for secret in secrets:
        assert secret not in said


def test_what_looks_like_a_secret_is_made_short() -> None:
    for secret in [*(new_id() for _ in range(200)), *(new_key() for _ in range(200))]:
        if redact.IDENTIFIER_PATTERN.fullmatch(secret):  # one in thousands
            continue
        for text in (f"no table {secret!r}", f"keys=['{secret}']", f"{secret}", f"a,{secret},b", f"/t/x#{secret}"):
            assert secret not in redact.redact(text)
        assert secret not in redact.redact(f"/x/a{secret}b8")
    names = ("WebSocketsSansIOProtocol", "UnreadableAction", "BrokenProcessPool", "websockets-sansio", "a_port_name")
    for plain in (*names, "a" * 32):
        assert redact.redact(plain) == plain
    assert redact.redact("/api/tables/abc/record") == f"/api/tables/{redact.short('abc')}/record"


def test_an_address_does_nothing_to_a_terminal(tmp_path: Path, log: io.StringIO) -> None:
    with client(tmp_path) as people:
        people.get("/nowhere%1b[31mred%07%9b%00")
    said = log.getvalue().strip("\0")
    assert "[31mred" in said
    assert all(letter.isprintable() or letter == "\n" for letter in said)


def test_a_request_that_failed_is_one_line_with_its_number(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(game: Any) -> str:
        raise ZeroDivisionError("our fault")

    monkeypatch.setattr("rookery.export.rules_page.picture", broken)
    with client(tmp_path) as people:
        log.truncate(0)
        people.get("/nowhere%0a")
        answer = people.get(f"/games/{ANY}/picture.svg")
        lines = [line for line in log.getvalue().strip("\0").splitlines() if "A request failed" in line]
    assert len(lines) == 2
    number = answer.headers["x-request-id"]
    assert len(number) == 12
    assert number in lines[1]
    assert number not in lines[0]
    if lines[1].startswith("{"):
        line = json.loads(lines[1])
        assert (line["level"], line["method"], line["status"]) == ("error", "GET", 500)
        assert line["path"] == f"/games/{ANY}/picture.svg"
        assert line["ms"] > 0
        assert json.loads(lines[0])["level"] == "warning"  # it was slow, too: the limit is 0 here


def test_who_asks_too_much_fills_no_log(tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is logged once a minute, and /metrics counts how often it happened."""

    def said(asked: int) -> int:
        before = log.getvalue().count("A request failed")
        assert [people.get("/api/games").status_code for _ in range(asked)] == [429] * asked
        return log.getvalue().count("A request failed") - before

    with opened(tmp_path / "t.sqlite3", requests_per_address="1/day") as people:
        people.get("/api/games")
        assert said(5) == 1
        now = time.monotonic() + CLIENT_LOG_INTERVAL
        monkeypatch.setattr("rookery.server.telemetry.log_pace.time.monotonic", lambda: now)
        assert said(5) == 1


@pytest.mark.parametrize(
    ("stream", "form", "json_lines", "lines"),
    [
        (io.StringIO, "auto", True, 2),
        (io.StringIO, "text", False, 2),
        (Terminal, "auto", False, 1),
        (Terminal, "json", True, 2),
    ],
)
def test_a_terminal_gets_words_and_a_machine_json(
    stream: type[io.StringIO], form: Any, json_lines: bool, lines: int, log: io.StringIO
) -> None:
    written = stream()
    logs.set_up(Config(log=form), written)
    logging.getLogger("rookery.test").info("quiet", extra={"seat": random.Random(1).randrange(9)})
    logging.getLogger("rookery.test").warning("loud")
    logging.getLogger("uvicorn.error").info("chatter")
    said = written.getvalue().splitlines()
    assert len(said) == lines
    assert all(line.startswith("{") == json_lines for line in said)

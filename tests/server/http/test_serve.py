"""The server as a process: it starts, refuses in one sentence what it cannot use, and stops cleanly."""

import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.cli.main import app
from rookery.core.environment import PREFIX, VARIABLES
from rookery.core.errors import UnknownOption
from rookery.server import __main__ as main
from rookery.server.config import Config, read
from rookery.server.errors import PortInUse, StoreTrouble
from rookery.server.http import uvicorn_server
from rookery.server.http.uvicorn_server import serve
from tests.server.support.process import QUICKLY


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_in_use_is_refused_before_anything_else(taken: int, tmp_path: Path) -> None:
    with pytest.raises(PortInUse, match=f"port {taken}: another program listens there"):
        serve("127.0.0.1", taken, tmp_path / "t.sqlite3")
    assert not (tmp_path / "t.sqlite3").exists()


@pytest.mark.parametrize(
    ("host", "port"), [("127.0.0.1", 70_000), ("127.0.0.1", -1), ("no.such.host.invalid", 0), ("a..b", 0)]
)
def test_an_address_that_cannot_be_listened_on_is_refused(host: str, port: int, tmp_path: Path) -> None:
    with pytest.raises(PortInUse, match=r"cannot listen on|no port"):
        serve(host, port, tmp_path / "t.sqlite3")


def test_a_database_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a shopping list")  # so short that SQLite would take it for an empty database
    for path in (tmp_path, tmp_path / "text", tmp_path / "text" / "t.sqlite3", "", ".", "/"):
        with pytest.raises(StoreTrouble, match="database"):
            serve("127.0.0.1", 0, path)


def the_server() -> None:
    """`python -m rookery.server`, in this process."""
    runpy.run_path(str(main.__file__), run_name="__main__")


def test_the_command_says_one_sentence(taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["rookery", "--port", str(taken), "--database", str(tmp_path / "t.sqlite3")])
    with pytest.raises(SystemExit, match=r"^rookery: .*another program listens there.*$"):
        the_server()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_and_stops_in_good_order(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "rookery.server", "--port", "0", "--database", str(tmp_path / "t.sqlite3")]
    pipe, environment = subprocess.PIPE, os.environ | QUICKLY
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            link = process.stdout.readline().removeprefix("Rookery is open at ").strip()
            with urllib.request.urlopen(f"{link}health") as answer:
                assert answer.read() == b'{"ok":true}'
            process.send_signal(how)
            assert process.wait(60) == 0
            said = [json.loads(line) for line in process.stderr]
        finally:
            process.kill()
    assert [line["event"] for line in said] == ["The server is open", "The server stops", "The server has stopped"]
    assert {path.name for path in tmp_path.iterdir()} == {"t.sqlite3", "t.sqlite3-lock"}  # no log of SQLite's is left


# ── Settings ─────────────────────────────────────────────────────────────────
def test_settings_come_from_the_environment() -> None:
    assert read({}) == Config()
    found = read({"ROOKERY_PORT": "9000", "ROOKERY_DATABASE": "/tmp/x.sqlite3", "ROOKERY_BOT_PAUSE": "0.1"})
    assert (found.port, found.database, found.bot_pause) == (9000, "/tmp/x.sqlite3", 0.1)


def test_a_setting_that_cannot_be_read_is_refused() -> None:
    for name, value in (
        ("PORT", "high"),
        ("PORT", "70000"),
        ("BOT_WORKERS", "0"),
        ("MAX_QUEUED_MESSAGES", "0"),
        ("IDLE_TIMEOUT", "-1"),
        ("DATABASE", ""),
        ("PAGE", str(Path(__file__).parent)),
        ("WORKSHOP", str(Path(__file__).parent)),
        ("WORKSHOP", "x" * 999),
        ("BRAIN", ""),
        ("BRAIN", "no.such.module"),
        ("BRAIN", "os"),
        ("CLOCK_TICK", "inf"),
        ("TRUSTED_PROXIES", "999.1.1.1"),
        ("TRUSTED_PROXIES", "10.0.0.0/33"),
        ("TRUSTED_PROXIES", "10.0.0.1/8"),
        ("TRUSTED_PROXIES", "127.0.0.1, localhost"),
        ("TRUSTED_PROXIES", "*, 127.0.0.1"),
        ("WEBHOOKS", "*"),
        ("WEBHOOKS", "*.com"),
        ("WEBHOOKS", "hooks.example.org/services"),
        ("PUSH_HOSTS", "push.*.org"),
        ("ORIGINS", "*"),
        ("ORIGINS", "example.org"),
        ("ORIGINS", "https://example.org/rookery"),
        ("SITE", "https://Example.org"),
        ("SITE", "https://example.org/"),
        ("SITE", "example.org"),
    ):
        with pytest.raises(UnknownOption) as caught:
            read({f"ROOKERY_{name}": value})
        assert str(caught.value).startswith(f"$ROOKERY_{name} = '{value}' cannot be used: Expected")
        assert "regex" not in str(caught.value), "a pattern tells a host nothing"
    with pytest.raises(UnknownOption, match=r"\$ROOKERY_PAGE = '' cannot be used: a path must not be empty"):
        read({"ROOKERY_PAGE": ""})


def test_settings_that_look_odd_and_are_right() -> None:
    right = {
        "TRUSTED_PROXIES": "*",
        "WEBHOOKS": "*.example.org, http://127.0.0.1:8000, localhost, HOOKS.example.org:8443",
        "PUSH_HOSTS": "",
        "ORIGINS": "https://example.org/, http://[::1]:8000",
        "SITE": "http://localhost:8000",
        "BRAIN": "tests.server.support.brain",
    }
    assert read({PREFIX + name: value for name, value in right.items()}).webhooks == right["WEBHOOKS"]
    assert read({PREFIX + "TRUSTED_PROXIES": "10.0.0.0/8, fd00::/8,127.0.0.1"}).trusted_proxies


# ── Files that are nobody else's business ────────────────────────────────────
def test_others_who_can_read_a_database_are_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file, key = tmp_path / "t.sqlite3", tmp_path / "t.push-key"
    for path in (file, key, tmp_path / "t.sqlite3-wal"):
        path.touch(0o600)
    uvicorn_server._warn_of_readers(str(file))
    assert not caplog.messages
    file.chmod(0o640)
    key.chmod(0o604)
    uvicorn_server._warn_of_readers(str(file))
    assert caplog.messages == [f"Other users of this machine can read the secrets of the games: chmod go= {file} {key}"]


def test_a_misspelt_setting_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UnknownOption, match=r"^ROOKERY_PROT is not a setting\. Did you mean ROOKERY_PORT\?$"):
        read({PREFIX + "PROT": "9000"})
    with pytest.raises(UnknownOption, match=r"mean ROOKERY_DATABASE\? ROOKERY_LOGLEVEL is .* ROOKERY_LOG_LEVEL\?$"):
        read({PREFIX + "LOGLEVEL": "debug", PREFIX + "DATABSE": "x"})
    with pytest.raises(UnknownOption, match=r"^ROOKERY_ZZZ is not a setting\. docs/settings\.md lists them all\.$"):
        read({PREFIX + "ZZZ": ""})


def test_a_setting_in_small_letters_is_refused() -> None:
    """Only Windows takes it for the same name."""
    for name in ("rookery_port", "Rookery_PORT", "ROOKERY_port"):
        with pytest.raises(UnknownOption, match=rf"^{name} is not a setting\. Did you mean ROOKERY_PORT\?$"):
            read({name: "9000"})
    with pytest.raises(UnknownOption, match=r"Did you mean ROOKERY_CACHE\?$"):
        read({"rookery_cache": "/tmp/x"})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("HELLO_WAIT", "HELLO_TIMEOUT"),
        ("READY_WAIT", "READY_TIMEOUT"),
        ("IDLE", "IDLE_TIMEOUT"),
        ("QUEUE", "MAX_QUEUED_MESSAGES"),
        ("TABLES", "MAX_TABLES"),
        ("SLOW", "SLOW_REQUEST"),
    ],
)
def test_an_old_name_leads_to_the_new_one(old: str, new: str) -> None:
    with pytest.raises(UnknownOption, match=rf"Did you mean ROOKERY_{new}\?"):
        read({PREFIX + old: "5"})


def test_variables_that_set_nothing_about_a_server_are_let_through() -> None:
    assert read(dict.fromkeys([*VARIABLES, "PORT", "ROOKERIES"], "5")) == Config()


def test_the_variable_of_the_notebooks_does_not_choose_the_games_of_a_server() -> None:
    with pytest.raises(UnknownOption, match=r"^ROOKERY_GAMES is not a setting\. It is a variable of the notebooks in"):
        read({PREFIX + "GAMES": "a game"})


@pytest.mark.parametrize("command", ["", "serve", "doctor"], ids=["the server", "serve", "doctor"])
def test_no_command_begins_with_a_misspelt_setting(
    command: str, taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(PREFIX + "DATABSE", "t.sqlite3")
    port = ["--port", str(taken)] * (command != "doctor")
    monkeypatch.setattr("sys.argv", ["rookery", *command.split(), *port])
    with pytest.raises(SystemExit) as ended:
        app() if command else the_server()
    out, said = capsys.readouterr()
    assert out == ""
    assert ended.value.code
    assert "ROOKERY_DATABSE is not a setting. Did you mean ROOKERY_DATABASE?" in f"{said}{ended.value.code}"

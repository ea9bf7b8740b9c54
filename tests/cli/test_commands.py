"""rookery games, replay and serve."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import rookery
from rookery.bots import levels
from rookery.search import SearchLimits
from rookery.search.plan import Engine
from tests.cli.conftest import ROOT, SLUGS, call
from tests.tiny.lab import Lab


# ── games ────────────────────────────────────────────────────────────────────
def test_a_game_lists_every_level_of_its_bots() -> None:
    for slug in SLUGS:
        own = call("games", slug).output.partition("\nBots\n")[2]
        assert [line.split()[0] for line in own.splitlines()] == list(levels(rookery.load(slug)))


def test_a_game_says_that_nobody_has_measured_its_bots(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those whose engine.toml says nothing of levels or chances. `rookery arena` takes the command that is named."""
    assert not [slug for slug in SLUGS if "Not measured" in call("games", slug).output]
    *_, said, command = call("games", "tiny").output.splitlines()
    assert "Not measured" in said
    assert command.split() == ["rookery", "arena", "tiny", *levels(lab.game), "--ladder"]
    for told in (Engine(levels={"easy": SearchLimits(40)}), Engine(chances={2: ((0.3, 0.1),)})):
        monkeypatch.setattr("rookery.search.engine", lambda game, told=told: told)
        assert "Not measured" not in call("games", "tiny").output


# ── replay ───────────────────────────────────────────────────────────────────
def test_replay_shows_every_move_and_the_end(game_file: Path) -> None:
    record = rookery.Record.load(game_file)
    result = call("replay", str(game_file))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for ply in range(1, record.plies + 1):
        assert any(line.split()[:1] == [str(ply)] and line.endswith(record.words(ply)) for line in lines)
    assert record.position.outcome is not None
    assert lines[-1] == record.position.outcome.words


def test_replay_shows_a_moment_as_text_and_picture(game_file: Path, tmp_path: Path) -> None:
    record, picture = rookery.Record.load(game_file), tmp_path / "moment.svg"
    result = call("replay", str(game_file), "--ply", "7", "--svg", str(picture))
    assert "After ply 7\n" in result.stdout
    assert record.at(7).scene().caption in result.stdout
    assert picture.read_text("utf-8") == record.at(7).svg()


# ── serve ────────────────────────────────────────────────────────────────────
def test_serve_answers_and_ends_cleanly(tmp_path: Path) -> None:
    """$PORT 0 takes a free port; the address is printed when the page answers; Ctrl-C is not an error."""
    command = [sys.executable, "-m", "rookery.cli.main", "serve", "--database", str(tmp_path / "tables.db")]
    env = os.environ | {"PORT": "0"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=env, cwd=ROOT) as server:
        try:
            assert server.stdout is not None
            address = re.findall(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())[0]
            with urllib.request.urlopen(f"{address}api/games", timeout=120) as answer:
                assert {card["slug"] for card in json.load(answer)} == set(SLUGS)
        finally:
            server.send_signal(signal.SIGINT)
            _, errors = server.communicate(timeout=120)
    assert server.returncode in (0, 130)
    assert "Traceback" not in errors
    assert (tmp_path / "tables.db").exists()

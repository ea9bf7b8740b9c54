"""The crowd that measures a server plays real games there, and sees what it measures."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.core.errors import Trouble
from rookery.crowds import crowd, load_server
from rookery.crowds.crowd import Crowd, Scenario, quantile
from rookery.server.ops.backups import tables_in
from rookery.server.wire.messages import PROTOCOL
from tests.cli.conftest import call

SLUGS = [slug for slug in rookery.slugs() if 2 in rookery.load(slug).facts.players][-2:]  # one is an example


def test_a_crowd_plays_at_a_server_of_its_own() -> None:
    scenario = Scenario(4, 0.0, 1.5, SLUGS, dict.fromkeys(SLUGS, 2))
    sitting: list[int] = []
    with load_server.opened() as house:
        figures = asyncio.run(Crowd(house.address, scenario, lambda: house.usage().cpu).play(sitting.append))
        assert 0 < figures.server_cpu <= 3 * figures.seconds
        assert house.usage().megabytes > 50
        with_a_pause = asyncio.run(Crowd(house.address, Scenario(1, 0.4, 2.0, SLUGS[:1], {SLUGS[0]: 2})).play())
    assert sitting[-1] == 4
    assert figures.moves > 0
    assert len(figures.waits) == figures.moves
    assert 0 < min(figures.waits) < 1
    assert figures.refused.total() == 0
    assert figures.bytes > 100 * figures.moves
    assert 1 <= with_a_pause.moves <= 2.0 / (0.4 / 2)


def test_a_server_of_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crowd.PROTOCOL_VERSION == PROTOCOL
    monkeypatch.setattr(crowd, "PROTOCOL_VERSION", PROTOCOL + 1)
    with load_server.opened() as house, pytest.raises(Trouble, match="did not let a player in"):
        asyncio.run(Crowd(house.address, Scenario(1, 0.0, 1.0, SLUGS[:1], {SLUGS[0]: 2})).play())


def test_the_command_writes_figures_and_leaves_a_database_alone_that_has_tables_already(tmp_path: Path) -> None:
    file, database = tmp_path / "load.json", tmp_path / "t.sqlite3"
    order = ("load", "--game", SLUGS[0], "--tables", "2", "--pause", "0", "--seconds", "1", "--database", str(database))
    result = call(*order, "--json", str(file))
    assert result.exit_code == 0, result.output
    assert "moves a second" in result.output
    figures = json.loads(file.read_text())["figures"]
    assert figures["moves_a_second"] > 0
    assert 0 < figures["server_cpu_ms_a_move"] < 1000
    before = tables_in(database)
    result = call(*order)
    assert result.exit_code == 1
    assert f"already has {before} table" in result.output
    assert tables_in(database) == before > 0


def test_a_server_that_is_not_there_is_named() -> None:
    result = call("load", "http://127.0.0.1:9", "--tables", "1", "--seconds", "1")
    assert result.exit_code == 1
    assert "no Rookery server answers at http://127.0.0.1:9" in result.output


KILLED = """
import sys, time
from rookery.crowds import load_server
sys.executable, load_server._wait = sys.argv[1], lambda address: None
with load_server.opened() as house:
    print(house.process.pid, flush=True)
    time.sleep(60)
"""


def test_who_is_killed_takes_the_server_along(tmp_path: Path) -> None:
    """With a stand-in for the server."""
    server = tmp_path / "server"
    server.write_text("#!/bin/sh\necho open at http://nowhere/\nexec sleep 60\n")
    server.chmod(0o755)
    crowd = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(server)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert crowd.stdout is not None
    pid = int(crowd.stdout.readline())
    os.kill(pid, 0)
    crowd.terminate()
    crowd.communicate(timeout=120)
    assert crowd.returncode
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_quantiles() -> None:
    assert quantile([], 0.5) == 0
    assert [quantile([1, 2, 3, 4], share) for share in (0, 0.5, 0.99, 1)] == [1, 3, 4, 4]

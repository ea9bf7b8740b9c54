"""rookery solve: what it says, and that it goes on after the worst."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.cli.main import EXIT_USAGE
from rookery.cli.solve import _progress_line
from rookery.core.position import Position
from rookery.search import prove
from rookery.search.solve_workers import SerialWorkers
from rookery.search.solver import Progress, solve
from tests.cli.conftest import ROOT, call

SLUG = rookery.slugs()[-1]  # a small open game, from outside


@pytest.fixture(scope="module")
def position() -> Position:
    """Late enough to be quick, early enough for some dozens of pieces of work."""
    for seed in range(100):
        generator, position = np.random.default_rng(seed), rookery.load(SLUG).start(seed=1)
        while not position.is_over and not prove(position, 100_000, 10).proved:
            position = position.after_unchecked(int(generator.choice(position.legal_actions)))
        if not position.is_over and solve(position, SerialWorkers(10), limit=500).units > 60:
            return position
    raise AssertionError("there is no such position")


def test_the_value_is_said(position: Position) -> None:
    said = call("solve", SLUG, "--position", position.text, "--workers", "1")
    assert said.exit_code == 0
    worth = prove(position).utilities[0]
    assert f"{position.game.facts.seats[2][0]} {worth:+g}" in said.stdout
    assert "under perfect play: proved." in said.stdout
    assert re.search(r"[\d,]+ positions?, .* of CPU time \([\d,]+ positions/s\)\.$", said.stdout.strip())


def test_the_line_that_runs_says_how_fast_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    """In positions a second by the clock. What the file held took none of them."""
    now = [100.0]
    with _progress_line(lambda: now[0]) as tell:
        for now[0], nodes in ((100.0, 5_000_000), (130.0, 6_000_000), (160.0, 17_000_000)):
            tell(Progress("can the first to move win", 7, 2, 3, 90.0, nodes))
    first, second = capsys.readouterr().err.splitlines()
    assert "(5,000,000 positions), 2 running" in first
    assert "(17,000,000 positions, 200,000 a second), 2 running, at least 3 to go, 90 s of CPU time" in second


def lines_of(file: Path) -> int:
    """0 of a file that is not there: the command makes it, and takes it away again, to see whether it could."""
    try:
        return file.read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def test_it_goes_on_after_kill_9(position: Position, tmp_path: Path) -> None:
    """What stood in the file is still there, and is not proved again."""
    out = tmp_path / "work.jsonl"
    arguments = ["solve", SLUG, "--position", position.text, "--out", str(out), "--limit", "500", "--table-bits", "8"]
    command = [sys.executable, "-m", "rookery.cli.main", *arguments, "--workers", "2"]
    said = tmp_path / "said.txt"
    with said.open("w") as stream, subprocess.Popen(command, cwd=ROOT, stdout=stream, stderr=stream) as process:
        began = time.monotonic()
        while lines_of(out) < 4 and process.poll() is None:
            assert time.monotonic() - began < 60
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    assert out.exists(), said.read_text()
    before = out.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    assert call(*arguments, "--workers", "1").exit_code == 0
    assert out.read_bytes().startswith(before)
    again = call(*arguments, "--workers", "1")
    assert f"{prove(position).utilities[0]:+g}" in again.stdout


def test_workers_are_here_or_afar() -> None:
    said = call("solve", SLUG, "--workers", "2", "--dask", "tcp://no:1")
    assert said.exit_code == EXIT_USAGE
    assert "--workers counts processes on this machine, --dask has its own; allowed: one of them" in said.stderr


def test_what_it_cannot_do_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_text("nothing")
    said = call("solve", SLUG, "--out", str(path))
    assert said.exit_code == 1
    assert said.stderr.count("\n") == 1
    assert "is not a file of `rookery solve`" in said.stderr

"""`make play`: what it does before it serves, with stand-ins for the programs that it starts."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.sources import ROOT

PYTHON = """#!/bin/sh
echo makes: "$@" >> $LOG
"""
NPM = """#!/bin/sh
for each in $(seq 200); do grep -q makes $LOG && break; sleep 0.05; done
echo builds >> $LOG
$BUILD
"""
SERVE = """#!/bin/sh
echo serves >> $LOG
"""


@pytest.fixture
def play(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine on which everything is installed, and the page not built."""
    folder, page = tmp_path / "venv" / "bin", tmp_path / "index.html"
    folder.mkdir(parents=True)
    for name, text in (("python", PYTHON), ("npm", NPM), ("rookery", SERVE)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    version = next(line.split()[-1] for line in (ROOT / "Makefile").read_text().splitlines() if "UV_VERSION :=" in line)
    for made in (folder.parent / f".uv-{version}", folder.parent / ".runtime", tmp_path / "modules"):
        made.touch()
    (tmp_path / "log").touch()
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # `make test` runs this
    path = f"{folder}:{os.environ['PATH']}"
    return {**own, "PATH": path, "LOG": str(tmp_path / "log"), "PAGE": str(page), "BUILD": f"touch {page}"}


def make(play: dict[str, str]) -> subprocess.CompletedProcess[str]:
    here = Path(play["PAGE"]).parent
    words = [f"V={here / 'venv'}", f"PAGE={play['PAGE']}", f"NODE_MODULES={here / 'modules'}", "WEB_FILES="]
    return subprocess.run(["make", "play", *words], cwd=ROOT, env=play, capture_output=True, text=True, check=False)


def said(play: dict[str, str]) -> list[str]:
    return Path(play["LOG"]).read_text().splitlines()


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_the_page_is_built_once_and_then_served(play: dict[str, str]) -> None:
    """Its engine is made meanwhile."""
    assert make(play).returncode == 0
    assert make(play).returncode == 0
    assert said(play) == ["makes: -m rookery.offline.engine_file", "builds", "serves", "serves"]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_where_the_page_cannot_be_built_nothing_is_served(play: dict[str, str]) -> None:
    assert make(play | {"BUILD": "false"}).returncode != 0
    assert "serves" not in said(play)

"""The package that docs/add_a_game.md documents, built and installed as a wheel, has all that the game needs."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.docs.page import write

ROOT = Path(__file__).parents[2]

USE = """
import rookery

game = rookery.load("matches")
record = rookery.Record(game)
while not record.position.is_over:
    record.play(record.position.legal_actions[-1])
assert game.path.is_relative_to({home!r}), game.path
assert "m-match" in game.position("4 Second").svg()
assert "Matches" in game.rules_page
print(record.result.words)
"""


def built(project: Path, wheels: Path) -> Path:
    """The wheel of a project, built with the build system of this environment: it needs no registry."""
    wanted = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["build-system"]
    assert wanted["build-backend"] == "hatchling.build"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (wheel,) = wheels.iterdir()
    return wheel


def test_the_documented_package_packs_what_the_game_needs(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "installed"
    project.mkdir()
    write(ROOT / "docs" / "add_a_game.md", project)
    with zipfile.ZipFile(built(project, tmp_path / "wheels")) as wheel:
        wheel.extractall(home)  # which is what installing it does
    paths = os.pathsep.join([str(home), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
    code = USE.format(home=str(home))
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip().endswith("takes the last match and wins.")


@pytest.mark.parametrize("project", sorted(ROOT.glob("examples/*/pyproject.toml")), ids=lambda path: path.parent.name)
def test_examples_of_outside_games_pack_their_drawings(project: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built(project.parent, tmp_path / "wheels")) as wheel:
        names = {Path(name).name for name in wheel.namelist()}
    assert {"art.svg", "rules.md", "rules.py"} <= names

"""Three distributions of one tree: a reader of the library meets the library alone."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import rookery
from packages.build import DISTRIBUTIONS, rooms, settings, stage
from tests.house.sources import PACKAGE, files, imports, module, tree, where

PARTS = {name: {Path(room).stem for room in rooms(name)} for name in DISTRIBUTIONS}
# `rookery arena` and its like need the laboratory when they are called, and say so where it is missing
COMMAND = "cli"

READ = """
import sys

import rookery

for slug in rookery.slugs():
    position = rookery.load(slug).start(seed=1)
    position = position.after(position.legal_actions[0])
    str(position), position.svg()
rookery.analyse(position, simulations=200)
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(*sorted(foreign & {"starlette", "uvicorn", "typer", "textual", "structlog", "distributed", "matplotlib"}))
"""


def test_every_room_is_in_one_distribution() -> None:
    counted = Counter(room for name in DISTRIBUTIONS for room in rooms(name))
    there = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert counted == dict.fromkeys(there, 1)


def test_imports_stay_in_a_distribution_and_those_before_it() -> None:
    known, wrong = set[str](), list[str]()
    for name in DISTRIBUTIONS:
        known |= PARTS[name]
        for path in files(*(f"src/rookery/{room}" for room in PARTS[name] if (PACKAGE / room).is_dir())):
            own = module(path).split(".")[1]
            early = {line.lineno for line in tree(path).body if isinstance(line, ast.Import | ast.ImportFrom)}
            for line, imported in imports(path):
                package, room, *_ = (*imported.split("."), "")
                strange = package == "rookery" and any(room in part for part in PARTS.values()) and room not in known
                if strange and (own != COMMAND or line in early):
                    wrong.append(f"{where(path, line)}: rookery-{name} imports {imported} of another distribution")
    assert not wrong, "\n".join(wrong)


def test_versions_are_one() -> None:
    projects = [settings(name)["project"] for name in DISTRIBUTIONS]
    assert {project["version"] for project in projects} == {rookery.__version__}
    own = [line for project in projects for line in project["dependencies"] if line.startswith("rookery-")]
    assert own == [f"rookery-games=={rookery.__version__}"] * 2


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python in a copy that has no more of us than what was staged there."""
    alone = {"PYTHONPATH": str(tmp_path / "src"), "PATH": "", "HOME": str(tmp_path)}
    return subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=alone, capture_output=True, text=True, check=False
    )


def test_the_library_runs_without_the_others(tmp_path: Path) -> None:
    """Games, pictures and a search, and no library of a server is loaded."""
    stage("games", tmp_path)
    told = run(tmp_path, "-c", READ)
    assert (told.stdout.strip(), told.stderr) == ("", "")


def test_the_command_says_what_needs_the_laboratory(tmp_path: Path) -> None:
    stage("games", tmp_path)
    stage("parlour", tmp_path)
    assert run(tmp_path, "-m", "rookery", "games").returncode == 0
    told = run(tmp_path, "-m", "rookery", "arena", rookery.slugs()[0], "hard", "easy")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "rookery: this needs the laboratory: pip install rookery-lab\n"

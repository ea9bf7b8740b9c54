"""The parlour gets along with what a page has: the standard library, msgspec and our own files.

It runs in a process of its own, where the libraries of a server cannot be imported, and where whoever starts a thread
or a process, or opens a socket or a database, is found out.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.offline.build_pages import build_pages
from tests.house.sources import PACKAGE, ROOT
from tests.wasm.modules import built

BUSY = "This process stood still"  # where other programs need the machine
MAX_FILES, MAX_BYTES = 173, 773_000  # of ours, that are imported before the first answer


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    build_pages(folder)
    return folder


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kernels of all games as WebAssembly."""
    folder = tmp_path_factory.mktemp("modules")
    for slug in rookery.slugs():
        for files in built(slug).values():
            for path in files:
                (folder / path.name).symlink_to(path)
    return folder


def found(*folders: Path) -> Any:
    command = [sys.executable, "-m", "tests.offline.as_in_a_page", *map(str, folders)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def check(told: Any) -> None:
    assert {*told["statuses"]} == {*rookery.slugs()}
    assert {status for statuses in told["statuses"].values() for status in statuses} == {200}
    logged = [text for text in told["logged"] if BUSY not in text]
    assert (told["done"], logged) == ([], [])


def test_whole_games_are_played_without_the_libraries_of_a_server(pages: Path) -> None:
    check(found(pages))


def test_whole_games_are_played_without_numpy(pages: Path, modules: Path) -> None:
    check(told := found(pages, modules))
    files = [Path(file) for file in told["files"]]
    late = [file for file in files if {PACKAGE / "search", PACKAGE / "bots", PACKAGE / "export"} & {*file.parents}]
    assert not late, "these are imported when they are needed"
    assert len(files) <= MAX_FILES
    assert sum(file.stat().st_size for file in files) <= MAX_BYTES


@pytest.mark.parametrize("name", ["starlette", "structlog", "prometheus_client", "limits", "sqlite3"])
def test_a_library_that_is_lacking_would_be_noticed(name: str) -> None:
    program = f"from tests.offline.as_in_a_page import LACKING, lack\nlack(LACKING)\nimport {name}"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert f"No module named '{name}" in run.stderr

"""Without NumPy and Numba, as in a page, the library says the same of every position of a game."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rookery
from tests.choices import file_of
from tests.wasm.modules import built
from tests.wasm.page import library

SOAK_GAMES = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of all games."""
    together = tmp_path_factory.mktemp("modules")
    for slug in rookery.slugs():
        for files in built(slug).values():
            for path in files:
                (together / path.name).symlink_to(path)
    return together


@contextlib.contextmanager
def without_numpy(folder: Path, function: str, *arguments: str) -> Iterator[Iterator[Any]]:
    """The lines of a function of library.py, called in a process without NumPy."""
    command = [sys.executable, "-m", "tests.wasm.page.without_numpy", function, str(folder), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield map(json.loads, process.stdout)
        assert process.wait() == 0


def same(folder: Path, function: str, *arguments: str) -> None:
    """Demand equal lines from this process and the other."""
    mine = (json.loads(json.dumps(line)) for line in getattr(library, function)(*arguments))
    with without_numpy(folder, function, *arguments) as theirs:
        lines = 0
        for one, other in zip(mine, theirs, strict=True):
            assert other == one, f"line {lines}"
            lines += 1
    assert lines > 0


TABLES = [(slug, players) for slug in rookery.slugs() for players in rookery.load(slug).facts.players]
MOST = [(slug, max(rookery.load(slug).facts.players)) for slug in rookery.slugs()]


@pytest.mark.parametrize(("slug", "players"), MOST)
def test_reviews_are_the_same(slug: str, players: int, folder: Path) -> None:
    same(folder, "reviewed", slug, str(players))


@pytest.mark.parametrize(("slug", "players"), MOST)
def test_games_are_the_same(slug: str, players: int, folder: Path) -> None:
    same(folder, "play", slug, str(players), "0")


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_many_games_are_the_same(slug: str, players: int, folder: Path) -> None:
    for seed in range(1, 1 + SOAK_GAMES):
        same(folder, "play", slug, str(players), str(seed))


@pytest.mark.parametrize("slug", rookery.slugs())
def test_levels_choose_what_is_recorded(slug: str, folder: Path) -> None:
    """All levels, also those that search for long. tests/bots/test_choices.py is the same with compiled kernels."""
    with without_numpy(folder, "recorded_choices", slug) as theirs:
        assert [*theirs] == [file_of(slug).read_text("utf-8")]


@pytest.mark.soak
@pytest.mark.parametrize("slug", rookery.slugs())
def test_levels_choose_the_same_from_many_views(slug: str, folder: Path) -> None:
    same(folder, "choose", slug, "200", "50000")


@pytest.mark.parametrize("fault", ["missing", "trap"])
def test_a_faulty_module_is_one_sentence(fault: str, folder: Path) -> None:
    slug, *others = rookery.slugs()
    with without_numpy(folder, "broken", slug, fault) as lines:
        told, *rest = lines
    assert told.startswith(f"BrokenModule: {rookery.load(slug).facts.name} cannot be played in this page, because")
    assert rest == [True] * len(others)

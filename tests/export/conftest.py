"""Games to export: recorded ones, the shortest of each title, so that tests are quick."""

from pathlib import Path

import pytest

import rookery
from rookery import Record

GAMES = Path(__file__).parents[1] / "games"  # title / "recorded"
TITLES = rookery.titles()


def shortest(title: str) -> Path:
    return min((GAMES / title / "recorded").glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))


@pytest.fixture(params=TITLES)
def record(request: pytest.FixtureRequest) -> Record:
    """A finished game of each title."""
    return Record.load(shortest(request.param))


@pytest.fixture(scope="session")
def short_game() -> Record:
    """The shortest game of all."""
    return Record.load(min(map(shortest, TITLES), key=lambda path: path.stat().st_size))

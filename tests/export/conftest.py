"""Games to export: recorded ones, the shortest of each slug, so that tests are quick."""

from pathlib import Path

import pytest

import rookery
from rookery import Record

GAMES = Path(__file__).parents[1] / "games"  # slug / "recorded"
SLUGS = rookery.slugs()


def shortest(slug: str) -> Path:
    return min((GAMES / slug / "recorded").glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))


@pytest.fixture(params=SLUGS)
def record(request: pytest.FixtureRequest) -> Record:
    """A finished game of each slug."""
    return Record.load(shortest(request.param))


@pytest.fixture(scope="session")
def short_game() -> Record:
    """The shortest game of all."""
    return Record.load(min(map(shortest, SLUGS), key=lambda path: path.stat().st_size))

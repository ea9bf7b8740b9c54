"""What the bench measures, where a test can hold it to something."""

import tomllib

import pytest

import rookery
from rookery.bench.measures import behaviour, memory


@pytest.mark.parametrize("title", rookery.titles())
def test_the_engine_behaves_as_it_did(title: str) -> None:
    """Where it should think otherwise now, the new number belongs into the game's bench.toml, with the commit that
    changes it."""
    game = rookery.load(title)
    rows = tomllib.loads((game.path / "bench.toml").read_text("utf-8"))["row"]
    (kept,) = (row["goal"] for row in rows if row["measure"] == "behaviour")
    assert behaviour(game, {}) == kept


def test_memory_is_that_of_the_new_process() -> None:
    """Not of the one that asks, however big it is."""
    big = bytearray(b"x") * 800_000_000
    game = rookery.load(rookery.titles()[0])
    found = memory(game, {"level": "random", "players": game.facts.players[0]})
    assert 20 < found < len(big) / 2**20 / 2

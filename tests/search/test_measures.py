"""What the bench measures, where a test can hold it to something."""

import tomllib
from pathlib import Path

import pytest

import rookery
from rookery.bench import report
from rookery.bench.measures import behaviour, memory
from rookery.core.errors import Trouble
from tests.tiny.lab import Lab


@pytest.mark.parametrize("title", rookery.titles())
def test_the_engine_behaves_as_it_did(title: str) -> None:
    """Where it should think otherwise now, the new number belongs into the game's bench.toml, with the commit that
    changes it."""
    game = rookery.load(title)
    rows = tomllib.loads((game.path / "bench.toml").read_text("utf-8"))["row"]
    (kept,) = (row["goal"] for row in rows if row["measure"] == "behaviour")
    assert behaviour(game, {}) == kept


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ('measure = "random game"', "asks for the measure 'random game'; did you mean random games"),
        ('measure = "longest answer"', "does not say of 'longest answer': level, players"),
        ('measure = "random games"\npeer = "Chess"', "asks for 'random games' of Chess; allowed: nothing"),
    ],
)
def test_what_cannot_be_measured_is_said_first(
    row: str, sentence: str, tmp_path: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bench.toml").write_text(f"[[row]]\n{row}\n", "utf-8")
    monkeypatch.setitem(lab.game.__dict__, "path", tmp_path)
    with pytest.raises(Trouble, match=f"bench.toml of Tiny {sentence}"):
        next(report.run())


def test_memory_is_that_of_the_new_process() -> None:
    """Not of the one that asks, however big it is."""
    big = bytearray(b"x") * 800_000_000
    game = rookery.load(rookery.titles()[0])
    found = memory(game, {"level": "random", "players": game.facts.players[0]})
    assert 20 < found < len(big) / 2**20 / 2

"""What the bench measures, where a test can hold it to something."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.bench import report
from rookery.bench.measures import MEASURES, Measure, behaviour, memory
from rookery.bench.rates import Workload, compared
from rookery.core.errors import Trouble
from rookery.core.position import Game
from tests.tiny.lab import Lab


@pytest.mark.parametrize("slug", rookery.slugs())
def test_the_engine_behaves_as_it_did(slug: str) -> None:
    """Where it should think otherwise now, the new number belongs into the game's bench.toml, with the commit that
    changes it."""
    game = rookery.load(slug)
    rows = tomllib.loads((game.path / "bench.toml").read_text("utf-8"))["row"]
    (kept,) = (row["goal"] for row in rows if row["measure"] == "behaviour")
    assert behaviour(game, {}) == kept


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ('measure = "random game"', "names the measure 'random game'; did you mean random games"),
        ('measure = "longest answer"', "lacks, for 'longest answer': level, players"),
        ('measure = "random games"\npeer = "Chess"', "names 'random games' of Chess; allowed: nothing"),
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
    game = rookery.load(rookery.slugs()[0])
    found = memory(game, {"level": "random", "players": game.facts.players[0]})
    assert 20 < found < len(big) / 2**20 / 2


def test_two_are_measured_in_turn() -> None:
    turns = list[str]()

    def busy(name: str) -> Callable[[int], None]:
        def work(amount: int) -> None:
            turns.append(name)
            sum(range(20_000 * amount))

        return work

    found = compared(Workload(busy("ours"), 1, each=2), Workload(busy("theirs"), 1))
    assert turns[-6:] == ["ours", "theirs"] * 3
    assert found.worst <= found.ratio <= found.best
    assert 1 < found.ratio < 4  # the same work, counted twice


def test_rows_come_as_they_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of a game can be asked for, and nothing else is measured."""
    asked, slug = list[str](), rookery.slugs()[0]

    def measured(game: Game, row: Mapping[str, Any]) -> float:
        asked.append(game.facts.slug)
        return 1.0

    measures = {name: Measure("", True, measured) for name in MEASURES}
    monkeypatch.setattr("rookery.bench.measures.MEASURES", measures)
    rows = report.run(games=[slug], row="Random games")
    first = next(rows)
    assert (first.name, asked) == (f"{slug}: random games", [slug])
    with pytest.raises(Trouble, match="there is no row 'chess'"):
        next(report.run(games=[slug], row="chess"))


def test_a_game_without_rows_has_the_usual_ones(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lab.game.__dict__, "path", tmp_path)
    measures = {name: Measure("", True, lambda game, row: 1.0) for name in MEASURES}
    monkeypatch.setattr("rookery.bench.measures.MEASURES", measures)
    assert [row.name for row in report.run(games=["tiny"])] == [f"tiny: {measure}" for measure in report.USUAL_MEASURES]

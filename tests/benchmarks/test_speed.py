"""`make bench` compares what can be compared, says where it does not, and keeps what it has measured."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest

import rookery
from benchmarks.speed import __main__ as table
from benchmarks.speed import measures, peers
from benchmarks.speed.measures import MEASURES, behaviour, memory
from benchmarks.speed.rates import Compared, Workload, compared
from benchmarks.speed.row import Row
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.search import Plan, engine, mcts
from tests.tiny.lab import Lab

GAMES = [rookery.load(slug) for slug in rookery.slugs()]
ROWS = [
    pytest.param(game, row, id=f"{game.facts.slug}: {row['measure']}, {row['peer']}")
    for game in GAMES
    for row in table.entries(game)
    if "peer" in row
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_the_engine_behaves_as_it_did(game: Game) -> None:
    """Where it should think otherwise now, the new number belongs into the game's bench.toml, with the commit that
    changes it."""
    (kept,) = (row["goal"] for row in table.entries(game) if row["measure"] == "behaviour")
    assert behaviour(game, {}) == kept


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_rows_of_different_games_are_marked(game: Game, row: dict[str, Any]) -> None:
    """By a note beside the ratio. Such a ratio is not a goal."""
    assert (row["peer"], row["measure"]) in peers.WORKLOADS
    same = re.sub(r"[_-]v\d+$|\(.*", "", row["peer_game"]) == game.facts.slug
    assert ("another game" in row.get("note", "")) == (not same)
    assert same or "ratio" not in row


# ── The table ────────────────────────────────────────────────────────────────
def test_a_page_has_each_row_as_soon_as_it_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A long run that is stopped keeps its findings."""
    page, names, kept = tmp_path / "b.md", ["one: first", "one: second", "two: third"], list[Any]()

    def measured(name: str) -> Iterator[Row]:
        yield Row(name, "games/s", 1.0)
        told = page.read_text("utf-8"), capsys.readouterr().out
        kept.append([re.findall(r"^\| (\w+: \w+) \|", text, re.M) for text in told])

    monkeypatch.setattr(table, "measured", measured)
    monkeypatch.setattr(table, "wanted", lambda slugs, text: [(name,) for name in names])
    monkeypatch.setattr(sys, "argv", ["speed", "--row", "t", "--markdown", str(page)])
    table.main()
    assert kept == [[names[:count], names[count - 1 : count]] for count in (1, 2, 3)]


def test_a_row_tells_whether_goals_are_met() -> None:
    found = Compared(1_978_419.0, 154_676.0, 12.8, 11.0, 13.5)
    row = Row("a: tree search", "simulations/s", found.ours, "OpenSpiel 2.0.2", found, "another game", 100, 13)
    figures = "1,978,419 simulations/s | OpenSpiel 2.0.2 | 154,676 | 12.8 | 11.0 to 13.5 | another game"
    assert str(row) == f"| a: tree search | {figures} | 100 and 13 times | missed |"
    met = [Row("a", "ms", 7.0, goal=goal, more_is_better=more).met for goal in (6, 7) for more in (True, False, None)]
    assert met == [True, False, False, True, True, True]
    assert Row("a", "ms", 7.0, "not installed", ratio_goal=10).met is None


def test_a_row_can_be_asked_for() -> None:
    game = GAMES[0]
    assert {name for name, *_ in table.wanted([game.facts.slug], "Random games")} == {
        f"{game.facts.slug}: random games"
    }
    with pytest.raises(Trouble, match="there is no row 'chess'"):
        table.wanted([game.facts.slug], "chess")


def test_a_game_without_rows_has_the_usual_ones(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lab.game.__dict__, "path", tmp_path)
    assert [row["measure"] for row in table.entries(lab.game)] == [*table.USUAL_MEASURES]
    assert {*table.USUAL_MEASURES} <= {*MEASURES}
    (tmp_path / "bench.toml").write_text('[[row]]\nmeasure = "random game"\n', "utf-8")
    with pytest.raises(Trouble, match="names the measure 'random game'; did you mean random games"):
        table.entries(lab.game)


# ── What is measured ─────────────────────────────────────────────────────────
def test_memory_is_that_of_the_new_process() -> None:
    """Not of the one that asks, however big it is."""
    big = bytearray(b"x") * 800_000_000
    game = GAMES[0]
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


# ── The same for both sides ──────────────────────────────────────────────────
def test_both_sides_search_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same weight of what is uncertain, so many simulations, and keeping what is proved."""
    ours, theirs = list[tuple[Any, ...]](), list[tuple[Any, ...]]()

    def searched(*words: Any, **named: Any) -> None:
        bound = inspect.signature(mcts).bind(*words, **named).arguments
        plan = bound.get("plan") or Plan()
        assert plan == Plan(), "plain, as theirs is: no evaluator"
        ours.append((plan.exploration, bound["simulations"], plan.proves))

    class Bot:
        def __init__(self, *words: Any) -> None:
            _, _, exploration, simulations, _, solves, *_ = words
            theirs.append((exploration, simulations, solves))

        def mcts_search(self, state: Any) -> None:
            pass

    monkeypatch.setattr(measures, "mcts", searched)
    spiel = SimpleNamespace(load_game=MagicMock(), RandomRolloutEvaluator=MagicMock(), MCTSBot=Bot)
    evaluated = next(game for game in GAMES if engine(game).plan != Plan())
    spiel.load_game().new_initial_state().is_chance_node.return_value = False
    work, other = measures.tree_search(evaluated, {}), peers._openspiel_tree_search(spiel, "x")
    for each in (work, other):
        each.run(1)
    assert ours == theirs == [(Plan().exploration, measures.SIMULATIONS, True)]
    assert work.each == other.each


def test_pgx_is_measured_with_its_quickest_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = 4096
    assert {1024, quick} <= {*peers.PGX_BATCHES}
    monkeypatch.setattr(peers, "_pgx_learning", lambda pgx, name, batch: Workload(lambda n: None, 1, batch))
    monkeypatch.setattr(peers, "rate", lambda work: -abs(work.each - quick))
    assert peers._pgx_learning_steps(None, "x").each == quick


def test_pgx_is_measured_with_its_best_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as it can be seen without it: the quick generator, one number an action, games that begin from a state
    that was made once, and steps that write into the memory of the one before."""
    batch, jax, first = 8, MagicMock(numpy=np), object()
    jax.jit.return_value.return_value = first
    jax.random.split.return_value = "key", "choice"
    jax.random.uniform.return_value = np.full((batch, 1), 0.5)
    jax.vmap.return_value.return_value = SimpleNamespace(terminated=True, truncated=False, rewards=0)
    monkeypatch.setitem(sys.modules, "jax", jax)
    peers._pgx_learning(MagicMock(), "x", batch).run(0)
    assert {asked.kwargs["impl"] for asked in jax.random.key.mock_calls} == {"unsafe_rbg"}
    assert not jax.random.PRNGKey.called
    (_, (play,), settings) = next(asked for asked in jax.jit.mock_calls if asked.kwargs)
    assert settings == {"donate_argnums": 0}
    play(SimpleNamespace(legal_action_mask=np.ones((batch, 3), bool)), "key")
    jax.random.uniform.assert_called_once_with("choice", (batch, 1))
    (_, actions) = jax.vmap.return_value.call_args.args
    assert actions.tolist() == [1] * batch, "in the middle of three"
    assert jax.tree.map.call_args.args[2] is first

"""`rookery bench` compares what can be compared, says where it does not, and keeps what it has measured."""

import inspect
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import numpy as np
import pytest

import rookery
from rookery.bench import Row, measures, peers, report
from rookery.bench.rates import Workload
from rookery.search import Plan, engine, mcts
from tests.cli.conftest import call

ROWS = [
    pytest.param(game, row, id=f"{game.facts.slug}: {row['measure']}, {row['peer']}")
    for game in map(rookery.load, rookery.slugs())
    for row in tomllib.loads((game.path / "bench.toml").read_text("utf-8"))["row"]
    if "peer" in row
]


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_rows_of_different_games_are_marked(game: rookery.Game, row: dict[str, Any]) -> None:
    """By a note beside the ratio. Such a ratio is not a goal."""
    same = re.sub(r"[_-]v\d+$|\(.*", "", row["peer_game"]) == game.facts.slug
    assert ("another game" in row.get("note", "")) == (not same)
    assert same or "ratio" not in row


def test_each_row_is_printed_and_written_as_soon_as_it_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long run that is stopped keeps its findings."""
    data, page, names = tmp_path / "b.json", tmp_path / "b.md", ["one: first", "one: second", "two: third"]
    kept, printed = list[Any](), cast(Any, sys)

    def measured(*words: object, **named: object) -> Iterator[Row]:
        for name in names:
            yield Row(name, "games/s", 1.0)
            rows = [row["name"] for row in json.loads(data.read_text())["rows"]]
            told = re.findall(r"^(\w+: \w+)  ", printed.stdout.buffer.getvalue().decode(), re.M)
            kept.append((rows, re.findall(r"^\| (\w+: \w+) \|", page.read_text(), re.M), told))

    monkeypatch.setattr(report, "run", measured)
    assert call("bench", "--quick", "--json", str(data), "--markdown", str(page)).exit_code == 0
    assert kept == [(names[:count],) * 3 for count in (1, 2, 3)]


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
    evaluated = next(game for game in map(rookery.load, rookery.slugs()) if engine(game).plan != Plan())
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

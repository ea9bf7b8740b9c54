"""The solver of benchmarks/four.py, and levels held to it."""

import importlib

import numpy as np
import pytest

import rookery
from benchmarks import four
from rookery.bots import advise
from rookery.search import Prover

GAME = rookery.load("connect_four")


def test_two_solvers_agree() -> None:
    """The one of the benchmark, and the house's, of every move of late positions."""
    prover, held = Prover(GAME, 2), 0
    for position, values in four.questions(12, (24, 32), 0):
        for action, value in values.items():
            proof = prover.prove(position.after_unchecked(action), 300_000)
            if proof.proved:
                held += 1
                assert proof.utilities[position.mover or 0] == value, position.text
    assert held > 40


def test_thoughtful_levels_keep_what_late_positions_are_worth() -> None:
    """benchmarks/four.py counts it for earlier positions and for all levels."""
    for level, plies in (("master", (18, 22)), ("medium", (30, 34))):
        asked = list(four.questions(12, plies, 0))
        kept = [values[advise(p.view(p.mover or 0), level, 1).action] == max(values.values()) for p, values in asked]
        assert all(kept), level


def test_a_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    four.main(["--positions", "3", "--plies", "26", "28", "--levels", "random", "greedy"])
    assert "| random | " in capsys.readouterr().out


def test_threats_come_first_in_proofs() -> None:
    """A stone that wins, before one that blocks, before the rest; last what lifts the other to a line of four."""
    evaluator = importlib.import_module(GAME.evaluator)

    def best_first(columns: str) -> list[int]:
        position = GAME.start()
        for column in columns:
            position = position.after_unchecked(int(column))
        legal = np.array(position.legal_actions, np.int32)
        scores = np.zeros(len(legal))
        evaluator.prove_first(position.states[0], legal, len(legal), scores)
        return [int(action) for action in legal[np.argsort(-scores)]]

    assert best_first("001122")[0] == 3
    assert best_first("0011226")[0] == 3, "the other would win there"
    assert best_first("00116262")[-1] == 3, "the other would win on top of it"

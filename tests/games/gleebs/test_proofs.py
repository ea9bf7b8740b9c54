"""Exact values of movement starts, against those of the first and plainest solver."""

import numpy as np

import rookery
from rookery.core.position import Position
from rookery.search import Prover

# [seed] whether blue and yellow win: what plain alpha-beta found, with one window and no memory of what sufficed
VALUES = (
    "-+----+--+++--+--+---+-++--+--+---+++++---+----+++-+--+-++--++++-+---+----+-++-+-+---+------++++-++-"
    "0++--+-++--++++-++++++-+-++----+---+-+++-++-+--+++-----+-++-+-------+--++-+-+---+---+++-0+++---+--++"
)


def movement_start(seed: int) -> Position:
    """Who begins, three grues and twelve gleebs, all at random."""
    generator, position = np.random.default_rng(seed), rookery.load("gleebs").start()
    for _ in range(16):
        position = position.after_unchecked(int(generator.choice(position.legal_actions)))
    return position


def test_values_are_those_of_the_plainest_solver() -> None:
    """One prover for all: what it keeps from one position to the next changes nothing."""
    prover = Prover(rookery.load("gleebs"))
    proofs = [prover.prove(movement_start(seed)) for seed in range(len(VALUES))]
    assert "".join("-0+"[round(proof.utilities[0]) + 1] for proof in proofs) == VALUES


def test_a_best_action_keeps_the_value() -> None:
    prover = Prover(rookery.load("gleebs"))
    for seed in range(20):
        position = movement_start(seed)
        proof = prover.prove(position)
        assert proof.action is not None
        assert prover.prove(position.after(proof.action)).utilities == proof.utilities

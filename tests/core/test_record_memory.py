"""A record keeps few of its positions, and plays the others again when somebody looks."""

import numpy as np
import pytest

import rookery
from rookery.core.errors import NoSuchPly
from rookery.core.record import CHECKPOINT_INTERVAL, Record


def played(slug: str, seed: int) -> tuple[Record, list[rookery.Position]]:
    """A random game, and all its positions."""
    game, dice = rookery.load(slug), np.random.default_rng(seed)
    record = Record(game)
    positions = [record.position]
    while record.position.mover is not None and record.plies < 8 * CHECKPOINT_INTERVAL:
        record.play(int(dice.choice(record.position.legal_actions)))
        positions.append(record.position)
    return record, positions


def test_every_position_is_found_in_whatever_order(slug: str) -> None:
    record, positions = played(slug, 3)
    dice = np.random.default_rng(4)
    plies = [*range(record.plies + 1), *range(record.plies, -1, -1), *dice.integers(0, record.plies + 1, 40).tolist()]
    for ply in plies:
        assert record.at(ply) == positions[ply], f"ply {ply}"
        assert record.mover(ply) == positions[ply].mover
    for ply in (-1, record.plies + 1):
        with pytest.raises(NoSuchPly):
            record.at(ply)
        with pytest.raises(NoSuchPly):
            record.mover(ply)


def test_what_is_taken_back_is_forgotten_and_played_otherwise(slug: str) -> None:
    record, positions = played(slug, 5)
    for plies in sorted(
        {record.plies - 1, CHECKPOINT_INTERVAL + 1, CHECKPOINT_INTERVAL, CHECKPOINT_INTERVAL - 1, 1, 0}, reverse=True
    ):
        if plies > record.plies:
            continue
        record.at(record.plies // 2)
        assert record.take_back(plies) == positions[plies]
        assert [record.at(ply) for ply in range(plies + 1)] == positions[: plies + 1]
        other = record.position.legal_actions[-1]
        assert record.play(other) == positions[plies].after(other)
        assert record.at(plies) == positions[plies]
        record.take_back(plies)

"""Ratings find the difficulties from which made-up attempts follow, and predict attempts that they have not seen."""

import numpy as np
import pytest
from msgspec.structs import replace

from rookery.core.protocol import Array
from rookery.puzzles import Puzzle
from rookery.puzzles.puzzle import MEAN_RATING
from rookery.puzzles.rating import attempted, fit_rasch, held_out, rated
from rookery.puzzles.worthwhile import ATTEMPTS
from tests.puzzles.games import first_puzzles

ABILITIES = np.array([-2.0, -0.5, 0.5, 2.0])
TRIES = 8


def attempts(difficulties: Array, seed: int = 0) -> Array:
    """[N, L] how many of TRIES tries succeed."""
    chances = 1.0 / (1.0 + np.exp(difficulties[:, None] - ABILITIES[None]))
    solved: Array = np.random.default_rng(seed).binomial(TRIES, chances).astype(float)
    return solved


def made_up(solved: Array) -> list[Puzzle]:
    names = [f"level{n}" for n in range(solved.shape[1])]
    return [
        replace(first_puzzles()[0], key=f"{n:016x}", tries=TRIES, solved=dict(zip(names, map(int, row), strict=True)))
        for n, row in enumerate(solved.tolist())
    ]


def test_the_fit_finds_the_difficulties() -> None:
    difficulties = np.random.default_rng(1).normal(0.0, 1.5, 400)
    found = fit_rasch(attempts(difficulties), np.full((400, 4), float(TRIES)))
    gaps = found.abilities - found.abilities.mean() - ABILITIES
    assert np.abs(gaps).max() < 0.25
    assert np.corrcoef(found.difficulties, difficulties)[0, 1] > 0.9
    off = (found.difficulties - found.difficulties.mean() - difficulties + difficulties.mean()) / found.deviations
    assert 0.8 < np.sqrt((off**2).mean()) < 1.2, "the deviations are those that they should be"


def test_ratings_predict_held_out_attempts_better_than_means_do() -> None:
    told = held_out(made_up(attempts(np.random.default_rng(2).normal(0.0, 1.5, 300))))
    assert told.rating < told.level < told.mean


def test_where_all_puzzles_are_alike_ratings_cannot_do_better() -> None:
    """A test that could not fail would show nothing."""
    told = held_out(made_up(attempts(np.zeros(300))))
    assert told.rating == pytest.approx(told.level, abs=0.03)
    assert told.rating > told.level


def test_what_every_level_solves_is_easy_and_what_none_solves_hard() -> None:
    solved = np.array([[8.0] * 4, [0.0] * 4, [0.0, 2.0, 6.0, 8.0]])
    found = {puzzle.key: puzzle for puzzle in rated(made_up(solved))}
    easy, hard, between = (found[f"{n:016x}"].rating or 0 for n in range(3))
    assert easy < between < hard
    assert (easy + hard + between) / 3 == pytest.approx(MEAN_RATING, abs=1)
    assert found[f"{0:016x}"].deviation > found[f"{2:016x}"].deviation


def test_attempts_can_be_repeated() -> None:
    puzzle = first_puzzles()[0]
    once = attempted(puzzle, ("random", "greedy", "easy"))
    assert once == attempted(puzzle, ("random", "greedy", "easy"))
    assert once.tries == ATTEMPTS
    assert set(once.solved) == {"random", "greedy", "easy"}
    assert rated([]) == []

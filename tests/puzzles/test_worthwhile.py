"""A puzzle is worth solving: enough to choose from, greedy and easy miss it, and the choice decides something."""

from typing import Any

import pytest
from msgspec.structs import replace

from rookery.puzzles import Puzzle, Worth, worthwhile
from rookery.puzzles.verifying import refutation
from rookery.puzzles.worthwhile import ATTEMPTS, LEAST_CHOICES, is_missed, weakness
from tests.puzzles.games import first_puzzles

SURE = dict.fromkeys(("random", "greedy", "easy", "medium", "hard"), ATTEMPTS)


def puzzle() -> Puzzle:
    return first_puzzles()[0]


def why(**changes: Any) -> str:
    return weakness(replace(puzzle(), **changes), puzzle().position())


def test_what_was_mined_is_worth_solving() -> None:
    assert [weakness(each, each.position()) for each in first_puzzles()] == [""] * len(first_puzzles())


def test_few_choices_are_no_puzzle() -> None:
    assert "it is a choice among 5" in why(choices=LEAST_CHOICES - 1)
    assert why(choices=LEAST_CHOICES) == ""


@pytest.mark.parametrize("name", ["greedy", "easy"])
def test_what_a_weak_level_solves_more_often_than_not_is_no_puzzle(name: str) -> None:
    half = dict.fromkeys(SURE, 0) | {name: ATTEMPTS // 2}
    assert why(tries=ATTEMPTS, solved=half) == ""
    assert f"the level {name} solves it 5 times of 8" in why(tries=ATTEMPTS, solved=half | {name: ATTEMPTS // 2 + 1})
    assert why(tries=ATTEMPTS, solved=SURE | {"greedy": 0, "easy": 0}) == "", "stronger levels may solve it"


@pytest.mark.parametrize(
    ("best", "second", "worth_it"),
    [(1.0, 0.5, True), (0.5, 0.0, True), (0.25, 0.0, True), (0.24, 0.0, False), (1.0, 0.75, True), (1.0, 0.76, False)],
)
def test_what_is_lost_or_won_anyway_is_no_puzzle(best: float, second: float, worth_it: bool) -> None:
    assert (why(best=Worth(best, 0.0), second=Worth(second, 0.0)) == "") == worth_it


def test_the_verifier_lets_levels_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the file says of them."""
    view = puzzle().position()
    assert is_missed(view, view.parse(puzzle().solution))
    assert refutation(puzzle()) == ""
    assert "legal actions, not 5" in refutation(replace(puzzle(), choices=5))
    monkeypatch.setattr(worthwhile, "choose", lambda view, name, seed: view.parse(puzzle().solution))
    assert refutation(puzzle()) == "a level that must miss it solves it too often"

"""The verifier refutes what is wrong, for the right reason."""

from typing import Any

import pytest
from msgspec.structs import replace

from rookery.puzzles import Puzzle, Worth, verifying
from rookery.puzzles.verifying import refutation
from tests.puzzles.games import first_puzzles


def puzzle() -> Puzzle:
    return first_puzzles()[0]


def test_found_puzzles_hold() -> None:
    assert [refutation(each) for each in first_puzzles()] == [""] * len(first_puzzles())


def test_every_other_action_is_refuted_as_a_solution() -> None:
    """Whatever the puzzle says about chances."""
    for each in first_puzzles()[:3]:
        view = each.position()
        for action in view.legal_actions:
            if view.format(action) != each.solution:
                assert "is proved" in refutation(replace(each, solution=view.format(action)))


def test_wrong_solutions_are_refuted_by_searches_too() -> None:
    each = replace(puzzle(), proved=False)
    view = each.position()
    assert refutation(each) == ""
    wrong = next(view.format(action) for action in view.legal_actions if view.format(action) != each.solution)
    assert "is not clearly better" in refutation(replace(each, solution=wrong))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"solution": "nonsense"}, "is not an action"),
        ({"key": "0" * 16}, "has the key"),
        ({"view": "nonsense"}, "is not a position"),
        ({"players": 9}, "cannot be played by 9 players"),
    ],
)
def test_what_cannot_be_set_up_is_refuted(changes: dict[str, Any], reason: str) -> None:
    assert reason in refutation(replace(puzzle(), **changes))


def test_claims_beyond_what_is_proved_are_refuted() -> None:
    """A right action that is worth less than is told, another one that is worth more, and no gap at all."""
    saves = next(each for each in first_puzzles(games=30) if each.best.chance < 1.0)
    assert "proved to be worse than told" in refutation(replace(saves, best=Worth(1.0, 0.0)))
    near = next(each for each in first_puzzles(games=30) if each.second.chance > 0.0)
    assert "proved to be better than told" in refutation(replace(near, second=Worth(0.0, 0.0)))
    assert "may be as good" in refutation(replace(puzzle(), second=puzzle().best))


def test_what_takes_too_long_to_prove_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "PROOF_LIMIT", 1)
    longest = min(first_puzzles(), key=lambda each: each.origin.ply if each.origin else 0)
    assert "no proof within 1 positions" in refutation(longest)

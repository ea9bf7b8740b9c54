"""When an action is the only right one: by what searches told of all actions."""

import pytest

import rookery
from rookery.core.position import Position
from rookery.puzzles import one_right
from rookery.puzzles.one_right import STAGES, searched_right
from rookery.puzzles.puzzle import Worth

SIMULATIONS = 1_600


@pytest.fixture
def view() -> Position:
    position = rookery.load(rookery.slugs()[0]).start(seed=1)
    assert position.mover is not None
    return position.view(position.mover)


def told(monkeypatch: pytest.MonkeyPatch, chances: dict[int, float], usual: float = 0.2) -> list[tuple[int, int]]:
    """Let searches tell these chances; returns the searches: actions and simulations."""
    asked = []

    def worth(view: Position, action: int, simulations: int, stream: int) -> Worth:
        asked.append((action, simulations))
        return Worth(chances.get(action, usual), 2.0 / simulations**0.5)

    monkeypatch.setattr(one_right, "_worth", worth)
    return asked


def test_an_action_far_above_the_others_is_right(view: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    best, near, *others = view.legal_actions
    asked = told(monkeypatch, {best: 0.9, near: 0.77}, usual=0.1)
    found = searched_right(view, best, [near, *others], SIMULATIONS, 7)
    assert found is not None
    assert (found.action, found.rival, found.proved) == (best, near, False)
    assert (found.best.chance, found.second.chance) == (0.9, 0.77)
    assert [simulations for action, simulations in asked if action == near] == [SIMULATIONS // n for n in STAGES]
    assert [simulations for action, simulations in asked if action == others[0]] == [SIMULATIONS // STAGES[0]]


def test_intervals_that_touch_leave_two_right_actions(view: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    best, near, *others = view.legal_actions
    asked = told(monkeypatch, {best: 0.9, near: 0.8})
    assert searched_right(view, best, [near, *others], SIMULATIONS, 7) is None
    assert not [action for action, _ in asked if action in others], "nothing more is searched"


def test_a_small_gap_is_none_however_sure_it_is(view: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    best, *others = view.legal_actions
    told(monkeypatch, {best: 0.6}, usual=0.55)
    assert searched_right(view, best, others, 10**8, 7) is None
    assert searched_right(view, best, others, 10**8, 7, least=0.0) is not None


def test_each_search_has_a_stream_of_its_own() -> None:
    streams = {one_right._stream(seed, action, stage) for seed in (0, 9) for action in range(50) for stage in range(4)}
    assert len(streams) == 2 * 50 * 4

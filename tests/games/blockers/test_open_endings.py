"""Without piles every rack can be worked out: then nothing is hidden, and endings are proved."""

import pytest

from rookery.core.errors import CannotPlay, StillSecret
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.reviews.judging import estimate_known, known_to_mover
from rookery.search import Prover, analyse, engine, may_be_proved
from tests.games.blockers.drawn import GAME, game


def ending(plays: int, seed: int = 3) -> Position:
    """A position so many plays before the end of a random game for two."""
    line = [position for position in game(2, seed) if position.mover is not None and position.mover >= 0]
    return line[-plays]


def test_an_ending_is_open_once_all_piles_are_empty() -> None:
    for position in game(2, 3):
        assert position.is_open == (not position.state.pile.any())
        assert position.view(0).is_open == position.is_open
        if position.is_open:
            assert {position.view(seat).opened() == position for seat in (-1, 0, 1)} == {True}


def test_a_decision_of_an_open_ending_is_judged_from_the_whole_position() -> None:
    last, early = ending(2), ending(20)
    assert last.mover is not None
    assert known_to_mover(last) is last
    assert known_to_mover(early).viewer == early.mover
    after = last.view(last.mover).after_unchecked(last.legal_actions[0])
    found = estimate_known(after, 200, 1, engine(GAME).plan_for(2))
    assert found.proved, "also where another seat decides than the one that looks"


def test_what_is_hidden_is_not_opened_or_proved() -> None:
    early = ending(20)
    assert not may_be_proved(early)
    with pytest.raises(StillSecret, match="something is still hidden"):
        early.view(0).opened()
    with pytest.raises(CannotPlay, match="hidden"):
        Prover(GAME, 2).prove(early)


def test_an_ending_is_worth_what_a_walk_through_all_games_finds() -> None:
    for seed in range(4):
        position = ending(2, seed)
        seat = position.mover
        assert seat is not None
        proof = Prover(GAME, 2).prove(position.view(seat), 100_000)
        assert proof.proved
        assert proof.utilities[seat] == walked(position, seat)


def walked(position: Position, seat: int) -> float:
    """The utility of a seat under perfect play: positions alone, no kernel of a search."""
    if position.outcome is not None:
        return position.outcome.utilities[seat]
    values = [walked(position.after(action), seat) for action in position.legal_actions]
    return max(values) if position.mover == seat else min(values)


def test_an_analysis_of_an_ending_is_proved_whatever_the_world() -> None:
    position = ending(2)
    assert position.mover is not None
    view = position.view(position.mover)
    told = analyse(view, simulations=500, seed=1)
    assert told.proved
    assert told.lines[0].words
    other = view.determinize(Generator(9)).view(position.mover)
    assert analyse(other, simulations=500, seed=1) == told

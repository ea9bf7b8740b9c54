"""Reasons are made of what the evaluator counts."""

import importlib
from dataclasses import replace

import numpy as np
import pytest

import rookery
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.reviews import advantages as module
from rookery.reviews.advantages import advantages, counted
from rookery.search.plan import Term, engine
from tests.reviews.games import played

EXPLAINED = [slug for slug in rookery.slugs() if engine(rookery.load(slug)).terms]


def positions(slug: str) -> list[Position]:
    """Some positions of a game that are not over."""
    record = played(slug, None, seed=9)
    decided = [ply for ply in range(record.plies) if record.mover(ply) != CHANCE]
    return [record.at(ply) for ply in decided[:: max(1, len(decided) // 8)]]


@pytest.mark.parametrize("slug", EXPLAINED)
def test_the_counts_of_all_terms_are_the_estimate(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights times counts give the log odds of the evaluator's own estimate."""
    game = rookery.load(slug)
    names = importlib.import_module(game.evaluator).WEIGHTS
    told = replace(engine(game), terms={name: Term("thing", "things") for name in names})
    monkeypatch.setattr(module, "engine", lambda game: told)
    kernels = game.made("rookery.search.kernels.evaluate")
    for position in positions(slug):
        weights = dict(zip(names, game.weights_for(position.players).tolist()))
        out = np.zeros(position.players)
        kernels.evaluate(position.states, 0, game.weights_for(position.players), out)
        for seat in range(position.players):
            found = sum(weights[name] * count for name, count in counted(position, seat).items())
            expected = module._strength(out.tolist(), seat, together=game.facts.cooperative)
            assert found == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("slug", EXPLAINED)
def test_a_reason_speaks_for_the_better_line_and_is_turned_round_with_it(slug: str) -> None:
    game, told = rookery.load(slug), 0
    names, terms = importlib.import_module(game.evaluator).WEIGHTS, engine(game).terms
    for position in positions(slug):
        weights = dict(zip(names, game.weights_for(position.players).tolist()))
        mover = position.mover
        if mover is None or len(position.legal_actions) < 2:
            continue
        view, first, last = position.view(mover), position.legal_actions[0], position.legal_actions[-1]
        for reason in (*advantages(view, mover, (first,), (last,)), *advantages(view, mover, (last,), (first,))):
            told += 1
            more = reason.amount > 0
            meant = [name for name, term in terms.items() if reason.words == term.words(reason.amount)]
            assert any((weights[name] > 0) == more for name in meant)
    assert told > 0
    assert advantages(view, view.viewer or 0, (first,), (first,)) == ()


@pytest.mark.parametrize("slug", EXPLAINED)
def test_a_term_is_one_of_the_evaluator(slug: str) -> None:
    game = rookery.load(slug)
    assert set(engine(game).terms) <= set(importlib.import_module(game.evaluator).WEIGHTS)


def test_words_of_a_term_fit_its_number() -> None:
    term = Term("bird", "birds", more="keeps {count} more {things}", fewer="makes the line {count} bird{s} shorter")
    assert [term.words(amount) for amount in (1.2, 3.0)] == ["keeps one more bird", "keeps 3 more birds"]
    assert [term.words(amount) for amount in (-0.8, -2.0)] == [
        "makes the line one bird shorter",
        "makes the line 2 birds shorter",
    ]
    for words in ("keeps more", "keeps {count} {stuff}", "keeps {count} {", 7):
        with pytest.raises(ValueError, match="may have"):
            Term("bird", "birds", more=words)  # type: ignore[arg-type]  # as a file may say it


@pytest.mark.parametrize("slug", EXPLAINED)
def test_what_a_move_does_can_be_said_of_every_term(slug: str) -> None:
    """Each sentence speaks to the player, and more and fewer differ."""
    for term in engine(rookery.load(slug)).terms.values():
        said = [term.words(amount) for amount in (1, 2, -1, -2)]
        assert len(set(said)) == 4
        assert all(words[0].islower() and not words.endswith(".") for words in said)

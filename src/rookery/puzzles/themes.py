"""Themes: what is special about a puzzle, found by program.

Some follow from the chances and the choices alone; the others from the terms of the game's evaluator, as the reasons of
a review do (reviews/advantages.py): what the right action leaves more or less of than the best of the others.
"""

from collections.abc import Sequence

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.puzzles.one_right import OneRight
from rookery.puzzles.theme_words import CROWD, ENDING, MANY_CHOICES, SURPRISE
from rookery.reviews.advantages import gained
from rookery.reviews.themes_of_chances import themes_of_chances
from rookery.search import Line, action_scores, engine, parts_of


def themes(view: Position, found: OneRight, lines: Sequence[Line]) -> tuple[str, ...]:
    """The themes of a puzzle. `lines`: of an analysis of the view; those of other actions are not needed."""
    even = 1.0 / parts_of(view.game, view.players)
    plain = {
        ENDING: view.is_open and view.opened().after_unchecked(found.action).is_over,
        SURPRISE: _surprises(view, found.action),
        CROWD: len(view.legal_actions) >= MANY_CHOICES,
    }
    by_chances = themes_of_chances(found.best.chance, found.second.chance, even, proved=found.proved)
    return (*by_chances, *(theme for theme, there in plain.items() if there), *_reasons(view, found, lines))


def _surprises(view: Position, action: int) -> bool:
    """Whether the evaluator rates another action higher, one ply deep, as the greedy bot sees it."""
    world = view.determinize(Generator(0)) if view.game.facts.hidden else view
    scores = action_scores(world, engine(view.game).plan_for(view.players).ordered).tolist()
    return bool(scores[view.legal_actions.index(action)] < max(scores))


def _reasons(view: Position, found: OneRight, lines: Sequence[Line]) -> list[str]:
    ways = {line.actions[0]: line.actions for line in lines if line.actions}
    right, wrong = (ways.get(action, (action,)) for action in (found.action, found.rival))
    seat = view.mover
    assert seat is not None
    return [term.change(amount) for term, amount in gained(view, seat, right, wrong)]

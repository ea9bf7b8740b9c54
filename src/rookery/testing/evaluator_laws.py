"""Laws of a game's evaluator (core/protocol.py `Evaluator`), its own or the plain one."""

import importlib
from typing import Any

import numpy as np

from rookery.core.errors import one_of
from rookery.core.protocol import CHANCE, OVER
from rookery.lessons.lesson import lessons_of
from rookery.search.plan import engine
from rookery.testing import verb_calls
from rookery.testing.walks import Case, must


def _evaluator(case: Case) -> Any:
    return importlib.import_module(case.game.evaluator)


def simple_positions_keep_their_choices(case: Case) -> None:
    """`simplify` keeps the mover and the legal actions, and applying it twice gives the same as once."""
    game, evaluator, states = case.game, _evaluator(case), case.position.states
    mover, legal = verb_calls.mover(game, states), verb_calls.legal(game, states)
    evaluator.simplify(states[0])
    simple = states.tobytes()
    decides = verb_calls.mover(game, states)
    must(decides == mover, f"the simplified mover is {decides}, not {mover}")
    must(
        sorted(verb_calls.legal(game, states)) == sorted(legal),
        f"the simplified position does not have the legal actions {legal}",
    )
    evaluator.simplify(states[0])
    must(states.tobytes() == simple, "simplifying again changes the position")


def evaluations_are_numbers(case: Case) -> None:
    """`evaluate` estimates fair utilities; `order` and `prove_first` give every legal action a finite score that does
    not depend on the order of the actions; none of them changes the position."""
    if case.position.is_over:
        return
    game, evaluator, states = case.game, _evaluator(case), case.position.states
    legal = np.array(verb_calls.legal(game, states), np.int32)
    estimates, shuffled = np.full(case.position.players, np.nan), case.generator().permutation(len(legal))
    evaluator.evaluate(states[0], game.weights_for(case.position.players), estimates)
    for name, given in (("order", (game.weights_for(case.position.players),)), ("prove_first", ())):
        scores, again, ask = np.full(len(legal), np.nan), np.full(len(legal), np.nan), getattr(evaluator, name)
        ask(states[0], *given, legal, len(legal), scores)
        ask(states[0], *given, legal[shuffled], len(legal), again)
        must(np.isfinite(scores).all(), f"{name} gives {scores.tolist()}")
        must((again == scores[shuffled]).all(), f"{name} gives other scores if the actions are in another order")
    must((np.abs(estimates) <= 1).all(), f"the estimates are {estimates.tolist()}")
    fair = len(set(estimates.tolist())) == 1 if game.facts.cooperative else abs(estimates.sum()) < 1e-9
    must(fair, f"the estimates {estimates.tolist()} cannot be utilities of this game")
    must(states.tobytes() == case.position.states.tobytes(), "evaluating changed the position")


def mirrored_positions_play_alike(case: Case) -> None:
    """Each mirror image has the mirrored mover, legal actions, weights and utilities, and playing and mirroring give
    the same in either order; image 0 is the position itself."""
    game, states = case.game, case.position.states
    evaluator = _evaluator(case)
    mover, legal, players = verb_calls.mover(game, states), verb_calls.legal(game, states), case.position.players
    after = None if case.action is None else verb_calls.after(game, states.copy(), case.action)
    for which in range(evaluator.SYMMETRIES):
        image = states.copy()
        evaluator.mirror(image[0], which)
        must(which or image.tobytes() == states.tobytes(), "image 0 is not the position itself")
        seats = [int(evaluator.mirror_seat(seat, which)) for seat in range(players)]
        must(sorted(seats) == list(range(players)), f"image {which}: the seats become {seats}")
        decides, expected = verb_calls.mover(game, image), seats[mover] if mover >= 0 else mover
        must(decides == expected, f"image {which}: {decides} moves, not {expected}")
        mirrored = [int(evaluator.mirror_action(action, which)) for action in legal]
        actual = verb_calls.legal(game, image)
        if sorted(mirrored) != sorted(actual):  # formatting the sentence for all images would be slow
            must(False, f"image {which}: legal are {sorted(actual)}, not {sorted(mirrored)}")
        if mover == CHANCE:
            weights = dict(zip(actual, verb_calls.weights(game, image, actual)))
            same = [weights[action] for action in mirrored] == verb_calls.weights(game, states, legal)
            must(same, f"image {which}: other weights")
        if mover == OVER:
            here, there = verb_calls.utilities(game, states, players), verb_calls.utilities(game, image, players)
            must(here == [there[seat] for seat in seats], f"image {which}: the utilities are {there}, here {here}")
        if case.action is not None and after is not None:
            played = after.copy()
            evaluator.mirror(played[0], which)
            other = verb_calls.after(game, image, int(evaluator.mirror_action(case.action, which)))
            must(played.tobytes() == other.tobytes(), f"image {which}: {case.action} leads elsewhere")


def reasons_lead_to_lessons(case: Case) -> None:
    """The lesson that a term in engine.toml names is one of the game's, because a review leads to it."""
    if case.ply:
        return
    known = [lesson.id for lesson in lessons_of(case.game).lessons]
    for name, term in engine(case.game).terms.items():
        missing = f"the term {name} names the lesson {term.lesson!r}; {one_of(term.lesson, known)}"
        must(term.lesson in ("", *known), missing)

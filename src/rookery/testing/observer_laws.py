"""Laws of what learners see: the verb of core/protocol.py `Observer`. A game without observe.py keeps them all."""

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from rookery.core.observation import Slot, observed, slots
from rookery.core.position import Game, Position
from rookery.testing.walks import Case, must

OBSERVED_ACTIONS = 4  # legal actions that are played in each position
SOME = 40  # positions of a game that are compared with each other, approximately


# Needed for every position. Reading them from a class's annotations takes longer than observing.
_OBSERVED, _SLOTS = cache(observed), cache(slots)


def _record(game: Game) -> np.dtype[Any]:
    return _OBSERVED(game.observation)  # type: ignore[arg-type]  # mypy sees no hash of a class


def _slots(game: Game) -> tuple[Slot, ...]:
    return _SLOTS(game.observation)  # type: ignore[arg-type]  # mypy sees no hash of a class


def observations_stay_in_range(case: Case) -> None:
    """Every number of an observation lies within the stated range, and OBSERVATION is what Observation declares."""
    game = case.game
    if not game.is_seen:
        return
    record = game.observer.OBSERVATION
    must(record == _record(game), f"OBSERVATION is {record}, not observed(Observation)")
    for seat in range(case.position.players):
        numbers = case.observation(case.position.view(seat)).view(np.int8).tolist()
        for slot in _slots(game):
            part = numbers[slot.start : slot.stop]
            inside = slot.low <= min(part) and max(part) <= slot.high
            must(inside, f"seat {seat}: {slot.name} must be {slot.low} .. {slot.high}, but is {part}")


def observations_are_those_of_the_view(case: Case) -> None:
    """`observe` writes nothing but the observation, and gives the same for equal views, also those of other worlds."""
    game = case.game
    if not game.is_seen:
        return
    for seat in range(case.position.players):
        view = case.position.view(seat)
        states, out = np.concatenate([view.states] * 3), np.zeros(3, _record(game))
        before = states.tobytes()
        game.observer.observe(states[1], seat, out[1])
        must(states.tobytes() == before, f"seat {seat}: observing changed the view")
        must(
            not any(out[i].tobytes().strip(b"\0") for i in (0, 2)),
            f"seat {seat}: observing wrote into a neighbouring array entry",
        )
        again = view.determinize(case.generator()).observation(seat)  # asked anew: `observe` may count its calls
        must(again.tobytes() == out[1].tobytes(), f"seat {seat}: equal views give different observations")


def observations_forget_nothing(case: Case) -> None:
    """Different views of a seat give different observations: along a game, after other actions, after the same actions
    in another order, and in other worlds."""
    if not case.game.is_seen:
        return
    views: dict[tuple[int, bytes], Position] = {}
    for position in _alike(case):
        for seat in range(position.players):
            view = position.view(seat)
            other = views.setdefault((seat, case.observation(view).tobytes()), view)
            if other != view:
                fields = case.game.dtype.names or ()
                names = [name for name in fields if np.any(other.state[name] != view.state[name])]
                must(False, f"seat {seat} observes the same in {other.text} and {view.text}, which differ in {names}")


def _alike(case: Case) -> Iterator[Position]:
    """Positions of one table that differ little; at the start of a game also many positions of that game."""
    if case.ply == 0:
        yield from case.walk.positions[:: 1 + len(case.walk.positions) // SOME]
    generator = case.generator()
    seat = int(generator.integers(case.position.players))
    for world in dict.fromkeys((case.position, case.position.view(seat).determinize(generator))):
        yield world
        actions = generator.permutation(world.legal_actions)[:OBSERVED_ACTIONS].tolist()
        after = [world.after_unchecked(action) for action in actions]
        yield from after
        for i, j in itertools.permutations(range(len(after)), 2):
            if actions[j] in after[i].legal_actions:
                yield after[i].after_unchecked(actions[j])

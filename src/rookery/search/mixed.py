"""A search for games in which seats choose in secret: how often to play each action, so that nobody can read it."""

from typing import NamedTuple

import numpy as np

from rookery.core.chance import stream_from
from rookery.core.compiling import lent
from rookery.core.errors import CannotPlay
from rookery.core.generator import AnyGenerator, Generator
from rookery.core.position import Position
from rookery.core.scene import total
from rookery.search.checks import check_mover, check_number
from rookery.search.kernels.bundles import Search
from rookery.search.kernels.sights import CHOICE, HABIT, SIGHT, TAKEN_STEP, Sights, Trials
from rookery.search.plan import Plan, samples_worlds
from rookery.search.ready import get_ready
from rookery.search.workspace import workspace

FANNED = 4  # decisions of a simulation at which all actions are tried, at most
WORLDS_TRIED = 3  # worlds of which one is taken, by how likely their past is
LEAST_ROOM, MOST_ROOM = 1 << 10, 1 << 16  # sights: a power of 2, at least twice as many as there are lines
RARELY = 0.2  # what is played more rarely is mostly left from early simulations
CHOICES_EACH = 4  # of a sight, on average; more sights than fit are played at random


class MixedResult(NamedTuple):
    """A mixed strategy: how often to play each action, the most frequent one first."""

    actions: tuple[int, ...]
    shares: tuple[float, ...]  # with the sum 1
    values: tuple[float, ...]  # the mean utility that the action brought to the mover
    lines: int  # that were played
    sights: int  # what seats saw when they decided, together

    @property
    def value(self) -> float:
        """The mean utility of the mover."""
        return total(share * value for share, value in zip(self.shares, self.values))


def mixed(view: Position, generator: AnyGenerator, plan: Plan | None = None, *, simulations: int) -> MixedResult:
    """Search a seat's view by playing about so many lines.

    The plan's `back` and what it says of playouts count; the rest of it concerns `mcts`. Takes 24 bytes for each sight
    and habit and 32 for each choice, at most 12 MB together. Raises CannotPlay if no seat decides or nothing is hidden,
    NotYourTurn for the view of another seat, ValueError for too few simulations."""
    seat = check_mover(view)
    check_number("simulations", simulations, 1, whole=True)
    if not samples_worlds(view):
        raise CannotPlay("a mixed strategy is for the view of a seat from which something is hidden")
    if simulations > 1:
        get_ready(view.game, ("mixed", view.players, plan), lambda: mixed(view, Generator(0), plan, simulations=1))
    told, kernels = plan or Plan(), view.game.made("rookery.search.kernels.mixing")
    search, sights, trials = _search(view, generator, told), _sights(view, simulations), _trials(view, told.back)
    back = kernels.look_back(search, trials, seat)
    lines = kernels.mix(search, sights, trials, simulations, seat, back)
    place = kernels.sight_of_root(search, sights, seat)
    first, count = int(sights.table["first"][place]), int(sights.table["count"][place])
    found = range(first, first + count)
    action, played, brought, visits = (sights.choices[name] for name in ("action", "played", "total", "visits"))
    ranked = sorted(found, key=lambda i: -float(played[i]))
    least = RARELY * float(played[ranked[0]])
    kept = [float(played[i]) if float(played[i]) >= least else 0.0 for i in ranked]
    often = total(kept)
    return MixedResult(
        actions=tuple(int(action[i]) for i in ranked),
        shares=tuple(share / often for share in kept),
        values=tuple(float(brought[i]) / max(1, int(visits[i])) for i in ranked),
        lines=lines,
        sights=int(sights.used[0]),
    )


def _search(view: Position, generator: AnyGenerator, plan: Plan) -> Search:
    stream = stream_from(generator)
    states = view.game.blank(5)
    states[0] = view.state
    work = workspace(view, stream)
    marks = lent.zeros(1, np.int64)
    return Search(states, lent.words_of(states), plan.for_kernel(view, 1), marks, work, stream)


def _sights(view: Position, simulations: int) -> Sights:
    room = LEAST_ROOM
    while room < min(2 * simulations, MOST_ROOM):
        room *= 2
    return Sights(
        table=lent.zeros(room, SIGHT),
        choices=lent.empty(CHOICES_EACH * room, CHOICE),
        habits=lent.zeros(room, HABIT),
        used=lent.zeros(3, np.int64),
        shares=np.zeros(view.game.facts.max_legal),
    )


def _trials(view: Position, back: int) -> Trials:
    facts = view.game.facts
    return Trials(
        steps=lent.zeros(FANNED + facts.longest, TAKEN_STEP),
        line=view.game.blank(FANNED),
        worths=np.zeros((FANNED + 1, facts.max_legal)),
        trails=np.zeros((FANNED + 1, view.players), np.uint64),
        past=np.zeros(back, np.int32),
        worlds=view.game.blank(WORLDS_TRIED),
        likely=np.zeros(WORLDS_TRIED),
        counts=np.zeros(2),
    )

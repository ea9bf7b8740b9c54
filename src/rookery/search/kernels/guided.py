"""Games in which every seat plays its most promising action by the evaluator's order. Generic: see
core/kernel.specialise."""

import math

from rookery.core.chance import below, pick, uniform
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, Actions, States, Stream, Weights
from rookery.core.unbound import evaluator, rules
from rookery.search.kernels.bundles import FloatTable, Workspace


@kernel
def any_best(actions: Actions, count: int, scores: Weights, stream: Stream) -> int:
    """One of the actions with the highest score, each equally likely; -1 if `count` is 0."""
    if count == 0:
        return -1
    best, most, found = -math.inf, 0, 0
    for i in range(count):
        if scores[i] > best:
            best, most, found = scores[i], 1, i
        elif scores[i] == best:
            most += 1
            if below(stream, most) == 0:
                found = i
    return int(actions[found])


@kernel
def guided_action(states: States, i: int, count: int, error: float, work: Workspace) -> int:
    """One of the `count` legal actions in `work`: chance draws by weight; a seat takes the evaluator's best, or, with
    probability `error`, any."""
    actions, scores, stream = work.actions, work.scores, work.stream
    if rules.mover(states[i]) == CHANCE:
        rules.weights(states[i], actions, count, scores)
        return pick(stream, actions, scores, count)
    if count == 1:
        return int(actions[0])
    if error > 0.0 and uniform(stream) < error:
        return int(actions[below(stream, count)])
    evaluator.order(states[i], work.weights, actions, count, scores)
    return any_best(actions, count, scores, stream)


@kernel
def guided_playout(states: States, i: int, error: float, work: Workspace) -> int:
    """Play states[i] to its end; return the number of plies."""
    plies = 0
    while True:
        count = rules.legal(states[i], work.actions)
        if count == 0:
            return plies
        rules.play(states[i], guided_action(states, i, count, error, work))
        plies += 1


@kernel
def guided_playouts(states: States, games: int, error: float, work: Workspace, results: FloatTable) -> int:
    """Play `games` games from states[0] and write their utilities to `results`, [games, P]; states[1] is scratch.

    Returns the total number of plies."""
    plies = 0
    for game in range(games):
        states[1] = states[0]
        plies += guided_playout(states, 1, error, work)
        rules.utilities(states[1], results[game])
    return plies


@kernel
def guided_points(states: States, games: int, error: float, work: Workspace, points: FloatTable) -> int:
    """The same as `guided_playouts`, but write the points of all seats to `points`, [games, P]."""
    plies = 0
    for game in range(games):
        states[1] = states[0]
        plies += guided_playout(states, 1, error, work)
        for seat in range(points.shape[1]):
            points[game, seat] = rules.points(states[1], seat)
    return plies


@kernel
def guided_ends(states: States, error: float, work: Workspace) -> int:
    """Play each of `states`, [games], to its end; return the total number of plies."""
    plies = 0
    for i in range(len(states)):
        plies += guided_playout(states, i, error, work)
    return plies

"""Games between seats that look only one ply ahead, each with its own weights. For tuning: thousands of games a second.

Generic: see core/kernel.specialise.
"""

from rookery.core.chance import pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, States, Utilities
from rookery.core.unbound import evaluator, rules
from rookery.search.kernels.bundles import Entrants, Workspace
from rookery.search.kernels.growing import look_ahead
from rookery.search.kernels.guided import any_best


@kernel
def greedy_games(
    states: States, entrants: Entrants, ahead: bool, first: int, work: Workspace, results: Utilities
) -> None:
    """Play a game from states[0] for each row of `entrants.seated`; write the utilities to `results`, [games, P].

    A seat determinizes its view and plays the action with the highest estimate one ply later (`ahead`), or the first
    one in the evaluator's order. Game g draws from the seed first + g. `states`: [4]; all but the first are scratch."""
    actions, scores, stream = work.actions, work.scores, work.stream
    for game in range(len(entrants.seated)):
        states[3] = states[0]
        stream[0] = first + game
        while True:
            count = rules.legal(states[3], actions)
            if count == 0:
                break
            mover = rules.mover(states[3])
            if mover == CHANCE:
                rules.weights(states[3], actions, count, scores)
                rules.play(states[3], pick(stream, actions, scores, count))
                continue
            own = Workspace(
                entrants.table[entrants.seated[game, mover]], work.network, actions, scores, work.estimate, stream
            )
            states[1] = states[3]
            rules.hide(states[1], mover)
            rules.determinize(states[1], mover, stream)
            if ahead:
                look_ahead(states, own, count)
            else:
                evaluator.order(states[1], own.weights, actions, count, scores)
            rules.play(states[3], any_best(actions, count, scores, stream))
        rules.utilities(states[3], results[game])

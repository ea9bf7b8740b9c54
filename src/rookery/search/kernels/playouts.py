"""Random games, one after another and many side by side. Generic: see core/kernel.specialise."""

from rookery.core.chance import below, pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, Actions, States, Stream, Utilities, Weights
from rookery.core.unbound import rules
from rookery.search.kernels.bundles import Workspace


@kernel
def random_action(states: States, i: int, count: int, actions: Actions, chances: Weights, stream: Stream) -> int:
    """One of the `count` legal actions in `actions`: by weight if chance moves, else each equally likely."""
    if rules.mover(states[i]) == CHANCE:
        rules.weights(states[i], actions, count, chances)
        return pick(stream, actions, chances, count)
    return int(actions[below(stream, count)])


@kernel
def playout(states: States, i: int, actions: Actions, chances: Weights, stream: Stream) -> int:
    """Play states[i] to its end at random; return the number of plies."""
    plies = 0
    while True:
        count = rules.legal(states[i], actions)
        if count == 0:
            return plies
        rules.play(states[i], random_action(states, i, count, actions, chances, stream))
        plies += 1


@kernel
def playouts(states: States, games: int, work: Workspace, totals: Utilities) -> int:
    """Play `games` random games from states[0] and add their utilities to `totals`, [P]; states[1] is scratch.

    Returns the total number of plies."""
    actions, chances, stream, out = work.actions, work.scores, work.stream, work.estimate
    plies = 0
    for _ in range(games):
        states[1] = states[0]
        plies += playout(states, 1, actions, chances, stream)
        rules.utilities(states[1], out)
        for seat in range(len(totals)):
            totals[seat] += out[seat]
    return plies


@kernel
def random_steps(states: States, rounds: int, work: Workspace) -> int:
    """Play `rounds` random plies in each of the games states[1:]; return how many games ended.

    A game that is over restarts from states[0]."""
    actions, chances, stream = work.actions, work.scores, work.stream
    ended = 0
    for _ in range(rounds):
        for i in range(1, len(states)):
            count = rules.legal(states[i], actions)
            if count == 0:
                ended += 1
                states[i] = states[0]
                count = rules.legal(states[i], actions)
            rules.play(states[i], random_action(states, i, count, actions, chances, stream))
    return ended

"""Games between seats that look one ply ahead and no further, each with weights of its own. For tuning: thousands of
games a second. Generic: see core/kernel.specialise."""

from rookery.core.chance import pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, Actions, Array, States, Stream, Utilities, Weights
from rookery.core.unbound import judge, rules
from rookery.search.kernels.growing import look_ahead
from rookery.search.kernels.guided import any_best


@kernel
def greedy_games(
    states: States,
    table: Array,
    seated: Array,
    ahead: bool,
    first: int,
    actions: Actions,
    scores: Weights,
    guess: Utilities,
    stream: Stream,
    results: Utilities,
) -> None:
    """Play a game from states[0] for each row of `seated` [games, P], which says whose weights (a row of `table`) the
    seats have; their utilities go to `results` [games, P].

    Seats do what the judge likes best one ply later (`ahead`) or what stands first in its order, in a world guessed
    from what they see. Game g has the luck of number first + g. states [4], all but the first, and the rest: scratch"""
    for game in range(len(seated)):
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
            weights = table[seated[game, mover]]
            states[1] = states[3]
            rules.hide(states[1], mover)
            rules.guess(states[1], mover, stream)
            if ahead:
                look_ahead(states, weights, actions, count, scores, guess)
            else:
                judge.order(states[1], weights, actions, count, scores)
            rules.play(states[3], any_best(actions, count, scores, stream))
        rules.utilities(states[3], results[game])

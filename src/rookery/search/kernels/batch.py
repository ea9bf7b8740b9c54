"""Games for learners, many side by side: each step plays one action in each game, then chance and the seats that nobody
learns play on, and a game that is over begins anew, if that is wanted. Generic: see core/kernel.specialise.

    states    [B] positions               first         [1] the position that games begin with
    streams   [B] one a game: its luck is the same however many games there are
    learns    [B] mask of the seats that are played from outside; bots play the others
    masks     [B, A] 1: legal             listed        [B, L] the same as a list, counts [B] long
    movers    [B] the seat that decides   observations  [B] what it sees, records
    worlds, weights, actions, scores, guess: scratch of bots; worlds [3]
"""

import math

from rookery.core.chance import below, pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Actions, Array, States, Stream, Utilities, Weights
from rookery.core.unbound import judge, observer, rules
from rookery.search.kernels.growing import look_ahead
from rookery.search.kernels.guided import any_best
from rookery.search.kernels.nodes import AS_THEY_COME, BY_ORDER

TRIES = 10_000  # games that end before a learning seat decides


@kernel
def settle(
    states: States,
    i: int,
    learns: int,
    bots: int,
    worlds: States,
    weights: Weights,
    actions: Actions,
    scores: Weights,
    guess: Utilities,
    stream: Stream,
) -> int:
    """Play states[i] on until a seat of the mask `learns` decides, or it is over; return the mover."""
    while True:
        mover = rules.mover(states[i])
        if mover == OVER or (mover != CHANCE and learns >> mover & 1):
            return int(mover)
        count = rules.legal(states[i], actions)
        if count == 0:
            return OVER
        if mover == CHANCE:
            rules.weights(states[i], actions, count, scores)
            action = pick(stream, actions, scores, count)
        elif bots == AS_THEY_COME or count == 1:
            action = int(actions[below(stream, count)])
        else:
            worlds[1] = states[i]
            rules.hide(worlds[1], mover)
            rules.guess(worlds[1], mover, stream)
            if bots == BY_ORDER:
                judge.order(worlds[1], weights, actions, count, scores)
            else:
                look_ahead(worlds, weights, actions, count, scores, guess)
            action = any_best(actions, count, scores, stream)
        rules.play(states[i], action)


@kernel
def see(states: States, i: int, seat: int, worlds: States, blank: States, observations: States, row: int) -> None:
    """Write what a seat sees of states[i] into observations[row]."""
    worlds[0] = states[i]
    rules.hide(worlds[0], seat)
    observations[row] = blank[0]
    observer.observe(worlds[0], seat, observations[row])


@kernel
def list_legal(states: States, i: int, masks: Array, listed: Array, counts: Array, row: int) -> None:
    """Write the legal actions of states[i] into a row, in place of those which are listed there."""
    for k in range(counts[row]):
        masks[row, listed[row, k]] = 0
    counts[row] = rules.legal(states[i], listed[row])
    for k in range(counts[row]):
        masks[row, listed[row, k]] = 1


@kernel
def first_illegal(masks: Array, chosen: Array) -> int:
    """The first game whose chosen action is not legal; -1 when all are."""
    for i in range(len(chosen)):
        if chosen[i] < 0 or chosen[i] >= masks.shape[1] or not masks[i, chosen[i]]:
            return i
    return -1


@kernel
def run(
    states: States,
    first: States,
    streams: Stream,
    learns: Array,
    bots: int,
    worlds: States,
    weights: Weights,
    actions: Actions,
    scores: Weights,
    guess: Utilities,
    masks: Array,
    listed: Array,
    counts: Array,
    blank: States,
    observations: States,
    movers: Array,
    chosen: Array,
    rewards: Array,
    over: Array,
    last: States,
    fresh: bool,
    again: bool,
) -> bool:
    """Play chosen[i], a legal action, in every game i; or begin them all (`fresh`). Of a game that it ends rewards[i]
    are the utilities, last[i] is what its first learning seat sees of the end, and a new one begins (`again`); else
    rewards are 0. False: games that begin end before a learning seat decides, TRIES times.

    One kernel for all of that: each would contain the rules of the game once more, and take as long to compile."""
    for i in range(len(states)):
        stream, tries = streams[i : i + 1], 0
        over[i] = False
        rewards[i, :] = 0.0
        if fresh:
            states[i] = first[0]
        else:
            rules.play(states[i], int(chosen[i]))
        while True:
            seat = settle(states, i, learns[i], bots, worlds, weights, actions, scores, guess, stream)
            if seat == OVER and not fresh and tries == 0:
                over[i] = True
                rules.utilities(states[i], rewards[i])
                learner = 0
                while not learns[i] >> learner & 1:
                    learner += 1
                see(states, i, learner, worlds, blank, last, i)
            if seat != OVER or not (fresh or again):
                break
            if tries == TRIES:
                return False
            tries += 1
            states[i] = first[0]
        movers[i] = seat
        list_legal(states, i, masks, listed, counts, i)
        if seat != OVER:
            see(states, i, seat, worlds, blank, observations, i)
    return True


@kernel
def afterstates(
    states: States,
    movers: Array,
    listed: Array,
    counts: Array,
    worlds: States,
    blank: States,
    guess: Utilities,
    stream: Stream,
    observations: States,
    worth: Weights,
) -> None:
    """Write what each mover sees after each of its actions, and what that is worth to it if it ends the game, else nan:
    game by game, as `listed`. What a mover does not know is guessed, and hidden again."""
    row = 0
    for i in range(len(states)):
        seat = movers[i]
        worlds[1] = states[i]
        rules.hide(worlds[1], seat)
        rules.guess(worlds[1], seat, stream)
        for k in range(counts[i]):
            worlds[2] = worlds[1]
            rules.play(worlds[2], int(listed[i, k]))
            worth[row] = math.nan
            if rules.mover(worlds[2]) == OVER:
                rules.utilities(worlds[2], guess)
                worth[row] = guess[seat]
            see(worlds, 2, seat, worlds, blank, observations, row)
            row += 1


@kernel
def any_legal(listed: Array, counts: Array, stream: Stream, chosen: Array) -> None:
    """Choose one of the legal actions of every game, each as likely; -1 where there are none."""
    for i in range(len(counts)):
        chosen[i] = listed[i, below(stream, counts[i])] if counts[i] else -1

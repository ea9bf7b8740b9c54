"""Games for learners, many side by side. Generic: see core/kernel.specialise.

A step plays one action in each game; then chance and bots play until a learning seat decides. A game that is over can
restart.
"""

import math

from rookery.core.chance import below, pick
from rookery.core.kernel import kernel, section
from rookery.core.protocol import CHANCE, OVER, Array, States, Stream, Weights
from rookery.core.unbound import evaluator, observer, rules
from rookery.search.kernels.bundles import Games, Others
from rookery.search.kernels.growing import look_ahead
from rookery.search.kernels.guided import any_best
from rookery.search.kernels.nodes import AS_THEY_COME, BY_ORDER

MAX_RESTARTS = 10_000  # attempts to start a game that does not end before a learning seat decides


@section
def play_others(states: States, i: int, learns: int, others: Others, stream: Stream) -> int:
    """Continue states[i] until a seat of the mask `learns` decides or the game is over; return the mover."""
    way, worlds, work = others.way, others.worlds, others.work
    actions, scores = work.actions, work.scores
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
        elif way == AS_THEY_COME or count == 1:
            action = int(actions[below(stream, count)])
        else:
            worlds[1] = states[i]
            rules.hide(worlds[1], mover)
            rules.determinize(worlds[1], mover, stream)
            if way == BY_ORDER:
                evaluator.order(worlds[1], work.weights, actions, count, scores)
            else:
                look_ahead(worlds, work, count)
            action = any_best(actions, count, scores, stream)
        rules.play(states[i], action)


@kernel
def see(states: States, i: int, seat: int, others: Others, observations: States, row: int) -> None:
    """Write what a seat sees of states[i] to observations[row]."""
    worlds = others.worlds
    worlds[0] = states[i]
    rules.hide(worlds[0], seat)
    observations[row] = others.blank[0]
    observer.observe(worlds[0], seat, observations[row])


@kernel
def list_legal(games: Games, i: int) -> None:
    """Replace the listed legal actions of game i by the current ones."""
    masks, listed, counts = games.masks, games.listed, games.counts
    for k in range(counts[i]):
        masks[i, listed[i, k]] = 0
    counts[i] = rules.legal(games.states[i], listed[i])
    for k in range(counts[i]):
        masks[i, listed[i, k]] = 1


@kernel
def first_illegal(masks: Array, chosen: Array) -> int:
    """The first game whose chosen action is not legal; -1 if all are legal."""
    for i in range(len(chosen)):
        if chosen[i] < 0 or chosen[i] >= masks.shape[1] or not masks[i, chosen[i]]:
            return i
    return -1


@kernel
def run(games: Games, chosen: Array, fresh: bool, again: bool) -> bool:
    """Play chosen[i], a legal action, in every game i, or start all games (`fresh`).

    For a game that ends, `rewards` are its utilities, `last` is what its first learning seat sees of the end, and a new
    game starts if `again`. For others, rewards are 0. Returns False if a game ended MAX_RESTARTS times before a
    learning seat decided.

    This is one kernel, because each kernel contains the rules of the game again and takes as long to compile."""
    for i in range(len(games.states)):
        games.over[i] = False
        games.rewards[i, :] = 0.0
        if fresh:
            games.states[i] = games.first[0]
        else:
            rules.play(games.states[i], int(chosen[i]))
        if not go_on(games, i, fresh, again):
            return False
    return True


@section
def go_on(games: Games, i: int, fresh: bool, again: bool) -> bool:
    """Let chance and bots play in game i until a learning seat decides; write its legal actions and its observation.

    False if games that start end before a learning seat decides."""
    stream, tries = games.streams[i : i + 1], 0
    while True:
        seat = play_others(games.states, i, games.learns[i], games.others, stream)
        if seat == OVER and not fresh and tries == 0:
            end_game(games, i)
        if seat != OVER or not (fresh or again):
            break
        if tries == MAX_RESTARTS:
            return False
        tries += 1
        games.states[i] = games.first[0]
    games.movers[i] = seat
    list_legal(games, i)
    if seat != OVER:
        see(games.states, i, seat, games.others, games.observations, i)
    return True


@section
def end_game(games: Games, i: int) -> None:
    """Write the utilities of game i, which is over, and its first learning seat's observation of the end."""
    games.over[i] = True
    rules.utilities(games.states[i], games.rewards[i])
    learner = 0
    while not games.learns[i] >> learner & 1:
        learner += 1
    see(games.states, i, learner, games.others, games.last, i)


@kernel
def afterstates(games: Games, stream: Stream, observations: States, worth: Weights) -> None:
    """Write, game by game, the view of each mover after each of its `listed` actions.

    `worth` is the mover's utility if the action ends the game, else nan. Facts that a mover does not know are
    determinized, and hidden again."""
    states, others = games.states, games.others
    worlds, estimate = others.worlds, others.work.estimate
    row = 0
    for i in range(len(states)):
        seat = games.movers[i]
        worlds[1] = states[i]
        rules.hide(worlds[1], seat)
        rules.determinize(worlds[1], seat, stream)
        for k in range(games.counts[i]):
            worlds[2] = worlds[1]
            rules.play(worlds[2], int(games.listed[i, k]))
            worth[row] = math.nan
            if rules.mover(worlds[2]) == OVER:
                rules.utilities(worlds[2], estimate)
                worth[row] = estimate[seat]
            see(worlds, 2, seat, others, observations, row)
            row += 1


@kernel
def any_legal(listed: Array, counts: Array, stream: Stream, chosen: Array) -> None:
    """Choose a legal action of every game, each equally likely; -1 if there is none."""
    for i in range(len(counts)):
        chosen[i] = listed[i, below(stream, counts[i])] if counts[i] else -1

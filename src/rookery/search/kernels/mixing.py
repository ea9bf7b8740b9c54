"""Mixed strategies for games in which seats choose in secret. Generic: see core/kernel.specialise.

Every seat has its own table of what it has seen (many-observer information set search: Cowling, Whitehouse, Powley
2015, https://doi.org/10.1109/CIG.2015.7317927), so in the search, too, nobody knows what is hidden from them. At each
sight a seat plays by regret matching, and the average of what it played is the answer (Monte Carlo counterfactual
regret minimisation: Lanctot and others 2009, https://papers.nips.cc/paper/3713; online: Lisý, Lanctot, Bowling 2015,
https://dl.acm.org/doi/10.5555/2772879.2772887). Regrets never fall below 0, and later simulations count more (Tammelin
2014, https://arxiv.org/abs/1407.5042). A pure answer could be read by others.

In each simulation one seat is the learner. All others play their present strategies, so each sight is met in its
worlds as often as their play leads there. The learner tries all actions at its first decisions, as long as that makes
at most LINES_TRIED lines of play. Later it explores one line; there the worth of an action that was not taken is the
mean of what it has brought, which makes regrets less noisy without a bias (Schmid and others 2019,
https://doi.org/10.1609/aaai.v33i01.33012157).

What was played in secret before the root is not known, but it can be guessed: the search takes back some plies, learns
how all seats play there, and weighs each world of the root by how likely the actions that were seen are in it (Bayes).
Worlds are drawn from what everybody knows, or the others would learn to answer the secrets of the searching seat. Only
the searching seat also learns in worlds drawn from its own view.

States of the search: 0 the view that is the root; 1 the position of a simulation; 2 scratch; 3 what everybody knows at
the root; 4 what everybody knew at the earlier position.
"""

import numpy as np

from rookery.core.chance import below, pick, uniform
from rookery.core.kernel import kernel, section
from rookery.core.protocol import CHANCE, OVER, SPECTATOR, Stream
from rookery.core.unbound import rules
from rookery.search.kernels.bundles import Search
from rookery.search.kernels.hashing import hash_of
from rookery.search.kernels.mcts import playout
from rookery.search.kernels.sights import (
    Sights,
    Trials,
    add_sight,
    begin_by_habit,
    brought,
    find_sight,
    key_with,
    match_regrets,
    note_played,
    regret,
    usual_share,
    usual_worth,
)

EXPLORED = 0.4  # the share of later decisions at which the learner takes any action
LINES_TRIED = 8  # lines of play in which the learner tries all actions, at most
OWN = 4  # of players + OWN simulations, so many are in worlds of the searching seat's view
NO_SIGHT = -1


@kernel
def look_back(search: Search, trials: Trials, seat: int) -> int:
    """Write states[3] and states[4]; return the number of plies that were taken back, at most len(trials.past)."""
    states, back = search.states, 0
    states[1] = states[0]
    rules.determinize(states[1], seat, search.work.stream)
    states[3] = states[1]
    rules.hide(states[3], SPECTATOR)
    while back < len(trials.past):
        if rules.undo(states[1]) < 0:
            break
        back += 1
    states[4] = states[1]
    rules.hide(states[4], SPECTATOR)
    return back


@kernel
def sight_of_root(search: Search, sights: Sights, seat: int) -> int:
    """The place in the table of what the seat sees at the root."""
    search.states[1] = search.states[0]
    return find_sight(sights, key_of_mover(search, seat))


@kernel
def mix(search: Search, sights: Sights, trials: Trials, simulations: int, seat: int, back: int) -> int:
    """Play at least so many lines; return their number. `back`: plies from the earlier position to the root."""
    players, lines, n = len(search.work.estimate), 0, 0
    while lines < simulations:
        turn, earlier = n % (players + OWN), n // (players + OWN) % 2 == 0
        own = turn < OWN  # the first one is, so the root's sight is always in the table
        learner = seat if own else turn - OWN
        likely = 1.0
        if earlier and back > 0 and not own:
            draw_earlier(search, trials)
        else:
            likely = draw_world(search, sights, trials, seat if own else SPECTATOR, learner, back)
        n += 1
        trials.counts[0], trials.counts[1] = likely, likely * n * n
        lines += learn(search, sights, trials, learner)
    return lines


# ── Worlds ───────────────────────────────────────────────────────────────────
@section
def draw_earlier(search: Search, trials: Trials) -> None:
    """Write a world of the earlier position to states[1]."""
    search.states[1] = search.states[4]
    rules.determinize(search.states[1], SPECTATOR, search.work.stream)
    trials.trails[len(trials.line)] = np.uint64(0)


@section
def draw_world(search: Search, sights: Sights, trials: Trials, viewer: int, learner: int, back: int) -> float:
    """Write a world of the root to states[1], drawn by the likelihood of its past; return the mean likelihood of the
    worlds that were tried."""
    states, stream, worlds, likely = search.states, search.work.stream, trials.worlds, trials.likely
    tried = len(likely) if back > 0 else 1
    total = 0.0
    for i in range(tried):
        states[1] = states[3 if viewer == SPECTATOR else 0]
        rules.determinize(states[1], viewer, stream)
        worlds[i] = states[1]
        likely[i] = likelihood(search, sights, trials, learner, back)
        total += likely[i]
    chosen, left = 0, uniform(stream) * total
    while chosen < tried - 1 and left >= likely[chosen]:
        left -= likely[chosen]
        chosen += 1
    states[1] = worlds[chosen]
    likelihood(search, sights, trials, learner, back)  # again, for its trails
    return total / tried


@kernel
def likelihood(search: Search, sights: Sights, trials: Trials, learner: int, back: int) -> float:
    """How likely all seats but the learner play on average what led to states[1], which stays as it is. Writes the
    trails of all seats."""
    states, past, actions, now = search.states, trials.past, search.work.actions, len(trials.line)
    trials.trails[now] = np.uint64(0)
    for i in range(back):
        past[back - 1 - i] = rules.undo(states[1])
    likely = 1.0
    for i in range(back):
        mover, action = rules.mover(states[1]), int(past[i])
        if mover >= 0 and mover != learner:
            count = rules.legal(states[1], actions)
            place = find_sight(sights, key_of_mover(search, mover))
            common = key_of_all(search, trials, mover)
            likely *= usual_share(sights, place, common, actions, count, action)
        play(search, trials, mover, action)
    return likely


@kernel
def play(search: Search, trials: Trials, mover: int, action: int) -> None:
    """Play an action at states[1]; a secret one is added to the mover's trail."""
    now = len(trials.line)
    if mover >= 0 and not rules.knows(search.states[1], action, SPECTATOR):
        trials.trails[now, mover] = key_with(trials.trails[now, mover], action)
    rules.play(search.states[1], action)


@kernel
def key_of_mover(search: Search, mover: int) -> np.uint64:
    """A hash of what the mover of states[1] sees, never 0. states[2] is scratch."""
    search.states[2] = search.states[1]
    rules.hide(search.states[2], mover)
    return key_with(hash_of(search.raw, 2), mover)


@kernel
def key_of_all(search: Search, trials: Trials, mover: int) -> np.uint64:
    """A hash of what everybody sees of states[1], and of what its mover has done in secret. states[2] is scratch."""
    search.states[2] = search.states[1]
    rules.hide(search.states[2], SPECTATOR)
    return np.uint64(hash_of(search.raw, 2) ^ trials.trails[len(trials.line), mover])


# ── One simulation ───────────────────────────────────────────────────────────
@section
def learn(search: Search, sights: Sights, trials: Trials, learner: int) -> int:
    """Play on from states[1] in all lines that the learner tries, and learn; return their number.

    The first `height` steps are decisions at which it tries all actions; each is settled when the last one has been
    tried."""
    steps, choices, now = trials.steps, sights.choices, len(trials.line)
    height, lines = 0, 0
    while True:
        height, worth = descend(search, sights, trials, learner, height)
        lines += 1
        while height > 0:
            step = steps[height - 1]
            first, chosen = int(step.first), int(step.chosen)
            trials.worths[height - 1, chosen] = worth
            choices[first + chosen].total += worth
            choices[first + chosen].visits += 1
            if chosen + 1 < step.count:
                step.chosen += 1
                break
            worths = trials.worths[height - 1]
            worth = regret(sights, first, int(step.count), step.common, worths, trials.counts[0])
            height -= 1
        if height == 0:
            return lines
        search.states[1] = trials.line[height - 1]
        copy_trails(trials, now, height - 1)
        play(search, trials, learner, int(choices[first + chosen + 1].action))


@section
def descend(search: Search, sights: Sights, trials: Trials, learner: int, height: int) -> tuple[int, float]:
    """Play one line to its end, or to a sight that is new; there a playout follows. Returns the new height, and the
    worth for the learner where that begins."""
    states, work, stream, choices = search.states, search.work, search.work.stream, sights.choices
    now = len(trials.line)
    depth, stop, reach, wide = 0, False, reach_of(sights, trials, height), 1
    for i in range(height):
        wide *= trials.steps[i].count
    while not stop:
        mover = rules.mover(states[1])
        if mover == OVER:
            break
        count = rules.legal(states[1], work.actions)
        if mover == CHANCE:
            rules.weights(states[1], work.actions, count, work.scores)
            rules.play(states[1], pick(stream, work.actions, work.scores, count))
            continue
        if count == 1:
            play(search, trials, mover, int(work.actions[0]))
            continue
        common = key_of_all(search, trials, mover)
        first, fresh = sight_of_mover(search, sights, trials, common, count)
        if first == NO_SIGHT:
            break
        tries_all = mover == learner and depth == 0 and height < now and wide * count <= LINES_TRIED
        # a simulation in which the learner has not decided would teach nothing
        stop = fresh and not tries_all and height + depth > 0
        note_played(sights, first, count, common, trials.counts[1] * (reach if mover == learner else 1.0))
        at = 0 if tries_all else drawn(sights, count, stream)
        if tries_all:
            copy_trails(trials, height, now)
            trials.line[height] = states[1]
            write_step(trials, height, first, count, common, reach)
            reach *= sights.shares[0]
            height, wide = height + 1, wide * count
        elif mover == learner:
            at = below(stream, count) if uniform(stream) < EXPLORED else at
            write_step(trials, now + depth, first, count, common, reach)
            odds = EXPLORED / count + (1.0 - EXPLORED) * sights.shares[at]
            trials.steps[now + depth].chosen, trials.steps[now + depth].odds = at, odds
            reach *= sights.shares[at] / odds
            depth += 1
        play(search, trials, mover, int(choices[first + at].action))
    playout(search, work.estimate)
    return height, take_in(sights, trials, depth, work.estimate[learner])


@kernel
def reach_of(sights: Sights, trials: Trials, height: int) -> float:
    """How likely the learner comes to the line that it tries now, by its own decisions."""
    if height == 0:
        return 1.0
    step = trials.steps[height - 1]
    match_regrets(sights, int(step.first), int(step.count))
    return float(step.reach * sights.shares[step.chosen])


@kernel
def sight_of_mover(search: Search, sights: Sights, trials: Trials, common: np.uint64, count: int) -> tuple[int, bool]:
    """The first choice of the sight at which states[1] is decided, whose shares are written to `shares`, and whether it
    was added; NO_SIGHT if there is no room."""
    table, key = sights.table, key_of_mover(search, rules.mover(search.states[1]))
    place = find_sight(sights, key)
    fresh = table[place].key == np.uint64(0)
    if fresh and not add_sight(sights, place, key, search.work.actions, count):
        return NO_SIGHT, False
    first = int(table[place].first)
    table[place].seen += 1
    if fresh:
        begin_by_habit(sights, first, count, common, trials.counts[0])
    match_regrets(sights, first, count)
    return first, fresh


@kernel
def write_step(trials: Trials, i: int, first: int, count: int, common: np.uint64, reach: float) -> None:
    step = trials.steps[i]
    step.first, step.count, step.chosen, step.common, step.reach = first, count, 0, common, reach


@kernel
def copy_trails(trials: Trials, to: int, source: int) -> None:
    for seat in range(trials.trails.shape[1]):
        trials.trails[to, seat] = trials.trails[source, seat]


@kernel
def drawn(sights: Sights, count: int, stream: Stream) -> int:
    """One of the choices, drawn by their shares."""
    left = uniform(stream)
    for i in range(count - 1):
        left -= sights.shares[i]
        if left < 0.0:
            return i
    return count - 1


@section
def take_in(sights: Sights, trials: Trials, depth: int, utility: float) -> float:
    """Learn from the line that was explored, the last decision first; return what its first one is worth."""
    choices, now, worth = sights.choices, len(trials.line), utility
    worths = trials.worths[now]
    for d in range(now + depth - 1, now - 1, -1):
        step = trials.steps[d]
        first, count, chosen = int(step.first), int(step.count), int(step.chosen)
        usual = usual_worth(sights, first, count, worth)
        for i in range(count):
            worths[i] = brought(sights, first + i, usual)
        worths[chosen] += (worth - worths[chosen]) / step.odds
        choices[first + chosen].total += worth
        choices[first + chosen].visits += 1
        worth = regret(sights, first, count, step.common, worths, trials.counts[0])
    return worth

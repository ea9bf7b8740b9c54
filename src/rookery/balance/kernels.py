"""Games for a report on balance: played by simple players, some of them restricted, and counted. Generic: see
core/kernel.specialise.

A game is replayed from a script if another program played it, so that all games are counted by the same lines.
"""

from rookery.balance.tallies import (
    ALL_SEATS,
    AT_RANDOM,
    BY_DRAWS,
    BY_EVALUATOR,
    BY_MOVES,
    CHANGES,
    DECISIONS,
    EACH_SEAT_IN_TURN,
    FIRST_LISTED,
    FORCED,
    KIND_CHOSEN,
    KIND_DONE,
    KIND_OFFERED,
    LEAD_AT_HALF,
    LEAD_AT_QUARTER,
    LEAD_AT_THREE_QUARTERS,
    LEGAL_AT_CHOICES,
    NO_KIND,
    NOT_AT_ALL,
    OF_SEATS,
    ONE_PLY_AHEAD,
    PER_KIND,
    PLIES,
    SHARED,
    SWINGS,
    WINNER_LEADS_FROM,
    WINNERS_LESS_LOSERS,
    Counts,
    HowSeatsPlay,
)
from rookery.core.chance import below, pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Array, States
from rookery.core.unbound import evaluator, kinds, rules
from rookery.search.kernels.bundles import Workspace
from rookery.search.kernels.growing import look_ahead
from rookery.search.kernels.guided import any_best
from rookery.search.kernels.playouts import playout

NO_LEADER = -1
RECENT = 0.2  # what the last ply counts for who leads: less, so that the tempo of a turn does not change the lead


@kernel
def play_games(states: States, seating: HowSeatsPlay, counts: Counts, work: Workspace) -> None:
    """Play and count games from states[0]. `states`: [5]; all but the first are scratch."""
    counted = len(counts.row) > 1
    for game in range(seating.games):
        states[3] = states[0]
        work.stream[0] = seating.first + game
        if counted:
            begin(states, seating, counts, work)
        plies, opener = 0, NO_LEADER
        while True:
            count = rules.legal(states[3], work.actions)
            if count == 0:
                break
            mover = int(rules.mover(states[3]))
            if mover != CHANCE and opener == NO_LEADER:
                opener = mover
            if counted and mover != CHANCE:
                note_choices(states, counts, count, work)
            action = chosen(states, seating, counts, (game, plies), count, work)
            if counted and mover != CHANCE and count > 1:
                note_choice(states, counts, action)
            rules.play(states[3], action)
            plies += 1
            if counted:
                note_chances(states, seating, counts, (plies, mover), work)
        rules.utilities(states[3], counts.utilities)
        if counted:
            finish(seating, counts, plies, max(opener, 0))
        else:
            seat = 0 if seating.otherwise == ALL_SEATS else (seating.number + game) % len(counts.utilities)
            counts.row[0] = share(counts.utilities, seat, seating.together)
        add_row(counts)


@kernel
def add_row(counts: Counts) -> None:
    """Add the numbers of a game to the sums."""
    row, totals, products = counts.row, counts.totals, counts.products
    for i in range(len(row)):
        totals[i] += row[i]
        if row[i] != 0.0:
            for j in range(i + 1):
                products[i, j] += row[i] * row[j]


@kernel
def begin(states: States, seating: HowSeatsPlay, counts: Counts, work: Workspace) -> None:
    """Nothing is counted yet; keep the chances before the first ply, and who leads."""
    counts.row[:] = 0.0
    for seat in range(len(counts.did)):
        counts.did[seat, :] = 0.0
    counts.leaders[0] = NO_LEADER
    if seating.samples != NOT_AT_ALL:
        estimated(states, seating.samples, counts, work)
        for seat in range(len(counts.before)):
            counts.before[seat] = work.estimate[seat]
            counts.lately[seat] = work.estimate[seat]
        counts.noise[0] = counts.noise[1]
        counts.leaders[0] = leading(work.estimate, NO_LEADER, seating.together)


# ── Who plays what ───────────────────────────────────────────────────────────
@kernel
def chosen(
    states: States, seating: HowSeatsPlay, counts: Counts, at: tuple[int, int], count: int, work: Workspace
) -> int:
    """The action that is played in states[3]: that of the script, a draw, or what the seat plays. `at`: the game and
    the ply."""
    game, ply = at
    if ply < len(seating.script):
        return int(seating.script[ply])
    actions, scores, stream = work.actions, work.scores, work.stream
    mover = rules.mover(states[3])
    if mover == CHANCE:
        rules.weights(states[3], actions, count, scores)
        return pick(stream, actions, scores, count)
    way = seating.way
    if plays_otherwise(seating, game, int(mover), len(counts.utilities)):
        way = seating.other
        if seating.bar != NO_KIND:
            count = without(states, counts, seating.bar, count, work)
    if way == FIRST_LISTED or count == 1:
        return int(actions[0])
    if way == AT_RANDOM:
        return int(actions[below(stream, count)])
    states[1] = states[3]
    rules.hide(states[1], mover)
    rules.determinize(states[1], mover, stream)
    if way == ONE_PLY_AHEAD:
        look_ahead(states, work, count)
    else:
        evaluator.order(states[1], work.weights, actions, count, scores)
    return any_best(actions, count, scores, stream)


@kernel
def plays_otherwise(seating: HowSeatsPlay, game: int, seat: int, seats: int) -> bool:
    """Whether a seat is one of those who play otherwise in a game of the batch."""
    if seating.otherwise == EACH_SEAT_IN_TURN:
        return bool((seating.number + game) % seats == seat)
    return bool(seating.otherwise == ALL_SEATS)


@kernel
def without(states: States, counts: Counts, bar: int, count: int, work: Workspace) -> int:
    """Move the actions that are not of the kind `bar` to the front; return their number, or that of all if it is 0."""
    actions, kept = work.actions, 0
    for i in range(count):
        if kind_at(states, counts, int(actions[i])) != bar:
            actions[kept], actions[i] = actions[i], actions[kept]
            kept += 1
    return kept if kept > 0 else count


@kernel
def kind_at(states: States, counts: Counts, action: int) -> int:
    """The kind of an action of states[3]."""
    if len(counts.kind_of) > 0:
        return int(counts.kind_of[action])
    return min(max(int(kinds.kind(states[3], action)), 0), len(counts.marks) - 1)  # a wrong one harms no memory


# ── What is counted at a ply ─────────────────────────────────────────────────
@kernel
def note_choices(states: States, counts: Counts, count: int, work: Workspace) -> None:
    """Count the legal actions of a seat. Where only one is legal, nothing is decided, and where all are of one kind, no
    kind is chosen: then all marks are 0."""
    row, marks = counts.row, counts.marks
    if count == 1:
        row[FORCED] += 1.0
        counts.legal[work.actions[0]] += 1
        return
    row[DECISIONS] += 1.0
    row[LEGAL_AT_CHOICES] += count
    marks[:] = 0
    kinds_there = 0
    for i in range(count):
        action = int(work.actions[i])
        counts.legal[action] += 1
        kind = kind_at(states, counts, action)
        if marks[kind] == 0:
            marks[kind] = 1
            kinds_there += 1
    if kinds_there > 1:
        for kind in range(len(marks)):
            row[OF_SEATS + len(counts.before) + PER_KIND * kind + KIND_OFFERED] += float(marks[kind])
    else:
        marks[:] = 0


@kernel
def note_choice(states: States, counts: Counts, action: int) -> None:
    """Count an action that a seat chose."""
    kind = kind_at(states, counts, action)
    counts.taken[action] += 1
    counts.row[OF_SEATS + len(counts.before) + PER_KIND * kind + KIND_CHOSEN] += float(counts.marks[kind])
    counts.did[rules.mover(states[3]), kind] += 1.0


@kernel
def note_chances(states: States, seating: HowSeatsPlay, counts: Counts, at: tuple[int, int], work: Workspace) -> None:
    """Keep who leads after a ply, and by how much it changed the chances. `at`: the plies so far, who
    moved."""
    plies, mover = at
    if seating.samples == NOT_AT_ALL:
        return
    before, after, last = counts.before, work.estimate, int(counts.leaders[plies - 1])
    if rules.mover(states[3]) == OVER:
        rules.utilities(states[3], after)
        counts.leaders[plies] = last
        counts.noise[1] = 0.0
    else:
        estimated(states, seating.samples, counts, work)
        for seat in range(len(before)):
            counts.lately[seat] += RECENT * (after[seat] - counts.lately[seat])
        counts.leaders[plies] = leading(counts.lately, last, seating.together)
    change = -counts.noise[0] - counts.noise[1]  # what random games alone would make of it
    counts.noise[0] = counts.noise[1]
    for seat in range(len(before)):
        change += (after[seat] - before[seat]) * (after[seat] - before[seat])
        before[seat] = after[seat]
    counts.row[BY_DRAWS if mover == CHANCE else BY_MOVES] += change


@kernel
def estimated(states: States, samples: int, counts: Counts, work: Workspace) -> None:
    """Write the estimated utilities of states[3], which is not over, to work.estimate, and to counts.noise[1] the sum
    of their expected squared errors as far as random games make them."""
    counts.noise[1] = 0.0
    if samples == BY_EVALUATOR:
        evaluator.evaluate(states[3], work.weights, work.estimate)
        return
    sums = counts.sums
    sums[:] = 0.0
    for _ in range(samples):
        states[4] = states[3]
        playout(states, 4, work.actions, work.scores, work.stream)
        rules.utilities(states[4], work.estimate)
        for seat in range(len(sums)):
            sums[seat] += work.estimate[seat] / samples
            counts.noise[1] += work.estimate[seat] * work.estimate[seat] / samples
    for seat in range(len(sums)):
        work.estimate[seat] = sums[seat]
        counts.noise[1] -= sums[seat] * sums[seat]
    counts.noise[1] /= samples - 1


@kernel
def leading(chances: Array, last: int, together: bool) -> int:
    """The seat with the best chances; if others are as good, who led before. In a team, 0 stands for all seats and 1
    for the game."""
    if together:
        return 0 if chances[0] > 0.0 else 1 if chances[0] < 0.0 else last
    best, worst = 0, 0
    for seat in range(len(chances)):
        best = seat if chances[seat] > chances[best] else best
        worst = seat if chances[seat] < chances[worst] else worst
    if last == NO_LEADER:
        return best if chances[best] > chances[worst] else NO_LEADER
    return best if chances[best] > chances[last] else last


# ── What is counted at the end ───────────────────────────────────────────────
@kernel
def finish(seating: HowSeatsPlay, counts: Counts, plies: int, opener: int) -> None:
    """Write what is known only when the game is over."""
    row, utilities, players = counts.row, counts.utilities, len(counts.before)
    row[PLIES] = plies
    winners = 0
    for turn in range(players):
        part = share(utilities, (opener + turn) % players, seating.together)
        row[OF_SEATS + turn] = part
        winners += 1 if part > 0.0 else 0
        if 0.0 < part < 1.0:
            row[SHARED] = 1.0
    for kind in range(counts.did.shape[1]):
        finish_kind(seating, counts, kind, winners)
    if seating.samples != NOT_AT_ALL:
        finish_leads(seating, counts, plies)


@kernel
def share(utilities: Array, seat: int, together: bool) -> float:
    """What a seat has of the win, which winners share; a team has all or nothing, or half of it."""
    if together:
        return 1.0 if utilities[0] > 0.0 else 0.5 if utilities[0] == 0.0 else 0.0
    best, most = utilities[seat], 0
    for other in range(len(utilities)):
        if utilities[other] > best:
            return 0.0
        most += 1 if utilities[other] == best else 0
    return 1.0 / most


@kernel
def finish_kind(seating: HowSeatsPlay, counts: Counts, kind: int, winners: int) -> None:
    """Whether a kind of action was chosen in the game, and how much more often by a winner than by a loser."""
    utilities, players = counts.utilities, len(counts.before)
    place = OF_SEATS + players + PER_KIND * kind
    won, lost = 0.0, 0.0
    for seat in range(players):
        did = counts.did[seat, kind]
        if did > 0.0:
            counts.row[place + KIND_DONE] = 1.0
        if share(utilities, seat, seating.together) > 0.0:
            won += did
        else:
            lost += did
    if 0 < winners < players:
        counts.row[place + WINNERS_LESS_LOSERS] = won / winners - lost / (players - winners)


@kernel
def finish_leads(seating: HowSeatsPlay, counts: Counts, plies: int) -> None:
    """How often the lead changed, from when on a winner led, and whether who led early won."""
    row, utilities, leaders = counts.row, counts.utilities, counts.leaders
    settled = 0
    for ply in range(plies):
        if ply > 0 and leaders[ply] != leaders[ply - 1] and leaders[ply - 1] != NO_LEADER:
            row[CHANGES] += 1.0
        if led_to(utilities, int(leaders[ply]), seating.together) == 0.0:
            settled = ply + 1
    row[WINNER_LEADS_FROM] = settled / max(plies, 1)
    row[SWINGS] = row[BY_DRAWS] + row[BY_MOVES]
    row[LEAD_AT_QUARTER] = led_to(utilities, int(leaders[plies // 4]), seating.together)
    row[LEAD_AT_HALF] = led_to(utilities, int(leaders[plies // 2]), seating.together)
    row[LEAD_AT_THREE_QUARTERS] = led_to(utilities, int(leaders[3 * plies // 4]), seating.together)


@kernel
def led_to(utilities: Array, leader: int, together: bool) -> float:
    """What who led has of the win; an even part if nobody did."""
    if leader == NO_LEADER:
        return 0.5 if together else 1.0 / len(utilities)
    if together:
        won = share(utilities, 0, together)
        return won if leader == 0 else 1.0 - won
    return share(utilities, leader, together)

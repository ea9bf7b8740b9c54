"""What seats see when they decide, as tables: the memory of a search in which nobody knows what is hidden from them.

A *sight* is all positions that look alike to the seat that decides (an information set); its key is a hash of that
seat's view. A *habit* is an action at all sights that look alike to a spectator and at which the seat has done the same
in secret since the search began. What was learned of a habit is where a new sight begins: otherwise each of many hands
would have to learn the same again.

Both tables have open addressing. The choices of a sight lie side by side.
"""

from typing import Annotated, NamedTuple

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Array, Holds, States, Weights

SIGHT = np.dtype((np.record, [
    ("key", np.uint64),   # 0: an empty place of the table
    ("first", np.int32),  # index of its first choice
    ("count", np.int32),  # its choices
    ("seen", np.int64),   # how often a seat decided there
]))  # fmt: skip  # columns
CHOICE = np.dtype((np.record, [
    ("regret", np.float64),  # how much more it would have brought than what was played; never below 0
    ("played", np.float64),  # sum of the shares with which it was played: in proportion, the average strategy
    ("total", np.float64),   # sum of the utilities that it brought to the seat that decides
    ("visits", np.int32),
    ("action", np.int32),
]))  # fmt: skip  # columns
HABIT = np.dtype((np.record, [
    ("key", np.uint64),
    ("regret", np.float64),
    ("played", np.float64),
]))  # fmt: skip  # columns
TAKEN_STEP = np.dtype((np.record, [
    ("first", np.int32),    # of the sight at which the learning seat decided: its first choice
    ("count", np.int32),
    ("chosen", np.int64),   # which of them was taken, or is being tried
    ("odds", np.float64),   # how likely that was
    ("reach", np.float64),  # how likely the seat came there by its own decisions
    ("common", np.uint64),  # the key of its habits
]))  # fmt: skip  # columns

BEGINNING = 0.3  # utilities: the regrets of a new sight, together
HABITUAL = 3.0  # as many decisions at a sight count as much as what is usual at sights like it
NEVER_LESS = 0.02  # the share of all actions together that no seat is taken to avoid entirely
_1, _20, _SCATTER = np.uint64(1), np.uint64(20), np.uint64(0x9E3779B97F4A7C15)


class Sights(NamedTuple):
    """The tables of a search, and memory for one simulation."""

    table: Annotated[Array, Holds(SIGHT)]  # [power of 2] zeros at first
    choices: Annotated[Array, Holds(CHOICE)]
    habits: Annotated[Array, Holds(HABIT)]  # [power of 2] zeros at first
    used: Annotated[Array, Holds(np.int64)]  # [3] sights; choices; habits
    shares: Weights  # [L] how likely each choice of a sight is


class Trials(NamedTuple):
    """Memory for one simulation: where the learning seat tried all actions (the first FANNED steps), and where it
    explored."""

    steps: Annotated[Array, Holds(TAKEN_STEP)]  # [FANNED + longest]
    line: States  # [FANNED] the positions of the first steps
    worths: Annotated[Array, Holds(np.float64, axes=2)]  # [FANNED + 1, L] what each of their choices was worth
    trails: Annotated[Array, Holds(np.uint64, axes=2)]  # [FANNED + 1, P] what seats did in secret; the last row: now
    past: Actions  # [back] the actions that led from the earlier position to the root
    worlds: States  # [WORLDS_TRIED] of which one is taken
    likely: Weights  # [WORLDS_TRIED] how likely their past is
    counts: Weights  # [2] how much the simulation counts in regrets, and in averages


@kernel
def key_with(key: np.uint64, action: int) -> np.uint64:
    """A key that also depends on an action; never 0."""
    mixed = (key ^ np.uint64(action + 1)) * _SCATTER
    return (mixed ^ (mixed >> _20)) | _1


@kernel
def find_sight(sights: Sights, key: np.uint64) -> int:
    """The place of a sight in the table, or the empty place where it belongs."""
    table = sights.table
    place = np.int64(key >> _20) & (len(table) - 1)
    while table[place].key != key and table[place].key != np.uint64(0):
        place = (place + 1) & (len(table) - 1)
    return int(place)


@kernel
def find_habit(sights: Sights, common: np.uint64, action: int) -> int:
    """The place of a habit in its table, or the empty place where it belongs."""
    habits, key = sights.habits, key_with(common, action)
    place = np.int64(key >> _20) & (len(habits) - 1)
    while habits[place].key != key and habits[place].key != np.uint64(0):
        place = (place + 1) & (len(habits) - 1)
    return int(place)


@kernel
def add_sight(sights: Sights, place: int, key: np.uint64, actions: Actions, count: int) -> bool:
    """Add a sight with the `count` listed actions. Returns whether there was room."""
    table, choices, used = sights.table, sights.choices, sights.used
    if 4 * used[0] >= 3 * len(table) or used[1] + count > len(choices):
        return False
    table[place].key, table[place].first, table[place].count, table[place].seen = key, used[1], count, 0
    for i in range(count):
        choice = choices[used[1] + i]
        choice.regret, choice.played, choice.total, choice.visits, choice.action = 0.0, 0.0, 0.0, 0, actions[i]
    used[0] += 1
    used[1] += count
    return True


# ── Regrets and shares ───────────────────────────────────────────────────────
@kernel
def match_regrets(sights: Sights, first: int, count: int) -> None:
    """Write to `shares` how likely each choice of a sight is now: in proportion to its regret."""
    shares, choices = sights.shares, sights.choices
    for i in range(count):
        shares[i] = choices[first + i].regret
    in_proportion(shares, count)


@kernel
def match_habits(sights: Sights, first: int, count: int, common: np.uint64) -> None:
    """Write to `shares` how likely each choice of a sight is by habit."""
    shares, choices, habits = sights.shares, sights.choices, sights.habits
    for i in range(count):
        shares[i] = habits[find_habit(sights, common, int(choices[first + i].action))].regret
    in_proportion(shares, count)


@kernel
def in_proportion(shares: Weights, count: int) -> None:
    """Divide `count` numbers by their sum; if that is 0, make them equal."""
    total = 0.0
    for i in range(count):
        total += shares[i]
    for i in range(count):
        shares[i] = shares[i] / total if total > 0.0 else 1.0 / count


@kernel
def begin_by_habit(sights: Sights, first: int, count: int, common: np.uint64, weight: float) -> None:
    """The first regrets of a new sight."""
    match_habits(sights, first, count, common)
    for i in range(count):
        sights.choices[first + i].regret = BEGINNING * weight * sights.shares[i]


@kernel
def note_played(sights: Sights, first: int, count: int, common: np.uint64, weight: float) -> None:
    """Add `shares` to the average strategy of a sight, and to that of its habits."""
    choices, habits, used = sights.choices, sights.habits, sights.used
    for i in range(count):
        more, action = weight * sights.shares[i], int(choices[first + i].action)
        choices[first + i].played += more
        place = find_habit(sights, common, action)
        if habits[place].key == np.uint64(0) and 4 * used[2] < 3 * len(habits):
            habits[place].key = key_with(common, action)
            used[2] += 1
        if habits[place].key != np.uint64(0):
            habits[place].played += more


@kernel
def regret(sights: Sights, first: int, count: int, common: np.uint64, worths: Weights, weight: float) -> float:
    """Learn what each choice of a sight was worth: as a habit, and at this sight. Returns what it is worth to decide
    there."""
    shares, choices, habits = sights.shares, sights.choices, sights.habits
    match_habits(sights, first, count, common)
    expected = expectation(shares, worths, count)
    for i in range(count):
        habit = habits[find_habit(sights, common, int(choices[first + i].action))]
        if habit.key != np.uint64(0):
            habit.regret = max(0.0, habit.regret + weight * (worths[i] - expected))
    match_regrets(sights, first, count)
    expected = expectation(shares, worths, count)
    for i in range(count):
        choice = choices[first + i]
        choice.regret = max(0.0, choice.regret + weight * (worths[i] - expected))
    return expected


@kernel
def expectation(shares: Weights, worths: Weights, count: int) -> float:
    total = 0.0
    for i in range(count):
        total += shares[i] * worths[i]
    return total


@kernel
def usual_worth(sights: Sights, first: int, count: int, worth: float) -> float:
    """The mean utility that was brought by all choices of a sight; `worth` if none was ever taken."""
    total, visits = 0.0, 0
    for i in range(first, first + count):
        total += sights.choices[i].total
        visits += sights.choices[i].visits
    return float(total / visits) if visits > 0 else worth


@kernel
def brought(sights: Sights, choice: int, usual: float) -> float:
    """The mean utility that a choice brought; `usual` if it was never taken."""
    visits = sights.choices[choice].visits
    return float(sights.choices[choice].total / visits) if visits > 0 else usual


@kernel
def usual_share(sights: Sights, place: int, common: np.uint64, actions: Actions, count: int, action: int) -> float:
    """The share of an action in the average strategy at a place of the table; where little was decided, mainly that in
    the habits of sights like it. All shares are above 0."""
    total, own = 0.0, 0.0
    for i in range(count):
        played = sights.habits[find_habit(sights, common, int(actions[i]))].played
        total += played
        if actions[i] == action:
            own = played
    share = own / total if total > 0.0 else 1.0 / count
    sight = sights.table[place]
    if sight.key != np.uint64(0):
        total, own = 0.0, 0.0
        for i in range(sight.first, sight.first + sight.count):
            total += sights.choices[i].played
            if sights.choices[i].action == action:
                own = sights.choices[i].played
        if total > 0.0:
            share = (HABITUAL * share + sight.seen * own / total) / (HABITUAL + sight.seen)
    return (1.0 - NEVER_LESS) * share + NEVER_LESS / count

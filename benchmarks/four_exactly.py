"""An exact solver of Connect Four as a reference for bots: alpha-beta over bitboards, with masks of threats as in
Pascal Pons' tutorial, http://blog.gamesolver.org. It is independent of the game's rules and evaluator and of Rookery's
search; only the masks are computed in the same way as in the game's evaluator.

Bits are numbered as in the game's rules.py: seven per column, of which the highest is always empty.
"""

from typing import Any, NamedTuple

import numpy as np

from rookery.core.kernel import kernel

COLUMNS, STEP, CELLS = 7, 7, 42
BOTTOM = sum(1 << (STEP * column) for column in range(COLUMNS))
BOARD = BOTTOM * ((1 << (STEP - 1)) - 1)
TABLE_BITS = 20
EMPTY, EXACT, AT_LEAST, AT_MOST = 0, 1, 2, 3  # kinds of entries
DEPTH = CELLS + 1


@kernel
def completing(stones: int, taken: int) -> int:
    """Empty cells, reachable or not, with which these stones have four in a line."""
    cells = (stones << 1) & (stones << 2) & (stones << 3)
    for step in (STEP, STEP - 1, STEP + 1):
        pair = (stones << step) & (stones << (2 * step))
        cells |= pair & (stones << (3 * step))
        cells |= pair & (stones >> step)
        pair = (stones >> step) & (stones >> (2 * step))
        cells |= pair & (stones << step)
        cells |= pair & (stones >> (3 * step))
    return cells & (BOARD ^ taken)


@kernel
def bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def moves_or_value(own: int, other: int, moves: Any) -> tuple[int, int]:
    """(n, 0) with the n promising moves in `moves`, best first; or (-1, value) if the mover's value is obvious."""
    taken = own | other
    can = (taken + BOTTOM) & BOARD
    if can == 0:
        return -1, 0
    if completing(own, taken) & can:
        return -1, 1
    threats = completing(other, taken)
    forced = threats & can
    if forced:
        if forced & (forced - 1):
            return -1, -1
        can = forced
    can &= ~(threats >> 1)  # a stone below a threat lets the other player complete four
    if can == 0:
        return -1, -1
    count = 0
    for i in range(COLUMNS):
        column = 3 + (i + 1) // 2 * (1 - 2 * (i % 2))  # the middle first
        cell = can & (((1 << STEP) - 1) << (column * STEP))
        if cell:
            worth, at = bits(completing(own | cell, taken | cell)), count
            while at > 0 and bits(completing(own | moves[at - 1], taken | moves[at - 1])) < worth:
                moves[at] = moves[at - 1]
                at -= 1
            moves[at] = cell
            count += 1
    return count, 0


class Table(NamedTuple):
    """The transposition table: arrays whose length is a power of 2."""

    keys: Any
    values: Any
    kinds: Any


@kernel
def solve(own: int, other: int, stack: Any, moves: Any, table: Table) -> int:
    """The value 1, 0 or -1 for the mover, whose stones are `own`. Neither player may have four in a line.

    Scratch memory: stack [DEPTH, 6], moves [DEPTH + 1, COLUMNS + 2]."""
    keys, values, kinds = table.keys, table.values, table.kinds
    ply, known, value, alpha, beta = -1, False, 0, -1, 1
    while True:
        if known:
            if ply < 0:
                return value
            row = stack[ply]
            value = -value
            if value > row[4]:
                row[4] = value
            row[2] = max(row[2], value)
            known = False
        if ply >= 0:
            row = stack[ply]
            if row[5] == moves[ply, COLUMNS] or row[2] >= row[3]:
                key = row[0] + ((row[0] | row[1]) + BOTTOM)
                at = (key ^ (key >> 17) * 0x9E3779B1) & (len(keys) - 1)
                value = row[4]
                keys[at], values[at] = key, value
                kinds[at] = AT_LEAST if value >= row[3] else AT_MOST if value <= moves[ply, COLUMNS + 1] else EXACT
                known = True
                ply -= 1
                continue
            cell = moves[ply, row[5]]
            row[5] += 1
            own, other, alpha, beta = row[1], row[0] | cell, -row[3], -row[2]
        count, value = moves_or_value(own, other, moves[ply + 1])
        if count < 0:
            known = True
            continue
        key = own + ((own | other) + BOTTOM)
        at = (key ^ (key >> 17) * 0x9E3779B1) & (len(keys) - 1)
        if kinds[at] != EMPTY and keys[at] == key:
            value = values[at]
            kind = kinds[at]
            if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
                known = True
                continue
        ply += 1
        stack[ply, 0], stack[ply, 1], stack[ply, 2], stack[ply, 3] = own, other, alpha, beta
        stack[ply, 4], stack[ply, 5] = -1, 0
        moves[ply, COLUMNS], moves[ply, COLUMNS + 1] = count, alpha


class Solver:
    """Solves positions, and keeps its table from one position to the next."""

    def __init__(self) -> None:
        size = 1 << TABLE_BITS
        self._lent = (
            np.zeros((DEPTH, 6), np.int64),
            np.zeros((DEPTH + 1, COLUMNS + 2), np.int64),
            Table(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int8)),
        )

    def value(self, own: int, other: int) -> int:
        """The value 1, 0 or -1 for the mover, whose stones are `own`. Neither player may have four in a line."""
        return int(solve(own, other, *self._lent))

"""What every position of a game keeps: 25 tiles, and for each seat 45 birds and 5 tokens; and masks that say what lies
there. Checked after each move of random games."""

import random

import pytest

from rookery import Position
from rookery.games.grackles import board, notation, rules
from rookery.games.grackles.board import (
    BIRDS,
    CELLS,
    COLUMNS,
    FRAME,
    NOTHING,
    QUARTERS,
    ROWS,
    TALL,
    TOKENS,
    WIDE,
    WIRES,
)
from tests.games.grackles.drawn import GAME

Spots = set[tuple[int, int]]  # (row, column) of each


def check_tiles(state: board.State) -> None:
    """Each of the 25 tiles is in the stack, in a hand or on the board, and those on the board fit into the frame."""
    kinds = [*state.left.tolist(), 0]  # the last one: no tile in hand
    for look in state.tiles.tolist():
        kinds[look // QUARTERS if look != NOTHING else NOTHING] += 1
    kinds[state.drawn] += 1
    assert tuple(kinds[:-1]) == board.MIX.counts
    assert state.east - state.west < FRAME
    assert state.north - state.south < FRAME


def check_birds(position: Position) -> Spots:
    """Each of a seat's 45 birds is in its flock or on a spot of its own; returns the spots with a bird."""
    state = position.state
    birds, covered = [0] * state.players, set[tuple[int, int]]()
    for seat, wire, low, high in notation.lines_of(position.numbers):
        line = {(wire, q) if wire < ROWS else (q, wire - ROWS) for q in range(low, high + 1)}
        assert not covered & line, "two birds on a spot, or lines that cross (GR-09)"
        birds[seat] += len(line)
        covered |= line
    assert [BIRDS - number for number in birds] == state.birds[: state.players].tolist()
    assert not state.birds[state.players :].any()
    return covered


def check_tokens(state: board.State, rotations: list[int]) -> None:
    """Each of a seat's 5 tokens is there or was spent on one of its rotations. `rotations`: [seat] how many."""
    assert [TOKENS - number for number in rotations] == state.tokens[: state.players].tolist()
    assert not state.tokens[state.players :].any()


def check_masks(state: board.State, covered: Spots) -> None:
    """The masks repeat what tiles and birds say."""
    free, colour = [0] * WIRES, [[0] * WIRES for _ in range(4)]
    laid, loose = [0] * TALL, [0] * TALL
    for at, look in enumerate(state.tiles.tolist()):
        if look == NOTHING:
            continue
        row, column = divmod(at, WIDE)
        corners = [(2 * row + up, 2 * column + right) for up, right in ((1, 0), (1, 1), (0, 1), (0, 0))]
        laid[row] |= 1 << column
        if not covered & set(corners) and at not in (board.HOME, board.HOME + 1):
            loose[row] |= 1 << column
        for letter, (y, x) in zip(notation.look_text(look), corners, strict=True):
            for wire, q in ((y, x), (ROWS + x, y)):
                colour["PBGK".index(letter)][wire] |= 1 << q
                free[wire] |= ((y, x) not in covered) << q
    assert state.laid.tolist() == laid
    assert state.loose.tolist() == loose
    assert state.free.tolist() == free
    assert state.colour.tolist() == colour
    assert all(mask < 1 << (COLUMNS if wire < ROWS else ROWS) for wire, mask in enumerate(free))


def check_conserved(position: Position, rotations: list[int]) -> None:
    """AssertionError unless tiles, birds and tokens are all somewhere and the masks agree. `rotations`: [seat]"""
    state = position.state
    check_tiles(state)
    check_tokens(state, rotations)
    check_masks(state, check_birds(position))


@pytest.mark.parametrize("players", GAME.facts.players)
def test_tiles_birds_tokens_and_masks_are_conserved(players: int) -> None:
    generator = random.Random(17 + players)
    for _ in range(12):
        position, rotations = GAME.start(players=players), [0] * players
        while not position.is_over:
            check_conserved(position, rotations)
            action = generator.choice(position.legal_actions)
            if rules.ROTATE <= action < rules.LINE:
                assert position.mover is not None
                rotations[position.mover] += 1
            position = position.after_unchecked(action)
        check_conserved(position, rotations)
        assert position.state.tiles.tolist().count(NOTHING) == CELLS - 25

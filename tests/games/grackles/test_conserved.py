"""What every position of a game keeps: 25 tiles, 45 birds and 5 tokens a seat, and masks that say what lies there."""

import random

import pytest

from rookery import Position
from rookery.games.grackles import board, judge, notation, rules
from rookery.games.grackles.board import BIRDS, FRAME, NOTHING, ROWS, TOKENS, WIRES
from tests.games.grackles.drawn import GAME


def check_conserved(position: Position, rotations: list[int]) -> None:
    """AssertionError unless tiles, birds and tokens are all somewhere, and the masks agree with tiles and lines.

    `rotations`: [seat] how often each has rotated a tile."""
    record, players = position.record, position.players
    looks = [look for look in record.tiles.tolist() if look != NOTHING]
    kinds = [*record.left.tolist(), 0]
    for look in looks:
        kinds[look // 4] += 1
    kinds[record.drawn] += record.drawn != NOTHING
    assert tuple(kinds[:-1]) == board.MIX.counts
    assert record.east - record.west < FRAME
    assert record.north - record.south < FRAME
    birds = [0] * players
    covered = set[tuple[int, int]]()
    for seat, wire, low, high in notation.lines_of(record):
        birds[seat] += high - low + 1
        line = {(wire, q) if wire < ROWS else (q, wire - ROWS) for q in range(low, high + 1)}  # (row, column)
        assert not covered & line, "two birds on a spot"
        covered |= line
    assert [BIRDS - number for number in birds] == record.birds[:players].tolist()
    assert [TOKENS - number for number in rotations] == record.tokens[:players].tolist()
    assert record.birds[players:].sum() == record.tokens[players:].sum() == 0
    spots = {(row, column) for row in range(ROWS) for column in range(16) if record.free[row] >> column & 1}
    assert not spots & covered
    assert len(spots | covered) == 4 * len(looks)
    check_masks(record, covered)


def check_masks(record: board.Position, covered: set[tuple[int, int]]) -> None:
    free, colour = [0] * WIRES, [[0] * WIRES for _ in range(4)]
    laid, loose = [0] * 9, [0] * 9
    for at, look in enumerate(record.tiles.tolist()):
        if look == NOTHING:
            continue
        row, column = divmod(at, 8)
        corners = [(2 * row + up, 2 * column + right) for up, right in ((1, 0), (1, 1), (0, 1), (0, 0))]
        laid[row] |= 1 << column
        if not covered & set(corners) and at not in (board.HOME, board.HOME + 1):
            loose[row] |= 1 << column
        for letter, (y, x) in zip(notation.look_text(look), corners, strict=True):
            for wire, q in ((y, x), (ROWS + x, y)):
                colour["PBGK".index(letter)][wire] |= 1 << q
                free[wire] |= ((y, x) not in covered) << q
    assert record.laid.tolist() == laid
    assert record.loose.tolist() == loose
    assert record.free.tolist() == free
    assert record.colour.tolist() == colour


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


def test_the_judge_sees_the_longest_line_or_extension() -> None:
    generator = random.Random(3)
    for _ in range(30):
        position = GAME.start(players=2)
        while not position.is_over:
            if position.record.phase == board.TURN:
                gains = [0]
                for action in position.legal_actions:
                    if rules.LINE <= action < rules.FIRST:
                        _, start, end = notation.line_of(action)
                        gains.append(abs(end - start) + (action < rules.EXTEND))
                assert judge.best_gain(position.record, position.record.turn) == max(gains)
            position = position.after_unchecked(generator.choice(position.legal_actions))

"""What every position of a game keeps: 15 pieces, their pips, and masks that repeat what the stacks say."""

import random

from rookery import Position
from rookery.games.gleebs import notation, rules
from tests.games.gleebs.drawn import GAME


def check_conserved(position: Position) -> None:
    """AssertionError unless each piece is in one place or eaten, and pips and masks agree with the stacks."""
    state = position.state
    places: dict[int, str] = {piece: "hand" for piece in range(rules.PIECES) if state.in_hand >> piece & 1}
    tinted, sized = [0] * rules.COLOURS, [0] * rules.SIZES
    for square in range(rules.SQUARES):
        pieces = notation.stack(state, square)
        for piece in pieces:
            assert piece not in places, f"piece {piece} is at {square} and {places[piece]}"
            places[piece] = str(square)
        assert state.pips[square] == sum(piece % rules.SIZES + 1 for piece in pieces if piece < rules.GLEEBS)
        if pieces and pieces[0] < rules.GLEEBS:
            tinted[pieces[0] // rules.SIZES] |= 1 << square
            sized[pieces[0] % rules.SIZES] |= 1 << square
    assert list(state.tinted) == tinted
    assert list(state.sized) == sized
    eaten = set(range(rules.PIECES)) - set(places)
    assert all(piece < rules.GLEEBS for piece in eaten), "grues are never lost"
    assert not eaten or state.phase > rules.PLACEMENT, "nothing is eaten before the gleebs move"
    for piece in eaten:
        assert state.below[piece] == rules.NOTHING


def test_pieces_pips_and_masks_are_conserved() -> None:
    generator = random.Random(15)
    for _ in range(100):
        position = GAME.start()
        while not position.is_over:
            check_conserved(position)
            position = position.after_unchecked(generator.choice(position.legal_actions))
        check_conserved(position)

"""What every position of a game keeps: 28 tiles per colour, each in one place, and masks that repeat the board."""

import random

import pytest

from rookery import Position
from rookery.games.blockers import notation, rules
from rookery.games.blockers.spaces import KINDS, SPACE_BITS, groups
from rookery.testing.walks import tables
from tests.games.blockers.drawn import GAME

GAMES = 4  # for each number of players


def check_conserved(position: Position) -> None:
    """AssertionError unless each tile is on the board, before a captor, on its rack or undrawn, and the masks agree."""
    state, colours = position.state, rules.colours_of(position.state)
    board = [tile for tile in state.board.tolist() if tile != rules.EMPTY]
    assert len(set(board)) == len(board)
    for colour in range(rules.COLOURS):
        lying = sum(1 << tile % KINDS for tile in board if tile // KINDS == colour)
        places = [lying, int(state.rack[colour]), *(int(state.captured[seat, colour]) for seat in range(rules.SEATS))]
        everywhere = sum(places)
        both = f"a tile of colour {colour} is in two places"
        assert everywhere.bit_count() == sum(place.bit_count() for place in places), both
        assert state.played[colour] == everywhere - places[1]
        assert state.held[colour] == places[1].bit_count()
        assert state.pile[colour] == (KINDS - everywhere.bit_count() if colour < colours else 0)
        lies_on = [space for space, tile in enumerate(state.board) if tile // KINDS == colour]
        assert state.spaces[colour].tolist() == SPACE_BITS[lies_on].sum(axis=0).tolist()
    for space, tile in enumerate(state.board.tolist()):
        if tile != rules.EMPTY:  # BL-05: a tile lies where it names the space
            name, symbol = notation.space_name(space), notation.SYMBOL_NAMES[space // 27 * 3 + space % 9 // 3]
            assert notation.KIND_NAMES[tile % KINDS] in (*name, symbol, "wild")


def groups_of(position: Position) -> list[int]:
    """[colour] how many groups it has."""
    return [groups(*position.state.spaces[colour].tolist()) for colour in range(rules.COLOURS)]


def check_groups(before: Position, text: str, after: Position) -> None:
    """AssertionError unless nobody's group but the player's own can have become one more by this action (BL-07)."""
    for letter, old, new in zip(notation.COLOUR_LETTERS, groups_of(before), groups_of(after), strict=True):
        assert new <= old + (text[0] == letter), f"{text} in {before}"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tiles_and_masks_are_conserved(players: int) -> None:
    generator = random.Random(players)
    here = [options for count, options in tables(GAME) if count == players]
    for _ in range(GAMES):
        position = GAME.start_with(GAME.facts.settings(players, generator.choice(here)))
        while not position.is_over:
            check_conserved(position)
            action = generator.choice(position.legal_actions)
            before, position = position, position.after_unchecked(action)
            check_groups(before, before.format(action), position)
        check_conserved(position)

"""What learners see leads back to the view: nothing that a seat sees is forgotten, and nothing is another seat's."""

import numpy as np
import pytest

from rookery.core.protocol import Array
from rookery.games.blockers import rules
from rookery.games.blockers.facts import PAIRS
from rookery.games.blockers.spaces import FIRST_BLOCK_KIND, FIRST_ROW_KIND, KINDS, SPACE_BITS, WILD
from rookery.testing.walks import walks
from tests.games.blockers.drawn import GAME


def mask(kinds: Array) -> int:
    return sum(1 << int(kind) for kind in np.flatnonzero(kinds))


def view_of(out: Array, seat: int) -> Array:
    """The view that an observation tells of, in the words of the index table."""
    game = GAME.blank()
    pos, see = game[0], out[0]
    (players,) = np.flatnonzero(see.players) + 2
    which = [int(np.flatnonzero(row)[0]) for row in see.colours if row.any()]  # [place] colour
    pos.players, pos.scoring, pos.second = players, see.uptown + 2 * see.fair, see.safe
    if players == 2:
        owns = tuple(which[:2]), tuple(which[2:])
        pos.pairs = PAIRS.index(owns if seat == 0 else owns[::-1])
    (pos.phase,) = np.flatnonzero(see.phase)
    if see.turn.any():
        pos.turn = (np.flatnonzero(see.turn)[0] + seat) % players
    if see.drawing.any():
        pos.drawing = which[np.flatnonzero(see.drawing)[0]]
    pos.board[:] = rules.EMPTY
    for place, colour in enumerate(which):
        pos.held[colour], pos.pile[colour] = see.held[place], see.pile[place]
        pos.rack[colour], pos.played[colour] = mask(see.rack[place]), mask(see.played[place])
        for captor in range(players):
            pos.captured[(captor + seat) % players, colour] = mask(see.captured[captor, place])
        for row, column in np.argwhere(see.tiles[place]):
            (way,) = np.flatnonzero(see.ways[:, row, column])
            kind = (column, FIRST_ROW_KIND + row, FIRST_BLOCK_KIND + row // 3 * 3 + column // 3, WILD)[way]
            pos.board[9 * row + column] = colour * KINDS + kind
            pos.spaces[colour] += SPACE_BITS[9 * row + column]
    return game


@pytest.mark.parametrize("seed", range(3))
def test_an_observation_leads_back_to_the_view(seed: int) -> None:
    for walk in walks(GAME, 5, seed):
        for position in walk.positions[:: len(walk.positions) // 20]:
            for seat in range(position.players):
                view = position.view(seat)
                assert view_of(view.observation(seat), seat).tobytes() == view.states.tobytes(), view


def test_every_seat_sees_itself_first() -> None:
    """Four players, each in turn at the same place of the same game: the game of the others, turned round."""
    for walk in walks(GAME, 4, seed=7):
        for position in walk.positions[::40]:
            for seat in range(position.players):
                see = position.observation(seat)[0]
                assert see.mine == (position.mover == seat)
                own = [c for c in range(rules.colours_of(position.state)) if rules.owner(position.state, c) == seat]
                assert np.flatnonzero(see.colours[: len(own)].any(axis=0)).tolist() == own
                assert [mask(rack) for rack in see.rack[: len(own)]] == position.state.rack[own].tolist()

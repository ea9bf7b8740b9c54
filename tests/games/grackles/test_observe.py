"""What learners see leads back to the position: nothing that lies on the table is forgotten."""

import numpy as np
import pytest

from rookery.core.protocol import Array
from rookery.games.grackles import board
from rookery.games.grackles.observe import COLOUR_PLACES, EAST, LEAST, SEAT_PLACES, SEEN_AS, SOUTH, WEST, WHICH
from rookery.testing.walks import walks
from tests.games.grackles.drawn import GAME

LOOKS = {tuple(shown): look for look, shown in enumerate(board.SHOWN.tolist())}  # colours of the corners -> look


def position_of(out: Array, seat: int, own: Array) -> Array:
    """The position that an observation tells of, in the words of the index table, at a table with these colours."""
    game = GAME.blank()
    pos, see = game[0], out[0]
    (players,) = np.flatnonzero(see.players) + LEAST
    places = SEAT_PLACES[players - LEAST, seat].tolist()
    colours = COLOUR_PLACES[players - LEAST, seat, WHICH[tuple(own)]].tolist()
    pos.own[:] = own
    (pos.phase,) = np.flatnonzero(see.phase)
    pos.players, pos.quiet = players, see.quiet
    if see.turn.any():
        pos.turn = (np.flatnonzero(see.turn)[0] + seat) % players
    pos.birds[:players], pos.tokens[:players] = see.birds[places[:players]], see.tokens[places[:players]]
    pos.left[:] = see.stack[SEEN_AS[players - LEAST, seat, WHICH[tuple(own)]]]
    pos.drawn = board.NOTHING
    if see.drawn.any():
        pos.drawn = look_of(see.drawn[0], colours) // board.QUARTERS
    pos.tiles[:] = board.NOTHING
    pos.west, pos.east, pos.south, pos.north = board.WIDE, 0, board.TALL, 0
    for at in range(board.CELLS):
        row, column = divmod(at, board.WIDE)
        tile = see.spots[:, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        if tile.any():
            board.place(pos, at, look_of(tile, colours))
    for y, x in np.argwhere(see.settled):
        pos.free[y] &= ~(1 << x)
        pos.free[board.ROWS + x] &= ~(1 << y)
        pos.loose[y // 2] &= ~(1 << x // 2)
    pos.loose[board.HOME // board.WIDE] &= ~(3 << board.HOME % board.WIDE)
    for end, (_, y, x) in ((int(where[0]), where) for where in np.argwhere(see.ends)):
        ends = pos.low_ends if end in (WEST, SOUTH) else pos.high_ends
        wire, spot = (y, x) if end in (WEST, EAST) else (board.ROWS + x, y)
        ends[wire] |= 1 << spot
    return game


def look_of(tile: Array, places: list[int]) -> int:
    """Of a tile that shows [colour place, row, column]."""
    shown = [int(np.flatnonzero(tile[:, row, column])[0]) for row, column in ((1, 0), (1, 1), (0, 1), (0, 0))]
    return LOOKS[tuple(places.index(place) for place in shown)]


@pytest.mark.parametrize("seed", range(3))
def test_an_observation_leads_back_to_the_position(seed: int) -> None:
    for walk in walks(GAME, 5, seed):
        for position in (*walk.positions[::10], walk.positions[-1]):
            for seat in range(position.players):
                found = position_of(position.observation(seat), seat, position.state.own)
                assert found.tobytes() == position.states.tobytes(), position


def test_every_seat_sees_itself_first() -> None:
    for walk in walks(GAME, 4, seed=7):
        for position in walk.positions[::40]:
            for seat in range(position.players):
                see, state = position.observation(seat)[0], position.state
                assert see.mine == (position.mover == seat)
                assert see.birds[0] == state.birds[seat]
                own = sum(int(wire).bit_count() for wire in state.colour[state.own[seat], : board.ROWS])
                assert see.spots[0].sum() == own

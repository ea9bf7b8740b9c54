"""Other games that a seat may take for the one that was played, beside all of them, found by trying every draw."""

import pytest

from rookery.core.memory import remembered
from tests.games.blockers.drawn import drawn
from tests.pasts import deviation, pasts

# Blue can put nothing in the upper rows: there are its own tiles, and tiles that hold a group together
BOARD = """
    B1   B2   B3   B4   B5   B6   B7   B8   B9
    R1   R2   R3   R4   R5   R6   R7   R8   R9
    RC   G2   G3   G4   G5   G6   G7   G8   Rstar
    Rclub GD  .    .    .    .    .    Gdiamond Rdiamond
"""
RACKS = "RE RF RG RH RI BA BB BC BH Btriangle GE GF GG Gmoon Gheart"
TAKEN = """G1 G9 GA GB GC Gtriangle Gspade Gstar Gclub Gcircle Gwild,
    -, BD BE BF Bclub Bcircle Bdiamond Bmoon Bheart Bsquare Bwild"""
# Left to draw: of blue G, I, spade and star; of green H, I and square. Blue cannot play what it draws the second time,
# and is skipped; green plays its H, which it has drawn before
GAME = """BH@H1, draw BI, GE@E3, draw GH, RE@E5, draw RA, BI@I1, draw Bspade, GF@F3, draw GI, RF@F5, draw RB, skip,
    GH@H3, draw Gsquare"""


@pytest.mark.parametrize(
    ("seat", "number"),
    [
        (0, 2 * 4),  # blue drew the spade or the star; three draws of green, and not the H last
        (1, 4 * 90),  # ten tiles of red, of which it drew two in turn
        (2, 2 * 90),
        (-1, 2 * 4 * 90),
    ],
)
def test_games_come_as_often_as_chance_brings_them(seat: int, number: int) -> None:
    positions, actions = [drawn(BOARD, RACKS, turn=2, captured=TAKEN)], []
    for text in GAME.split(","):
        actions.append(positions[-1].parse(text))
        positions.append(positions[-1].after(actions[-1]))
    memory = remembered(positions, actions, seat)
    likely = pasts(memory)
    assert len(likely) == number
    assert abs(deviation(memory, likely, 80 if number < 10 else 3)) < 4

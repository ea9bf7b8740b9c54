"""Where things lie in a scene: squares, hexagons, tracks, rows of cards; and what lies there.

    CELLS = squares(5, 5)
    BOARD = around(CELLS, "board", "Board")
    spots = tuple(cell.spot("board", f"{cell.name}: empty") for cell in CELLS)
    piece = CELLS[7].piece("stone7", "kit-disc", "ruby", "ruby stone")

Lengths are in squares, and places are their centres (core/scene.py). Boards begin BOARD_MARGIN from the edges of the
picture, which leaves room for the zone around them. Pages run these functions as JavaScript, too.
"""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from rookery.core.scene import Label, Piece, Spot, Zone, neat

BOARD_MARGIN = 0.5  # from the places of a board to the edges of its zone
CARD_WIDTH, CARD_HEIGHT = 0.9, 1.3
HEXAGON_HEIGHT = 1.1547  # of one that is 1 wide, with a corner on top
ROW_OF_HEXAGONS = 0.866  # from one row to the next
NEARLY = 0.01  # a difference of lengths that comes from rounding
COLUMN_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class BoardPlace(NamedTuple):
    """A place of a board, a track or a hand."""

    name: str  # the id of its spot, and its name in notation
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0
    hexagon: bool = False  # with a corner on top
    scale: float = 1.0  # of the pieces there

    def spot(self, zone: str, words: str, style: str = "kit-place", symbol: str = "") -> Spot:
        """The spot there. `style`: kit-place, kit-dark, kit-slot, kit-button, kit-bare (nothing), or your own."""
        box = (self.x, self.y, self.width, self.height)
        if self.hexagon:
            return Spot.at(self.name, zone, box, words, symbol or "kit-hex", f"{style} hex")
        return Spot.at(self.name, zone, box, words, symbol, style)

    def piece(self, name: str, symbol: str, style: str, words: str, text: str = "") -> Piece:
        """A piece that lies there. `name`: its id, the same as long as it is the same thing. `text`: shown on it."""
        return Piece.at(name, self.name, (self.x, self.y), symbol, style, words, text=text, scale=self.scale)

    def row(self, count: int, step: float = 1.0, scale: float = 1.0) -> tuple["BoardPlace", ...]:
        """[count] places side by side in the middle of this one, for several things that lie on its spot, drawn at this
        scale: `step` apart, or less if it is too narrow."""
        step = min(step, self.width / max(1, count))
        first = self.x - step * (count - 1) / 2
        return tuple(BoardPlace(self.name, neat(first + n * step), self.y, step, scale=scale) for n in range(count))


def squares(columns: int, rows: int, left: float = BOARD_MARGIN, top: float = BOARD_MARGIN) -> tuple[BoardPlace, ...]:
    """[columns * rows] from the top row to the bottom, from left to right: a5, b5 ... a4 ..., as on a chessboard."""
    return tuple(
        BoardPlace(f"{COLUMN_LETTERS[column]}{rows - row}", left + column + 0.5, top + row + 0.5)
        for row in range(rows)
        for column in range(columns)
    )


def edges(columns: int, rows: int, left: float = BOARD_MARGIN, top: float = BOARD_MARGIN) -> tuple[Label, ...]:
    """The letters below the columns of squares, and the numbers beside their rows."""
    below, beside = top + rows + BOARD_MARGIN / 2, left - BOARD_MARGIN / 2
    letters = [
        Label(id=f"column-{n}", x=left + n + 0.5, y=below, text=COLUMN_LETTERS[n], style="kit-edge")
        for n in range(columns)
    ]
    numbers = [
        Label(id=f"row-{n}", x=beside, y=top + n + 0.5, text=f"{rows - n}", style="kit-edge") for n in range(rows)
    ]
    return (*letters, *numbers)


def hexagons(side: int, left: float = BOARD_MARGIN, top: float = BOARD_MARGIN) -> tuple[BoardPlace, ...]:
    """[3 * side * (side - 1) + 1] the cells of a hexagonal board with `side` cells at each edge, row by row from the
    top: a1, a2 ... b1 ..., where a is the top row."""
    rows = 2 * side - 1
    return tuple(
        BoardPlace(
            f"{COLUMN_LETTERS[row]}{column + 1}",
            neat(left + abs(side - 1 - row) / 2 + column + 0.5),
            neat(top + row * ROW_OF_HEXAGONS + HEXAGON_HEIGHT / 2),
            1.0,
            HEXAGON_HEIGHT,
            hexagon=True,
        )
        for row in range(rows)
        for column in range(rows - abs(side - 1 - row))
    )


def touching(places: Sequence[BoardPlace]) -> tuple[tuple[int, ...], ...]:
    """[places] the numbers of the places beside each: on squares up to 4, on hexagons up to 6."""
    return tuple(
        tuple(n for n, other in enumerate(places) if abs(hypot(other.x - place.x, other.y - place.y) - 1) < NEARLY)
        for place in places
    )


def track(count: int, columns: int, left: float = BOARD_MARGIN, top: float = BOARD_MARGIN) -> tuple[BoardPlace, ...]:
    """[count] squares in rows that run to and fro, from the top left: s1, s2 ..."""
    found = []
    for n in range(count):
        row, along = n // columns, n % columns
        column = along if row % 2 == 0 else columns - 1 - along
        found.append(BoardPlace(f"s{n + 1}", left + column + 0.5, top + row + 0.5))
    return tuple(found)


def cards(name: str, count: int, left: float, top: float, width: float) -> tuple[BoardPlace, ...]:
    """[count] places for cards side by side within `width`, which overlap if it is too little: h1, h2 ... with the name
    "h". A hand, a display, a row of piles."""
    step = min(1.0, (width - CARD_WIDTH) / max(1, count - 1))
    first = left + (width - step * (count - 1)) / 2
    return tuple(
        BoardPlace(f"{name}{n + 1}", neat(first + n * step), neat(top + CARD_HEIGHT / 2), CARD_WIDTH, CARD_HEIGHT)
        for n in range(count)
    )


def seat_below(viewer: int | None, facing: int) -> int:
    """The seat whose hand lies below, open: the viewer. `facing`: for whoever only watches. A screen of several people
    shows each the own hand, and `facing` stays."""
    return facing if viewer is None or viewer < 0 else viewer


def around(
    places: Sequence[BoardPlace], name: str, words: str, style: str = "kit-board", margin: float = BOARD_MARGIN
) -> Zone:
    """The zone around places: the board, or with the style kit-tray a lighter one, for hands and displays."""
    left = min(place.x - place.width / 2 for place in places) - margin
    right = max(place.x + place.width / 2 for place in places) + margin
    top = min(place.y - place.height / 2 for place in places) - margin
    bottom = max(place.y + place.height / 2 for place in places) + margin
    box = (neat((left + right) / 2), neat((top + bottom) / 2), neat(right - left), neat(bottom - top))
    return Zone.at(name, box, words, "", style, grid=len({place.y for place in places}) > 1)


def size(zones: Sequence[Zone]) -> tuple[float, float]:
    """The width and the height of a picture that shows these zones."""
    width = max(zone.x + zone.width / 2 for zone in zones)
    return neat(width), neat(max(zone.y + zone.height / 2 for zone in zones))

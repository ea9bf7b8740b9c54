"""Positions of Grackles as drawings of their spots, for tests to be read."""

import rookery
from rookery import Position
from rookery.games.grackles.facts import SPOT_COLUMN_LETTERS, TILE_COLUMN_LETTERS

GAME = rookery.load("grackles")

START = """
    10 P B G K
     9 K G B P
       g h i j
"""
# one tile more on the right; purple can line up g10-k10 and j9-..., blue h10-l10
SIX = """
    10 P B G K P B
     9 K G B P K G
       g h i j k l
"""


def drawn(
    drawing: str, do: str = "P turn", lines: str = "-", tokens: str = "5,5", quiet: int = 0, **options: str
) -> Position:
    """Rows of spots with their numbers, `.` where no tile lies; the columns below. There are as many players as numbers
    of `tokens`."""
    *rows, columns = [line.split() for line in drawing.strip().splitlines()]
    spots = {
        column + row: colour
        for row, *colours in rows
        for column, colour in zip(columns, colours, strict=True)
        if colour != "."
    }
    tiles = []
    for spot in spots:
        column, row = SPOT_COLUMN_LETTERS.index(spot[0]), int(spot[1:])
        if column % 2 == 0 and row % 2:
            right, above = SPOT_COLUMN_LETTERS[column + 1], row + 1
            corners = (f"{spot[0]}{above}", f"{right}{above}", f"{right}{row}", spot)
            cell = TILE_COLUMN_LETTERS[column // 2] + str(above // 2)
            tiles.append(cell + "".join(spots[corner] for corner in corners))
    text = f"{','.join(tiles)} {lines} {do} {tokens} {quiet}"
    return GAME.position(text, players=len(tokens.split(",")), **options)


def actions(position: Position) -> set[str]:
    """The legal actions in notation."""
    return {position.format(action) for action in position.legal_actions}


def plays(position: Position) -> set[str]:
    """New lines and extensions among them."""
    return {text for text in actions(position) if "-" in text or "+" in text}


def rotations(position: Position) -> set[str]:
    return {text for text in actions(position) if text.startswith("rotate")}


def to_do(position: Position) -> str:
    """Whose turn it is and what is to be done: "P turn"."""
    return " ".join(position.text.split()[2:4])

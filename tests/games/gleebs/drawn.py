"""Positions of Gleebs and Grues as drawings, for tests to be read."""

import rookery
from rookery import Position

GAME = rookery.load("gleebs")


def drawn(drawing: str, **options: str) -> Position:
    """Four rows of four squares, `.` for an empty one; then the side, what is to be done, and what is in hand:

    K1   .    B3Y1 .
    .    K2   .    R2
    .    .    .    .
    .    .    .    K3
    GR gleeb -
    """
    *rows, rest = drawing.strip().splitlines()
    board = "/".join(",".join("-" if square == "." else square for square in row.split()) for row in rows)
    return GAME.position(f"{board} {rest.strip()}", players=None, **options)


def actions(position: Position) -> set[str]:
    """The legal actions in notation."""
    return {position.format(action) for action in position.legal_actions}


def squares(position: Position) -> dict[str, str]:
    """Square -> the pieces that stand there, from bottom to top; occupied squares only."""
    board = position.text.split()[0]
    named = {
        column + row: pieces
        for row, line in zip("4321", board.split("/"), strict=True)
        for column, pieces in zip("abcd", line.split(","), strict=True)
    }
    return {square: pieces for square, pieces in named.items() if pieces != "-"}


def to_do(position: Position) -> str:
    """Whose turn it is and what is to be done: "GR gleeb"."""
    return " ".join(position.text.split()[1:3])

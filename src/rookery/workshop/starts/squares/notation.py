"""Squares as text: actions are the names of squares, as b3; positions are the numbers of their fields."""

import re

from rookery.core.reading.fields import fields_form, fields_text, read_fields
from rookery.kit.boards import squares
from rookery.workshop.starts.squares.facts import COLOURS, SIZE
from rookery.workshop.starts.squares.rules import NOBODY, State

CELLS = squares(SIZE, SIZE)
ACTION_PATTERN = re.compile("|".join(cell.name for cell in CELLS))
ACTION_FORM = "actions are the names of squares, as b3"
POSITION_FORM = fields_form(State)


def action_text(pos: State, action: int) -> str:
    return CELLS[action].name


def action_words(pos: State, action: int) -> str:
    return f"{COLOURS[pos.turn]} puts a stone on {CELLS[action].name}"


def outcome_words(pos: State) -> str:
    return "Nobody has won." if pos.winner == NOBODY else f"{COLOURS[pos.winner]} has four in a row and wins."


def outcome_reason(pos: State) -> str:
    return "the board is full" if pos.winner == NOBODY else "there are four in a row"


def position_text(pos: State) -> str:
    return fields_text(pos.turn, pos.winner, pos.squares)


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position."""
    read_fields(text, pos, State)

"""Hexes as text: actions are the names of cells, as d4; positions are the numbers of their fields."""

import re

from rookery.core.numbers import packed_of
from rookery.core.reading.fields import fields_form, fields_text, read_fields
from rookery.workshop.starts.hexes.facts import COLOURS
from rookery.workshop.starts.hexes.rules import BOARD, State, points

ACTION_PATTERN = re.compile("|".join(cell.name for cell in BOARD))
ACTION_FORM = "actions are the names of cells, as d4"
POSITION_FORM = fields_form(State)


def action_text(pos: State, action: int) -> str:
    return BOARD[action].name


def action_words(pos: State, action: int) -> str:
    return f"{COLOURS[pos.turn]} puts a stone on {BOARD[action].name}"


def outcome_words(pos: State) -> str:
    sizes = [points(packed_of(pos), seat) for seat in range(pos.players)]
    best = [COLOURS[seat] for seat in range(pos.players) if sizes[seat] == max(sizes)]
    if len(best) == pos.players:
        return "It is a draw."
    return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'win together'} with {max(sizes)} joined stones."


def outcome_reason(pos: State) -> str:
    return "the board is full"


def position_text(pos: State) -> str:
    return fields_text(pos.turn, pos.cells)


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position."""
    read_fields(text, pos, State)

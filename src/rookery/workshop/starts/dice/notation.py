"""Dice as text: actions are the places of pawns that move, as s7 or start, and (of chance) roll 5; positions are the
numbers of their fields."""

import re

from rookery.core.numbers import packed_of
from rookery.core.reading.fields import fields_form, fields_text, read_fields
from rookery.kit.boards import BOARD_MARGIN, BoardPlace, track
from rookery.workshop.starts.dice.facts import COLOURS, COLUMNS, ROWS, TRACK
from rookery.workshop.starts.dice.rules import HOME, ROLLS, State, landing, winner

# [square] from START to HOME, row by row; beside the last one is room for the die
PLACES: tuple[BoardPlace, ...] = (
    BoardPlace("start", BOARD_MARGIN + COLUMNS / 2, BOARD_MARGIN + 0.5, COLUMNS),
    *track(TRACK, COLUMNS, top=BOARD_MARGIN + 1.2),
    BoardPlace("home", BOARD_MARGIN + COLUMNS / 2 - 0.6, BOARD_MARGIN + ROWS + 1.9, COLUMNS - 1.2),
)
ACTION_PATTERN = re.compile(r"start|s\d+|roll [1-6]", re.IGNORECASE)
ACTION_FORM = "actions are the places of pawns that move, as s7 or start"
POSITION_FORM = fields_form(State)


def action_text(pos: State, action: int) -> str:
    return f"roll {action - ROLLS + 1}" if action >= ROLLS else PLACES[pos.pawns[pos.turn][action]].name


def action_words(pos: State, action: int) -> str:
    if action >= ROLLS:
        return f"{COLOURS[pos.turn]} rolls {action - ROLLS + 1}"
    square = pos.pawns[pos.turn][action]
    there = landing(packed_of(pos), square)
    goal = "home" if there == HOME else f"to {PLACES[there].name}"
    return f"{COLOURS[pos.turn]} moves the pawn on {PLACES[square].name} {goal}"


def outcome_words(pos: State) -> str:
    return f"{COLOURS[winner(packed_of(pos))]} is home and wins."


def outcome_reason(pos: State) -> str:
    return "both pawns are home"


def position_text(pos: State) -> str:
    return fields_text(pos.turn, pos.die, pos.pawns)


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position."""
    read_fields(text, pos, State)

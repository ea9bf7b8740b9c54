import re

from tests.tiny.rules import CELLS, EMPTY, State

ACTION_PATTERN = re.compile(r"mark [abc]|card [123]", re.IGNORECASE)
ACTION_FORM = "actions look like mark b or card 3"
POSITION_FORM = "positions look like 0.1 32 4"


def action_text(pos: State, action: int) -> str:
    return f"mark {'abc'[action]}" if action < CELLS else f"card {action - CELLS + 1}"


def action_words(pos: State, action: int) -> str:
    return action_text(pos, action).capitalize()


def secret_words(pos: State) -> str:
    return f"Seat {pos.ply} gets a card"


def outcome_words(pos: State) -> str:
    return "It is over."


def outcome_reason(pos: State) -> str:
    return "every cell is marked"


def position_text(pos: State) -> str:
    """The cells, the cards, the plies."""
    cells = "".join("." if seat == EMPTY else str(seat) for seat in pos.cells)
    return f"{cells} {''.join(str(card) for card in pos.cards[: pos.players])} {pos.ply}"


def read_position(text: str, pos: State) -> None:
    cells, cards, ply = text.split()
    pos.cells[:] = [EMPTY if seat == "." else int(seat) for seat in cells]
    pos.cards[: pos.players] = [int(card) for card in cards]
    pos.ply = int(ply)
    if sum(pos.cells != EMPTY) != max(0, pos.ply - pos.players):
        raise ValueError("there are other plies than marks")

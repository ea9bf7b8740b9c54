"""Cards as text: actions are play 7 and (of chance) deal 7; positions are the numbers of their fields."""

import re

from rookery.core.reading.fields import fields_form, fields_text, read_fields
from rookery.workshop.starts.cards.facts import CARDS, COLOURS, HAND
from rookery.workshop.starts.cards.rules import DEALS, NOBODY, NOTHING, PLAYED, SEATS, UNKNOWN, State

ACTION_PATTERN = re.compile(r"(play|deal) \d+", re.IGNORECASE)
ACTION_FORM = "actions look like play 7"
POSITION_FORM = fields_form(State)


def action_text(pos: State, action: int) -> str:
    return f"deal {action - DEALS + 1}" if action >= DEALS else f"play {action + 1}"


def action_words(pos: State, action: int) -> str:
    if action >= DEALS:
        return f"{COLOURS[pos.dealing]} is dealt the {action - DEALS + 1}"
    return f"{COLOURS[pos.turn]} plays the {action + 1}"


def secret_words(pos: State) -> str:
    """What is told to those who may not know the card."""
    return f"{COLOURS[pos.dealing]} is dealt a card"


def outcome_words(pos: State) -> str:
    best = [COLOURS[seat] for seat in range(pos.players) if pos.tricks[seat] == max(pos.tricks)]
    if len(best) == pos.players:
        return "It is a draw."
    return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'win together'} with {max(pos.tricks)} tricks."


def outcome_reason(pos: State) -> str:
    return "all hands are empty"


def position_text(pos: State) -> str:
    return fields_text(pos.turn, pos.dealing, pos.held, pos.tricks, pos.table, pos.cards)


def read_position(text: str, pos: State) -> None:
    """Raises ValueError if the text is not a position. What it gives to seats that are not at the table is left out, so
    that lessons can be taken with any number of players."""
    read_fields(text, pos, State)
    pos.held[pos.players :] = pos.tricks[pos.players :] = 0
    pos.table[pos.players :] = NOTHING
    for card in range(CARDS):
        if pos.cards[card] != UNKNOWN and (pos.cards[card] - 1) % SEATS >= pos.players:
            pos.cards[card] = UNKNOWN
    if pos.dealing != NOBODY and (pos.held[pos.dealing] == HAND or (pos.cards >= PLAYED).any()):
        raise ValueError(f"cards are dealt before any is played, at most {HAND} to a seat")
    if sum(pos.tricks) + max(pos.held) > HAND:
        raise ValueError(f"there are more than {HAND} tricks in it")

"""The rules of Cards: everybody plays a card in turn; the highest number takes the trick; the most tricks win.

Action n plays the card n + 1. Action CARDS + n, of chance, deals it.
"""

from typing import Annotated

import numpy as np

from rookery.core.chance import below
from rookery.core.kernel import kernel
from rookery.core.plain import weights as weights  # all cards are equally likely
from rookery.core.protocol import (
    CHANCE,
    OVER,
    UNTOLD,
    Actions,
    Array,
    Fields,
    Settings,
    Stream,
    Utilities,
    cell,
    packed,
)
from rookery.kit.results import most_win
from rookery.workshop.starts.cards.facts import CARDS, COLOURS, HAND

SEATS = len(COLOURS)  # at most
NOBODY, NOTHING = -1, 0
UNKNOWN, HELD, PLAYED = 0, 1, 1 + SEATS  # in `cards`: not dealt, or hidden; in a seat's hand; played by a seat
DEALS = CARDS


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=SEATS)]
    turn: Annotated[int, cell(np.int8, low=0, high=SEATS - 1)]  # the seat that plays next
    dealing: Annotated[int, cell(np.int8, low=NOBODY, high=SEATS - 1)]  # the seat that is dealt the next card
    held: Annotated[Array, cell(np.int8, SEATS, low=0, high=HAND)]  # [seat] cards in hand: everybody sees how many
    tricks: Annotated[Array, cell(np.int8, SEATS, low=0, high=HAND)]  # [seat] tricks it has taken
    table: Annotated[Array, cell(np.int8, SEATS, low=NOTHING, high=CARDS)]  # [seat] its card of this trick, or the last
    cards: Annotated[Array, cell(np.int8, CARDS, low=UNKNOWN, high=2 * SEATS)]  # UNKNOWN, HELD + seat or PLAYED + seat


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """The first card is dealt to the first seat."""
    pos.players = settings[0]


@kernel
def mover(pos: State) -> int:
    """Chance deals; then the seats play until their hands are empty."""
    if pos.dealing != NOBODY:
        return CHANCE
    return int(pos.turn) if pos.held[pos.turn] > 0 else OVER


@kernel
def legal(pos: State, actions: Actions) -> int:
    """Play any card in hand; of chance: deal any card that was not dealt."""
    seat, count = mover(pos), 0
    for card in range(CARDS):
        if seat == CHANCE and pos.cards[card] == UNKNOWN:
            actions[count] = DEALS + card
            count += 1
        if seat >= 0 and pos.cards[card] == HELD + seat:
            actions[count] = card
            count += 1
    return count


@kernel
def play(pos: State, action: int) -> None:
    """Deal a card, or play one; when everybody has, the highest takes the trick and leads to the next."""
    if action >= DEALS:
        pos.cards[action - DEALS] = HELD + pos.dealing
        pos.held[pos.dealing] += 1
        pos.dealing = (pos.dealing + 1) % pos.players
        if pos.held[pos.dealing] == HAND:
            pos.dealing = NOBODY
        return
    seat = int(pos.turn)
    if pos.table[seat] != NOTHING:  # the last trick, which this seat took, lay there to be seen
        pos.table[:] = NOTHING
    pos.cards[action] = PLAYED + seat
    pos.held[seat] -= 1
    pos.table[seat] = action + 1
    pos.turn = (seat + 1) % pos.players
    if pos.table[pos.turn] != NOTHING:
        for other in range(pos.players):
            if pos.table[other] > pos.table[pos.turn]:
                pos.turn = other
        pos.tricks[pos.turn] += 1


@kernel
def points(pos: State, seat: int) -> int:
    """The tricks."""
    return int(pos.tricks[seat])


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The most tricks win."""
    for seat in range(pos.players):
        out[seat] = float(pos.tricks[seat])
    most_win(out, pos.players)


# ── Secrets ──────────────────────────────────────────────────────────────────
@kernel
def hide(pos: State, seat: int) -> None:
    """Blank the hands of the other seats. A spectator, seat -1, sees none."""
    for card in range(CARDS):
        if HELD <= pos.cards[card] < PLAYED and pos.cards[card] != HELD + seat:
            pos.cards[card] = UNKNOWN


@kernel
def knows(pos: State, action: int, seat: int) -> bool:
    """Only the seat that is dealt a card may know it."""
    return bool(action < DEALS or pos.dealing == seat)


@kernel
def determinize(pos: State, seat: int, stream: Stream) -> None:
    """Fill the hidden hands with cards that were not seen; all are equally likely."""
    for other in range(pos.players):
        hidden = int(pos.held[other])
        for card in range(CARDS):
            hidden -= pos.cards[card] == HELD + other
        for _ in range(hidden):
            pos.cards[unseen_card(pos, pos, stream)] = HELD + other


@kernel
def resample_history(pos: State, seen: State, seat: int, history: Actions, stream: Stream) -> None:
    """Choose a card for each deal that the seat did not learn: one that was played later, or one never seen."""
    for ply in range(len(history)):
        if history[ply] == UNTOLD:
            history[ply] = DEALS + dealt_card(pos, seen, stream)
        play(pos, history[ply])


@kernel
def dealt_card(pos: State, seen: State, stream: Stream) -> int:
    """A card for the seat that is dealt one now. Those that it has played since were dealt in any order."""
    chosen = below(stream, HAND - pos.held[pos.dealing])
    for card in range(CARDS):
        if pos.cards[card] == UNKNOWN and seen.cards[card] == PLAYED + pos.dealing:
            if chosen == 0:
                return card
            chosen -= 1
    return unseen_card(pos, seen, stream)


@kernel
def unseen_card(pos: State, seen: State, stream: Stream) -> int:
    """A random card that is unknown in both; all are equally likely."""
    left = 0
    for card in range(CARDS):
        left += pos.cards[card] == UNKNOWN and seen.cards[card] == UNKNOWN
    chosen = below(stream, max(1, left))
    for card in range(CARDS):
        if pos.cards[card] == UNKNOWN and seen.cards[card] == UNKNOWN:
            if chosen == 0:
                return card
            chosen -= 1
    return 0

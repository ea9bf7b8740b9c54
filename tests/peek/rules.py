"""Actions:  0 ..  2  look at the card of seat 0 .. 2
             3 .. 14  say that seat (action - NAMES) // CARDS holds a card of (action - NAMES) % CARDS + 1
            15, 16    the own card grows or shrinks by one
            17 .. 20  chance deals a card of 1 .. 4

An action that is not legal, or comes after the end, leaves its mark: `broken`. No search may ever play one.
"""

from typing import Annotated

import numpy as np

from rookery.core.chance import below
from rookery.core.kernel import kernel
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
    Weights,
    cell,
    packed,
)

CARDS, ROUNDS = 4, 3
UNKNOWN = 0  # in `cards`: not dealt, or hidden
NOBODY = -1
LOOKS, NAMES = 0, 3
GROWS = NAMES + 3 * CARDS
SHRINKS, DEALS = GROWS + 1, GROWS + 2
BROKEN = 100.0  # utility of all in a game that was not played by its rules


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=3)]
    turn: Annotated[int, cell(np.int8, low=0, high=9)]  # turns that are over
    dealing: Annotated[int, cell(np.int8, low=NOBODY, high=2)]  # the seat that is dealt a card
    winner: Annotated[int, cell(np.int8, low=NOBODY, high=2)]  # who was right
    cards: Annotated[Array, cell(np.int8, 3, low=UNKNOWN, high=CARDS)]  # [seat]
    seen: Annotated[Array, cell(np.int8, 3, 3, low=0, high=1)]  # [who, whose card]
    looked: Annotated[Array, cell(np.int8, 3, low=0, high=1)]  # [seat]
    changed: Annotated[Array, cell(np.int8, 3, low=0, high=1)]  # [seat]
    broken: Annotated[int, cell(np.int8, low=0, high=0)]


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    pos.players = settings[0]
    pos.winner = NOBODY


@kernel
def mover(pos: State) -> int:
    if pos.dealing != NOBODY:
        return CHANCE
    if pos.winner != NOBODY or pos.turn == ROUNDS * pos.players:
        return OVER
    return int(pos.turn % pos.players)


@kernel
def can(pos: State, seat: int, action: int) -> bool:
    """Whether a seat whose turn it is may do that."""
    if action < 0 or action >= DEALS:
        return False
    if action < NAMES:
        other = action - LOOKS
        return other != seat and other < pos.players and not pos.looked[seat] and pos.turn >= pos.players
    if action < GROWS:
        other = (action - NAMES) // CARDS
        return other != seat and other < pos.players
    if pos.changed[seat] or pos.turn >= (ROUNDS - 1) * pos.players:  # the end shows all cards, so no secret may end it
        return False
    return bool(pos.cards[seat] < CARDS if action == GROWS else pos.cards[seat] > 1)


@kernel
def legal(pos: State, actions: Actions) -> int:
    who, count = mover(pos), 0
    if who == CHANCE:
        for card in range(CARDS):
            actions[card] = DEALS + card
        return CARDS
    if who != OVER:
        for action in range(DEALS):
            if can(pos, who, action):
                actions[count] = action
                count += 1
    return count


@kernel
def weights(pos: State, actions: Actions, count: int, out: Weights) -> None:
    for i in range(count):
        out[i] = 1.0


@kernel
def show(pos: State, whose: int, seen: int) -> None:
    """Write down whether everybody has seen the card of a seat."""
    for who in range(3):
        pos.seen[who, whose] = seen


@kernel
def deal(pos: State, seat: int) -> None:
    """The next card goes to a seat; nobody has seen it."""
    pos.dealing = seat
    pos.cards[seat] = UNKNOWN
    show(pos, seat, 0)


@kernel
def play(pos: State, action: int) -> None:
    who = mover(pos)
    if who == OVER or (who == CHANCE) != (action >= DEALS) or (who >= 0 and not can(pos, who, action)):
        pos.broken = 1
    elif who == CHANCE:
        seat = pos.dealing
        pos.cards[seat] = action - DEALS + 1
        pos.seen[seat, seat] = 1
        pos.dealing = NOBODY
        if pos.turn == 0 and seat + 1 < pos.players and pos.cards[seat + 1] == UNKNOWN:
            pos.dealing = seat + 1
    elif action < NAMES:
        pos.seen[who, action - LOOKS] = 1
        pos.looked[who] = 1
    elif action < GROWS:
        other = (action - NAMES) // CARDS
        pos.turn += 1
        if pos.cards[other] == (action - NAMES) % CARDS + 1:
            pos.winner = who
        else:
            show(pos, who, 1)
            deal(pos, other)
    else:
        pos.cards[who] += 1 if action == GROWS else -1
        pos.changed[who] = 1
        show(pos, who, 0)
        pos.seen[who, who] = 1
        pos.turn += 1


@kernel
def utilities(pos: State, out: Utilities) -> None:
    best, most = pos.winner, 0
    if best == NOBODY:
        for seat in range(pos.players):
            if pos.cards[seat] == most:
                best = NOBODY
            elif pos.cards[seat] > most:
                best, most = seat, pos.cards[seat]
    for seat in range(pos.players):
        out[seat] = 0.0 if best == NOBODY else 1.0 if seat == best else -1.0 / (pos.players - 1)
        if pos.broken:
            out[seat] = BROKEN


@kernel
def hide(pos: State, seat: int) -> None:
    """Cards that the seat has not seen, until it is over."""
    if mover(pos) != OVER:
        for other in range(pos.players):
            if seat < 0 or not pos.seen[seat, other]:
                pos.cards[other] = UNKNOWN


@kernel
def knows(pos: State, action: int, seat: int) -> bool:
    """A deal is for who gets it, a change for who makes it."""
    if action >= DEALS:
        return bool(seat == pos.dealing)
    return action < GROWS or seat == mover(pos)


@kernel
def determinize(pos: State, seat: int, stream: Stream) -> None:
    """Any card may be any."""
    for other in range(pos.players):
        dealt = pos.dealing == NOBODY or (pos.dealing != other and (pos.turn > 0 or other < pos.dealing))
        if dealt and pos.cards[other] == UNKNOWN:
            pos.cards[other] = 1 + below(stream, CARDS)


@kernel
def resample_history(pos: State, seen: State, seat: int, history: Actions, stream: Stream) -> None:
    """What leads to the cards that are seen now, else anything; what was told may then not fit."""
    for ply in range(len(history)):
        if history[ply] == UNTOLD and mover(pos) == CHANCE:
            card = shown_later(pos, seen, history, ply, pos.dealing) - 1
            if card >= 0 and seen.changed[pos.dealing] and not pos.changed[pos.dealing]:
                card += 1 - 2 * below(stream, 2)
            history[ply] = DEALS + (min(card, CARDS - 1) if card >= 0 else below(stream, CARDS))
        elif history[ply] == UNTOLD:
            who = max(mover(pos), 0)
            card = shown_later(pos, seen, history, ply, who)
            history[ply] = GROWS + below(stream, 2)
            if card > 0:
                history[ply] = GROWS if card > pos.cards[who] else SHRINKS
        play(pos, history[ply])


@kernel
def shown_later(pos: State, seen: State, history: Actions, ply: int, seat: int) -> int:
    """The card that a seat is seen to have now; UNKNOWN where it is not seen, or another one was dealt meanwhile."""
    for later in range(ply + 1, len(history)):
        if NAMES <= history[later] < GROWS and (history[later] - NAMES) // CARDS == seat and later + 1 < len(history):
            return UNKNOWN
    return int(seen.cards[seat])

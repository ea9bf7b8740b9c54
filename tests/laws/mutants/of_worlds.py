"""Worlds that look right to a seat, and that no game reaches."""

from rookery.core.chance import below
from rookery.core.protocol import Actions, Stream
from tests.laws.mutants import breaks, breaks_by
from tests.tiny import rules
from tests.tiny.lab import Lab
from tests.tiny.rules import CARDS, CELLS, UNKNOWN, State

_legal = rules.legal


@breaks_by("worlds_are_those_of_games", Lab.rules, "determinize")
def cards_of_seats_that_were_dealt_none(pos: State, seat: int, stream: Stream) -> None:
    for other in range(pos.players):
        if pos.cards[other] == UNKNOWN and other != seat:
            pos.cards[other] = 1 + below(stream, CARDS)


@breaks("worlds_are_those_of_games")
def a_card_that_was_dealt_twice(lab: Lab) -> None:
    """In this game each card is there once, and `determinize` does not look at those in sight."""

    def legal(pos: State, actions: Actions) -> int:
        listed = actions[: _legal(pos, actions)].tolist()
        free = [action for action in listed if action < CELLS or action - CELLS + 1 not in pos.cards]
        actions[: len(free)] = free
        return len(free)

    lab.rules(legal=legal)

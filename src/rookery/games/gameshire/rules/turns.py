"""The start of turns, the draws before a choice, and the end of a game. Rule IDs GS-.. are explained in rules.md."""

from rookery.core.kernel import kernel
from rookery.games.gameshire.rules import market
from rookery.games.gameshire.rules.layout import NONE, REVIEWED, State
from rookery.games.gameshire.rules.phases import PHASE


@kernel
def begin_first_turn(pos: State, seat: int) -> None:
    """Give the first turn to a seat (GS-10). Wrinkles to review are picked before the market is filled."""
    pos.turn = seat
    if pos.reviewed == REVIEWED and market.picking_colour(pos) != NONE:
        pos.phase = PHASE.PICKING_WRINKLES
    else:
        draw_or_choose(pos)


@kernel
def begin_next_turn(pos: State) -> None:
    """Give the turn to the next player who is still in. If nobody is, end the game (GS-11, GS-45)."""
    for step in range(1, pos.players + 1):
        seat = (pos.turn + step) % pos.players
        if not pos.out >> seat & 1:
            pos.turn = seat
            draw_or_choose(pos)
            return
    end_game(pos)


@kernel
def end_game(pos: State) -> None:
    """End the game: no action is legal any more."""
    pos.phase, pos.recorder, pos.chosen, pos.omit = PHASE.ENDED, NONE, NONE, 0


@kernel
def draw_or_choose(pos: State) -> None:
    """Set the phase to the next draw or, if no card is missing, to CHOOSING.

    One season card lies in sight on the deck (GS-10), and a resource card lies under each season card. The market is
    refilled (GS-11), and G adds a pair (GS-35). An empty deck is made anew from its discards only when a card has to be
    drawn from it (GS-46)."""
    while True:
        wanted = market.count_pairs(pos) < pos.width or pos.user != NONE
        if pos.top == NONE and (wanted or pos.season_deck != 0):
            if pos.season_deck == 0:
                pos.season_deck, pos.season_discard = pos.season_discard, 0
            pos.phase = PHASE.DRAWING_SEASON_CARD
            return
        if market.waiting_place(pos) != NONE:
            if pos.resource_deck == 0 and market.count_wrinkles(pos) == 0:
                pos.resource_deck, pos.resource_discard = pos.resource_discard, 0
            pos.phase = PHASE.DRAWING_RESOURCE_CARD
            return
        if not wanted:
            pos.dealt, pos.phase = 1, PHASE.CHOOSING
            return
        market.reveal_season_card(pos)
        pos.user = NONE

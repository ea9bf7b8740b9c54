"""The conditions for a position that can be played to an end. `read_position` refuses others.

Positions that no game reaches are possible, too: their writer need not know how they came about."""

from rookery.core.reading.spelling import must
from rookery.games.gameshire.rules import autumn, layout, market, spring, verbs
from rookery.games.gameshire.rules.layout import AUTUMN, BLANK, COLOUR_COUNT, NONE, SPRING, UNSEEN, WHITE, State
from rookery.games.gameshire.rules.phases import PHASE

OF_ANSWERS = (PHASE.ERASING, PHASE.WRITING)  # in the midst of what another phase does: `back`
OF_CARDS = (PHASE.RECORDING, PHASE.CROWNING)
OF_DRAWS = (PHASE.DRAWING_FIRST_SEAT, PHASE.PICKING_WRINKLES, PHASE.DRAWING_SEASON_CARD, PHASE.DRAWING_RESOURCE_CARD)
OF_AUTUMN = (PHASE.SHADING, PHASE.DELIVERING, PHASE.REFRESHING)
# [field of a step that is under way] the phases in which it is set
PENDING = {
    "chosen": (*OF_CARDS, PHASE.DELIVERING, PHASE.REFRESHING),
    "recorder": OF_CARDS,
    "asked": (*OF_ANSWERS, PHASE.SHADING, PHASE.CROSSING_OUT),
    "user": (*OF_ANSWERS, PHASE.DRAWING_SEASON_CARD),  # while a top card is drawn only if skill G draws it
    "wrinkle": (PHASE.CROSSING_OUT, PHASE.FORGETTING),
    "left": (PHASE.SHADING, PHASE.CROSSING_OUT, PHASE.REFRESHING),
    "covered": (PHASE.CROWNING,),
    "back": OF_ANSWERS,
}
UNSET_AT_ZERO = ("left", "covered", "back")  # 0 if they are not set; the others are NONE


def check(pos: State, begun: bytes) -> None:
    """Raises ValueError with the reason if `pos` contradicts itself. `begun`: the position that `setup` wrote."""
    at_first = pos.phase != PHASE.DRAWING_FIRST_SEAT or pos.tobytes() == begun
    must(at_first, "the first seat is drawn first, and only if chance decides it")
    _check_cards(pos)
    _check_wrinkles(pos)
    _check_seats(pos)
    _check_pending(pos)
    _check_step(pos)


def _check_cards(pos: State) -> None:
    """The deck shows a card, and each place has a pair, a single season card or nothing (GS-06, GS-10)."""
    pairs, waiting = market.count_pairs(pos), market.waiting_place(pos) != NONE
    must(pairs <= layout.MARKET_WIDTH + pos.uses, f"{pairs} pairs are more than three plus one for each use of a skill")
    must(pos.phase != PHASE.CHOOSING or pairs >= pos.width, f"the market is filled up to {pos.width} pairs before that")
    must(pos.phase != PHASE.DRAWING_SEASON_CARD or pos.top == NONE, "a top card is drawn only if there is none")
    in_sight = pos.top != NONE or not pos.season_deck or pos.phase in OF_DRAWS
    must(in_sight, "a season card must be in sight on the deck")
    alone = (*OF_DRAWS, PHASE.CROSSING_OUT, PHASE.FORGETTING)
    must(pos.phase in alone or not waiting, "each season card needs a resource card")
    drawn_for = pos.phase != PHASE.DRAWING_RESOURCE_CARD or waiting
    must(drawn_for, "a resource card is drawn only for a season card without one")


def _check_wrinkles(pos: State) -> None:
    """No more wrinkles came than the table has, and each of them was seen if they are reviewed (GS-04, GS-47)."""
    must(min(pos.in_deck) >= 0, "more wrinkles of one colour came than this table has")
    if pos.reviewed == UNSEEN or pos.phase == PHASE.DRAWING_FIRST_SEAT:
        must(not pos.picked, "no player has seen yet, or sees at this table, which wrinkles can come")
        return
    colours = [market.wrinkles_of_colour(colour) for colour in range(COLOUR_COUNT)]
    wanted = [left + (pos.drawn & colour).bit_count() for left, colour in zip(pos.in_deck.tolist(), colours)]
    seen = [(pos.picked & colour).bit_count() for colour in colours]
    picking = pos.phase == PHASE.PICKING_WRINKLES and not pos.drawn and all(map(int.__le__, seen, wanted))
    must(
        picking or seen == wanted,
        "wrinkles are seen before the first draw, as many of each colour as the table has",
    )
    must(not pos.drawn & ~pos.picked, "a wrinkle came that had not been seen")


def _check_seats(pos: State) -> None:
    """Gifts are shared out (GS-14), chosen in Spring (GS-19) and delivered in Autumn (GS-43); boons are earned before
    they are spent (GS-30); a seat that is out has no turn (GS-18, GS-44)."""
    for seat in range(pos.players):
        must(spring.share_left(pos, seat) >= 0, f"seat {seat + 1} chose more gifts than its share")
        white = pos.season == AUTUMN or not ~pos.holding[seat, BLANK] & ~WHITE
        must(white, "only skill R writes on the border, and only in Autumn")
    must(pos.season == SPRING or spring.all_chosen(pos), "all gifts are chosen before Autumn")
    must(pos.season == AUTUMN or not pos.delivered, "gifts are delivered in Autumn only")
    must(pos.season == AUTUMN or not pos.shaded.any(), "boxes are shaded in Autumn only")
    must(spring.boons_left(pos) >= 0, "more boons are spent than were earned")
    everybody = (1 << pos.players) - 1
    sharing = pos.season == AUTUMN or spring.can_share(pos)
    over = verbs.won(pos) or pos.out & everybody == everybody or not sharing
    must((pos.phase == PHASE.ENDED) == over, "the game is over when all gifts are delivered or all have passed")
    for seat in (pos.turn, pos.recorder, pos.asked, pos.user):
        must(seat < pos.players, f"there is no seat {seat + 1} at this table")
    must(pos.phase == PHASE.ENDED or not pos.out >> pos.turn & 1, f"seat {pos.turn + 1} is out and has no turn")


def _check_pending(pos: State) -> None:
    for name, phases in PENDING.items():
        there = pos[name] != (0 if name in UNSET_AT_ZERO else NONE)
        now = pos.phase in phases or pos.back in phases
        must(there <= now, f"this phase does not allow the field {name}")
        optional = name == "user" and pos.phase == PHASE.DRAWING_SEASON_CARD
        must(there or not now or optional, f"this phase needs the field {name}")
    must(pos.chosen == NONE or pos.market[pos.chosen] != NONE, "the chosen place is empty")
    must(pos.back in (0, PHASE.CHOOSING, PHASE.RECORDING), "the phase after erase or write is choose or record")


def _check_step(pos: State) -> None:
    must(pos.phase not in OF_AUTUMN or pos.season == AUTUMN, "this phase is part of Autumn")
    if pos.phase == PHASE.CROWNING:
        share, covered = spring.share_left(pos, pos.recorder), [c for c in range(layout.GIFTS) if pos.covered >> c & 1]
        choice = pos.season == SPRING and spring.must_choose(share, len(covered))
        must(choice, "a player chooses between crowns only if more are covered than the share still allows")
        for column in covered:
            written = pos.boxes[pos.recorder, layout.CROWN_AT[pos.set, pos.recorder, column]] != BLANK
            new = written and pos.gifts[column] == BLANK
            must(new, "a covered crown has a value, and its gift is not chosen yet")
    elif pos.phase == PHASE.DELIVERING:
        both = NONE not in (autumn.matching_column(pos, 0), autumn.matching_column(pos, 1))
        must(both, "a seat chooses the gift to deliver only if two gifts match")
    elif pos.phase == PHASE.CROSSING_OUT:
        demanded = layout.WRINKLE_EFFECTS[pos.set, pos.wrinkle, 0] == layout.EFFECT.CROSS_OUT
        must(demanded, "the wrinkle does not demand that boxes are crossed out")

"""The verbs of Gameshire, in the order of the rulebook. Rule IDs GS-.. are explained in rules.md.

Squares, values and the fields of a position: layout.py. Phases and actions: phases.py, actions.py. Maps and shapes:
maps.py. The market and the draws: market.py. Turns: turns.py. The seasons: spring.py, autumn.py. Their exceptions:
skills.py, wrinkles.py. Nothing is hidden: a card is decided only when it is drawn.
"""

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Actions, Settings, Utilities
from rookery.games.gameshire.rules import autumn, maps, market, skills, spring, turns, wrinkles
from rookery.games.gameshire.rules.actions import ACT, USES, kind_of, list_members, record_fields, write_action
from rookery.games.gameshire.rules.layout import (
    AUTUMN,
    BITS,
    BLANK,
    DECK_FOR,
    EVERYWHERE,
    MARKET_WIDTH,
    NO_SQUARE,
    NONE,
    OFFSETS,
    PLACES,
    REFRESHED,
    RESOURCES,
    SEASONS,
    SET_OF,
    SPRING,
    VALUES,
    WRITTEN,
    State,
)
from rookery.games.gameshire.rules.phases import PHASE


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def setup(pos: State, settings: Settings) -> None:
    """Set up blank maps, full decks and an empty market (GS-10). The options set the first player, the set of
    components and the wrinkles."""
    pos.players, pos.set, pos.reviewed = settings[0], SET_OF[settings[2]], settings[6]
    pos.deck = DECK_FOR[pos.set, pos.players - 1]
    for colour in range(len(pos.in_deck)):
        pos.in_deck[colour] = settings[3 + colour]
    pos.season_deck, pos.resource_deck = (1 << SEASONS) - 1, (1 << RESOURCES) - 1
    pos.recorder, pos.asked, pos.user, pos.chosen, pos.top, pos.wrinkle = NONE, NONE, NONE, NONE, NONE, NONE
    pos.market[:] = NONE
    pos.under[:] = NONE
    pos.giver[:] = NONE
    pos.width, pos.refreshed = MARKET_WIDTH, REFRESHED
    for seat in range(len(pos.boxes)):
        pos.holding[seat, BLANK] = EVERYWHERE
    if settings[1] == 0:
        pos.phase = PHASE.DRAWING_FIRST_SEAT
    else:
        turns.begin_first_turn(pos, settings[1] - 1)


# ── Whose decision, and which ────────────────────────────────────────────────
@kernel
def mover(pos: State) -> int:
    """CHANCE in a draw; the player who records; the player who is asked for a box; otherwise the player whose turn it
    is. OVER after the end."""
    if pos.phase == PHASE.ENDED:
        return OVER
    if (
        pos.phase == PHASE.DRAWING_FIRST_SEAT
        or pos.phase == PHASE.PICKING_WRINKLES
        or pos.phase == PHASE.DRAWING_SEASON_CARD
        or pos.phase == PHASE.DRAWING_RESOURCE_CARD
    ):
        return CHANCE
    if pos.phase == PHASE.RECORDING or pos.phase == PHASE.CROWNING:
        return int(pos.recorder)
    if (
        pos.phase == PHASE.ERASING
        or pos.phase == PHASE.WRITING
        or pos.phase == PHASE.SHADING
        or pos.phase == PHASE.CROSSING_OUT
    ):
        return int(pos.asked)
    return int(pos.turn)


@kernel
def legal(pos: State, actions: Actions) -> int:
    """The actions of the phase."""
    if pos.phase == PHASE.ENDED:
        return 0
    if pos.phase == PHASE.CHOOSING or pos.phase == PHASE.RECORDING:
        return list_card_actions(pos, actions)
    if pos.phase == PHASE.CROWNING:
        return list_members(ACT.CROWN, pos.covered, actions, 0)
    if pos.phase == PHASE.ERASING:
        return declinable(list_members(ACT.ERASE, maps.erasable(pos, pos.asked), actions, 0), actions)
    if pos.phase == PHASE.WRITING:
        count, squares = 0, maps.blanks(pos, pos.asked)
        for value in range(1, VALUES):
            count = list_members(write_action(value, 0), squares, actions, count)
        return declinable(count, actions)
    if pos.phase == PHASE.SHADING:
        return list_members(ACT.SHADE, autumn.to_shade(pos), actions, 0)
    if pos.phase == PHASE.CROSSING_OUT:
        return list_members(ACT.CROSS_OUT, maps.blanks(pos, pos.asked), actions, 0)
    if pos.phase == PHASE.FORGETTING:
        return list_members(ACT.FORGET, pos.learned, actions, 0)
    if pos.phase == PHASE.DELIVERING or pos.phase == PHASE.REFRESHING:
        return autumn.list_after_demand(pos, actions)
    return market.list_draws(pos, actions)


@kernel
def declinable(count: int, actions: Actions) -> int:
    """Append DECLINE, because W and R force nobody (GS-31, GS-33); return the new count."""
    actions[count] = ACT.DECLINE
    return count + 1


@kernel
def list_card_actions(pos: State, actions: Actions) -> int:
    """List the pairs that the player can record, or the ways to record the chosen one. PASS is legal only if there are
    none (GS-11, GS-18, GS-41, GS-44). Add the skills that can be used (GS-30). Return the number of actions."""
    count = 0
    if pos.phase == PHASE.RECORDING:
        count = maps.list_recordings(pos, pos.recorder, pos.chosen, actions, 0)
    else:
        for place in range(PLACES):
            if pos.market[place] != NONE and maps.can_record(pos, pos.turn, place):
                actions[count] = ACT.CHOOSE + place
                count += 1
    if count == 0:
        actions[0] = ACT.PASS
        count = 1
    return skills.list_skills(pos, actions, count)


# ── Playing ──────────────────────────────────────────────────────────────────
@kernel
def play(pos: State, action: int) -> None:
    """Play one decision or one draw, and set the phase, turn and season that follow from it."""
    kind = kind_of(action)
    which = action - kind
    if kind == ACT.RECORD:
        record_card(pos, action)
    elif kind == ACT.CHOOSE:
        pos.chosen, pos.recorder, pos.phase = which, pos.turn, PHASE.RECORDING
    elif kind == ACT.PASS:
        pass_season(pos)
    elif kind in USES:
        skills.use_skill(pos, mover(pos), action)
    elif kind == ACT.ERASE or kind == ACT.WRITE or kind == ACT.DECLINE:
        skills.answer_skill(pos, action)
    elif kind == ACT.CROWN:
        if spring.choose_crown(pos, pos.recorder, which):
            next_recorder(pos)
    elif kind == ACT.SHADE:
        autumn.shade_square(pos, which)
    elif kind == ACT.DELIVER:
        autumn.deliver_gift(pos, which)
    elif kind == ACT.DISCARD:
        market.discard_pair(pos, which)
        pos.left -= 1
        autumn.offer_refresh(pos)
    elif kind == ACT.DONE:
        autumn.demand_done(pos)
    elif kind == ACT.CROSS_OUT:
        wrinkles.cross_out(pos, BITS[which])
    elif kind == ACT.FORGET:
        wrinkles.forget_skill(pos, which)
    else:
        play_draw(pos, action)


@kernel
def play_draw(pos: State, action: int) -> None:
    """Play one draw of chance."""
    kind = kind_of(action)
    which = action - kind
    if kind == ACT.FIRST_SEAT:
        turns.begin_first_turn(pos, which)
    elif kind == ACT.WRINKLE:
        wrinkles.take_wrinkle(pos, which)
    elif kind == ACT.SEASON_CARD:
        pos.top = which
        pos.season_deck &= ~(1 << which)
        turns.draw_or_choose(pos)
    else:
        pos.under[market.waiting_place(pos)] = which
        pos.resource_deck &= ~(1 << which)
        turns.draw_or_choose(pos)


# ── Recording ────────────────────────────────────────────────────────────────
@kernel
def record_card(pos: State, action: int) -> None:
    """Record the chosen card. In Spring, write the plan's contents, with `#` and `*` from the resource card (GS-12). In
    Autumn, shade the area (GS-41, GS-42)."""
    omit, look, at = record_fields(action)
    card, resource, up = pos.market[pos.chosen], pos.under[pos.chosen], 0 if pos.season == SPRING else 1 + pos.deck
    squares = NO_SQUARE
    for box in range(maps.size(pos, card)):
        if box + 1 != omit:
            square = at + OFFSETS[pos.set, up, card, look, box]
            squares |= BITS[square]
            if pos.season == SPRING:
                maps.write(pos, pos.recorder, square, WRITTEN[pos.set, card, resource, box])
    if pos.season == AUTUMN:
        pos.shaded[pos.recorder] |= squares
        next_recorder(pos)
    elif spring.collect_rewards(pos, pos.recorder, squares):
        next_recorder(pos)


@kernel
def next_recorder(pos: State) -> None:
    """Let the next player who is still in record the same card, in turn order (GS-11, GS-42). After the last one,
    finish the card."""
    for step in range((pos.recorder - pos.turn) % pos.players + 1, pos.players):
        seat = (pos.turn + step) % pos.players
        if not pos.out >> seat & 1:
            pos.recorder, pos.phase = seat, PHASE.RECORDING
            return
    if pos.season == AUTUMN:
        autumn.demand_met(pos)
    else:
        end_of_card(pos)


@kernel
def end_of_card(pos: State) -> None:
    """Discard both cards. End Spring if all gifts are chosen (GS-19); otherwise begin the next turn (GS-11)."""
    autumn.put_away(pos)
    if pos.season == SPRING and spring.all_chosen(pos):
        autumn.begin_autumn(pos)
    else:
        turns.begin_next_turn(pos)


@kernel
def pass_season(pos: State) -> None:
    """Put the mover out for the season (GS-18, GS-44). If the gifts can then no longer be shared out, the game is lost.
    If the chooser no longer has room for the chosen card, the card is discarded unrecorded."""
    seat = mover(pos)
    pos.out |= 1 << seat
    if pos.season == SPRING and not spring.can_share(pos):
        turns.end_game(pos)
    elif seat == pos.turn:
        end_of_card(pos)
    else:
        next_recorder(pos)


# ── The end ──────────────────────────────────────────────────────────────────
@kernel
def won(pos: State) -> bool:
    """Whether all six gifts are delivered (GS-45)."""
    return bool(pos.delivered == autumn.ALL_GIFTS)


@kernel
def points(pos: State, seat: int) -> int:
    """The gifts that the team has delivered (GS-43); six win (GS-45)."""
    return count_bits(pos.delivered)


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """1 for every seat if the team has won, else -1 (GS-45)."""
    for seat in range(pos.players):
        out[seat] = 1.0 if won(pos) else -1.0

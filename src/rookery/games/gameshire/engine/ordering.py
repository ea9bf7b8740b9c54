"""Scores of actions, as a sensible team of Gameshire sees them, in the points of worth.py."""

from rookery.core.bits import count_bits, lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Weights
from rookery.games.gameshire.engine import worth
from rookery.games.gameshire.rules import layout, maps
from rookery.games.gameshire.rules.actions import ACT, USES, kind_of, record_fields, write_fields
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.skills import cost
from rookery.games.gameshire.rules.spring import gifts_unset, share_left


# ── Pairs of the market ──────────────────────────────────────────────────────
@kernel
def record_worth(pos: State, seat: int, place: int, omit: int, look: int, at: int) -> float:
    """The points of one way to record a pair; `at`: the top left square of the shape."""
    if pos.season == layout.SPRING:
        return float(worth.spring_record(pos, seat, place, omit, look, at))
    return float(worth.autumn_record(pos, seat, place, omit, look, at))


@kernel
def best_record(pos: State, seat: int, place: int) -> float:
    """The points of the best way to record a pair, which must be possible to record."""
    card, squares, allowed, best = pos.market[place], maps.free(pos, seat), maps.distinct_looks(pos, place), -1e6
    for omit in range(maps.most_omitted(pos, card) + 1):
        for look in range(layout.LOOKS):
            if allowed >> look & 1:
                found = maps.recordable_places(pos, seat, card, look, omit, squares)
                while found:
                    best = max(best, record_worth(pos, seat, place, omit, look, lowest_bit(found)))
                    found = without_lowest(found)
    return best


@kernel
def rate_choice(pos: State, place: int) -> float:
    """The points of a pair for the player whose turn it is: the map afterwards, less for each follower who cannot
    record the pair, more if it delivers a gift."""
    points = best_record(pos, pos.turn, place)
    for seat in range(pos.players):
        if seat != pos.turn and not pos.out >> seat & 1 and not maps.can_record(pos, seat, place):
            points -= worth.FOLLOWER
    if pos.season == layout.AUTUMN and worth.names_gift(pos, pos.under[place]):
        points += worth.DELIVERY
    return points


@kernel
def order_cards(pos: State, seat: int, actions: Actions, count: int, scores: Weights) -> None:
    """Score pairs to choose, or ways to record one. A skill scores above all of them if it is worth its boons, else
    below the best one."""
    best, delivers, stuck = -1e6, False, False
    for i in range(count):
        action = int(actions[i])
        kind = kind_of(action)
        if kind == ACT.RECORD:
            omit, look, at = record_fields(action)
            scores[i] = record_worth(pos, seat, pos.chosen, omit, look, at)
            best = max(best, scores[i])
        elif kind == ACT.CHOOSE:
            place = action - kind
            scores[i] = rate_choice(pos, place)
            best = max(best, scores[i])
            delivers = delivers or (pos.season == layout.AUTUMN and worth.names_gift(pos, pos.under[place]))
        elif kind == ACT.PASS:  # the only action beside skills (GS-18, GS-44): `best` still has its first value
            scores[i], stuck = best, True
    for i in range(count):
        action = int(actions[i])
        if kind_of(action) in USES:
            scores[i] = best + (rate_rescue(pos, seat, action) if stuck else rate_skill(pos, seat, action, delivers))


# ── Skills ───────────────────────────────────────────────────────────────────
@kernel
def lines_in_reach(pos: State) -> int:
    """The number of maps on which one box would complete a row or column."""
    count = 0
    for seat in range(pos.players):
        reach = False
        for line in range(layout.LINES):
            lacking = pos.holding[seat, layout.BLANK] & layout.LINE_MASKS[line]
            reach = reach or (pos.crossed[seat] & lacking == layout.NO_SQUARE and count_bits(lacking) == 1)
        count += reach
    return count


@kernel
def rate_skill(pos: State, seat: int, action: int, delivers: bool) -> float:
    """The points of a skill beside the best card action: above 0 if it is worth its boons now. In Spring this is R, if
    it earns more boons than it costs. In Autumn it is P, G or Y, if no pair that can be chosen delivers a gift and a
    new one is likely enough to."""
    kind = kind_of(action)
    which = action - kind
    if pos.season == layout.SPRING:
        return 1.0 if kind == ACT.USE_R and lines_in_reach(pos) > cost(pos) else -1.0
    chance = worth.likely(pos)
    if pos.phase == PHASE.RECORDING or delivers or chance < worth.LIKELY:
        return -1.0
    if kind == ACT.USE_P:
        return 2.0 if maps.can_record(pos, seat, which) else -1.0
    if kind == ACT.USE_Y:
        return 3.0 if worth.can_meet(pos, seat, which) else -1.0
    return 1.0 if kind == ACT.USE_G else -1.0


@kernel
def rate_rescue(pos: State, seat: int, action: int) -> float:
    """The points of a skill beside PASS: above 0 if it may save the seat from passing, and the team needs the seat. In
    Spring it needs a seat that has gifts left to choose, in Autumn the seat whose turn it is."""
    if (share_left(pos, seat) <= 0) if pos.season == layout.SPRING else (seat != pos.turn):
        return -1.0
    kind = kind_of(action)
    which = action - kind
    if kind == ACT.USE_O:
        return 9.0 if helps_to_omit(pos, seat) else -1.0
    if kind == ACT.USE_Y:
        return 8.0 if pos.season == layout.SPRING or worth.can_meet(pos, seat, which) else -1.0
    if kind == ACT.USE_R:
        return 5.0 if pos.season == layout.AUTUMN else -1.0
    return 7.0 if kind == ACT.USE_G else 4.0 if kind == ACT.USE_W else -1.0


@kernel
def helps_to_omit(pos: State, seat: int) -> bool:
    """Whether something can be recorded with one box left out. `pos.omit` must be 0, as it is when USE_O is legal, and
    is 0 again afterwards."""
    helps = False
    pos.omit = 1
    for place in range(layout.PLACES):
        if pos.market[place] != layout.NONE and (pos.phase == PHASE.CHOOSING or place == pos.chosen):
            helps = helps or maps.can_record(pos, seat, place)
    pos.omit = 0
    return helps


# ── Single boxes ─────────────────────────────────────────────────────────────
@kernel
def erasing(pos: State, seat: int, bit: int) -> float:
    """The points of the map with one box erased or, in Autumn, no longer shaded. `bit`: its mask, or NO_SQUARE."""
    if pos.season == layout.SPRING:
        lost = worth.WRITTEN_BOX if bit != layout.NO_SQUARE else 0.0
        return worth.spring_map(pos, seat, int(pos.holding[seat, layout.BLANK] & layout.WHITE | bit)) + lost
    unshaded = maps.free(pos, seat)
    if bit & unshaded == layout.NO_SQUARE:
        return worth.autumn_map(pos, seat, unshaded | bit)
    filled = unshaded & ~pos.holding[seat, layout.BLANK]
    return (
        worth.autumn_map(pos, seat, unshaded)
        - worth.FILLED
        - worth.FILLED_ROOM * (worth.room(filled) - worth.room(filled & ~bit))
    )


@kernel
def writing(pos: State, seat: int, square: int, value: int) -> float:
    """The points of the map with one more box written, and of what that box earns."""
    if pos.season == layout.AUTUMN:
        unshaded = maps.free(pos, seat)
        filled = unshaded & ~pos.holding[seat, layout.BLANK]
        new = pos.holding[seat, value] & filled == layout.NO_SQUARE
        more = worth.FILLED + worth.FILLED_ROOM * (worth.room(filled | layout.BITS[square]) - worth.room(filled))
        return float(worth.autumn_map(pos, seat, unshaded) + more + 0.1 * new)
    blank = int(pos.holding[seat, layout.BLANK] & layout.WHITE & ~layout.BITS[square])
    points = worth.spring_map(pos, seat, blank) + worth.hammer(pos, seat, square, value)
    if worth.on_crown(pos, seat, square) and share_left(pos, seat) > 0:
        points += worth.gift(pos, value, gifts_unset(pos), blank)
    return points


@kernel
def crossing(pos: State, seat: int, square: int) -> float:
    """The points of crossing out a box: higher if the map loses less."""
    bit = layout.BITS[square]
    if pos.season == layout.AUTUMN:
        return worth.autumn_map(pos, seat, maps.free(pos, seat) & ~bit)
    blank = int(pos.holding[seat, layout.BLANK] & layout.WHITE)
    points = worth.room(maps.free(pos, seat) & ~bit)
    for line in range(layout.LINES):
        if (
            bit & layout.LINE_MASKS[line] != layout.NO_SQUARE
            and pos.crossed[seat] & layout.LINE_MASKS[line] == layout.NO_SQUARE
        ):
            points -= worth.PROGRESS[count_bits(blank & layout.LINE_MASKS[line])]
    if worth.on_crown(pos, seat, square):
        points -= worth.CROWN_CLOSED
    return points


@kernel
def rate_answer(pos: State, action: int) -> float:
    """The points of an action that answers a skill or a wrinkle, or chooses a crown, a gift or a pair to discard."""
    seat, kind = int(pos.asked), kind_of(action)
    which = action - kind
    if kind == ACT.ERASE:
        return erasing(pos, seat, layout.BITS[which])
    if kind == ACT.WRITE:
        value, square = write_fields(action)
        return writing(pos, seat, square, value)
    if kind == ACT.DECLINE:
        return erasing(pos, seat, layout.NO_SQUARE)
    if kind == ACT.CROWN:
        value = pos.boxes[pos.recorder, layout.CROWN_AT[pos.set, pos.recorder, which]]
        return worth.gift(pos, value, gifts_unset(pos), int(pos.holding[pos.recorder, layout.BLANK] & layout.WHITE))
    if kind == ACT.SHADE:
        return worth.autumn_map(pos, seat, maps.free(pos, seat) & ~layout.BITS[which])
    if kind == ACT.DELIVER:
        return worth.same_left(pos, pos.gifts[which])
    if kind == ACT.DISCARD:
        return worth.discarding(pos, which)
    if kind == ACT.CROSS_OUT:
        return crossing(pos, seat, which)
    return float(-worth.SKILL_POINTS[which]) if kind == ACT.FORGET else 0.0


# ── Verbs ────────────────────────────────────────────────────────────────────
@kernel
def order(pos: State, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Score actions in points. All outcomes of chance score 0."""
    if pos.phase == PHASE.CHOOSING:
        order_cards(pos, int(pos.turn), actions, count, scores)
    elif pos.phase == PHASE.RECORDING:
        order_cards(pos, int(pos.recorder), actions, count, scores)
    else:
        for i in range(count):
            scores[i] = rate_answer(pos, int(actions[i]))

"""Gameshire: the rules, in the order of the rulebook. Rule numbers GS-.. are those of book.md.

Squares, values, actions and the record of a position: see table.py. Maps and shapes: maps.py. The market, draws and
wrinkles: market.py. Autumn: autumn.py. Nobody has secrets: what is not drawn yet is not decided.
"""

from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Actions, Settings, Utilities
from rookery.games.gameshire.rules.autumn import (
    ALL_GIFTS,
    afterwards,
    begin_autumn,
    deliver,
    demand_done,
    demand_met,
    put_away,
    refresh,
    shade,
    to_shade,
)
from rookery.games.gameshire.rules.maps import blanks, can_record, erasable, list_squares, records, size, write
from rookery.games.gameshire.rules.market import (
    begin,
    chances,
    discard,
    end,
    list_cards,
    next_turn,
    settle,
    waiting,
)
from rookery.games.gameshire.rules.skills import answer, skills, use
from rookery.games.gameshire.rules.spring import all_chosen, can_share, choose_gift, recorded, share_left
from rookery.games.gameshire.rules.table import (
    AUTUMN,
    BEGINS,
    BITS,
    BLANK,
    CHOICES,
    CHOOSE,
    COMES,
    CROSS,
    CROSSES,
    CROWN,
    CROWNS,
    DECK_FOR,
    DECLINE,
    DELIVER,
    DELIVERS,
    DISCARDS,
    DONE,
    ENDED,
    ERASE,
    ERASES,
    EVERYWHERE,
    FORGET,
    FORGETS,
    GIFTS,
    LOOKS,
    NO_SQUARE,
    NONE,
    OFFSETS,
    PASS,
    PICK,
    PLACES,
    RECORD,
    REFRESH,
    REFRESHED,
    RESOURCE,
    RESOURCES,
    SEASONS,
    SET_OF,
    SHADE,
    SHADES,
    SKILLS,
    SPRING,
    SQUARES,
    SUPPLIES,
    TOP,
    TOPS,
    VALUES,
    WHO_BEGINS,
    WIDTH,
    WRITE,
    WRITES,
    WRITTEN,
    Position,
)
from rookery.games.gameshire.rules.wrinkles import come, cross, forget


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def setup(pos: Position, settings: Settings) -> None:
    """Blank maps, full decks, no market yet (GS-10); the options say who begins, which set, which wrinkles."""
    pos.players, pos.set, pos.reviewed = settings[0], SET_OF[settings[2]], settings[6]
    pos.deck = DECK_FOR[pos.set, pos.players - 1]
    for colour in range(len(pos.in_deck)):
        pos.in_deck[colour] = settings[3 + colour]
    pos.season_deck, pos.resource_deck = (1 << SEASONS) - 1, (1 << RESOURCES) - 1
    pos.recorder, pos.asked, pos.user, pos.chosen, pos.top, pos.wrinkle = NONE, NONE, NONE, NONE, NONE, NONE
    pos.market[:] = NONE
    pos.under[:] = NONE
    pos.giver[:] = NONE
    pos.width, pos.refreshed = WIDTH, REFRESHED
    for seat in range(len(pos.boxes)):
        pos.holding[seat, BLANK] = EVERYWHERE
    if settings[1] == 0:
        pos.phase = WHO_BEGINS
    else:
        begin(pos, settings[1] - 1)


# ── Whose decision, and which ────────────────────────────────────────────────
@kernel
def mover(pos: Position) -> int:
    """Chance draws; who records, or is asked by a skill or a wrinkle, decides; else the player whose turn it is."""
    if pos.phase == ENDED:
        return OVER
    if pos.phase == WHO_BEGINS or pos.phase == PICK or pos.phase == TOP or pos.phase == RESOURCE:
        return CHANCE
    if pos.phase == RECORD or pos.phase == CROWN:
        return int(pos.recorder)
    if pos.phase == ERASE or pos.phase == WRITE or pos.phase == SHADE or pos.phase == CROSS:
        return int(pos.asked)
    return int(pos.turn)


@kernel
def legal(pos: Position, actions: Actions) -> int:
    """What the phase asks for."""
    if pos.phase == ENDED:
        return 0
    if pos.phase == CHOOSE or pos.phase == RECORD:
        return cards(pos, actions)
    if pos.phase == CROWN:
        return list_cards(CROWNS, pos.covered, GIFTS, actions, 0)
    if pos.phase == ERASE:
        return declinable(list_squares(ERASES, erasable(pos, pos.asked), actions, 0), actions)
    if pos.phase == WRITE:
        count, squares = 0, blanks(pos, pos.asked)
        for value in range(1, VALUES):
            count = list_squares(WRITES + (value - 1) * SQUARES, squares, actions, count)
        return declinable(count, actions)
    if pos.phase == SHADE:
        return list_squares(SHADES, to_shade(pos), actions, 0)
    if pos.phase == CROSS:
        return list_squares(CROSSES, blanks(pos, pos.asked), actions, 0)
    if pos.phase == FORGET:
        return list_cards(FORGETS, pos.learned, SKILLS, actions, 0)
    if pos.phase == DELIVER or pos.phase == REFRESH:
        return afterwards(pos, actions)
    return chances(pos, actions)


@kernel
def declinable(count: int, actions: Actions) -> int:
    """Nobody has to take what a skill offers (GS-31, GS-33)."""
    actions[count] = DECLINE
    return count + 1


@kernel
def cards(pos: Position, actions: Actions) -> int:
    """Choose a pair that one can record, or record the chosen one; pass exactly if there is no such thing (GS-11,
    GS-18, GS-41, GS-44). Skills besides (GS-30)."""
    count = 0
    if pos.phase == RECORD:
        count = records(pos, pos.recorder, pos.chosen, actions, 0)
    else:
        for place in range(PLACES):
            if pos.market[place] != NONE and can_record(pos, pos.turn, place):
                actions[count] = CHOICES + place
                count += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    return skills(pos, actions, count)


# ── Playing ──────────────────────────────────────────────────────────────────
@kernel
def play(pos: Position, action: int) -> None:
    """One decision, or one draw; then phases, turns and seasons follow by themselves."""
    if action < CHOICES:
        record(pos, action)
    elif action < PASS:
        pos.chosen, pos.recorder, pos.phase = action - CHOICES, pos.turn, RECORD
    elif action == PASS:
        pass_(pos)
    elif action < ERASES:
        use(pos, mover(pos), action)
    elif action <= DECLINE:
        answer(pos, action)
    elif action < DELIVERS:
        if action < SHADES:
            take_crown(pos, action - CROWNS)
        else:
            shade(pos, action - SHADES)
    elif action < DISCARDS:
        deliver(pos, action - DELIVERS)
    elif action < DONE:
        discard(pos, action - DISCARDS)
        pos.left -= 1
        refresh(pos)
    elif action == DONE:
        demand_done(pos)
    elif action < FORGETS:
        cross(pos, BITS[action - CROSSES])
    elif action < BEGINS:
        forget(pos, action - FORGETS)
    else:
        happen(pos, action)


@kernel
def happen(pos: Position, action: int) -> None:
    """A draw of chance."""
    if action < COMES:
        begin(pos, action - BEGINS)
    elif action < TOPS:
        come(pos, action - COMES)
    elif action < SUPPLIES:
        pos.top = action - TOPS
        pos.season_deck &= ~(1 << int(pos.top))
        settle(pos)
    else:
        pos.under[waiting(pos)] = action - SUPPLIES
        pos.resource_deck &= ~(1 << (action - SUPPLIES))
        settle(pos)


# ── Recording ────────────────────────────────────────────────────────────────
@kernel
def record(pos: Position, action: int) -> None:
    """Spring: the plan's contents, `#` and `*` from the resource card, into blank boxes (GS-12). Autumn: the area is
    shaded (GS-41, GS-42)."""
    omit, look, at = action // (LOOKS * SQUARES), action // SQUARES % LOOKS, action % SQUARES
    card, resource, up = pos.market[pos.chosen], pos.under[pos.chosen], 0 if pos.season == SPRING else 1 + pos.deck
    squares = NO_SQUARE
    for box in range(size(pos, card)):
        if box + 1 != omit:
            square = at + OFFSETS[pos.set, up, card, look, box]
            squares |= BITS[square]
            if pos.season == SPRING:
                write(pos, pos.recorder, square, WRITTEN[pos.set, card, resource, box])
    if pos.season == AUTUMN:
        pos.shaded[pos.recorder] |= squares
        next_recorder(pos)
    elif recorded(pos, pos.recorder, squares):
        next_recorder(pos)


@kernel
def take_crown(pos: Position, column: int) -> None:
    """One of several crowns, until the share is used up (GS-14)."""
    choose_gift(pos, pos.recorder, column)
    pos.covered &= ~(1 << column)
    if share_left(pos, pos.recorder) == 0:
        pos.covered, pos.phase = 0, RECORD
        next_recorder(pos)


@kernel
def next_recorder(pos: Position) -> None:
    """Everybody else who is still in records the same card, in turn order (GS-11, GS-42)."""
    for step in range((pos.recorder - pos.turn) % pos.players + 1, pos.players):
        seat = (pos.turn + step) % pos.players
        if not pos.out >> seat & 1:
            pos.recorder, pos.phase = seat, RECORD
            return
    if pos.season == AUTUMN:
        demand_met(pos)
    else:
        plan_done(pos)


@kernel
def plan_done(pos: Position) -> None:
    """Both cards are discarded; Spring ends when all gifts are chosen, else the next turn comes (GS-11, GS-19)."""
    put_away(pos)
    if pos.season == SPRING and all_chosen(pos):
        begin_autumn(pos)
    else:
        next_turn(pos)


@kernel
def pass_(pos: Position) -> None:
    """Out for the season (GS-18, GS-44). A card whose chooser no longer has room for it is put away unrecorded."""
    seat = mover(pos)
    pos.out |= 1 << seat
    if pos.season == SPRING and not can_share(pos):
        end(pos)
    elif seat == pos.turn:
        plan_done(pos)
    else:
        next_recorder(pos)


# ── The end ──────────────────────────────────────────────────────────────────
@kernel
def won(pos: Position) -> bool:
    """All six gifts are delivered (GS-45)."""
    return bool(pos.delivered == ALL_GIFTS)


@kernel
def utilities(pos: Position, out: Utilities) -> None:
    """Everybody wins or everybody loses (GS-45)."""
    for seat in range(pos.players):
        out[seat] = 1.0 if won(pos) else -1.0

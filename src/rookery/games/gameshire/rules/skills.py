"""Skills, in both seasons. Rule IDs GS-.. are explained in rules.md."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions
from rookery.games.gameshire.rules.actions import ACT, kind_of, list_members, write_fields
from rookery.games.gameshire.rules.autumn import begin_autumn
from rookery.games.gameshire.rules.layout import BITS, MOST_USES, NO_SQUARE, NONE, PLACES, SKILL, SPRING, State
from rookery.games.gameshire.rules.maps import blanks, erasable, erase, write
from rookery.games.gameshire.rules.market import empty_place
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.spring import all_chosen, boons_left, collect_rewards
from rookery.games.gameshire.rules.turns import draw_or_choose


# ── Skills ───────────────────────────────────────────────────────────────────
@kernel
def cost(pos: State) -> int:
    """The cost of the next skill use, in boons: n for the n-th use (GS-30), and more after some wrinkles."""
    return int(pos.uses) + 1 + int(pos.dearer)


@kernel
def list_skills(pos: State, actions: Actions, count: int) -> int:
    """Append each skill that is learned, that the team can pay for, and that has an effect; return the new count. The
    skills that change the market are legal only before a card is chosen (GS-34, GS-35, GS-36)."""
    if pos.learned == 0 or pos.uses == MOST_USES or boons_left(pos) < cost(pos):
        return count
    if pos.learned >> SKILL.W & 1 and anybody_has(pos, PHASE.ERASING):
        actions[count] = ACT.USE_W
        count += 1
    if pos.learned >> SKILL.O & 1 and not pos.omit:
        actions[count] = ACT.USE_O
        count += 1
    if pos.learned >> SKILL.R & 1 and anybody_has(pos, PHASE.WRITING):
        actions[count] = ACT.USE_R
        count += 1
    if pos.phase == PHASE.CHOOSING:
        if pos.learned >> SKILL.G & 1:
            actions[count] = ACT.USE_G
            count += 1
        if pos.learned >> SKILL.P & 1:
            for place in range(PLACES):
                if pos.market[place] != NONE:
                    actions[count] = ACT.USE_P + place
                    count += 1
        if pos.learned >> SKILL.Y & 1:
            count = list_members(ACT.USE_Y, pos.season_discard, actions, count)
    return count


@kernel
def answerable_boxes(pos: State, seat: int, phase: int) -> int:
    """The mask of the boxes that a seat may erase or, in WRITING, write in."""
    return erasable(pos, seat) if phase == PHASE.ERASING else blanks(pos, seat)


@kernel
def anybody_has(pos: State, phase: int) -> bool:
    """Whether anybody has a box to erase or, in WRITING, to write in."""
    found = False
    for seat in range(pos.players):
        found |= answerable_boxes(pos, seat, phase) != NO_SQUARE
    return found


@kernel
def use_skill(pos: State, user: int, action: int) -> None:
    """Spend the boons and use the skill (GS-30). W and R ask every player (GS-31, GS-33). O takes effect at once
    (GS-32). P replaces a resource card (GS-34). G adds the top season card to the market (GS-35). Y returns a discarded
    season card to the market (GS-36)."""
    pos.spent += cost(pos)
    pos.uses += 1
    kind = kind_of(action)
    which = action - kind
    if kind == ACT.USE_W or kind == ACT.USE_R:
        pos.user, pos.back = user, pos.phase
        ask_next(pos, PHASE.ERASING if kind == ACT.USE_W else PHASE.WRITING, 0)
    elif kind == ACT.USE_O:
        pos.omit = 1
    elif kind == ACT.USE_G:
        pos.user = user
        draw_or_choose(pos)
    elif kind == ACT.USE_P:
        pos.resource_discard |= 1 << int(pos.under[which])
        pos.under[which] = NONE
        draw_or_choose(pos)
    else:
        pos.season_discard &= ~(1 << which)
        pos.market[empty_place(pos)] = which
        draw_or_choose(pos)


@kernel
def ask_next(pos: State, phase: int, first: int) -> None:
    """Ask the next player who has a box to erase or write in, from `first` seats after the user. If there is none,
    resume the turn; but if R has set the last gift before a plan was chosen, end Spring (GS-19)."""
    for step in range(first, pos.players):
        seat = (pos.user + step) % pos.players
        if answerable_boxes(pos, seat, phase) != NO_SQUARE:
            pos.phase, pos.asked = phase, seat
            return
    pos.phase = pos.back
    pos.user, pos.asked, pos.back = NONE, NONE, 0
    if pos.phase == PHASE.CHOOSING and pos.season == SPRING and all_chosen(pos):
        begin_autumn(pos)


@kernel
def answer_skill(pos: State, action: int) -> None:
    """Erase or write the box that the asked player chose, if any; then ask the next player."""
    seat, phase = pos.asked, pos.phase
    kind = kind_of(action)
    if kind == ACT.ERASE:
        square = action - kind
        if pos.shaded[seat] & BITS[square] == NO_SQUARE:
            erase(pos, seat, square)
        else:  # a house rule: what is written stays
            pos.shaded[seat] &= ~BITS[square]
    elif kind == ACT.WRITE:
        value, square = write_fields(action)
        write(pos, seat, square, value)
        if pos.season == SPRING:
            collect_rewards(pos, seat, BITS[square])
    ask_next(pos, phase, (seat - pos.user) % pos.players + 1)

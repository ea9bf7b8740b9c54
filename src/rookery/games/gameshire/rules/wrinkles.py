"""Wrinkles: what they do, to the end of the game. Rules GS-.. are those of rules.md."""

from rookery.core.kernel import kernel
from rookery.games.gameshire.components.sets import WRINKLES_PER_COLOUR
from rookery.games.gameshire.rules.layout import (
    EFFECT,
    NO_SQUARE,
    NONE,
    WRINKLE_EFFECTS,
    State,
)
from rookery.games.gameshire.rules.maps import blanks
from rookery.games.gameshire.rules.market import picking_colour
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.spring import boons_left
from rookery.games.gameshire.rules.turns import draw_or_choose


@kernel
def take_wrinkle(pos: State, wrinkle: int) -> None:
    """A wrinkle is picked to be reviewed, or drawn and applied at once (GS-47)."""
    if pos.phase == PHASE.PICKING_WRINKLES:
        pos.picked |= 1 << wrinkle
        if picking_colour(pos) == NONE:
            draw_or_choose(pos)
    else:
        pos.drawn |= 1 << wrinkle
        pos.in_deck[wrinkle // WRINKLES_PER_COLOUR] -= 1
        apply_wrinkle(pos, wrinkle)


@kernel
def apply_wrinkle(pos: State, wrinkle: int) -> None:
    """What a wrinkle does; then the draw goes on (GS-47)."""
    effect = WRINKLE_EFFECTS[pos.set, wrinkle, 0]
    apply_lasting_effect(pos, wrinkle)
    if effect == EFFECT.BOONS_LOST:
        pos.spent += min(WRINKLE_EFFECTS[pos.set, wrinkle, 1], boons_left(pos))
    if effect == EFFECT.SKILL_FORGOTTEN and pos.learned:
        pos.phase, pos.wrinkle = PHASE.FORGETTING, wrinkle
    elif effect == EFFECT.CROSS_OUT:
        pos.wrinkle = wrinkle
        ask_to_cross(pos, 0)
    else:
        draw_or_choose(pos)


@kernel
def apply_lasting_effect(pos: State, wrinkle: int) -> None:
    """What holds to the end of the game."""
    effect, amount = WRINKLE_EFFECTS[pos.set, wrinkle, 0], WRINKLE_EFFECTS[pos.set, wrinkle, 1]
    if effect == EFFECT.DEARER:
        pos.dearer += amount
    elif effect == EFFECT.NARROWER:
        pos.width = max(1, pos.width - amount)
    elif effect == EFFECT.LESS_REFRESHED:
        pos.refreshed = max(0, pos.refreshed - amount)
    elif effect == EFFECT.FILLED_NEEDED:
        pos.needed = max(pos.needed, amount)
    elif effect == EFFECT.NO_MIRROR:
        pos.ways |= 1
    elif effect == EFFECT.NO_TURN:
        pos.ways |= 2
    elif effect == EFFECT.FOLLOWERS_MEET:
        pos.followers_meet = 1


@kernel
def ask_to_cross(pos: State, first: int) -> None:
    """The next player, `first` or more seats after the one whose turn it is, who has a blank box; then the draw goes
    on."""
    for step in range(first, pos.players):
        seat = (pos.turn + step) % pos.players
        if blanks(pos, seat) != NO_SQUARE:
            pos.phase, pos.asked, pos.left = PHASE.CROSSING_OUT, seat, WRINKLE_EFFECTS[pos.set, pos.wrinkle, 1]
            return
    pos.wrinkle, pos.asked, pos.left = NONE, NONE, 0
    draw_or_choose(pos)


@kernel
def cross_out(pos: State, bit: int) -> None:
    """A blank box is lost for the whole game."""
    pos.crossed[pos.asked] |= bit
    pos.left -= 1
    if pos.left == 0 or blanks(pos, pos.asked) == NO_SQUARE:
        ask_to_cross(pos, (pos.asked - pos.turn) % pos.players + 1)


@kernel
def forget_skill(pos: State, skill: int) -> None:
    """A skill is no longer learned."""
    pos.learned &= ~(1 << skill)
    pos.wrinkle = NONE
    draw_or_choose(pos)

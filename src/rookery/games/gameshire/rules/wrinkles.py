"""Wrinkles and their effects, which last to the end of the game. Rule IDs GS-.. are explained in rules.md."""

from rookery.core.kernel import kernel
from rookery.games.gameshire.components.sets import WRINKLES_PER_COLOUR
from rookery.games.gameshire.rules.layout import EFFECT, NO_SQUARE, NONE, WRINKLE_EFFECTS, State
from rookery.games.gameshire.rules.maps import blanks
from rookery.games.gameshire.rules.market import picking_colour
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.spring import boons_left
from rookery.games.gameshire.rules.turns import draw_or_choose


@kernel
def take_wrinkle(pos: State, wrinkle: int) -> None:
    """Pick a wrinkle to be reviewed at the start; or draw it, and apply it at once (GS-47)."""
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
    """Apply a wrinkle. If it asks the players for something, wait for their answers; otherwise go on drawing
    (GS-47)."""
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
    """Change the rule that the wrinkle changes for the rest of the game, if it changes one."""
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
    """Ask the next player who has a blank box to cross out, from `first` seats after the one whose turn it is. If there
    is none, go on drawing."""
    for step in range(first, pos.players):
        seat = (pos.turn + step) % pos.players
        if blanks(pos, seat) != NO_SQUARE:
            pos.phase, pos.asked, pos.left = PHASE.CROSSING_OUT, seat, WRINKLE_EFFECTS[pos.set, pos.wrinkle, 1]
            return
    pos.wrinkle, pos.asked, pos.left = NONE, NONE, 0
    draw_or_choose(pos)


@kernel
def cross_out(pos: State, bit: int) -> None:
    """Cross out a blank box of the asked player, given as a mask. It is lost for the rest of the game."""
    pos.crossed[pos.asked] |= bit
    pos.left -= 1
    if pos.left == 0 or blanks(pos, pos.asked) == NO_SQUARE:
        ask_to_cross(pos, (pos.asked - pos.turn) % pos.players + 1)


@kernel
def forget_skill(pos: State, skill: int) -> None:
    """Forget a skill; then go on drawing."""
    pos.learned &= ~(1 << skill)
    pos.wrinkle = NONE
    draw_or_choose(pos)

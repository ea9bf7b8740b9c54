"""The gains of an action at once, packed into one number.

This kernel is not in text/gain_words.py, because it would then be compiled again after every edit of that file."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Array, States
from rookery.games.gameshire.rules.layout import GIFTS, LINES, SKILLS
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.verbs import mover, play

# ── The fields of that number, from the lowest bit; the first are the skills learned ──
LINES_AT = SKILLS  # lines that earn a boon
COVERED_AT = LINES_AT + LINES  # columns whose crowns the player chooses from
DELIVERED_AT = COVERED_AT + GIFTS  # gifts delivered
LOST_AT = DELIVERED_AT + GIFTS  # 1: the game is lost
GIFTS_AT, VALUE_BITS = LOST_AT + 1, 4  # [column] value of a gift that is chosen, else 0
ONE_VALUE = (1 << VALUE_BITS) - 1


@kernel
def find_gains(states: States, actions: Actions, out: Array) -> None:
    """Write to `out` what each of `actions` in states[0] brings at once; both are [A], and states[1] is scratch."""
    for i in range(len(actions)):
        states[1] = states[0]
        before, after = states[0], states[1]
        seat = mover(before)
        play(after, int(actions[i]))
        found = int(after.learned & ~before.learned)
        found |= int(after.boons[seat] & ~before.boons[seat]) << LINES_AT
        if after.phase == PHASE.CROWNING and after.recorder == seat:
            found |= int(after.covered) << COVERED_AT
        found |= int(after.delivered & ~before.delivered) << DELIVERED_AT
        if after.phase == PHASE.ENDED and after.delivered != (1 << GIFTS) - 1:
            found |= 1 << LOST_AT
        for column in range(GIFTS):
            if after.gifts[column] != before.gifts[column]:
                found |= int(after.gifts[column]) << (GIFTS_AT + VALUE_BITS * column)
        out[i] = found

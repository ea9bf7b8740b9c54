"""What an action brings, as one number. A file of its own: a kernel that stood among words would be compiled again
after every edit of a word."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Array, States
from rookery.games.gameshire.rules.layout import GIFTS, LINES, SKILLS
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.verbs import mover, play

# ── What is found, as one number an action: fields from the lowest bit on ────
LINES_AT = SKILLS
COVERED_AT = LINES_AT + LINES  # crowns of which some can be chosen
DELIVERED_AT = COVERED_AT + GIFTS
LOST_AT = DELIVERED_AT + GIFTS
GIFTS_AT, VALUE_BITS = LOST_AT + 1, 4  # value of each gift that is chosen
ONE_VALUE = (1 << VALUE_BITS) - 1


@kernel
def find_gains(states: States, actions: Actions, out: Array) -> None:
    """For each action of states[0] what it brings at once; states[1] is scratch."""
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

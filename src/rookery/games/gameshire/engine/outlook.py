"""The estimated utility of a position of Gameshire, with weights fitted to played games.

worth.py scores single actions in points. The decks are balanced for a team that plays by those points.
"""

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.log_odds import team
from rookery.core.protocol import Utilities, Weights
from rookery.games.gameshire.engine.worth import SKILL_POINTS, autumn_map, names_gift, spring_map
from rookery.games.gameshire.rules.layout import BLANK, GIFTS, NONE, SKILLS, SPRING, WHITE, State
from rookery.games.gameshire.rules.spring import boons_left, count_gifts_of, fair_share, gifts_unset

# The terms of the estimate, by name; weights.toml has their weights
WEIGHTS = (
    # in Spring: 1; points of the mean map, divided by 10; gifts chosen; different values among them
    "spring", "spring map", "chosen", "different",
    # in Autumn: 1; points of the mean map, divided by 10; gifts delivered; 1 if the chosen pair names a gift
    "autumn", "autumn map", "delivered", "about to",
    # points of skills, divided by 10; boons left; share of seats that are out; in Spring: gifts those did not choose
    "skill", "boon", "out", "closed",
)  # fmt: skip  # one row per topic
IN_SPRING, SPRING_MAP, CHOSEN, DIFFERENT_GIFTS = range(4)
IN_AUTUMN, AUTUMN_MAP, DELIVERED, ABOUT_TO = range(4, 8)
OF_SKILLS, OF_BOONS, OF_OUT, OF_CLOSED = range(8, len(WEIGHTS))


@kernel
def evaluate(pos: State, weights: Weights, out: Utilities) -> None:
    """Write the team's estimated utility, from maps, gifts, seats that are out, skills and boons; `out`: [P]."""
    spring = pos.season == SPRING
    low, _ = fair_share(pos.players)
    maps, out_of_it, closed, skills = 0.0, 0, 0, 0.0
    for seat in range(pos.players):
        if spring:
            maps += spring_map(pos, seat, int(pos.holding[seat, BLANK] & WHITE))
        else:
            maps += autumn_map(pos, seat, int(~(pos.shaded[seat] | pos.crossed[seat])))
        if pos.out >> seat & 1:
            out_of_it += 1
            closed += max(0, low - count_gifts_of(pos, seat))
    for s in range(SKILLS):
        skills += SKILL_POINTS[s] * (pos.learned >> s & 1)
    strength = weights[OF_SKILLS] * skills / 10.0 + weights[OF_BOONS] * boons_left(pos)
    strength += weights[OF_OUT] * out_of_it / pos.players
    if spring:
        strength += weights[IN_SPRING] + weights[SPRING_MAP] * maps / pos.players / 10.0
        chosen, different = GIFTS - gifts_unset(pos), different_gifts(pos)
        strength += weights[CHOSEN] * chosen + weights[DIFFERENT_GIFTS] * different
        strength += weights[OF_CLOSED] * closed
    else:
        strength += weights[IN_AUTUMN] + weights[AUTUMN_MAP] * maps / pos.players / 10.0
        strength += weights[DELIVERED] * count_bits(pos.delivered)
        if pos.chosen != NONE and names_gift(pos, pos.under[pos.chosen]):
            strength += weights[ABOUT_TO]
    team(strength, out)


@kernel
def different_gifts(pos: State) -> int:
    """The number of different values among the chosen gifts."""
    seen = 0
    for column in range(GIFTS):
        if pos.gifts[column] != BLANK:
            seen |= 1 << int(pos.gifts[column])  # as a NumPy integer of 8 bits it would overflow
    return count_bits(seen)

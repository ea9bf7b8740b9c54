"""Spring: what recorded boxes earn, gifts, and everybody's share of them. Rules GS-.. are those of rules.md."""

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.games.gameshire.rules.layout import (
    BITS,
    BLANK,
    CROWN_AT,
    FIRST_COW,
    GIFTS,
    HAMMERS,
    LINE_MASKS,
    LINES,
    NO_SQUARE,
    State,
)
from rookery.games.gameshire.rules.phases import PHASE


@kernel
def collect_rewards(pos: State, seat: int, squares: int) -> bool:
    """What boxes that were just written earn: skills, boons, gifts. False if the player has to say which gifts."""
    learn_skills(pos, seat, squares)
    earn_boons(pos, seat)
    covered, count = 0, 0
    for column in range(GIFTS):
        if pos.gifts[column] == BLANK and squares & BITS[CROWN_AT[pos.set, seat, column]] != NO_SQUARE:
            covered |= 1 << column
            count += 1
    share = share_left(pos, seat)
    if count <= share:
        for column in range(GIFTS):
            if covered >> column & 1:
                choose_gift(pos, seat, column)
    elif share > 0:
        pos.phase, pos.covered = PHASE.CROWNING, covered
        return False
    return True


@kernel
def learn_skills(pos: State, seat: int, squares: int) -> None:
    """A crop on a hammer teaches the team its skill; cows teach nothing (GS-16)."""
    hit = squares & HAMMERS[pos.set, seat]
    if hit != NO_SQUARE:
        for value in range(1, FIRST_COW):
            if pos.holding[seat, value] & hit != NO_SQUARE:
                pos.learned |= 1 << (value - 1)


@kernel
def earn_boons(pos: State, seat: int) -> None:
    """A boon for each row and column whose six boxes are all recorded, once (GS-17)."""
    for line in range(LINES):
        if pos.holding[seat, BLANK] & LINE_MASKS[line] == NO_SQUARE:
            pos.boons[seat] |= 1 << line


# ── Gifts ────────────────────────────────────────────────────────────────────
@kernel
def count_gifts_of(pos: State, seat: int) -> int:
    """Gifts that a seat has chosen."""
    count = 0
    for column in range(GIFTS):
        count += pos.giver[column] == seat
    return count


@kernel
def share_left(pos: State, seat: int) -> int:
    """How many more a seat may choose: each the same number, and one more while gifts are left over (GS-14)."""
    low, over = GIFTS // pos.players, GIFTS % pos.players
    for other in range(pos.players):
        over -= other != seat and count_gifts_of(pos, other) > low
    return low + (over > 0) - count_gifts_of(pos, seat)


@kernel
def choose_gift(pos: State, seat: int, column: int) -> None:
    """What stands on the crown is the gift of its column, for everybody (GS-13)."""
    pos.gifts[column] = pos.boxes[seat, CROWN_AT[pos.set, seat, column]]
    pos.giver[column] = seat


@kernel
def all_chosen(pos: State) -> bool:
    """All six gifts (GS-19)."""
    chosen = 0
    for column in range(GIFTS):
        chosen += pos.gifts[column] != BLANK
    return chosen == GIFTS


@kernel
def can_share(pos: State) -> bool:
    """Whether everybody has or can still get their share, now that players are out (GS-18)."""
    low, over = GIFTS // pos.players, GIFTS % pos.players
    for seat in range(pos.players):
        if not pos.out >> seat & 1:
            over -= 1
        elif count_gifts_of(pos, seat) < low:
            return False
        elif count_gifts_of(pos, seat) > low:
            over -= 1
    return over <= 0


# ── Boons ────────────────────────────────────────────────────────────────────
@kernel
def boons_left(pos: State) -> int:
    """Of the team: earned and not spent (GS-30)."""
    count = 0
    for seat in range(pos.players):
        count += count_bits(pos.boons[seat])
    return count - int(pos.spent)

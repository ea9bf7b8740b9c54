"""Spring: what recorded boxes earn, and how the gifts are shared out. Rule IDs GS-.. are explained in rules.md."""

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
    """Collect the skills, boons and gifts that the newly written boxes `squares` earn. Return False if the player must
    choose between crowns (GS-14)."""
    learn_skills(pos, seat, squares)
    earn_boons(pos, seat)
    covered, count = 0, 0
    for column in range(GIFTS):
        if pos.gifts[column] == BLANK and squares & BITS[CROWN_AT[pos.set, seat, column]] != NO_SQUARE:
            covered |= 1 << column
            count += 1
    if count == 0:
        return True
    share = share_left(pos, seat)
    if must_choose(share, count):
        pos.phase, pos.covered = PHASE.CROWNING, covered
        return False
    if share > 0:
        for column in range(GIFTS):
            if covered >> column & 1:
                choose_gift(pos, seat, column)
    return True


@kernel
def learn_skills(pos: State, seat: int, squares: int) -> None:
    """Learn the skill of each crop that was written on a hammer. Cows teach nothing (GS-16)."""
    hit = squares & HAMMERS[pos.set, seat]
    if hit != NO_SQUARE:
        for value in range(1, FIRST_COW):
            if pos.holding[seat, value] & hit != NO_SQUARE:
                pos.learned |= 1 << (value - 1)


@kernel
def earn_boons(pos: State, seat: int) -> None:
    """Earn a boon for each row and column whose six boxes are all recorded, once each (GS-17)."""
    blank = pos.holding[seat, BLANK]
    for line in range(LINES):
        if blank & LINE_MASKS[line] == NO_SQUARE:
            pos.boons[seat] |= 1 << line


# ── Gifts ────────────────────────────────────────────────────────────────────
@kernel
def count_gifts_of(pos: State, seat: int) -> int:
    """The number of gifts that a seat has chosen."""
    count = 0
    for column in range(GIFTS):
        count += pos.giver[column] == seat
    return count


@kernel
def fair_share(players: int) -> tuple[int, int]:
    """Return how many gifts every seat chooses, and how many seats choose one more (GS-14)."""
    return GIFTS // players, GIFTS % players


@kernel
def share_left(pos: State, seat: int) -> int:
    """The number of gifts that a seat may still choose (GS-14). Gifts that are left over go to the first seats that
    choose one more."""
    low, over = fair_share(pos.players)
    for other in range(pos.players):
        over -= other != seat and count_gifts_of(pos, other) > low
    return low + (over > 0) - count_gifts_of(pos, seat)


@kernel
def must_choose(share: int, count: int) -> bool:
    """Whether a seat whose share leaves `share` gifts must choose between `count` covered crowns (GS-14)."""
    return 0 < share < count


@kernel
def choose_gift(pos: State, seat: int, column: int) -> None:
    """Make the value on the seat's crown the gift of its column, for everybody (GS-13)."""
    pos.gifts[column] = pos.boxes[seat, CROWN_AT[pos.set, seat, column]]
    pos.giver[column] = seat


@kernel
def choose_crown(pos: State, seat: int, column: int) -> bool:
    """Choose the gift of one covered crown. Return False if the share leaves more: then the player must choose again
    (GS-14)."""
    choose_gift(pos, seat, column)
    pos.covered &= ~(1 << column)
    if share_left(pos, seat) > 0:
        return False
    pos.covered, pos.phase = 0, PHASE.RECORDING
    return True


@kernel
def gifts_unset(pos: State) -> int:
    """The number of gifts that are not chosen yet."""
    count = 0
    for column in range(GIFTS):
        count += pos.gifts[column] == BLANK
    return count


@kernel
def all_chosen(pos: State) -> bool:
    """Whether all six gifts are chosen (GS-19)."""
    return gifts_unset(pos) == 0


@kernel
def can_share(pos: State) -> bool:
    """Whether the gifts can still be shared out as GS-14 says, without further choices by those who are out (GS-18)."""
    low, over = fair_share(pos.players)
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
    """The number of boons that the team has earned and not yet spent or lost (GS-30)."""
    count = 0
    for seat in range(pos.players):
        count += count_bits(pos.boons[seat])
    return count - int(pos.spent)

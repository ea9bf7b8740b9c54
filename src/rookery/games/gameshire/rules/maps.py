"""A player's map: where a shape fits, which areas meet a demand, what is written. Squares and masks: see layout.py.

Everything is worked out for all places of a shape at once: a mask moved by the offset of a box has bit q where, with
the shape's top left on square q, that box lies on a square of the mask. What a shift drags in from the sign belongs to
places where the box would lie below the map; ROOM leaves them out.
"""

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.protocol import Actions
from rookery.games.gameshire.components.demands import (
    ASKS,
    MOST_PARTS,
    Part,
)
from rookery.games.gameshire.rules.actions import record_action
from rookery.games.gameshire.rules.layout import (
    AUTUMN,
    BITS,
    BLANK,
    EVERYWHERE,
    FIRST_COW,
    LOOKS,
    NO_SQUARE,
    OFFSETS,
    REQUIREMENTS,
    ROOM,
    SIZES,
    SPRING,
    VALUES,
    WHITE,
    State,
)
from rookery.games.gameshire.rules.layout import DISTINCT_LOOKS as DIFFERENT_LOOKS


# ── Squares ──────────────────────────────────────────────────────────────────
@kernel
def free(pos: State, seat: int) -> int:
    """Where a card may be recorded: in Spring on blank white boxes (GS-12), in Autumn on all not shaded (GS-41, GS-42);
    never on one that is crossed out."""
    if pos.season == SPRING:
        return int(pos.holding[seat, BLANK] & WHITE & ~pos.crossed[seat])
    return int(~(pos.shaded[seat] | pos.crossed[seat]))


@kernel
def blanks(pos: State, seat: int) -> int:
    """What R may fill (GS-33) and wrinkles may cross out: a blank box; in Autumn one of the border, too."""
    return int(pos.holding[seat, BLANK] & free(pos, seat))


@kernel
def erasable(pos: State, seat: int) -> int:
    """What W may erase: in Spring a recorded box, in Autumn the shade of one (GS-31)."""
    return int(~pos.holding[seat, BLANK] if pos.season == SPRING else pos.shaded[seat])


@kernel
def list_squares(first: int, squares: int, actions: Actions, count: int) -> int:
    """Append the actions `first` + square for each square of the mask."""
    while squares:
        actions[count] = first + lowest_bit(squares)
        count += 1
        squares = without_lowest(squares)
    return count


@kernel
def write(pos: State, seat: int, square: int, value: int) -> None:
    """A value into a blank box."""
    pos.boxes[seat, square] = value
    pos.holding[seat, BLANK] &= ~BITS[square]
    pos.holding[seat, value] |= BITS[square]


@kernel
def erase(pos: State, seat: int, square: int) -> None:
    """The box is blank again."""
    pos.holding[seat, pos.boxes[seat, square]] &= ~BITS[square]
    pos.holding[seat, BLANK] |= BITS[square]
    pos.boxes[seat, square] = BLANK


# ── Shapes ───────────────────────────────────────────────────────────────────
@kernel
def side(pos: State) -> int:
    """Which side of the season cards is up."""
    return 0 if pos.season == SPRING else 1 + int(pos.deck)


@kernel
def size(pos: State, card: int) -> int:
    """How many boxes a season card has."""
    return int(SIZES[pos.set, side(pos), card])


@kernel
def fitting_places(pos: State, card: int, look: int, omit: int, squares: int) -> int:
    """Where the top left of a card's shape may lie, so that all its boxes but the one left out are on these squares.
    The whole rectangle around the shape stays on the map."""
    up = side(pos)
    at = ROOM[pos.set, up, card, look]
    for box in range(SIZES[pos.set, up, card]):
        if box + 1 != omit:
            at &= squares >> OFFSETS[pos.set, up, card, look, box]
    return int(at)


@kernel
def recordable_places(pos: State, seat: int, card: int, look: int, omit: int, squares: int) -> int:
    """Where a seat may record a card, `squares` being free: in Autumn who chose it must meet it (GS-41, GS-42)."""
    at = fitting_places(pos, card, look, omit, squares)
    if pos.season == AUTUMN and (seat == pos.turn or pos.followers_meet):
        at = meeting(pos, seat, card, look, omit, at)
    return at


@kernel
def most_omitted(pos: State, card: int) -> int:
    """Boxes are left out up to this number: 0, none, unless O is in force (GS-32)."""
    return size(pos, card) if pos.omit else 0


@kernel
def distinct_looks(pos: State, place: int) -> int:
    """Mask of the looks that differ, for the pair at a place of the market (GS-12, GS-41)."""
    return int(DIFFERENT_LOOKS[pos.set, side(pos), pos.market[place], pos.under[place], pos.ways])


@kernel
def can_record(pos: State, seat: int, place: int) -> bool:
    """Whether `records` would list anything."""
    card, squares, allowed = pos.market[place], free(pos, seat), distinct_looks(pos, place)
    for omit in range(most_omitted(pos, card) + 1):
        for look in range(LOOKS):
            if allowed >> look & 1 and recordable_places(pos, seat, card, look, omit, squares):
                return True
    return False


@kernel
def list_recordings(pos: State, seat: int, place: int, actions: Actions, count: int) -> int:
    """Append every way in which a seat may record the pair at a place of the market."""
    card, squares, allowed = pos.market[place], free(pos, seat), distinct_looks(pos, place)
    for omit in range(most_omitted(pos, card) + 1):
        for look in range(LOOKS):
            if allowed >> look & 1:
                first = record_action(omit, look, 0)
                count = list_squares(first, recordable_places(pos, seat, card, look, omit, squares), actions, count)
    return count


# ── Demands ──────────────────────────────────────────────────────────────────
@kernel
def meeting(pos: State, seat: int, card: int, look: int, omit: int, at: int) -> int:
    """Those of the places `at` where the area meets the demand. A box that is left out counts for nothing (GS-32)."""
    for part in range(MOST_PARTS):
        asks, low, high, amount = REQUIREMENTS[pos.set, pos.deck, card, part]
        if asks != ASKS.NOTHING and at != NO_SQUARE:
            at &= meeting_part(pos, seat, card, look, omit, Part(asks, low, high, amount))
    if pos.needed:
        at &= places_with_at_least(pos.needed, count_boxes(pos, card, look, omit, ~pos.holding[seat, BLANK]))
    return at


@kernel
def meeting_part(pos: State, seat: int, card: int, look: int, omit: int, part: Part) -> int:
    """Where one part of a requirement is met: see demands.py."""
    asks, low, high, amount = part
    if asks == ASKS.FULL:
        return ~places_with_at_least(1, count_boxes(pos, card, look, omit, pos.holding[seat, BLANK]))
    if asks == ASKS.COUNT:
        held = NO_SQUARE
        for value in range(low, high + 1):
            held |= pos.holding[seat, value]
        return places_with_at_least(amount, count_boxes(pos, card, look, omit, held))
    if asks == ASKS.TOTAL:
        return total_at_least(pos, seat, card, look, omit, amount)
    found, counted = NO_SQUARE, (NO_SQUARE, NO_SQUARE, NO_SQUARE)
    for value in range(low, high + 1):
        held = pos.holding[seat, value]
        if held != NO_SQUARE:
            ones, twos, fours = count_boxes(pos, card, look, omit, held)
            if asks == ASKS.DIFFERENT:
                counted = add_digit(counted, ones | twos | fours)
            elif asks == ASKS.PAIRS:
                counted = add_digit(add_digit(add_digit(counted, twos), fours), fours)
            else:
                found |= places_with_at_least(amount if asks == ASKS.ALIKE else 2, (ones, twos, fours))
    if asks == ASKS.UNLIKE:
        return ~found
    return found if asks == ASKS.ALIKE else places_with_at_least(amount, counted)


@kernel
def add_digit(counted: tuple[int, int, int], more: int) -> tuple[int, int, int]:
    """A number 0 .. 7 for each place, as three masks of its binary digits; one more at the places of `more`."""
    ones, twos, fours = counted
    carried = ones & more
    return ones ^ more, twos ^ carried, fours ^ (twos & carried)


@kernel
def places_with_at_least(amount: int, counted: tuple[int, int, int]) -> int:
    """The places whose number is that or more."""
    ones, twos, fours = counted
    if amount == 1:
        return ones | twos | fours
    if amount == 2:
        return twos | fours
    if amount == 3:
        return fours | twos & ones
    if amount == 4:
        return fours
    return fours & (ones | twos) if amount == 5 else fours & twos


@kernel
def count_boxes(pos: State, card: int, look: int, omit: int, squares: int) -> tuple[int, int, int]:
    """How many boxes of the shape lie on these squares, for each of its places."""
    up, counted = side(pos), (NO_SQUARE, NO_SQUARE, NO_SQUARE)
    for box in range(SIZES[pos.set, up, card]):
        if box + 1 != omit:
            counted = add_digit(counted, squares >> OFFSETS[pos.set, up, card, look, box])
    return counted


@kernel
def total_at_least(pos: State, seat: int, card: int, look: int, omit: int, amount: int) -> int:
    """The places where the cows of the area add up to the amount: sums in binary, a mask for each digit."""
    one = two = four = NO_SQUARE  # squares whose cows have that digit
    for cows in range(1, VALUES - FIRST_COW + 1):
        held = pos.holding[seat, FIRST_COW + cows - 1]
        one |= held if cows & 1 else NO_SQUARE
        two |= held if cows & 2 else NO_SQUARE
        four |= held if cows & 4 else NO_SQUARE
    up = side(pos)
    d1 = d2 = d4 = d8 = d16 = d32 = NO_SQUARE
    for box in range(SIZES[pos.set, up, card]):
        if box + 1 != omit:
            offset = OFFSETS[pos.set, up, card, look, box]
            a, b, c = one >> offset, two >> offset, four >> offset
            d1, carried = d1 ^ a, d1 & a
            d2, carried = d2 ^ b ^ carried, d2 & b | carried & (d2 ^ b)
            d4, carried = d4 ^ c ^ carried, d4 & c | carried & (d4 ^ c)
            d8, carried = d8 ^ carried, d8 & carried
            d16, d32 = d16 ^ carried, d32 ^ (d16 & carried)
    digits = (d32, d16, d8, d4, d2, d1)
    more, same = NO_SQUARE, EVERYWHERE
    for k in range(len(digits)):
        if amount >> (len(digits) - 1 - k) & 1:
            same &= digits[k]
        else:
            more |= same & digits[k]
            same &= ~digits[k]
    return more | same

"""A player's map: where a shape fits, which areas meet a demand, what is written. Squares and masks: see layout.py.

A place is the square of a shape's top left. These kernels compute all places of a shape at once: shift a mask right by
the offset of a box, and bit q is set if the box of the shape at place q lies on a square of the mask. The shift also
copies the sign into the highest bits. At those places the box would lie below the map, so ROOM excludes them.
"""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions
from rookery.games.gameshire.components.demands import ASKS, MOST_PARTS, Part
from rookery.games.gameshire.rules.actions import list_members, record_action
from rookery.games.gameshire.rules.layout import (
    AUTUMN,
    BITS,
    BLANK,
    DISTINCT_LOOKS,
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


# ── Squares ──────────────────────────────────────────────────────────────────
@kernel
def free(pos: State, seat: int) -> int:
    """The mask of the squares on which a seat may record: blank white boxes in Spring (GS-12), all unshaded boxes in
    Autumn (GS-41, GS-42), but never a box that is crossed out."""
    if pos.season == SPRING:
        return int(pos.holding[seat, BLANK] & WHITE & ~pos.crossed[seat])
    return int(~(pos.shaded[seat] | pos.crossed[seat]))


@kernel
def blanks(pos: State, seat: int) -> int:
    """The mask of the blank boxes that R may fill (GS-33) and wrinkles may cross out. In Autumn it includes the border,
    but no shaded box."""
    return int(pos.holding[seat, BLANK] & free(pos, seat))


@kernel
def erasable(pos: State, seat: int) -> int:
    """The mask of the boxes that W may erase: all recorded boxes and, by a house rule, the shading of shaded ones
    (GS-31). Nothing is shaded in Spring."""
    return int(~pos.holding[seat, BLANK] | pos.shaded[seat])


@kernel
def write(pos: State, seat: int, square: int, value: int) -> None:
    """Write a value in a blank box."""
    pos.boxes[seat, square] = value
    pos.holding[seat, BLANK] &= ~BITS[square]
    pos.holding[seat, value] |= BITS[square]


@kernel
def erase(pos: State, seat: int, square: int) -> None:
    """Make a box blank again."""
    pos.holding[seat, pos.boxes[seat, square]] &= ~BITS[square]
    pos.holding[seat, BLANK] |= BITS[square]
    pos.boxes[seat, square] = BLANK


# ── Shapes ───────────────────────────────────────────────────────────────────
@kernel
def side(pos: State) -> int:
    """The side of the season cards that is in use: 0 Spring, 1 + deck Autumn."""
    return 0 if pos.season == SPRING else 1 + int(pos.deck)


@kernel
def size(pos: State, card: int) -> int:
    """The number of boxes of a season card, on the side in use."""
    return int(SIZES[pos.set, side(pos), card])


@kernel
def fitting_places(pos: State, card: int, look: int, omit: int, squares: int) -> int:
    """The mask of the places where all boxes of a card's shape, except the one left out, lie on `squares`. The whole
    rectangle around the shape stays on the map."""
    up = side(pos)
    at = ROOM[pos.set, up, card, look]
    for box in range(SIZES[pos.set, up, card]):
        if box + 1 != omit:
            at &= squares >> OFFSETS[pos.set, up, card, look, box]
    return int(at)


@kernel
def recordable_places(pos: State, seat: int, card: int, look: int, omit: int, squares: int) -> int:
    """The mask of the places where a seat may record a card on the free `squares`. In Autumn, the player who chose the
    demand must meet it; followers need not, except with a wrinkle (GS-41, GS-42)."""
    at = fitting_places(pos, card, look, omit, squares)
    if pos.season == AUTUMN and (seat == pos.turn or pos.followers_meet):
        at = meeting(pos, seat, card, look, omit, at)
    return at


@kernel
def most_omitted(pos: State, card: int) -> int:
    """The highest legal `omit`: the number of boxes if O is in effect, else 0 (GS-32)."""
    return size(pos, card) if pos.omit else 0


@kernel
def distinct_looks(pos: State, place: int) -> int:
    """The mask of the allowed orientations that differ, for the pair at a place of the market (GS-12, GS-41)."""
    return int(DISTINCT_LOOKS[pos.set, side(pos), pos.market[place], pos.under[place], pos.ways])


@kernel
def can_record(pos: State, seat: int, place: int) -> bool:
    """Whether `list_recordings` would list anything."""
    card, squares, allowed = pos.market[place], free(pos, seat), distinct_looks(pos, place)
    for omit in range(most_omitted(pos, card) + 1):
        for look in range(LOOKS):
            if allowed >> look & 1 and recordable_places(pos, seat, card, look, omit, squares):
                return True
    return False


@kernel
def list_recordings(pos: State, seat: int, place: int, actions: Actions, count: int) -> int:
    """Append every way in which a seat may record the pair at a place of the market; return the new count."""
    card, squares, allowed = pos.market[place], free(pos, seat), distinct_looks(pos, place)
    for omit in range(most_omitted(pos, card) + 1):
        for look in range(LOOKS):
            if allowed >> look & 1:
                first = record_action(omit, look, 0)
                count = list_members(first, recordable_places(pos, seat, card, look, omit, squares), actions, count)
    return count


# ── Demands ──────────────────────────────────────────────────────────────────
@kernel
def meeting(pos: State, seat: int, card: int, look: int, omit: int, at: int) -> int:
    """The mask of those places of `at` where the area meets the demand. A box that is left out does not count
    (GS-32)."""
    for part in range(MOST_PARTS):
        asked = REQUIREMENTS[pos.set, pos.deck, card, part]
        if asked[0] != ASKS.NOTHING and at != NO_SQUARE:
            at &= meeting_part(pos, seat, card, look, omit, Part(asked[0], asked[1], asked[2], asked[3]))
    if pos.needed:
        at &= places_with_at_least(pos.needed, count_boxes(pos, card, look, omit, ~pos.holding[seat, BLANK]))
    return at


@kernel
def meeting_part(pos: State, seat: int, card: int, look: int, omit: int, part: Part) -> int:
    """The mask of the places where one part of a requirement is met; see demands.py."""
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
    """Add 1 at the places of the mask `more` to `counted`: a number 0 .. 7 for each place, as a mask for each of its
    three binary digits, the ones first."""
    ones, twos, fours = counted
    carried = ones & more
    return ones ^ more, twos ^ carried, fours ^ (twos & carried)


@kernel
def places_with_at_least(amount: int, counted: tuple[int, int, int]) -> int:
    """The mask of the places whose number in `counted` is at least `amount`, 1 .. 6."""
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
    """For each place, the number of boxes of the shape that lie on `squares`, as the three masks of `add_digit`."""
    up, counted = side(pos), (NO_SQUARE, NO_SQUARE, NO_SQUARE)
    for box in range(SIZES[pos.set, up, card]):
        if box + 1 != omit:
            counted = add_digit(counted, squares >> OFFSETS[pos.set, up, card, look, box])
    return counted


@kernel
def total_at_least(pos: State, seat: int, card: int, look: int, omit: int, amount: int) -> int:
    """The mask of the places where the cows of the area add up to at least `amount`. Sums are binary numbers, with a
    mask for each digit."""
    one = two = four = NO_SQUARE  # the squares whose number of cows has this binary digit
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

"""The number of birds that a seat could place on one wire with one line or extension."""

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.games.grackles.board import State, reach


@kernel
def gain_on(pos: State, seat: int, wire: int, birds: int) -> int:
    """The most birds that a seat could place on one wire with one line or extension."""
    best, own, free = 0, int(pos.colour[pos.own[seat], wire]), int(pos.free[wire])
    empty = own & free
    if empty:
        best = longest(empty, empty, free, 1, birds)
        best = max(best, longest(pos.high_ends[wire] & own, empty, free, 0, birds))
        low_ends = pos.low_ends[wire] & own
        while low_ends and empty:  # an extension downwards ends where one upwards would begin
            spot = lowest_bit(empty)
            empty = without_lowest(empty)
            stop = reach(free, spot) + (2 << spot)
            gain = lowest_bit(stop) - spot
            if low_ends & stop and gain <= birds:
                best = max(best, gain)
    return best


@kernel
def longest(starts: int, empty: int, free: int, more: int, birds: int) -> int:
    """The most birds for a way upwards from one of `starts` to one of `empty`: its steps plus `more`, at most `birds`;
    0 if there is none."""
    best = 0
    while starts:
        start = lowest_bit(starts)
        starts = without_lowest(starts)
        found = empty & reach(free, start)
        while found:
            gain = lowest_bit(found) - start + more
            if gain <= birds:
                best = max(best, gain)
            found = without_lowest(found)
    return best

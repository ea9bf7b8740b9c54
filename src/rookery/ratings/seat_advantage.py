"""What the seats of a game are worth, in Elo. Seats are unequal in many games: whoever moves first may win more often.

The model is that of the ratings: of equal players, a seat wins the point with a probability proportional to
10**(advantage / 400). So the advantages follow from the shares that equal bots won (core/seats.py), and a seat without
any has the mean share. What a player of another strength makes of a seat is taken to be the same.
"""

import math

from rookery.core.record import Record
from rookery.core.seats import shares_by_turn


def advantages(record: Record) -> tuple[float, ...]:
    """[P] in Elo, by seat; () where no seat is better than another, or nothing was measured. Raises BrokenSeats."""
    position = record.position
    shares = shares_by_turn(record.game, position.players, position.options)
    movers = (record.mover(ply) for ply in range(record.plies + 1))
    first = next((seat for seat in movers if seat is not None and seat >= 0), None)
    if first is None or len({*shares}) == 1:
        return ()
    by_turn = [400 * math.log10(share * len(shares)) for share in shares]
    return tuple(by_turn[(seat - first) % len(shares)] for seat in range(len(shares)))

"""What one screen may show of a game: that of the seats which sit before it, and nothing else.

One person, several at one screen (a hot seat), or none of the players: then it shows what a spectator sees.
"""

from collections.abc import Sequence

from rookery.core.position import Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record

__all__ = ["facing", "line", "marked", "viewer"]


def viewer(position: Position, seats: Sequence[int]) -> int:
    """Through whose eyes a screen looks: those of the one of its seats that moves, else of its first."""
    if position.mover is not None and position.mover in seats:
        return position.mover
    return seats[0] if seats else SPECTATOR


def facing(seats: Sequence[int]) -> int:
    """At whose side of the table a screen stands: its first seat's, whoever moves; the table never turns."""
    return seats[0] if seats else 0


def line(record: Record, seats: Sequence[int], ply: int) -> tuple[int | None, str, str]:
    """The line of the move list for a ply, counted from 1: who played (None: chance), notation and words as the
    screen hears them. Raises NoSuchPly."""
    before = record.at(ply - 1)
    text, words = before.told(record.actions[ply - 1], *_hearing(record, seats))
    return (None if before.mover == CHANCE else before.mover), text, words


def marked(record: Record, seats: Sequence[int], ply: int) -> int:
    """The ply of the newest action of a seat, up to `ply`, where the screen may learn what it was; else 0."""
    while ply and record.at(ply - 1).mover == CHANCE:
        ply -= 1
    if ply == 0:
        return 0
    before, action = record.at(ply - 1), record.actions[ply - 1]
    return ply if any(before.knows(action, seat) for seat in _hearing(record, seats)) else 0


def _hearing(record: Record, seats: Sequence[int]) -> Sequence[int]:
    """Through whose ears a screen hears what was played: its seats'; when the game is over everybody's."""
    if record.position.is_over:
        return range(record.position.players)
    return seats or (SPECTATOR,)

"""What one screen may show of a game: that of the seats which sit before it, and nothing else.

One person, several at one screen (a hot seat), or none of the players: then it shows what a spectator sees. Several see
through the eyes of the one to move, and keep them until another of them is to move, so that whoever shows this can ask
in between that the device is handed over; and they are told only what a spectator may know.
"""

from collections.abc import Sequence

from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record

__all__ = ["facing", "hearing", "line", "marked", "touched", "viewer"]


def viewer(record: Record, seats: Sequence[int], ply: int) -> int:
    """Through whose eyes a screen looks after `ply` plies: of its seats the one's that moves, else the one's that moved
    last, else the first's."""
    if len(seats) > 1:
        for before in range(ply, -1, -1):
            mover = record.mover(before)
            if mover is not None and mover in seats:
                return mover
    return seats[0] if seats else SPECTATOR


def facing(seats: Sequence[int]) -> int:
    """At whose side of the table a screen stands: its first seat's, whoever moves; the table never turns."""
    return seats[0] if seats else 0


def line(record: Record, seats: Sequence[int], ply: int) -> tuple[int | None, str, str, str]:
    """The line of the move list for a ply, counted from 1: who played (None: chance), notation and words as the
    screen hears them, and what a bot remarked. Raises NoSuchPly."""
    before, mover = record.at(ply - 1), record.mover(ply - 1)
    text, words = before.told(record.actions[ply - 1], *hearing(record, seats))
    return (None if mover == CHANCE else mover), text, words, record.remarks.get(ply, "")


def marked(record: Record, seats: Sequence[int], ply: int) -> int:
    """The ply of the newest action of a seat, up to `ply`, where the screen may learn what it was; else 0."""
    while ply and record.mover(ply - 1) == CHANCE:
        ply -= 1
    return ply if ply and _knows(record, seats, ply) else 0


def touched(record: Record, seats: Sequence[int], ply: int) -> list[str]:
    """The spots to mark for a ply, counted from 1: those that the action of a seat touched. None of a ply of chance, of
    one that the screen may not know, and of ply 0. Raises NoSuchPly."""
    if not ply or record.mover(ply - 1) == CHANCE or not _knows(record, seats, ply):
        return []
    return record.at(ply - 1).touched(record.actions[ply - 1])


def _knows(record: Record, seats: Sequence[int], ply: int) -> bool:
    """Whether the screen may learn what was played at a ply, counted from 1."""
    before, action = record.at(ply - 1), record.actions[ply - 1]
    return any(before.knows(action, seat) for seat in hearing(record, seats))


def hearing(record: Record, seats: Sequence[int]) -> Sequence[int]:
    """Through whose ears a screen hears what was played: its seat's, a spectator's where it has several; when the game
    is over everybody's."""
    if record.result is not None:
        return range(record.position.players)
    return seats if len(seats) == 1 else (SPECTATOR,)

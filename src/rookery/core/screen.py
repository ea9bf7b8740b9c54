"""The part of a game that one screen may show: all that the seats in front of it may know, and nothing else.

A screen belongs to one seat, to several (a hot seat), or to none: then it shows what a spectator sees. A hot seat shows
the view of the seat that moves, and keeps it until another of its seats moves, so that the caller can first ask people
to hand over the device. It tells them only what a spectator may know.
"""

from collections.abc import Sequence

from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record
from rookery.legible import one_line


def viewer(record: Record, seats: Sequence[int], ply: int) -> int:
    """The seat whose view a screen shows after `ply` plies: of its seats, the mover, else the last mover, else the
    first.

    SPECTATOR for a screen without seats."""
    if len(seats) > 1:
        for before in range(ply, -1, -1):
            mover = record.mover(before)
            if mover is not None and mover in seats:
                return mover
    return seats[0] if seats else SPECTATOR


def facing(seats: Sequence[int]) -> int:
    """The seat from whose side a screen shows the table: its first seat, whoever moves, so that the table never
    turns."""
    return seats[0] if seats else 0


def line(record: Record, seats: Sequence[int], ply: int) -> tuple[int | None, str, str, str]:
    """The line of the move list for a ply, counted from 1: who played (None: chance), notation, words and a bot's
    remark.

    Notation and words are those that the screen may know. Raises NoSuchPly."""
    before, mover = record.at(ply - 1), record.mover(ply - 1)
    text, words = before.told(record.actions[ply - 1], *hearing(record, seats))
    return (None if mover == CHANCE else mover), text, words, one_line(record.remarks.get(ply, ""))


def marked(record: Record, seats: Sequence[int], ply: int) -> int:
    """The ply of the last action of a seat up to `ply`; 0 if there is none or the screen may not know it."""
    while ply and record.mover(ply - 1) == CHANCE:
        ply -= 1
    return ply if ply and _knows(record, seats, ply) else 0


def touched(record: Record, seats: Sequence[int], ply: int) -> list[str]:
    """The ids of the spots that an action of a seat touched; the ply is counted from 1.

    Empty for a ply of chance, for one that the screen may not know, and for ply 0. Raises NoSuchPly."""
    if not ply or record.mover(ply - 1) == CHANCE or not _knows(record, seats, ply):
        return []
    return record.at(ply - 1).touched(record.actions[ply - 1])


def _knows(record: Record, seats: Sequence[int], ply: int) -> bool:
    """Whether the screen may learn what was played at a ply, counted from 1."""
    before, action = record.at(ply - 1), record.actions[ply - 1]
    return any(before.knows(action, seat) for seat in hearing(record, seats))


def hearing(record: Record, seats: Sequence[int]) -> Sequence[int]:
    """The seats whose knowledge of actions a screen shows: its only seat, or else SPECTATOR; all seats once the game is
    over."""
    if record.result is not None:
        return range(record.position.players)
    return seats if len(seats) == 1 else (SPECTATOR,)

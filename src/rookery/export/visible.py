"""What of a record is exported: what the seat that looks may know, and nothing else.

The same rules as for a page of the server (core/screen.py): who looks back sees every ply with their own eyes; of a
game that is over everybody hears what was played.
"""

import itertools
from collections.abc import Iterator, Sequence

from rookery.core.errors import UnknownOption
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.core.screen import facing, line, marked, viewer
from rookery.core.screen import touched as touched_by

__all__ = ["Line", "lines", "move", "newest", "numbers", "picture", "roles", "seats_of", "settled", "touched"]

Line = tuple[int | None, str, str, str]  # who played (None: chance), notation, words, what a bot remarked


def seats_of(record: Record, seat: int | None) -> tuple[int, ...]:
    """The seats that look: one, or none for a spectator (None). Raises UnknownOption for no such seat."""
    players = record.at(0).players
    if seat is not None and not SPECTATOR <= seat < players:
        raise UnknownOption(f"there is no seat {seat}; this game has the seats 0 to {players - 1}")
    return () if seat is None or seat == SPECTATOR else (seat,)


def picture(record: Record, ply: int | None, seat: int | None) -> Scene:
    """The table after `ply` plies (None: now), with nothing to choose. Raises NoSuchPly, UnknownOption."""
    seats, ply = seats_of(record, seat), record.plies if ply is None else ply
    position = record.at(ply)
    return position.scene(viewer(record, seats, ply), facing(seats)).idle()


def lines(record: Record, seat: int | None) -> Iterator[Line]:
    """The list of moves, a line a ply."""
    seats = seats_of(record, seat)
    return (line(record, seats, ply) for ply in range(1, record.plies + 1))


def touched(record: Record, ply: int, seat: int | None) -> list[str]:
    """The spots of the newest move of a seat up to a ply, to be marked; none where who looks may not know it."""
    seats = seats_of(record, seat)
    return touched_by(record, seats, marked(record, seats, ply))


def move(line: Line) -> str:
    """In notation; in words where it is secret, or what chance did: that has no notation that people would know."""
    return line[2] if line[0] is None or line[1] == "?" else line[1]


def newest(said: Sequence[Line], names: Sequence[str]) -> str:
    """The last move of a seat, as it stands below pictures: "12. Red: b2-b4"; "" where no seat has moved."""
    for played, number in zip(reversed(said), reversed(numbers(said)), strict=True):
        if played[0] is not None:
            return f"{number} {names[played[0]]}: {move(played)}"
    return ""


def numbers(said: Sequence[Line]) -> list[str]:
    """Of each line "12.", the number of the move, counted as the page counts: what chance does has none, and is ""."""
    counts = itertools.accumulate(int(mover is not None) for mover, *_ in said)
    return ["" if mover is None else f"{count}." for (mover, *_), count in zip(said, counts, strict=True)]


def roles(record: Record) -> list[str]:
    """[P] what the seats are called."""
    start = record.at(0)
    return [role for role, _ in record.game.facts.seats_at(start.players, start.options)]


def settled(record: Record, first: int, last: int) -> list[int]:
    """The plies from `first` to `last` after which chance has had its say, and `last`."""
    return [ply for ply in range(first, last + 1) if ply == last or record.mover(ply) != CHANCE]

"""The part of a record that is exported: only what the viewer may know.

The rules are those of the server's pages (core/screen.py). A viewer sees every earlier ply from the same seat. When a
game is over, everybody learns what was played.
"""

import itertools
from collections.abc import Iterator, Sequence

from rookery.core.errors import UnknownOption
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.core.screen import facing, line, marked, viewer
from rookery.core.screen import touched as touched_by

MoveLine = tuple[int | None, str, str, str]  # seat (None: chance), notation, words, a bot's remark


def seats_of(record: Record, seat: int | None) -> tuple[int, ...]:
    """The seats of the viewer: one seat, or () for a spectator (None). Raises UnknownOption for an unknown seat."""
    players = record.at(0).players
    if seat is not None and not SPECTATOR <= seat < players:
        raise UnknownOption(f"there is no seat {seat}; this game has the seats 0 to {players - 1}")
    return () if seat is None or seat == SPECTATOR else (seat,)


def picture(record: Record, ply: int | None, seat: int | None) -> Scene:
    """The scene after `ply` plies (None: now), without choices. Raises NoSuchPly, UnknownOption."""
    seats, ply = seats_of(record, seat), record.plies if ply is None else ply
    position = record.at(ply)
    return position.scene(viewer(record, seats, ply), facing(seats)).idle()


def lines(record: Record, seat: int | None) -> Iterator[MoveLine]:
    """The list of moves, one line per ply. Raises UnknownOption."""
    seats = seats_of(record, seat)
    return (line(record, seats, ply) for ply in range(1, record.plies + 1))


def touched(record: Record, ply: int | None, seat: int | None) -> list[str]:
    """The spots of the last move of any seat up to a ply (None: now), to be marked; [] if the viewer may not know
    them."""
    seats, ply = seats_of(record, seat), record.plies if ply is None else ply
    return touched_by(record, seats, marked(record, seats, ply))


def move(line: MoveLine) -> str:
    """The move in notation; in words if it is secret or chance's, whose notation is not for people."""
    return line[2] if line[0] is None or line[1] == "?" else line[1]


def newest(entries: Sequence[MoveLine], names: Sequence[str]) -> str:
    """The last move of any seat as the caption of a picture, "12. Red: b2-b4"; "" if no seat has moved."""
    for played, number in zip(reversed(entries), reversed(numbers(entries)), strict=True):
        if played[0] is not None:
            return f"{number} {names[played[0]]}: {move(played)}"
    return ""


def numbers(entries: Sequence[MoveLine]) -> list[str]:
    """For each line the number of its move, "12.", counted as on the page: chance's moves are not counted, and have
    ""."""
    counts = itertools.accumulate(int(mover is not None) for mover, *_ in entries)
    return ["" if mover is None else f"{count}." for (mover, *_), count in zip(entries, counts, strict=True)]


def roles(record: Record) -> list[str]:
    """[P] The roles of the seats."""
    start = record.at(0)
    return [role for role, _ in record.game.facts.seats_at(start.players, start.options)]


def settled(record: Record, first: int, last: int) -> list[int]:
    """The plies from `first` to `last` at which chance is not to move, and `last` itself."""
    return [ply for ply in range(first, last + 1) if ply == last or record.mover(ply) != CHANCE]

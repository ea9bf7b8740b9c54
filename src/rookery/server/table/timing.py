"""Whose clock runs at a table, what plays though nobody looks, and how long a bot stays in a person's place."""

from typing import TYPE_CHECKING

from rookery.core.protocol import CHANCE
from rookery.server.errors import OutOfTime
from rookery.server.table.clock import MAX_LATE_MOVES, ClockState
from rookery.server.table.events import Event, Paused, Played, Resumed, TookBack

if TYPE_CHECKING:
    from rookery.server.table.table import Table

from collections.abc import Sequence

from rookery.server.table.events import Made

__all__ = ["by_itself", "check_back", "due", "due_with", "follow", "one_move", "people", "stays"]


def people(table: "Table") -> list[int]:
    """The seats that people play now: no bot does so in their place."""
    return [index for index, seat in enumerate(table.seats) if seat.kind == "person" and not seat.level]


def follow(table: "Table", times: ClockState, event: Event, *, agreed: bool) -> None:
    """What an event that was just added means for the clocks. `agreed`: to taking back."""
    if isinstance(event, Resumed):
        times.run(None)  # nobody's clock ran since the event before
    times.note(event.at)
    match event:
        case Played(seat=int(seat)):
            times.decided(event.ply, seat, lent=table.seats[seat].lent)
            if not table.seats[seat].level:
                times.screen, times.holder = event.screen, seat
        case TookBack() if isinstance(table.mover, int) and table.mover != CHANCE:
            times.took_back(event.plies, table.mover, agreed=agreed)
    times.paused = isinstance(event, Paused)
    times.run(None if times.paused else _running(table, times))


def _running(table: "Table", times: ClockState) -> int | None:
    """The seat whose clock runs now: a bot that stands in plays on it, until nothing is left."""
    mover = table.mover
    if mover is None or mover == CHANCE or table.seats[mover].kind == "bot":
        return None
    bot_plays = table.seats[mover].level and times.used_up(mover) and times.clock.zero == "bot"
    return None if bot_plays or _waits(table, times, mover) else mover


def _waits(table: "Table", times: ClockState, seat: int) -> bool:
    """Whether the game waits for a seat: it was late too often, and no other person is kept waiting."""
    return times.late[seat] >= MAX_LATE_MOVES and people(table) == [seat]


def one_move(table: "Table", seat: int) -> bool:
    """Whether a bot sits there for one late move only."""
    times = table.times
    if times is None or table.seats[seat].lent != "late" or times.clock.kind != "move":
        return False
    return times.late[seat] < MAX_LATE_MOVES


def stays(table: "Table", seat: int) -> bool:
    """Whether the bot that now makes the late move of a seat goes on playing there after it: always where the time was
    for the whole game; else after `MAX_LATE_MOVES` late moves in a row, and if another person would have to wait."""
    if table.seats[seat].lent != "late" or table.times is None or table.times.clock.kind != "move":
        return True
    return table.times.late[seat] + 1 >= MAX_LATE_MOVES and bool(people(table))


def check_back(table: "Table", seat: int) -> None:
    """Whether the person may play again where a bot does. Raises OutOfTime."""
    times = table.times
    if times is None or not times.used_up(seat):
        return
    if times.clock.kind == "move":
        raise OutOfTime("your time for this move is over, and a bot makes it; you can play again with the next one")
    raise OutOfTime("your time is used up, and a bot plays on for you; you can play again in another game")


def by_itself(table: "Table") -> bool:
    """Whether bots play though nobody looks: where a person's time runs they keep nobody waiting, and a late move is
    made. Bots among themselves wait for somebody who looks."""
    return table.times is not None and (
        bool(people(table)) or any(one_move(table, seat) for seat in range(table.players))
    )


def due(table: "Table") -> int:
    """When a server has to look at the table though nobody asks for it, ms since 1970; 0: never."""
    if table.times is None or not table.times.clock.patient:
        return 0
    return int(by_itself(table) and bool(table.bot)) or table.times.due  # at once, where a bot is to play


def due_with(made: Made, events: Sequence[Event]) -> int | None:
    """When a server has to look at a table after these events; None: as before. At once, where days run: it is written
    with the events, and their description says later what is true. A server that dies between leaves a table that is
    looked at too early, and not one whose clock never rings."""
    return events[-1].at if made.clock is not None and made.clock.patient else None

"""The seat whose clock runs, the tables that play on without a page, and the time for which a stand-in stays."""

from typing import TYPE_CHECKING

from rookery.core.protocol import CHANCE
from rookery.server.errors import OutOfTime
from rookery.server.table.clock import MAX_LATE_MOVES, ClockState
from rookery.server.table.events import Event, Paused, Played, Resumed, TookBack

if TYPE_CHECKING:
    from rookery.server.table.table import Table

from collections.abc import Sequence

from rookery.server.table.events import Made


def people(table: "Table") -> list[int]:
    """The seats that people play now, without those of stand-ins."""
    return [index for index, seat in enumerate(table.seats) if seat.kind == "person" and not seat.level]


def follow(table: "Table", times: ClockState, event: Event, *, agreed: bool) -> None:
    """Update the clocks for an event that was just added. `agreed`: whether its take-back was agreed to."""
    if times.paused or isinstance(event, Resumed):
        times.stood(event.at)
    times.stops += isinstance(event, Resumed)
    times.note(event.at)
    if isinstance(event, Played) and event.seat is not None:
        times.decided(event.ply, event.seat, lent=table.seats[event.seat].lent)
        if not table.seats[event.seat].level:
            times.screen, times.holder = event.screen, event.seat
    if isinstance(event, TookBack) and table.mover not in (None, CHANCE):
        times.took_back(event.plies, table.mover, agreed=agreed)
    times.paused = isinstance(event, Paused)
    if times.paused:
        times.stop()
    else:
        times.run(_running(table, times))


def _running(table: "Table", times: ClockState) -> int | None:
    """The seat whose clock runs now. A stand-in uses the person's clock until it is at zero."""
    mover = table.mover
    if mover is None or mover == CHANCE or table.seats[mover].kind == "bot":
        return None
    bot_plays = table.seats[mover].level and times.used_up(mover) and times.clock.zero == "bot"
    return None if bot_plays or _waits(table, times, mover) else mover


def _waits(table: "Table", times: ClockState, seat: int) -> bool:
    """Whether the game waits for a seat without a clock: it was late too often, and no other person plays."""
    return not _must_end(table) and times.late[seat] >= MAX_LATE_MOVES and people(table) == [seat]


def _must_end(table: "Table") -> bool:
    """Whether the game goes on with nobody there: other tables of a contest wait for it, or it is rated, and whoever
    stays away has lost."""
    return table.closed or table.rated


def one_move(table: "Table", seat: int) -> bool:
    """Whether the stand-in of a seat plays only one late move."""
    times = table.times
    if times is None or table.seats[seat].lent != "late" or not times.clock.each_move:
        return False
    return times.late[seat] < MAX_LATE_MOVES


def stays(table: "Table", seat: int) -> bool:
    """Whether the stand-in that makes a late move stays after it. With time for the whole game it always stays. With
    time for each move it stays after `MAX_LATE_MOVES` late moves in a row, if another person would have to wait, or the
    game must end."""
    if table.seats[seat].lent != "late" or table.times is None or not table.times.clock.each_move:
        return True
    return table.times.late[seat] + 1 >= MAX_LATE_MOVES and (_must_end(table) or bool(people(table)))


def check_back(table: "Table", seat: int) -> None:
    """Whether the person may take the seat back from a stand-in. Raises OutOfTime."""
    times = table.times
    if times is None or not times.used_up(seat):
        return
    if times.clock.each_move:
        raise OutOfTime("your time for this move is over, so a bot makes it; you can play the next one")
    raise OutOfTime("your time is used up, so a bot plays on for you; you can play again in another game")


def by_itself(table: "Table") -> bool:
    """Whether bots play while no page is open. They do at a table with a clock where a person plays or was late, so
    that nobody has to wait for them. Bots among themselves wait for a spectator, unless the game must end."""
    return table.times is not None and (
        _must_end(table) or bool(people(table)) or any(one_move(table, seat) for seat in range(table.players))
    )


def uncounted(table: "Table") -> bool:
    """Whether the game is rated, and its result is to be counted now."""
    return table.rated and table.over and table.counted is None


def due(table: "Table") -> int:
    """The time at which a server must open the table although no page is open, ms since 1970 (at once where a bot is to
    move); 0: never. So is a rated game that is over and not counted yet. One that goes on is always due, whatever its
    clock is: otherwise a player who is about to lose would leave and wait for a restart."""
    if uncounted(table):
        return 1
    if table.times is None or not table.times.clock.patient:
        return int(table.times is not None and table.strict)
    return int(by_itself(table) and bool(table.bot)) or table.times.due  # 1 is long past: at once


def due_with(made: Made, events: Sequence[Event]) -> int | None:
    """The time at which a server must open a table after these events, ms since 1970; None: unchanged.

    A table with a correspondence clock, or whose end is to be counted, is due at once. This is written with the events,
    and the summary that is written later corrects it. If the server dies in between, the table is opened too early
    instead of never."""
    return events[-1].at if made.rated or (made.clock is not None and made.clock.patient) else None

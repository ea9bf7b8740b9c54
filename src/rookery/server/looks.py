"""What a page may see of a table, as the messages that tell it. Nothing else reads positions for a page.

A page that plays several seats (a hot seat) sees through the eyes of the one to move, and keeps them until another of
its seats is to move; its board never turns. Where seats have secrets, the page covers itself before it shows what
another pair of eyes sees, and what all of them are told is what a spectator may know.
"""

from collections.abc import Collection

from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.scene import Scene
from rookery.server.table import Seats, Table
from rookery.server.wire import Entry, GameCard, Moment, SeatCard, TableCard

__all__ = ["entry", "look_back", "moment", "preview", "table_card"]


def moment(table: Table, seats: Seats, ply: int | None = None) -> Moment:
    """The position after `ply` plies, or the newest. Raises NoSuchPly."""
    ply = table.plies if ply is None else ply
    return _moment(table, seats, ply, _eyes(table, seats, ply))


def look_back(table: Table, seats: Seats, ply: int) -> Moment:
    """The position after `ply` plies to who is before the page now, whoever was then. Raises NoSuchPly."""
    return _moment(table, seats, ply, _eyes(table, seats, table.plies))


def _moment(table: Table, seats: Seats, ply: int, eyes: int | None) -> Moment:
    position = table.at(ply)
    scene = table.scene(ply, SPECTATOR if eyes is None else eyes, seats[0] if seats else 0)
    if ply < table.plies or position.mover not in seats:
        scene = scene.idle()
    outcome = position.outcome
    return Moment(
        ply=ply,
        mover=None if position.mover == CHANCE else position.mover,
        over=outcome is not None,
        winners=list(outcome.winners) if outcome else [],
        scene=scene,
        last=table.touched(ply, _hearing(table, seats)),
        seen_by=eyes,
    )


def _eyes(table: Table, seats: Seats, ply: int) -> int | None:
    """Whose view a page has after `ply` plies: of its seats the one to move, else the one that moved last, else the
    first; None for a spectator."""
    if len(seats) < 2:
        return seats[0] if seats else None
    for before in range(ply, -1, -1):
        mover = table.at(before).mover
        if mover in seats:
            return mover
    return seats[0]


def preview(table: Table, seats: Seats, seat: int, action: int) -> Scene:
    """What the seat would see after a legal action.

    Played on what the seat sees, never on the whole position: trying out must not uncover what is hidden."""
    after = table.position.view(seat).after_unchecked(action)
    return after.scene(facing=seats[0]).idle()


def entry(table: Table, seats: Seats, ply: int) -> Entry:
    """The line of the move list for a ply, counted from 1."""
    position, action = table.at(ply - 1), table.record.actions[ply - 1]
    return Entry(ply, table.mover_of(ply), *position.told(action, *_hearing(table, seats)))


def _hearing(table: Table, seats: Seats) -> Seats:
    """Through whose ears a page hears what was played: its seat's; several at one screen hear only what all may know;
    when the game is over everybody's."""
    if table.mover is None:
        return tuple(range(table.sheet.players))
    return seats if len(seats) < 2 else ()


def table_card(table: Table, game: GameCard, seats: Seats, here: Collection[int], watchers: int) -> TableCard:
    """`here`: the seats whose people have a page open."""
    facts, sheet = table.game.facts, table.sheet
    options = table.at(0).options
    seats_here = facts.seats_at(sheet.players, options)
    cards = [
        SeatCard(
            index=index,
            role=seats_here[index][0],
            name=seat.name,
            kind=seat.kind,
            level=seat.level,
            yours=index in seats,
            here=seat.kind == "bot" or index in here,
            style=seats_here[index][1],
        )
        for index, seat in enumerate(sheet.seats)
    ]
    return TableCard(
        id=sheet.id, game=game, players=sheet.players, options=options, seats=cards, watchers=watchers, next=sheet.next
    )

"""What a page may see of a table, as the messages that tell it. Nothing else reads positions for a page."""

from collections.abc import Collection

from rookery.core.protocol import CHANCE
from rookery.core.scene import Scene
from rookery.core.screen import facing, line, marked, viewer
from rookery.server.table import Seats, Table
from rookery.server.wire import Entry, GameCard, Moment, SeatCard, TableCard

__all__ = ["entry", "look_back", "moment", "preview", "table_card"]


def moment(table: Table, seats: Seats, ply: int | None = None) -> Moment:
    """The position after `ply` plies, or the newest. Raises NoSuchPly."""
    ply = table.plies if ply is None else ply
    return _moment(table, seats, ply, viewer(table.record, seats, ply))


def look_back(table: Table, seats: Seats, ply: int) -> Moment:
    """The position after `ply` plies to who is before the page now, whoever was then. Raises NoSuchPly."""
    return _moment(table, seats, ply, viewer(table.record, seats, table.plies))


def _moment(table: Table, seats: Seats, ply: int, eyes: int) -> Moment:
    position, scene = table.at(ply), table.scene(ply, eyes, facing(seats))
    if ply < table.plies or position.mover not in seats:
        scene = scene.idle()
    outcome, newest = position.outcome, marked(table.record, seats, ply)
    return Moment(
        ply=ply,
        mover=None if position.mover == CHANCE else position.mover,
        over=outcome is not None,
        winners=list(outcome.winners) if outcome else [],
        scene=scene,
        last=table.path(newest) if newest else [],
        seen_by=eyes if seats else None,
    )


def preview(table: Table, seats: Seats, seat: int, action: int) -> Scene:
    """What the seat would see after a legal action.

    Played on what the seat sees, never on the whole position: trying out must not uncover what is hidden."""
    after = table.position.view(seat).after_unchecked(action)
    return after.scene(facing=facing(seats)).idle()


def entry(table: Table, seats: Seats, ply: int) -> Entry:
    """The line of the move list for a ply, counted from 1."""
    return Entry(ply, *line(table.record, seats, ply))


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

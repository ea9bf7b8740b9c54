"""What a page may see of a table, as the messages that tell it. Nothing else reads positions for a page.

A page that plays several seats (a hot seat) sees what the one to move sees, else its first; its board never turns.
"""

from collections.abc import Collection

from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.scene import Scene
from rookery.server.table import Seats, Table
from rookery.server.wire import Entry, GameCard, Moment, SeatCard, TableCard

__all__ = ["entry", "moment", "preview", "table_card"]


def moment(table: Table, seats: Seats, ply: int | None = None) -> Moment:
    """The position after `ply` plies, or the newest. Raises NoSuchPly."""
    ply = table.plies if ply is None else ply
    position = table.at(ply)
    scene = _scene(table, seats, ply)
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
    )


def _scene(table: Table, seats: Seats, ply: int) -> Scene:
    if not seats:
        return table.scene(ply, SPECTATOR, 0)
    sees = next((seat for seat in seats if seat == table.at(ply).mover), seats[0])
    return table.scene(ply, sees, seats[0])


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
    """Through whose ears a page hears what was played: its seats'; when the game is over everybody's."""
    return tuple(range(table.sheet.players)) if table.mover is None else seats


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

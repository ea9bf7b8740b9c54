"""What a page may see of a table, as the messages that tell it. Nothing else reads positions for a page.

A page that plays several seats (a hot seat) sees what the one to move sees, else its first; its board never turns.
"""

import dataclasses
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
        scene = dataclasses.replace(scene, choices=())
    outcome = position.outcome
    return Moment(
        ply=ply,
        mover=None if position.mover == CHANCE else position.mover,
        over=outcome is not None,
        winners=list(outcome.winners) if outcome else [],
        scene=scene,
        last=table.touched(ply) if _told(table, seats, ply) else [],
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
    return dataclasses.replace(after.scene(facing=seats[0]), choices=())


def entry(table: Table, seats: Seats, ply: int) -> Entry:
    """The line of the move list for a ply, counted from 1."""
    if not _told(table, seats, ply):
        return Entry(ply, table.mover_of(ply), "?", "Something that you may not know yet")
    return Entry(ply, table.mover_of(ply), table.record.text(ply), table.record.words(ply))


def _told(table: Table, seats: Seats, ply: int) -> bool:
    """Whether a page may know what was played. In a game with secrets only one's own plies, until it is over: an action
    of others, or of chance, could name what only they know."""
    return not ply or not table.game.facts.hidden or table.mover is None or table.mover_of(ply) in seats


def table_card(table: Table, game: GameCard, seats: Seats, here: Collection[int], watchers: int) -> TableCard:
    """`here`: the seats whose people have a page open."""
    facts, sheet = table.game.facts, table.sheet
    roles = facts.seats[sheet.players]
    cards = [
        SeatCard(
            index=index,
            role=roles[index],
            name=seat.name,
            kind=seat.kind,
            level=seat.level,
            yours=index in seats,
            here=seat.kind == "bot" or index in here,
            style=facts.seat_styles[index],
        )
        for index, seat in enumerate(sheet.seats)
    ]
    options = table.at(0).options
    return TableCard(
        id=sheet.id, game=game, players=sheet.players, options=options, seats=cards, watchers=watchers, next=sheet.next
    )

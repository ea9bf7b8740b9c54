"""Orders of new tables: what they ask for, and what their makers are told."""

from collections.abc import Sequence

import msgspec

from rookery.core.position import Game
from rookery.server.events import Event, Made, Seat
from rookery.server.wire import NewTable, SeatLink, TableLinks

__all__ = ["as_new", "levels_of", "links", "title_of"]


def links(game: Game, made: Made, name: str, keys: Sequence[str]) -> TableLinks:
    """What the maker of a table is told: `keys` of people, "" of bots."""
    roles = game.facts.seats_at(made.players, made.options)
    links = [SeatLink(i, roles[i][0], key, f"/t/{name}#{key}") for i, key in enumerate(keys) if key]
    return TableLinks(name, f"/t/{name}", links)


def levels_of(order: NewTable) -> list[str]:
    """The levels of all bots that may play at a table."""
    levels = [seat.level for seat in order.seats if seat.kind == "bot"]
    return [*levels, order.clock.level] if order.clock is not None and order.clock.zero == "bot" else levels


def as_new(seat: Seat) -> Seat:
    """Who sits there, at a table at which nobody has come yet."""
    return seat if seat.kind == "bot" else msgspec.structs.replace(seat, level="", lent="", word=None)


def title_of(events: Sequence[Event]) -> str:
    """The game of a table; "" where the first event does not say it, which Table refuses."""
    return next((event.game for event in events[:1] if isinstance(event, Made)), "")

"""The fields that name a person in the events of a table, and the same events without them.

Plies, draws and positions name nobody, so a table without these fields has as many events, and the same game.
"""

from typing import TypeVar

from msgspec.structs import replace

from rookery.server.table.events import Event, Made, Named, Reminds, Said, Sat, Seat, Subscribed

AnyEvent = TypeVar("AnyEvent", bound=Event)
PERSONAL_FIELDS: dict[type[Event] | type[Seat], tuple[str, ...]] = {
    Seat: ("name", "look"),
    Sat: ("name",),
    Named: ("name", "look"),
    Said: ("text",),
    Reminds: ("webhook", "site"),
    Subscribed: ("endpoint", "p256dh", "auth", "site"),
}


def personal(event: Event, seat: int) -> dict[str, str]:
    """An event's facts about the person of a seat, by field; {} if there are none."""
    if not isinstance(event, Made) and getattr(event, "seat", None) != seat:
        return {}
    of = event.seats[seat] if isinstance(event, Made) else event
    fields = {name: getattr(of, name) for name in PERSONAL_FIELDS.get(type(of), ())}
    return {name: value for name, value in fields.items() if value}


def without(event: AnyEvent, seat: int) -> AnyEvent:
    """The event without these facts; the same object if there are none. A reminder without an address is none, and a
    line of chat without text is not shown."""
    if not (facts := personal(event, seat)):
        return event
    blank = dict.fromkeys(facts, "")
    if isinstance(event, Made):
        seats = [replace(one, **blank) if index == seat else one for index, one in enumerate(event.seats)]
        return replace(event, seats=tuple(seats))
    return replace(event, **blank)

"""Sitting down, beginning, names and chat, as events."""

from rookery.core.scene import plural
from rookery.server.commands.guards import may_watch, must_play
from rookery.server.commands.moves import with_chance
from rookery.server.errors import CannotRate, SeatTaken, StaleMove, UnknownKey, UnreadableMessage
from rookery.server.table.events import Agreed, Begun, Came, Event, Keyed, Named, Said, Sat
from rookery.server.table.table import Seats, Table
from rookery.server.text import duration, plain_name, plain_text

# ms for which an open seat is held for the person who took it, until the page opens with the new key
SEAT_HOLD_MS = 20_000


def open_table(table: Table) -> list[Event]:
    """A game without people to wait for, such as one between bots, begins at once."""
    return [] if table.awaited() or table.begun else begun(table, {})


def come(table: Table, seats: Seats, client_seed: str) -> list[Event]:
    """A page opens. A player who comes for the first time adds a client seed; with the last one the game begins; a
    rated game, when all have agreed, too.

    Raises StillSecret for a spectator where others may still play with the same draws."""
    may_watch(table, seats)
    new = [seat for seat in table.awaited() if seat in seats]
    events: list[Event] = [Came(seat, client_seed if seat == new[0] else "") for seat in new]
    events += [Came(seat, "") for seat in seats if table.seats[seat].open and seat not in new]  # open no longer
    if new and len(new) == len(table.awaited()) and not table.made.rated:
        events += begun(table, {came.seat: came.client_seed for came in events if isinstance(came, Came)})
    return events


def agree(table: Table, seat: int) -> list[Event]:
    """The person of a seat, which belongs to a name tag, agrees that the game is rated; with the last one it begins.

    Raises CannotRate, StaleMove."""
    if seat in table.agreed_to_rating:
        return []
    if not table.made.rated:
        raise CannotRate("nobody has asked for a rated game at this table")
    if table.begun:
        raise StaleMove("the game has begun, so nobody can agree any more that it is rated")
    last = table.unrated == (seat,) and not table.awaited()
    return [Agreed(seat), *(begun(table, {}) if last else [])]


def sit(table: Table, seat: int, key: str, name: str, now: int) -> list[Event]:
    """A person takes an open seat. `key`: the sha256 of its new key; `now`: ms since 1970. Raises SeatTaken, and
    what `may_watch` raises."""
    may_watch(table, ())
    if not 0 <= seat < table.players:
        raise SeatTaken(f"this table has no such seat; it has {table.players} {plural(table.players, 'seat')}")
    if not table.seats[seat].open:
        free = tuple(index for index, sitter in enumerate(table.seats) if sitter.open)
        rest = f"still free: {table.called(free)}" if free else "no other seat is free"
        raise SeatTaken(f"the seat of {table.called((seat,))} is not free; {rest}")
    if 0 <= now - table.sitting.get(seat, -SEAT_HOLD_MS) < SEAT_HOLD_MS:  # less: the time of day was set
        who = table.called((seat,))
        raise SeatTaken(f"somebody is sitting down as {who} right now; try again in {duration(SEAT_HOLD_MS // 1000)}")
    return [Sat(seat, key, plain_name(name))]


def carried_keys(table: Table) -> list[Event]:
    """The keys of further devices as events of a rematch, where everybody has moved on by one seat."""
    return [Keyed((seat - 1) % table.players, key) for key, seat in table.more_keys.items()]


def begin(table: Table, seats: Seats) -> list[Event]:
    """Begin without the people who have not come yet. Raises UnknownKey for a spectator, StaleMove if it has begun."""
    must_play(seats, "begin the game")
    if table.begun:
        raise StaleMove("the game has begun already")
    return begun(table, {})


def begun(table: Table, seeds: dict[int, str]) -> list[Event]:
    """The game begins. `seeds`: by seat, the client seeds of people who come in the same moment."""
    said = tuple(seeds.get(seat, before) for seat, before in enumerate(table.client_seeds))
    return [Begun()] if table.over else [Begun(), *with_chance(table, table.position, [], said)]


def name(table: Table, seats: Seats, seat: int, text: str) -> list[Event]:
    """A player's new name. Raises UnknownKey, UnreadableMessage."""
    if seat not in seats:
        raise UnknownKey(f"only {table.called((seat,))} can change that name")
    if not (plain := plain_name(text)):
        raise UnreadableMessage("a name needs at least one letter")
    return [Named(seat, plain, table.seats[seat].look)]


def dress(table: Table, seat: int, look: str) -> list[Event]:
    """The look of a person whose seat belongs to a name tag."""
    known = table.seats[seat]
    return [] if known.look == look else [Named(seat, known.name, look)]


def say(table: Table, seats: Seats, text: str) -> list[Event]:
    """A line of chat. Raises UnreadableMessage."""
    if not (plain := plain_text(text)):
        raise UnreadableMessage("the message is empty; please write something")
    return [Said(seats[0] if seats else None, plain)]

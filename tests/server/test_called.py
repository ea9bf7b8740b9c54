"""Refusals call people by their names, or as the game calls them: nobody sees numbers of seats."""

import re

import pytest

import rookery
from rookery.core.errors import NotYourTurn, SeatTaken, UnknownKey
from rookery.server import asks
from rookery.server.events import Made, Sat, Seat
from rookery.server.keys import digest
from rookery.server.table import Table
from tests.server.house import happen


def table() -> Table:
    """Of two people; the first is called Ann, the second has an open seat and no name."""
    game = rookery.load(next(title for title in rookery.titles() if rookery.load(title).facts.hidden))
    seats = (Seat("person", key=digest("0"), name="Ann"), Seat("person", key=digest("1"), open=True))
    made = Made(game.facts.title, game.facts.rules_version, 2, {"first": "seat 1"}, seats)
    return Table(game, "t", bytes(32), [made])


def refused(kind: type[Exception], ask: object, *args: object) -> str:
    assert callable(ask)
    with pytest.raises(kind) as found:
        ask(*args)
    assert not re.search(r"\bseat \d", str(found.value)), found.value
    return str(found.value)


def test_seats_are_called_as_people_call_them() -> None:
    there = table()
    other = there.game.facts.seats[2][1]
    assert refused(SeatTaken, asks.sit, there, 0, "k", "", 0) == f"Ann is not free; still free: {other}"
    assert refused(UnknownKey, asks.name, there, (1,), 0, "Eve") == "only Ann can change that name"
    assert refused(UnknownKey, asks.may_move, there, (0,), 1, 0) == f"this page does not play {other}; it plays Ann"
    assert refused(UnknownKey, asks.may_move, there, (), 0, 0) == "this page does not play Ann; it only watches"
    told = refused(UnknownKey, asks.may_move, there, (0,), 9, 0)
    assert told.startswith("this page does not play a seat that is not at this table;")
    happen(there, [Sat(1, digest("2"), "", at=1000)])
    told = refused(SeatTaken, asks.sit, there, 1, "k", "", 2000)
    assert told.startswith(f"somebody else is just sitting down as {other};")
    happen(there, asks.begun(there, {}))
    assert there.mover == 0
    told = refused(NotYourTurn, asks.may_move, there, (0, 1), 1, there.plies)
    assert told == f"it is the turn of Ann, not of {other}"

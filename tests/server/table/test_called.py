"""Refusals are for people: they call seats as the game does, and use no programmers' words."""

import re

import pytest

import rookery
from rookery.core.errors import NotYourTurn
from rookery.server import text
from rookery.server.commands import guards, people
from rookery.server.errors import SeatTaken, UnknownKey
from rookery.server.table.events import Made, Sat, Seat
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from tests.house.sources import ROOT, files
from tests.server.support.app_client import happen

JARGON = re.compile(r"\b(ply|plies|hash|seat \d|1 \w+s)\b|keys? that opens?|__name__")
# folders and files in which people's requests are refused; table.py and journal.py refuse those of programs alone
ASKED_BY_PEOPLE = (
    "commands",
    "api/game_endpoints.py",
    "api/table_endpoints.py",
    "quota",
    "rooms/catalog.py",
    "rooms/new_table.py",
    "table/clock.py",
    "table/timing.py",
)


def table() -> Table:
    """Of two people; the first is called Ann, the second has an open seat and no name."""
    game = rookery.load(next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden))
    seats = (Seat("person", key_hash=digest("0"), name="Ann"), Seat("person", key_hash=digest("1"), open=True))
    made = Made(game.facts.slug, game.facts.rules_version, 2, {"first": "seat 1"}, seats)
    return Table(game, "t", bytes(32), [made])


def refused(kind: type[Exception], ask: object, *args: object) -> str:
    assert callable(ask)
    with pytest.raises(kind) as found:
        ask(*args)
    assert not JARGON.search(str(found.value)), found.value
    return str(found.value)


def test_seats_are_called_as_people_call_them() -> None:
    there = table()
    other = there.game.facts.seats[2][1]
    assert refused(SeatTaken, people.sit, there, 0, "k", "", 0) == f"the seat of Ann is not free; still free: {other}"
    assert refused(UnknownKey, people.name, there, (1,), 0, "Eve") == "only Ann can change that name"
    assert refused(UnknownKey, guards.may_move, there, (0,), 1, 0) == f"this page does not play {other}; it plays Ann"
    assert refused(UnknownKey, guards.may_move, there, (), 0, 0) == "this page does not play Ann; it only watches"
    told = refused(UnknownKey, guards.may_move, there, (0,), 9, 0)
    assert told.startswith("this page does not play a seat that is not at this table;")
    happen(there, [Sat(1, digest("2"), "", at=1000)])
    told = refused(SeatTaken, people.sit, there, 1, "k", "", 2000)
    assert told.startswith(f"somebody is sitting down as {other} right now;")
    happen(there, people.begun(there, {}))
    assert there.mover == 0
    told = refused(NotYourTurn, guards.may_move, there, (0, 1), 1, there.plies)
    assert told == f"it is the turn of Ann, not of {other}"


def test_seconds_are_counted_as_people_count_them() -> None:
    assert [text.duration(count) for count in (1, 12, 60, 90, 7200)] == [
        "1 second",
        "12 seconds",
        "1 minute",
        "90 seconds",
        "2 hours",
    ]


def test_refusals_know_no_words_of_programmers() -> None:
    """Read in the sources, as many are hard to come by; what counts seconds leaves it to `duration`."""
    server = ROOT / "src" / "rookery" / "server"
    assert all((server / name).exists() for name in ASKED_BY_PEOPLE)
    raised = {
        f"{path.name}: {words}"
        for path in files("src/rookery/server")
        for words in re.findall(r"raise \w+\(\s*(f?\".*\")", path.read_text())
        if str(path.relative_to(server)).startswith(ASKED_BY_PEOPLE)
    }
    assert len(raised) > 30
    assert [words for words in sorted(raised) if JARGON.search(words) or "} seconds" in words] == []

"""New tables are their first events: they follow from what was ordered, and from nothing else."""

from typing import Any

import pytest
from msgspec.structs import replace

import rookery
from rookery.core.errors import CannotConcede, CannotPlay, NoSuchPly, StillSecret, UnknownLevel
from rookery.server.commands import making
from rookery.server.commands.guards import may_lose
from rookery.server.commands.moves import resign
from rookery.server.errors import CannotRate
from rookery.server.table.clock import Clock
from rookery.server.table.events import Conceded, Made, Played, Seat
from tests.server.support.app_client import few, table_of, walked

LEVELS = ("easy", "hard")
LIMIT = Clock("move", 60, level="easy")
DUEL = next(slug for slug in rookery.slugs() if may_lose(rookery.load(slug), few(rookery.load(slug))))
OPEN = next(slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden)


def order(slug: str, *seats: Seat, **more: Any) -> Made:
    facts = rookery.load(slug).facts
    people = seats or tuple(
        Seat("person", key_hash=str(seat), open=seat > 0) for seat in range(few(rookery.load(slug)))
    )
    return Made(game=slug, rules=facts.rules_version, players=len(people), options={}, seats=people, **more)


def test_from_the_start_a_table_is_what_was_ordered(slug: str) -> None:
    game = rookery.load(slug)
    for asked in (order(slug), order(slug, Seat("bot", "easy"), Seat("person")), order(slug, rated=True, clock=LIMIT)):
        assert making.create(game, asked, LEVELS) == [asked]


@pytest.mark.parametrize(
    ("more", "refusal", "words"),
    [
        ({"seats": (Seat("bot", "mild"), Seat("person"))}, UnknownLevel, "'mild'"),
        ({"clock": replace(LIMIT, level="mild")}, UnknownLevel, "'mild'"),
        ({"clock": replace(LIMIT, zero="loss"), "players": 3}, CannotConcede, "two opponents"),
        ({"rated": True}, CannotRate, "time limit"),
        ({"rated": True, "clock": LIMIT, "seats": (Seat("person"), Seat("person"))}, CannotRate, "free to take"),
    ],
)
def test_what_cannot_be_made_is_refused(more: dict[str, Any], refusal: type[Exception], words: str) -> None:
    with pytest.raises(refusal, match=words):
        making.create(rookery.load(OPEN), replace(order(OPEN), **more), LEVELS)


def test_a_table_begins_with_the_plies_of_another_one() -> None:
    game = rookery.load(OPEN)
    for source in walked(OPEN, 3):
        begun = making.branch(source, OPEN, source.players, source.plies)
        made, *plies = making.create(game, order(OPEN), LEVELS, begun)
        assert made == replace(order(OPEN), options=source.made.options, since=source.plies)
        assert [ply.action for ply in plies if isinstance(ply, Played)] == source.record.actions
        copied = making.whole(source.record)
        assert making.create(game, order(OPEN), LEVELS, copied)[1:] == plies
        assert {*copied.options.items()} >= {*begun.options.items()}, "a record names every option"
    source.made = replace(source.made, public=True)
    assert (begun.origin, making.branch(source, OPEN, source.players, 0).origin) == ("", source.id), "who may watch it"
    with pytest.raises(NoSuchPly):
        making.branch(source, OPEN, source.players, source.plies + 1)
    with pytest.raises(CannotPlay, match=f"not of {OPEN} for 9"):
        making.branch(source, OPEN, 9, 0)
    with pytest.raises(CannotRate, match="from its beginning"):
        making.create(game, order(OPEN, rated=True, clock=LIMIT), LEVELS, begun)


def test_a_record_keeps_who_gave_up() -> None:
    source = table_of(rookery.load(DUEL), 2)
    source.add(resign(source, (1,)))
    made, *others = making.create(source.game, order(DUEL), LEVELS, making.whole(source.record))
    assert isinstance(made, Made)
    assert (made.since, others[-1]) == (source.plies, Conceded(1, "resigned"))


def test_secrets_are_not_carried_elsewhere() -> None:
    hiding = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
    with pytest.raises(StillSecret):
        making.branch(table_of(rookery.load(hiding), few(rookery.load(hiding))), hiding, few(rookery.load(hiding)), 0)


def test_in_a_rematch_everybody_moves_on_by_one_seat(slug: str) -> None:
    game = rookery.load(slug)
    table = table_of(game, few(game))
    again = making.rematch(table)
    assert [seat.key_hash for seat in again.seats] == [seat.key_hash for seat in (*table.seats[1:], table.seats[0])]
    assert {seat.client_seed for seat in again.seats} == {None}
    assert (again.pledge, again.since, again.origin) == (None, 0, "")

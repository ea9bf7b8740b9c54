"""People who keep others waiting: they are nudged, a bot plays for them while they are away, and they can come back."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.core.errors import GameOver, Refusal
from rookery.server.commands import guards, moves, standins, takebacks
from rookery.server.commands.standins import AWAY_SECONDS, NUDGE_AFTER, NUDGE_INTERVAL
from rookery.server.errors import CannotReplace, NotNow, SeatTaken, TooBusy, UnknownKey
from rookery.server.http.app import create_app
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.store import Store
from rookery.server.table.clock import Clock
from rookery.server.table.events import Asked
from rookery.server.table.table import MAX_NUDGES, Table
from rookery.server.wire import views
from tests.server.support.app_client import QUICK, few, new_table, opened, page, pictured, table_of
from tests.server.support.inside import Line, ask, at_work
from tests.server.table.test_clocks import DUEL, START, at, timed

HIDDEN = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
LONG = START + 1000 * 3600


def begun(slug: str = DUEL) -> tuple[Table, int, int]:
    """A table without a clock, the seat to move, and another seat."""
    table = table_of(rookery.load(slug), few(rookery.load(slug)))
    mover = table.mover
    assert isinstance(mover, int)
    return table, mover, (mover + 1) % table.players


def test_a_bot_plays_for_who_is_away_and_they_can_be_back() -> None:
    table, mover, other = begun()
    table.add(standins.replace(table, (other,), mover, "easy", AWAY_SECONDS))
    assert (table.bot, table.seats[mover].lent) == ("easy", "away")
    table.add(moves.move(table, (mover,), mover, table.plies, table.position.legal_actions[0]))
    assert (table.seats[mover].level, table.plies) == ("", 1)
    assert table.record.stand_ins == set()


def test_the_record_says_what_a_stand_in_played() -> None:
    """Only that: not what the person played before, nor what others played."""
    table, mover, other = begun()
    table.add(standins.replace(table, (other,), mover, "easy", AWAY_SECONDS))
    table.add(standins.bot_move(table, table.position.legal_actions[0], ""))
    assert table.record.stand_ins == {1}
    assert table.mover == other
    table.add(moves.move(table, (other,), other, table.plies, table.position.legal_actions[0]))
    assert table.record.stand_ins == {1}


def test_nobody_takes_the_place_of_who_is_there() -> None:
    table, mover, other = begun()

    def refused(error: type[Refusal], seats: tuple[int, ...], seat: int, away: float) -> None:
        with pytest.raises(error) as refusal:
            standins.replace(table, seats, seat, "easy", away)
        assert "seat" not in str(refusal.value).replace("seats", "seat") or error is UnknownKey

    refused(SeatTaken, (other,), mover, 0)
    refused(NotNow, (other,), mover, AWAY_SECONDS - 1)
    refused(UnknownKey, (), mover, AWAY_SECONDS)
    refused(CannotReplace, (mover,), mover, AWAY_SECONDS)  # they ask for it themselves: lend
    refused(CannotReplace, (mover,), other, AWAY_SECONDS)  # a player who is not to move keeps nobody waiting
    refused(CannotReplace, (other,), 15, AWAY_SECONDS)
    table.add(standins.replace(table, (other,), mover, "easy", AWAY_SECONDS))
    refused(CannotReplace, (other,), mover, AWAY_SECONDS)  # a bot plays there already
    table.add(moves.resign(table, (other,)))
    refused(GameOver, (other,), mover, AWAY_SECONDS)
    table = timed(DUEL, Clock("move", 60, zero="loss"))
    refused(CannotReplace, ((table.mover or 0) ^ 1,), table.mover or 0, AWAY_SECONDS)  # the clock decides


def test_who_asks_for_the_bot_learns_nothing() -> None:
    """A stand-in gets the view of its seat, and the page that asked for it keeps its own."""
    table, mover, other = begun(HIDDEN)
    before = views.moment(table, (other,))
    table.add(standins.replace(table, (other,), mover, "easy", AWAY_SECONDS))
    assert views.moment(table, (other,)) == before
    assert not pictured(views.moment(table, (other,))).choices
    with pytest.raises(Refusal):
        guards.may_move(table, (other,), mover, table.plies)


def test_nudges_are_few() -> None:
    table, mover, other = begun()
    assert standins.nudge(table, (other,), table.turn.at + 1000 * NUDGE_AFTER)
    with pytest.raises(NotNow, match="just begun"):
        standins.nudge(table, (other,), table.turn.at + 1000 * NUDGE_AFTER - 1)
    with pytest.raises(UnknownKey):
        standins.nudge(table, (), LONG)
    with pytest.raises(NotNow):
        standins.nudge(table, (mover,), LONG)
    now = LONG
    for _ in range(MAX_NUDGES):
        table.add(at(now, standins.nudge(table, (other,), now)))
        with pytest.raises(TooBusy):
            standins.nudge(table, (other,), now + 1000 * (NUDGE_INTERVAL - 1))
        now += 1000 * NUDGE_INTERVAL
    with pytest.raises(TooBusy, match="more would not help"):
        standins.nudge(table, (other,), now + 10**9)
    table.add(at(now, moves.play(table, table.position.legal_actions[0])))
    if table.mover != mover:
        assert standins.nudge(table, (mover,), now + 1000 * NUDGE_AFTER), "another turn"


def test_an_evening_goes_on_without_one_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a real server: the stand-in is refused while the person is here, then a bot plays; nudges reach the page."""
    monkeypatch.setattr(standins, "NUDGE_AFTER", 0)
    with opened(tmp_path / "t.sqlite3") as client:
        table_id, keys = new_table(client, DUEL)
        with page(client, table_id) as one, page(client, table_id) as watcher:
            mover = watcher.hello()["moment"]["mover"]
            one.hello(keys[1 - mover])
            with page(client, table_id) as phone:
                phone.hello(keys[mover])
                one.say("nudge")
                for player in (one, phone):
                    assert nudging(player) == {"type": "nudging", "seat": mover, "by": 1 - mover}
                assert one.refused("nudge") == "TooBusy"
                # after a reload, the page offers nothing that would be refused; spectators get no offer
                assert one.hello(keys[1 - mover])["nudges"] == 1
                assert watcher.hello()["nudges"] == 0
                assert one.refused("replace", seat=mover) == "SeatTaken"
            while one.hear("tabled")["table"]["seats"][mover]["here"]:
                pass
            assert one.refused("replace", seat=mover) == "NotNow"
            monkeypatch.setattr(standins, "AWAY_SECONDS", 0)
            one.say("replace", seat=mover)
            one.hear_seat(mover, lent="away", level="sure")  # the middle level
            assert one.hear("moved")["moves"][0]["seat"] == mover
            with page(client, table_id) as phone:
                assert phone.hello(keys[mover])["table"]["seats"][mover]["lent"] == "away"
                phone.say("lend", seat=mover, level="")
                phone.hear_seat(mover, level="")


@pytest.mark.anyio
async def test_who_comes_back_just_then_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in is asked for while the person's page is already waiting to be let in."""
    tables: list[TableActor] = []

    class Noted(TableActor):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            tables.append(self)

    monkeypatch.setattr(standins, "AWAY_SECONDS", 0)
    monkeypatch.setattr("rookery.server.rooms.table_manager.TableActor", Noted)
    heard: list[Any] = []
    with contextlib.closing(Store(tmp_path / "t.sqlite3")) as store:
        async with at_work(create_app(QUICK, store)) as app:
            order = {"game": DUEL, "seats": [{}] * few(rookery.load(DUEL))}
            links = json.loads((await ask(app, "POST", "/api/tables", json.dumps(order).encode())).body)
            one, phone = (Line(app, f"/ws/{links['table']}", lambda text: heard.append(json.loads(text))) for _ in "ab")
            keys = [seat["key"] for seat in links["seats"]]
            one.say("hello", keys=keys)
            await one.settled()
            (actor,) = tables
            mover = actor.table.mover
            assert isinstance(mover, int)
            one.say("hello", keys=[keys[1 - mover]])
            await one.settled()
            async with actor.lock:
                phone.say("hello", keys=[keys[mover]])
                await turns()
                one.say("replace", seat=mover)
                await turns()
            await one.settled()
            await phone.settled()
            assert [said["code"] for said in heard if said["type"] == "refused"] == ["SeatTaken"]
            assert not actor.table.seats[mover].level
            await one.close()
            await phone.close()


async def turns() -> None:
    """Let the event loop run for some turns."""
    for _ in range(20):
        await asyncio.sleep(0)


def nudging(player: Any) -> Any:
    while (message := player.socket.receive_json())["type"] != "nudging":
        assert message["type"] == "tabled"
    return message


def test_who_is_away_has_not_agreed_to_take_anything_back() -> None:
    """Otherwise a stand-in would let one player undo the whole game."""
    table, *_ = begun()
    for _ in range(6):
        seat = table.mover
        assert isinstance(seat, int)
        table.add(moves.move(table, (seat,), seat, table.plies, table.position.legal_actions[0]))
    away = table.mover
    assert isinstance(away, int)
    waits = 1 - away
    table.add(standins.replace(table, (waits,), away, "easy", AWAY_SECONDS))
    table.add(moves.play(table, table.position.legal_actions[0], ""))  # the bot's move
    first = takebacks.ask_back(table, (waits,))
    assert [type(event) for event in first] == [Asked]
    table.add(first)
    assert takebacks.still_asked(table) == [away]
    table.add(standins.lend(table, (away,), away, ""))  # back
    table.add(standins.lend(table, (away,), away, "easy"))  # and now they ask for a bot themselves
    assert table.asked is None

"""Clocks at a real server: what pages hear, what a restart does, what is refused; and spectators with a delay."""

import asyncio
import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from starlette.testclient import TestClient

import rookery
from rookery.core.errors import NoSuchPly, StillSecret
from rookery.server import wall_clock
from rookery.server.clocks import server_time
from rookery.server.clocks.server_time import ServerTime
from rookery.server.clocks.table_time import TableTime
from rookery.server.commands import guards, making, moves
from rookery.server.errors import NotDrawn, StoreTrouble
from rookery.server.http.app import create_app
from rookery.server.rooms import deadline
from rookery.server.rooms.deadline import DeadlineTimer
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.clock import CLOCK_GRACE_MS, Clock
from rookery.server.table.events import Event, Paused, Played, Reminds, Resumed, Said, Subscribed, TookBack
from rookery.server.table.table import Table
from rookery.server.wire import views
from tests.server.support.app_client import QUICK, Page, few, new_table, opened, page, pictured, table_of
from tests.server.support.services import wait_until
from tests.server.table.test_clocks import DUEL, HIDDEN, TEAM, beginning, timed

HOUR = 3_600_000  # ms


class Skies:
    """A time that tests can move on, while the server runs or stands still, and a time of day that they can set."""

    def __init__(self) -> None:
        self.ahead = 0  # ms
        self.set = 0  # ms, of the time of day alone

    def now(self) -> int:
        return clock_now() + self.ahead + self.set

    def passed(self) -> int:
        return clock_passed() + self.ahead


clock_now, clock_passed = wall_clock.now_ms, wall_clock.passed_ms


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch) -> Skies:
    """The server stands still while time moves on."""
    turned = Skies()
    monkeypatch.setattr("rookery.server.wall_clock.now_ms", turned.now)
    monkeypatch.setattr("rookery.server.wall_clock.passed_ms", turned.passed)
    return turned


@pytest.fixture
def skies(standing: Skies, monkeypatch: pytest.MonkeyPatch) -> Skies:
    """The server runs all the time."""
    monkeypatch.setattr(server_time, "MAX_GAP_MS", 1 << 60)
    return standing


def test_a_page_hears_the_clocks_and_who_is_too_late_has_lost(tmp_path: Path, skies: Skies) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        table_id, keys = new_table(client, DUEL, clock={"kind": "bank", "seconds": 60, "increment": 5, "zero": "loss"})
        with page(client, table_id) as one, page(client, table_id) as watcher:
            welcome, seen = one.hello(*keys), watcher.hello()
            assert welcome["table"]["time"] == "1 minute each and 5 seconds a move"
            assert welcome["table"]["times"]["running"] == welcome["moment"]["mover"]
            assert seen["table"]["times"] is not None
            play(one, welcome["moment"])
            moved = one.hear("moved")
            assert moved["times"]["running"] == moved["moment"]["mover"]
            assert moved["times"]["left"][welcome["moment"]["mover"]] > 60_000, "the increment"
            skies.ahead = 61_000
            mover = moved["moment"]["mover"]
            play(one, moved["moment"])
            over = one.hear("welcome")
            assert (over["moment"]["over"], over["moment"]["winners"]) == (True, [1 - mover])
            assert one.hear("refused")["code"] == "GameOver"
            assert watcher.hear("welcome")["moment"]["over"]


def play(player: Page, moment: Any) -> None:
    player.say("move", seat=moment["mover"], ply=moment["ply"], action=moment["scene"]["choices"][0]["action"])


def test_a_clock_against_a_bot_rings(tmp_path: Path, skies: Skies, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the bot's move. Then a bot makes that one move, everybody is informed, and the person plays the next
    one."""
    clock = {"kind": "move", "seconds": 60, "level": "spread"}
    with opened(tmp_path / "t.sqlite3") as client:
        table_id, keys = new_table(client, DUEL, ["first"], clock=clock)
        with page(client, table_id) as one, page(client, table_id) as watcher:
            watcher.hello()
            moment = one.hello(*keys)["moment"]
            if moment["mover"] == 1:
                moment = one.settled()
            monkeypatch.setattr(deadline, "MAX_TIMER_DELAY", 0.02)  # timers know nothing of other skies
            moment = one.move(moment)
            while moment["mover"] == 1:
                moment = one.settled()
            skies.ahead += 61_000
            late = seats_of(one.hear("tabled"))
            while not late[0]["lent"]:
                late = seats_of(one.hear("tabled"))
            assert (late[0]["level"], late[0]["lent"]) == ("spread", "late")
            moved = one.hear("moved")
            assert (moved["moves"][0]["seat"], moved["times"]["late"]) == (0, [1, 0])
            assert seats_of(one.hear("tabled"))[0]["level"] == "", "one move, not the game"
            while not seats_of(watcher.hear("tabled"))[0]["lent"]:
                pass


def test_after_a_restart_quick_games_go_on_and_days_are_over(tmp_path: Path, skies: Skies) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        quick, keys = new_table(client, DUEL, clock={"kind": "bank", "seconds": 60, "zero": "loss"})
        slow, _ = new_table(client, DUEL, clock={"kind": "move", "seconds": 7200, "zero": "loss"})
        waiting, _ = new_table(client, DUEL, clock={"kind": "move", "seconds": 7200, "level": "first"})
        skies.ahead = 10_000
    skies.ahead = 3 * 3600 * 1000
    with opened(file, clock_tick=0.05) as client:
        with page(client, quick) as one:
            table = one.hello(*keys)["table"]
            left = table["times"]["left"][table["times"]["running"]]
            assert 40_000 < left <= 50_000, "what was thought before the stop counts, what the stop took does not"
        wait_until(lambda: kinds(file, slow)[-1] == "conceded")
        wait_until(lambda: kinds(file, waiting)[-3:] == ["lent", "played", "lent"])


def kinds(file: Path, table: str) -> list[str]:
    """The kinds of a table's events on disk, read without opening the table."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT body FROM events WHERE table_id = ? ORDER BY number", (table,))
        return [json.loads(body)["what"] for (body,) in rows]


@pytest.mark.parametrize("seconds", [600, 0])
@pytest.mark.parametrize("day", [0, 1, -1])
def test_a_server_that_stands_still_or_is_set_takes_no_time(
    tmp_path: Path, standing: Skies, seconds: int, day: int
) -> None:
    """As when its laptop is closed or its virtual machine is paused; afterwards the time of day may be right again."""
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        table_id, keys = new_table(client, DUEL, clock={"kind": "bank", "seconds": 60, "zero": "loss"})
        with page(client, table_id) as one, page(client, table_id) as other:
            moment = one.hello(*keys)["moment"]
            other.hello()
            standing.ahead, standing.set = 1000 * seconds, 86_400_000 * day
            if (seconds, day) != (0, 0):
                for each in (one, other):  # all pages are told, though nobody asks
                    while (times := each.hear("tabled")["table"]["times"])["stops"] != 1:
                        pass
                    assert times["left"][moment["mover"]] > 50_000
            moment = one.move(moment)
            assert not moment["over"]
            one.say("say", text="well")
            assert abs(one.hear("chat")["line"]["at"] - wall_clock.now_ms()) < 5000, "the time of day is the new one"
            card = one.hello(*keys)["table"]
            assert min(card["times"]["left"]) > 50_000
    stop = ["paused", "resumed"] if (seconds, day) != (0, 0) else []
    assert kinds(file, table_id)[4:] == [*stop, "played", "said", "paused"]


def test_a_server_that_stands_still_for_a_moment_at_a_time_is_busy(standing: Skies) -> None:
    """Otherwise a clock would not run on a slow machine."""
    time, before = ServerTime(), standing.passed()
    start = time.ran()
    for _ in range(10):
        standing.ahead += server_time.MAX_GAP_MS - 100
        time.ran()
    assert time.ran() - start == pytest.approx(standing.passed() - before, abs=50)
    standing.ahead += 3_600_000
    assert time.ran() - start < 20_000


def test_a_server_that_somebody_keeps_busy_does_not_stand_still(
    standing: Skies, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise long work would stop the clocks of all tables."""
    monkeypatch.setattr("rookery.server.wall_clock.worked_ms", standing.passed)
    time = ServerTime()
    start, before = time.ran(), standing.passed()
    standing.ahead += 10 * server_time.MAX_GAP_MS
    assert time.ran() - start == pytest.approx(standing.passed() - before, abs=50)


def test_a_clock_of_days_goes_on_and_ignores_that_the_time_of_day_is_set(tmp_path: Path, standing: Skies) -> None:
    file = tmp_path / "t.sqlite3"
    clock = {"kind": "move", "seconds": 7200, "zero": "loss"}
    with opened(file, clock_tick=0.05, idle_timeout=0.01) as client:
        unseen, _ = new_table(client, DUEL, clock=clock)
        table_id, keys = new_table(client, DUEL, clock=clock)
        with page(client, table_id) as one:
            mover = one.hello(*keys)["moment"]["mover"]
            standing.set = 24 * HOUR
            while (times := one.hear("tabled")["table"]["times"])["stops"] != 1:
                pass
            assert times["left"][mover] > 2 * HOUR - 5000
            wait_until(lambda: kinds(file, unseen)[-2:] == ["paused", "resumed"])
            standing.set = -24 * HOUR  # never backwards
            assert one.hello(*keys)["table"]["times"]["left"][mover] > 2 * HOUR - 5000
            standing.set = 0
            standing.ahead = HOUR  # the machine sleeps
            assert one.hello(*keys)["table"]["times"]["left"][mover] == pytest.approx(HOUR, abs=5000)
            standing.ahead = 2 * HOUR + 1000
            one.say("say", text="late")
            assert one.hear("welcome")["moment"]["over"]


@pytest.mark.parametrize("seconds", [60, 7200])
def test_events_that_are_read_late_give_no_time_back(standing: Skies, seconds: int) -> None:
    """Of another process: the time since they were written has passed here, too."""
    server, table = ServerTime(), timed(DUEL, Clock("bank", seconds, zero="loss"))
    time = TableTime(table, server)
    for stops in (False, True):  # whether the other process has resumed the table, at a time of day that was set
        standing.set -= 86_400_000 * stops
        at = wall_clock.now_ms()
        said: list[Event] = [Paused(at=time.now()), Resumed(at=at)] if stops else [Said(0, "well", at=time.now())]
        for _ in range(6):
            standing.ahead += server_time.MAX_GAP_MS - 100
            server.ran()
        table.add(said)
        time.follow_events(said)
        assert time.now() == pytest.approx(wall_clock.now_ms(), abs=100)
        assert time.jump(held=True) is None


@pytest.mark.parametrize("seconds", [60, 7200])
@pytest.mark.parametrize("day", [1, -1])
def test_the_clock_of_another_machine_takes_no_time(standing: Skies, seconds: int, day: int) -> None:
    """The time of day of one of two machines is set; tables go on at that of the process that holds them."""
    server, table = ServerTime(), timed(DUEL, Clock("bank", seconds, zero="loss"))
    time, before = TableTime(table, server), wall_clock.now_ms()
    standing.set = 86_400_000 * day  # of this machine, which does not hold the table
    if seconds == 60:
        assert time.jump(held=False) is None
    assert time.now() == pytest.approx(before, abs=100)
    standing.set = 0
    said: list[Event] = [Paused(at=time.now()), Resumed(at=before + 86_400_000 * day)]  # of the other one
    table.add(said)
    time.follow_events(said)
    assert time.now() == pytest.approx(before + 86_400_000 * day, abs=100)


def test_a_standstill_of_a_process_that_holds_no_table_gives_no_time_back(standing: Skies) -> None:
    server, table = ServerTime(), timed(DUEL, Clock("bank", 60, zero="loss"))
    time, before = TableTime(table, server), wall_clock.now_ms()
    standing.ahead = 30_000
    assert time.jump(held=False) is None
    assert time.now() == pytest.approx(before + 30_000, abs=100)


def test_a_jump_while_no_clock_runs_is_followed_without_a_word(standing: Skies) -> None:
    server, table = ServerTime(), timed(DUEL, Clock("bank", 60, zero="loss"))
    table.add([Paused(at=wall_clock.now_ms())])
    time = TableTime(table, server)
    for step in (86_400_000, -86_400_000):
        standing.set += step
        assert time.jump(held=True) is None
        assert time.now() == pytest.approx(wall_clock.now_ms(), abs=100)


@pytest.mark.parametrize(
    ("ahead", "said", "begins"),
    [  # ms after the server began: the time of day now, that of the last event, and when the table goes on
        (HOUR, 0, 0),  # a step that is not believed
        (-HOUR, -2 * HOUR, -HOUR),  # back: no more than the time of day
        (HOUR, HOUR // 2, HOUR),  # the last event is from after the step
        (-HOUR, 0, 0),  # never backwards
        (-HOUR, HOUR, HOUR),
    ],
)
def test_a_clock_of_days_follows_the_time_of_day_when_it_is_loaded(
    standing: Skies, ahead: int, said: int, begins: int
) -> None:
    server, start, table = ServerTime(), wall_clock.now_ms(), timed(DUEL, Clock("bank", 7200, zero="loss"))
    table.add([Said(0, "well", at=start + said)])
    standing.set = ahead
    assert TableTime(table, server).now() == pytest.approx(start + begins, abs=100)


def test_a_step_of_the_time_of_day_is_believed_after_an_hour(standing: Skies) -> None:
    time, start = ServerTime(), wall_clock.now_ms()
    day = 86_400_000
    for step in (day, -day):
        standing.set += step
        assert abs(time.believed() - (wall_clock.now_ms() - step)) < 1000
        standing.ahead += server_time.STEP_DOUBT_MS - 1000
        assert abs(time.believed() - (wall_clock.now_ms() - step)) < 1000
        standing.ahead += 1000
        assert time.believed() == pytest.approx(wall_clock.now_ms(), abs=50)
    standing.set += day
    assert time.believed() < start + day
    standing.set -= day  # it was a mistake
    standing.ahead += 2 * server_time.STEP_DOUBT_MS
    assert time.believed() == pytest.approx(wall_clock.now_ms(), abs=50)


def test_bots_alone_wait_until_somebody_looks(tmp_path: Path) -> None:
    """Otherwise one request would keep a worker busy for a whole game."""
    file, clock = tmp_path / "t.sqlite3", {"kind": "move", "seconds": 86_400, "level": "first"}
    with opened(file, clock_tick=0.02) as client:
        bots = ["first", "first"]
        watched, _ = new_table(client, DUEL, bots=bots, clock=clock)
        with page(client, watched) as watcher:
            watcher.hello()
            watcher.settled()  # a worker is there
        alone, _ = new_table(client, DUEL, bots=bots, begin=False, clock=clock)
        client.get(f"/api/tables/{alone}")
        time.sleep(0.3)
        assert kinds(file, alone) == ["made", "begun"]


@pytest.mark.parametrize(
    ("clock", "code"),
    [
        ({"kind": "move", "seconds": 60, "level": "nobody"}, "UnknownLevel"),
        ({"kind": "move", "seconds": 1, "level": "first"}, "UnreadableMessage"),
        ({"kind": "never", "seconds": 60}, "UnreadableMessage"),
        ({"kind": "bank", "seconds": 60, "zero": "draw"}, "UnreadableMessage"),
    ],
)
def test_clocks_that_cannot_be(tmp_path: Path, clock: dict[str, object], code: str) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        order = {"game": DUEL, "seats": [{}, {}], "clock": clock}
        assert client.post("/api/tables", json=order).json()["code"] == code


def test_who_plays_together_cannot_lose_on_time(tmp_path: Path) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        seats: list[dict[str, str]] = [{}] * few(rookery.load(TEAM))
        order = {"game": TEAM, "seats": seats, "clock": {"kind": "move", "seconds": 60, "zero": "loss"}}
        assert client.post("/api/tables", json=order).json()["code"] == "CannotConcede"


def test_a_timer_that_could_not_be_answered_calls_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "SAVE_RETRY_INTERVAL", 0.01)
    rung: list[int] = []
    answered = asyncio.Event()

    async def ring() -> None:
        rung.append(1)
        if len(rung) < 3:
            raise StoreTrouble("not now")
        answered.set()

    async def wait() -> None:
        notifier = DeadlineTimer(ring)
        notifier.set(-2 * CLOCK_GRACE_MS)
        notifier.set(-CLOCK_GRACE_MS)  # once, not twice
        async with asyncio.timeout(20):
            await answered.wait()
        await asyncio.sleep(0.05)  # and no fourth time
        notifier.set(None)
        notifier.close()

    asyncio.run(wait())
    assert len(rung) == 3


def test_that_a_bot_stands_in_is_shown_with_the_plies(tmp_path: Path) -> None:
    """Otherwise spectators would know at once whose time ran out, and so who was to move."""
    with opened(tmp_path / "t.sqlite3") as client:
        table_id, keys = new_table(client, DUEL, delay=3, public=True)
        with page(client, table_id) as one, page(client, table_id) as watcher:
            moment = one.hello(*keys)["moment"]
            lent = one.move(one.move(moment))
            bot, shown = 1 - lent["mover"], 0
            one.say("lend", seat=bot, level="first")
            one.hear_seat(bot, level="first")
            assert watcher.hello()["table"]["seats"][bot]["level"] == ""
            assert client.get("/api/tables").json()["tables"][0]["seats"][bot]["level"] == ""
            play(one, lent)
            play(one, moved_to(one, lent["ply"] + 2))
            while (told := watcher.socket.receive_json())["type"] != "tabled" or not seats_of(told)[bot]["level"]:
                shown = told["moment"]["ply"] if told["type"] == "moved" else shown
            assert shown == lent["ply"]


def test_the_list_of_tables_does_not_tell_when_a_late_table_plays(tmp_path: Path) -> None:
    """Its clock of days changes with each move, and the time of the change was listed."""
    clock = {"kind": "move", "seconds": 86_400, "level": "first"}
    with TestClient(create_app(QUICK, Store(tmp_path / "t.sqlite3"))) as client:
        table_id, keys = new_table(client, DUEL, delay=6, clock=clock, public=True)
        with page(client, table_id) as player:
            moment = player.move(player.hello(*keys)["moment"])
            listed = []
            for _ in range(3):
                time.sleep(0.2)  # the description is written meanwhile
                listed.append(client.get("/api/tables").json()["tables"])
                moment = player.move(moment)
    assert listed[0]
    assert listed == [listed[0]] * 3


def test_what_followed_upon_plies_that_nobody_had_seen_is_told(tmp_path: Path) -> None:
    """Another process has written all of it, and this one reads it in one go."""
    store = Store(tmp_path / "t.sqlite3")
    with TestClient(create_app(QUICK, store)) as client:
        table_id, keys = new_table(client, DUEL, delay=1)
        with page(client, table_id) as player, page(client, table_id) as watcher:
            player.move(player.move(player.move(player.hello(*keys)["moment"])))
            assert watcher.hello()["moment"]["ply"] == 2
            secret, events = asyncio.run(store.load(table_id))
            third, position = events[-1], Table(rookery.load(DUEL), table_id, secret, events).position
            action = position.legal_actions[0]
            fourth = Played(4, position.mover, action, position.after(action).key)
            asyncio.run(store.write(EventBatch(table_id, len(events) + 1, [TookBack(2), third, fourth])))
            player.say("rename", seat=0, name="Ann")
            assert player.hear("welcome")["moment"]["ply"] == 4
            while not seats_of(player.hear("tabled"))[0]["name"]:
                pass
            while (told := watcher.hear("welcome", "tabled"))["type"] == "tabled" and not seats_of(told)[0]["name"]:
                pass
            assert (told["type"], told["moment"]["ply"]) == ("welcome", 3)
    store.close()


@pytest.mark.parametrize("event", [Paused(), Resumed(), Reminds(0, "https://it"), Subscribed(0, "https://it")])
def test_late_spectators_are_not_told_that_a_clock_stops_or_a_browser_is_gone(
    tmp_path: Path, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would know that a person is to move, or that the turn of an absent player has just begun."""
    monkeypatch.setattr("rookery.server.rooms.table_actor.PRESENCE_DEBOUNCE", 1e6)  # who comes is told, too
    store = Store(tmp_path / "t.sqlite3")
    with TestClient(create_app(QUICK, store)) as client:
        table_id, keys = new_table(client, DUEL, delay=3, clock={"kind": "bank", "seconds": 600, "level": "first"})
        with page(client, table_id) as player, page(client, table_id) as watcher:
            player.hello(*keys)
            watcher.hello()
            _, events = asyncio.run(store.load(table_id))
            asyncio.run(store.write(EventBatch(table_id, len(events) + 1, [event])))  # as another process does
            player.say("rename", seat=0, name="Ann")
            assert [seats_of(player.hear("tabled"))[0]["name"] for _ in range(2)] == ["", "Ann"]
            assert seats_of(watcher.hear("tabled"))[0]["name"] == "Ann"
    store.close()


@pytest.mark.parametrize("apart", [False, True])
def test_only_a_device_that_is_handed_over_stops_the_clock(client: TestClient, apart: bool) -> None:
    """A next player with a page on another device can think at once."""
    table_id, keys = new_table(client, HIDDEN, clock={"kind": "bank", "seconds": 60, "level": "first"})
    with page(client, table_id) as everybody, page(client, table_id) as other:
        moment = everybody.hello(*keys)["moment"]
        first = moment["mover"]
        other.hello(*(key for seat, key in enumerate(keys) if apart and seat != first))
        while moment["mover"] in (first, None):
            if moment["mover"] == first:
                play(everybody, moment)
            moved = everybody.hear("moved")
            moment = moved["moment"]
        assert (moved["times"]["pause"] == 0) is apart


def moved_to(player: Page, ply: int) -> Any:
    while (moment := player.hear("moved")["moment"])["ply"] < ply:
        pass
    return moment


def seats_of(told: Any) -> Any:
    return told["table"]["seats"]


def test_who_only_watches_sees_the_game_late(slug: str) -> None:
    game, delay, dice = rookery.load(slug), 3, np.random.default_rng(5)
    made = msgspec.structs.replace(table_of(game, few(game)).made, delay=delay)
    table = Table(game, "t", bytes(32), [made])
    table.add(beginning(table))
    while table.plies < 4 * delay:
        table.add(moves.play(table, int(dice.choice(table.position.legal_actions))))
    shown = table.plies - delay
    assert (table.shown((0,)), table.shown(()), table.all_told) == (table.plies, shown, False)
    assert views.moment(table, ()) == views.look_back(table, (), shown)
    assert not pictured(views.moment(table, ())).choices
    for unseen in range(shown + 1, table.plies + 2):
        for asked in (views.look_back, views.checked):
            with pytest.raises(NoSuchPly, match=f"0 to {shown}"):
                asked(table, (), unseen)
    with pytest.raises(NotDrawn) as refused:
        views.checked(table, (), 0)
    assert str(table.plies) not in str(refused.value), "the refusal does not say how far the game is"
    with pytest.raises(StillSecret):
        making.branch(table, slug, table.players, 0)
    if guards.may_lose(game, table.players):
        table.add(moves.resign(table, (0,)))
        assert (table.shown(()), table.all_told) == (table.plies, True), "when it is over everybody sees all"

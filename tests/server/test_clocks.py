"""Time to think: the laws of the clocks, what happens at zero, and that a restart takes nobody's time."""

import asyncio
import contextlib
import itertools
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import rookery
from rookery.core.errors import GameOver, NotYourTurn, OutOfTime, StoreTrouble
from rookery.server import alarm, asks, looks, takebacks
from rookery.server.alarm import Alarm
from rookery.server.clock import LENIENCE, Clock, words
from rookery.server.events import Event, Lent, Resumed, TookBack
from rookery.server.table import Table
from tests.server.house import Page, few, new_table, opened, page, table_of

TITLES = rookery.titles()
DUEL = next(title for title in TITLES if asks.may_lose(rookery.load(title), 2) and not rookery.load(title).facts.chance)
TEAM = next(title for title in TITLES if rookery.load(title).facts.cooperative)
BLITZ = Clock("bank", 60, 2, "loss")
SLOW = Clock("move", 86_400, zero="bot", level="easy")
START = 1_000_000  # ms since 1970


def timed(title: str, clock: Clock) -> Table:
    """A table that has begun at START."""
    game = rookery.load(title)
    made = msgspec.structs.replace(table_of(game, few(game)).made, clock=clock)
    table = Table(game, "t", bytes(32), [made])
    table.add(beginning(table))
    return table


def beginning(table: Table) -> list[Event]:
    return at(START, asks.come(table, tuple(range(table.players)), "ab"))


def at(now: int, events: list[Event]) -> list[Event]:
    return [msgspec.structs.replace(event, at=now) for event in events]


def left(table: Table, now: int) -> list[int]:
    assert table.times is not None
    return table.times.left(now)


@pytest.mark.parametrize("seed", range(4))
def test_who_thinks_pays_and_nobody_else(title: str, seed: int) -> None:
    """The twin: a stopwatch beside a random game with stand-ins, talk and restarts."""
    dice, clock = np.random.default_rng(seed), Clock("bank", 7200, 3, "bot", "easy")
    table, now = timed(title, clock), START
    events = [table.made, *beginning(Table(table.game, "t", table.secret, [table.made]))]
    banks = [1000 * clock.seconds] * table.players
    for _ in range(40):
        if table.mover is None:
            break
        seat, spent = table.mover, int(dice.integers(0, 30_000))
        now += spent
        person = not table.bot
        if person:
            banks[seat] -= spent
        if (what := dice.random()) < 0.1:
            following = asks.lend(table, (seat,), seat, "" if table.bot else "easy")
        elif what < 0.2:
            following = asks.say(table, (0,), "well")
        else:
            following = asks.play(table, int(dice.choice(table.position.legal_actions)))
            banks[seat] += 1000 * clock.increment * person
        events += at(now, following)
        table.add(at(now, following))
        assert left(table, now) == banks
    assert left(Table(table.game, "t", table.secret, events), now) == banks, "the events alone say it"


def test_a_move_has_its_own_time() -> None:
    table = timed(DUEL, SLOW)
    seat = table.mover
    assert isinstance(seat, int)
    for now in itertools.count(START + 80_000_000, 80_000_000):
        if table.plies == 6:
            break
        assert table.times is not None
        assert table.times.running == table.mover
        assert left(table, now)[table.mover or 0] == 86_400_000 - 80_000_000
        table.add(at(now, asks.play(table, table.position.legal_actions[0])))
        assert left(table, now) == [86_400_000, 86_400_000]


def test_a_move_taken_back_gives_no_time() -> None:
    """Else playing and taking back would be a way to think for ever."""
    for clock, spent in [(BLITZ, 40_000), (msgspec.structs.replace(SLOW, zero="loss"), 86_000_000)]:
        table = timed(DUEL, clock)
        seat, now = table.mover, START
        assert isinstance(seat, int)
        before = left(table, now)[seat]
        for _ in range(3):
            now += spent // 4
            table.add(at(now, asks.play(table, table.position.legal_actions[0])))
            events = takebacks.ask_back(table, (seat,))
            assert isinstance(events[0], TookBack)
            table.add(at(now, events))
        assert left(table, now)[seat] == before - 3 * (spent // 4)


def test_at_zero_the_game_is_lost_or_a_bot_plays_on() -> None:
    table = timed(DUEL, BLITZ)
    seat, end = table.mover, START + 60_000
    assert isinstance(seat, int)
    assert asks.time_up(table, end + LENIENCE - 1) == [], "a move may be on its way"
    table.add(at(end + LENIENCE, asks.time_up(table, end + LENIENCE)))
    assert (table.state, table.record.conceded) == ("over", (seat, "ran out of time"))
    assert table.record.result is not None
    assert table.record.result.winners == (1 - seat,)
    assert "ran out of time" in looks.moment(table, (0,)).scene.caption
    assert left(table, end + 1_000_000)[seat] == 0
    with pytest.raises(GameOver):
        asks.may_move(table, (seat,), seat, table.plies)

    table = timed(DUEL, Clock("bank", 60, 2, "bot", "easy"))
    table.add(at(end + LENIENCE, asks.time_up(table, end + LENIENCE)))
    assert table.bot == "easy"
    assert asks.time_up(table, end + 10**9) == [], "a bot's time does not run"
    with pytest.raises(OutOfTime, match="another game"):
        asks.lend(table, (seat,), seat, "")
    with pytest.raises(NotYourTurn, match="a bot plays"):
        asks.may_move(table, (seat,), seat, table.plies)

    table = timed(DUEL, SLOW)
    late = START + 86_400_000 + LENIENCE
    table.add(at(late, asks.time_up(table, late)))
    with pytest.raises(OutOfTime, match="next move"):
        asks.lend(table, (seat,), seat, "")
    table.add(at(late, asks.play(table, table.position.legal_actions[0])))
    assert at(late, asks.lend(table, (seat,), seat, "")) == [Lent(seat, "", at=late)], "the next one is its own again"


def test_a_quick_clock_stands_still_while_no_server_holds_the_table() -> None:
    table, now = timed(DUEL, BLITZ), START + 3_600_000
    before = left(table, START)
    assert asks.resume(table) == [Resumed()]
    table.add(at(now, asks.resume(table)))
    assert left(table, now) == before
    assert asks.time_up(table, now) == []
    assert asks.resume(timed(DUEL, SLOW)) == [], "days go on"
    assert asks.resume(table_of(rookery.load(DUEL), 2)) == []


def test_no_clock_runs_before_the_game_begins_or_after_it() -> None:
    table = timed(DUEL, BLITZ)
    waiting = Table(table.game, "t", table.secret, [table.made])
    assert waiting.times is not None
    assert waiting.times.due == 0
    table.add(at(START + 1000, asks.resign(table, (0,))))
    assert table.times is not None
    assert table.times.due == 0


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (Clock("move", 86_400), "1 day a move"),
        (Clock("move", 90), "90 seconds a move"),
        (Clock("bank", 300, 3), "5 minutes each and 3 seconds a move"),
        (Clock("bank", 7200), "2 hours each"),
    ],
)
def test_words(clock: Clock, said: str) -> None:
    assert words(clock) == said


# ── With a server ────────────────────────────────────────────────────────────
class Skies:
    """A time of day that a test may turn on."""

    def __init__(self) -> None:
        self.ahead = 0  # ms

    def now(self) -> int:
        return alarm_now() + self.ahead


alarm_now = alarm.now_ms


@pytest.fixture
def skies(monkeypatch: pytest.MonkeyPatch) -> Skies:
    turned = Skies()
    for module in ("alarm", "live", "parlour"):
        monkeypatch.setattr(f"rookery.server.{module}.now_ms", turned.now)
    return turned


def test_a_page_hears_the_clocks_and_who_is_too_late_has_lost(tmp_path: Path, skies: Skies) -> None:
    with opened(tmp_path / "t.sqlite3") as client:
        name, keys = new_table(client, DUEL, clock={"kind": "bank", "seconds": 60, "increment": 5, "zero": "loss"})
        with page(client, name) as one, page(client, name) as watcher:
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


def test_after_a_restart_quick_games_go_on_and_days_are_over(tmp_path: Path, skies: Skies) -> None:
    file = tmp_path / "t.sqlite3"
    with opened(file) as client:
        quick, keys = new_table(client, DUEL, clock={"kind": "bank", "seconds": 60, "zero": "loss"})
        slow, _ = new_table(client, DUEL, clock={"kind": "move", "seconds": 7200, "zero": "loss"})
        waiting, _ = new_table(client, DUEL, clock={"kind": "move", "seconds": 7200, "level": "first"})
    skies.ahead = 3 * 3600 * 1000
    with opened(file, clock_tick=0.05) as client:
        with page(client, quick) as one:
            table = one.hello(*keys)["table"]
            assert table["times"]["left"][table["times"]["running"]] > 50_000
        wait_until(lambda: kinds(file, slow)[-1] == "conceded")
        wait_until(lambda: kinds(file, waiting)[-2:] == ["lent", "played"])


def kinds(file: Path, table: str) -> list[str]:
    """What has happened at a table, as it stands on disk: nobody has to open it to know."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT body FROM events WHERE table_id = ? ORDER BY number", (table,))
        return [json.loads(body)["what"] for (body,) in rows]


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < end, "nobody looked at the clocks"
        time.sleep(0.02)


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


def test_an_alarm_that_could_not_be_answered_rings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarm, "AFTER_TROUBLE", 0.01)
    rung: list[int] = []

    async def ring() -> None:
        rung.append(1)
        if len(rung) < 3:
            raise StoreTrouble("not now")

    async def wait() -> None:
        bell = Alarm(ring)
        bell.set(alarm.now_ms() - 2 * LENIENCE)
        bell.set(alarm.now_ms() - LENIENCE)  # once, not twice
        await asyncio.sleep(0.2)
        bell.set(0)
        bell.close()

    asyncio.run(wait())
    assert len(rung) == 3

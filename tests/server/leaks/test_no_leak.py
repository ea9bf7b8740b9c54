"""The no-leak law over every channel: if two worlds differ only in what the viewer may not know, then everything that
the viewer is told, and everything that the server logs, is the same, byte for byte.

`plans.py` has the games, `worlds.py` plays them, `sameness.py` removes irrelevant differences, and `channels.py` lists
the channels.
"""

import asyncio
import concurrent.futures
import contextlib
import io
import logging
import random
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rookery
from rookery import Record
from rookery.core import fair, screen
from rookery.core.protocol import CHANCE
from rookery.server import wall_clock
from rookery.server.config import Config
from rookery.server.errors import NotDrawn, NotNow
from rookery.server.http.exports import Exports
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.store import Store
from rookery.server.table.events import Event, Played
from rookery.server.table.table import Seats, Table
from rookery.server.telemetry import logs, metrics
from rookery.server.wire import views
from rookery.server.wire.messages import ListedTable, RatingState, TimesCard, YourTable
from tests.often import others_in_soak
from tests.server.leaks.channels import AT_ANY_TIME, CHANNELS, EXPORTS, counted, grown, said
from tests.server.leaks.plans import Plan, late_plans, plans
from tests.server.leaks.sameness import REMINDED, Alike, alike
from tests.server.leaks.worlds import There
from tests.server.support.app_client import QUICK
from tests.server.support.inside import House
from tests.server.support.messages import ANSWERS, ASKED

SECRETIVE = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
PLAIN = next(slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden)
UNFORESEEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.chance or slug in SECRETIVE]
# every run listens at a game with secrets and at one in which all are a team, the soak at all
DAILY = [slug for slug in UNFORESEEN if slug in SECRETIVE or rookery.load(slug).facts.cooperative]
GAMES = 12  # a slug; any leak below is heard in as many
FAR, LONG = 60, 4  # plies: how far games have come that are looked at, and for how long they are
OFTEN = 0.6  # how often a channel is used before a decision
AWAY = 0.4  # otherwise the viewer leaves, and is reminded of the next turn
IN_THE_END = 8  # channels
LATE = 4  # games a slug in which spectators see it late
A_BOT_COMES = 7  # the seed of such a game, in which a bot takes a seat
EXPORTED = 8  # of so many games one is exported, as a PDF or as all other kinds of files
PARTS = 10  # of a soak, side by side
GAMES_OF_A_SOAK, FAR_IN_A_SOAK, LONG_IN_A_SOAK = 2_000, 400, 8  # and all channels in the end

Told = list[tuple[str, str | bytes]]


class Worlds:
    """The application twice, on databases of their own, with one log."""

    def __init__(self, houses: list[House], log: io.StringIO, chance: Alike) -> None:
        self.houses, self.log, self.chance = houses, log, chance
        self.turns = 0
        self.said: set[str] = set()  # kinds of messages, by viewers
        self.heard = Counter[str]()  # and those that were sent to viewers
        self.counted: dict[str, float] = {}

    async def told(self, plan: Plan, last: list[str]) -> tuple[Told, Told]:
        """In either world. `last`: channels that are used in the end."""
        self.turns += 1
        self.counted = counted()
        return await self._told(plan, 0, last), await self._told(plan, 1, last)

    async def _told(self, plan: Plan, which: int, last: list[str]) -> Told:
        """All messages to the viewer, and all log lines."""
        world, house = plan.worlds[which], self.houses[which]
        self.chance.enter(world, self.turns)
        self.log.seek(0)
        self.log.truncate()
        there = There(house, self.chance, plan, world, random.Random(plan.seed))
        await there.open()
        names = list(AT_ANY_TIME)
        for _ in range(2 * (plan.last - plan.first) + 1):  # some are taken back
            if plan.late:
                if there.truth >= plan.tarries and not there.tarried:
                    await there.tarry()
            elif there.dice.random() < OFTEN:
                await use(there, there.dice.choice(names))
            elif there.dice.random() < AWAY:
                await use(there, "reminders")
            if there.truth >= plan.last:
                break
            there.channel = "play"
            await there.play()
        for name in last:
            await use(there, name)
        await there.close()
        self.said |= there.said
        self.heard += there.heard
        before, self.counted = self.counted, counted()
        if plan.late:  # what the house counts of the players' questions is not a spectator's
            return there.told
        return [
            *there.told,
            *(("the log", line) for line in said(self.log.getvalue())),
            *(("figures", line) for line in grown(before, self.counted)),
        ]


async def use(there: There, name: str) -> None:
    there.channel = name
    there.told.append((name, "is used"))
    await (CHANNELS | EXPORTS)[name](there)


def compare(plan: Plan, one: Told, other: Told) -> None:
    for number, (first, second) in enumerate(zip(one, other, strict=False)):
        assert first == second, f"{plan.game.facts.slug} {plan.seed}, page of seats {plan.seats}, message {number}"
    assert len(one) == len(other), f"{plan.game.facts.slug} {plan.seed}: something more is told"


@contextlib.asynccontextmanager
async def working(folder: Path, log: io.StringIO, chance: Alike) -> AsyncIterator[Worlds]:
    async with contextlib.AsyncExitStack() as stack:
        houses = []
        config = msgspec.structs.replace(QUICK, idle_timeout=2.0, slow_request=600.0, remind_after=0.0)
        for name in ("one", "other"):
            store = stack.enter_context(contextlib.closing(Store(folder / f"{name}.sqlite3")))
            houses.append(House(config, store))
            await houses[-1].open()
            stack.push_async_callback(houses[-1].close)
        yield Worlds(houses, log, chance)


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[tuple[asyncio.Runner, Worlds]]:
    """Without tables, because one of which something leaked stays in the lobby."""
    root = logging.getLogger()
    handlers, level, log = root.handlers[:], root.level, io.StringIO()
    with asyncio.Runner() as runner, alike(runner.get_loop()) as chance:
        logs.set_up(Config(log="json", log_level="debug"), log)
        root.handlers[-1].addFilter(lambda line: not chance.elsewhere())
        stack = contextlib.AsyncExitStack()
        yield runner, runner.run(stack.enter_async_context(working(tmp_path, log, chance)))
        runner.run(stack.aclose())
    root.handlers, root.level = handlers, level
    logging.getLogger("rookery").setLevel(logging.NOTSET)


def listen(worlds: tuple[asyncio.Runner, Worlds], games: Iterable[Plan], in_the_end: int = 99) -> Counter[str]:
    """Play games in both worlds, and use so many channels in the end: how many differed in what was played, and how
    often each channel was used."""
    runner, at = worlds
    counts = Counter[str]()
    for plan in games:
        last = random.Random(plan.seed).sample(list(CHANNELS), min(in_the_end, len(CHANNELS)))
        if plan.seed % EXPORTED == 1:  # from its beginning: drawing a long one takes long
            *others, pdf = EXPORTS
            last += [pdf] if plan.seed // EXPORTED % 2 else others
        one, other = runner.run(at.told(plan, last))
        compare(plan, one, other)
        counts.update(name for name, what in one if what == "is used" or name == REMINDED)
        counts.update(games=1, differing=int(plan.differ), told=len(one))
    print("{games} games, in {differing} of them others' secrets differ, {told} things told alike".format(**counts))
    return counts


@pytest.mark.parametrize("slug", others_in_soak(UNFORESEEN, DAILY))
def test_nothing_is_told_to_who_may_not_know(worlds: tuple[asyncio.Runner, Worlds], slug: str) -> None:
    counts = listen(worlds, plans(rookery.load(slug), GAMES, 1, FAR, LONG), IN_THE_END)
    assert counts["differing"] > GAMES / 2 or slug not in SECRETIVE, "so few differences say little"
    assert {*CHANNELS, REMINDED} <= set(counts)
    assert worlds[1].said >= set(ASKED), "each kind of message has a channel"
    assert all(worlds[1].heard[kind] for kind in ANSWERS), f"each kind of answer has one, too: {worlds[1].heard}"


@pytest.mark.parametrize("in_the_end", [IN_THE_END, pytest.param(99, marks=pytest.mark.soak)])
@pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), [*DAILY, PLAIN]))
def test_who_sees_it_late_is_told_nothing_of_the_newest_plies(
    worlds: tuple[asyncio.Runner, Worlds], slug: str, in_the_end: int
) -> None:
    counts = listen(worlds, late_plans(rookery.load(slug), LATE, FAR), in_the_end)
    assert counts["differing"] == LATE


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", UNFORESEEN)
def test_nothing_is_told_in_thousands_of_games(worlds: tuple[asyncio.Runner, Worlds], slug: str, part: int) -> None:
    games = GAMES_OF_A_SOAK // PARTS
    every = plans(rookery.load(slug), games, 1_000 + part * games, FAR_IN_A_SOAK, LONG_IN_A_SOAK)
    counts = listen(worlds, every)
    assert counts["differing"] > games / 2 or slug not in SECRETIVE, "so few differences say little"


def test_another_server_of_this_process_is_not_heard(worlds: tuple[asyncio.Runner, Worlds]) -> None:
    """One that a fixture has left open, whose tables would lose on time when the clocks of the worlds are set."""
    runner, at = worlds

    async def works() -> int:
        metrics.made_table(PLAIN)
        logging.getLogger("rookery.server").debug("A table was made")
        return wall_clock.now_ms()

    at.chance.now += 3_600_000
    at.log.truncate(0)
    before = counted()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        assert pool.submit(asyncio.run, works()).result() != at.chance.now
    assert (list(grown(before, counted())), at.log.getvalue()) == ([], "")
    assert runner.run(works()) == at.chance.now
    assert list(grown(before, counted()))
    assert at.log.getvalue()


# ── The tests above can fail ─────────────────────────────────────────────────
def told_all(record: Record, seats: Seats, ply: int) -> Any:
    return *screen.line(record, seats, ply)[:1], record.text(ply), record.words(ply), ""


def longer(table: Table, *given: Any) -> Any:
    """A refusal of the same words, with more or fewer letters."""
    raise NotNow("not now" + "." * (zlib.crc32(table.position.key.encode()) % 7))


def logged(actor: TableActor, *given: Any) -> None:
    logging.getLogger("rookery.server.rooms.table_actor").debug(
        "A page looks back", extra={"at": actor.table.position.key}
    )


def counted_by_key(game: str, events: list[Event], over: bool) -> None:
    for event in events:
        if isinstance(event, Played):
            metrics.refused(event.position_key)


def any_draw(table: Table, seats: Seats, ply: int) -> None:
    if table.at(ply - 1).mover != CHANCE:
        raise NotDrawn("that was a decision")


def key(table: Table, *given: Any) -> str:
    return table.position.key


def other_times(table: Table, *given: Any) -> TimesCard:
    return TimesCard([zlib.crc32(table.position.key.encode())], None, 0, [], 0)


async def resumed(actor: TableActor) -> None:
    logged(actor)


async def raw(exports: Exports, record: str, kind: str, address: str) -> bytes:
    return record.encode()


def glance_of(table: Table, seats: Seats) -> YourTable:
    return msgspec.structs.replace(glance(table, seats), words=table.position.key)


glance = views.glance
LEAKS: dict[str, Any] = {
    "wire.views.line": told_all,
    "wire.views.viewer": lambda record, seats, ply: max(record.mover(ply) or 0, 0),
    "wire.views.glance": glance_of,
    "wire.views._rating_state": lambda table: RatingState(table.rated, [], False, table.position.key),
    "wire.views.listed": lambda table, at: ListedTable(table.id, table.position.key, "", table.state, [], at),
    "commands.guards.may_check": any_draw,
    "commands.takebacks.ask_back": longer,
    "commands.guards.may_rematch": longer,
    "commands.standins.replace": longer,
    "commands.standins.nudge": longer,
    "table.table.Table.luck": property(lambda table: fair.Luck("0" * 64, table.made.pledge, (), table.secret.hex())),
    "rooms.table_actor.TableActor.look": logged,
    "telemetry.metrics.played": counted_by_key,
    "http.exports.Exports.file": raw,
    "wire.views.times_card": other_times,
    "rooms.table_actor.TableActor.resume": resumed,
    "notify.sender.others": key,
    "notify.feed.others": key,
    "wire.views.view_text": lambda table, seat: table.position.to_json(),
}


LATE_LEAKS: dict[str, Any] = {
    "table.table.Table.shown": lambda table, seats: table.plies,
    "table.table.Table.all_told": property(lambda table: not table.game.facts.hidden),
    "table.table.Table.levels": lambda table, seats: tuple(seat.level for seat in table.seats),
}


@pytest.mark.parametrize("leak", LATE_LEAKS)
def test_what_is_told_too_early_is_heard(
    worlds: tuple[asyncio.Runner, Worlds], leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"rookery.server.{leak}", LATE_LEAKS[leak])
    with pytest.raises(AssertionError, match="message"):
        listen(worlds, late_plans(rookery.load(PLAIN), LATE, FAR, A_BOT_COMES), IN_THE_END)


# a third of them in every run
@pytest.mark.parametrize(
    "leak", [pytest.param(leak, marks=[pytest.mark.soak] * (at % 3 != 1)) for at, leak in enumerate(LEAKS)]
)
def test_a_leak_is_heard(worlds: tuple[asyncio.Runner, Worlds], leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"rookery.server.{leak}", LEAKS[leak])
    with pytest.raises(AssertionError, match="message"):
        listen(worlds, plans(rookery.load(SECRETIVE[0]), GAMES, 1, FAR, LONG), IN_THE_END)

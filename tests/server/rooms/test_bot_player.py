"""The pace at which bots play."""

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import rookery
from rookery.core.position import Position
from rookery.server.quota import work_budget
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.rooms import bot_player
from rookery.server.rooms.bot_player import BotPlayer
from rookery.server.table.events import Begun, Event, Made, Seat
from rookery.server.table.table import Table
from tests.server.quota.test_work_budget import busy

DUEL = next(game for game in map(rookery.load, rookery.slugs()) if game.facts.players[0] == 2 and not game.facts.chance)


BOTS = (Seat("bot", "first"), Seat("bot", "first"))
PLY = 0.02  # seconds of work


def begun(seats: tuple[Seat, ...]) -> Table:
    table = Table(DUEL, "x", bytes(32), [Made(DUEL.facts.slug, DUEL.facts.rules_version, 2, {}, seats)])
    table.add([Begun()])
    return table


def journal(table: Table, seconds: float = 0.0) -> Any:
    """`seconds`: that it takes to write and to tell something."""

    async def apply(decide: Callable[[Table], list[Event]]) -> None:
        table.add(decide(table))
        busy(seconds)

    return SimpleNamespace(table=table, lock=asyncio.Lock(), apply=apply)


def paid_by(budget: WorkBudget | None) -> Any:
    """Bots that play their first action."""

    async def advise(view: Position, level: str, seed: int | None) -> tuple[int, str]:
        return view.legal_actions[0], ""

    return SimpleNamespace(advise=advise, payer=lambda: budget)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("seats", "pauses"),
    [
        ((Seat("bot", "first"), Seat("person")), 1),
        ((Seat("bot", "first"), Seat("bot", "first")), bot_player.BOTS_ONLY_PAUSE_FACTOR),
        ((Seat("person", "first"), Seat("bot", "first")), bot_player.BOTS_ONLY_PAUSE_FACTOR),
    ],
    ids=["against a person", "bots", "in place of a person"],
)
async def test_bots_play_slowly_where_nobody_plays_but_bots(
    seats: tuple[Seat, ...], pauses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spectators need time to follow, but players should not be kept waiting."""
    slept = list[float]()
    table = begun(seats)

    class Clock(SimpleNamespace):
        """An asyncio loop on which nobody really waits."""

        async def sleep(self, seconds: float) -> None:
            slept.append(seconds)

    monkeypatch.setattr(bot_player, "asyncio", Clock(get_running_loop=asyncio.get_running_loop))
    rested = asyncio.Event()
    BotPlayer(journal(table), paid_by(None), 1000.0, lambda: len(slept) < 2, rested.set).wake()
    await asyncio.wait_for(rested.wait(), 60)
    assert [round(seconds, -2) for seconds in slept] == [1000.0 * pauses] * table.plies
    assert bot_player.BOTS_ONLY_PAUSE_FACTOR >= 3


@pytest.mark.anyio
async def test_what_bots_play_is_paid_by_an_address() -> None:
    """One address may have hundreds of tables of bots."""
    budget, tables = WorkBudget(0.2), [begun(BOTS) for _ in range(20)]
    before = time.monotonic()
    turns = [BotPlayer(journal(table, PLY), paid_by(budget), 0.0, lambda: True, lambda: None) for table in tables]
    for bots in turns:
        bots.wake()
    await asyncio.sleep(1.0)
    for bots in turns:
        bots.close()
    took, plies = time.monotonic() - before, sum(table.plies for table in tables)
    assert 2 <= plies <= 0.2 * (took + work_budget.BUDGET_BURST) / PLY + 2
    assert budget.left < PLY


@pytest.mark.anyio
async def test_bots_of_who_has_used_up_everything_play_slowly_and_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The people at the table are not slowed down."""
    monkeypatch.setattr(work_budget, "BUDGET_TIMEOUT", 0.2)
    budget, table, rested = WorkBudget(0.001), begun(BOTS), asyncio.Event()
    budget.charge(1.0)
    written, start = journal(table), time.monotonic()
    BotPlayer(written, paid_by(budget), 0.0, lambda: table.plies < 2, rested.set).wake()
    for _ in range(20):
        await asyncio.sleep(0)
    assert table.plies == 0
    assert not written.lock.locked()
    await asyncio.wait_for(rested.wait(), 60)
    assert table.plies == 2
    assert time.monotonic() - start >= 2 * 0.2

"""The pace at which bots play."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

import rookery
from rookery.core.position import Position
from rookery.server import bot_turns
from rookery.server.bot_turns import BotTurns
from rookery.server.events import Begun, Event, Made, Seat
from rookery.server.table import Table

DUEL = next(game for game in map(rookery.load, rookery.titles())
            if game.facts.players[0] == 2 and not game.facts.chance)  # fmt: skip


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("seats", "pauses"),
    [
        ((Seat("bot", "first"), Seat("person")), 1),
        ((Seat("bot", "first"), Seat("bot", "first")), bot_turns.UNHURRIED),
        ((Seat("person", "first"), Seat("bot", "first")), bot_turns.UNHURRIED),
    ],
    ids=["against a person", "bots", "in place of a person"],
)
async def test_bots_play_slowly_where_nobody_plays_but_bots(
    seats: tuple[Seat, ...], pauses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at them has nothing to do but follow. Whoever plays is not kept waiting."""
    facts, slept = DUEL.facts, list[float]()
    table = Table(DUEL, "x", bytes(32), [Made(facts.title, facts.rules_version, 2, {}, seats)])
    table.add([Begun()])

    class Clock(SimpleNamespace):
        """asyncio, but nobody waits."""

        async def sleep(self, seconds: float) -> None:
            slept.append(seconds)

    async def advise(view: Position, level: str) -> tuple[int, str]:
        return view.legal_actions[0], ""

    async def happen(decide: Callable[[Table], list[Event]]) -> None:
        table.add(decide(table))

    monkeypatch.setattr(bot_turns, "asyncio", Clock(get_running_loop=asyncio.get_running_loop))
    ledger, rested = SimpleNamespace(table=table, lock=asyncio.Lock(), happen=happen), asyncio.Event()
    bots = cast(Any, SimpleNamespace(advise=advise))
    BotTurns(cast(Any, ledger), bots, 1000.0, lambda: len(slept) < 2, rested.set).wake()
    await asyncio.wait_for(rested.wait(), 60)
    assert [round(seconds, -2) for seconds in slept] == [1000.0 * pauses] * table.plies
    assert bot_turns.UNHURRIED >= 3

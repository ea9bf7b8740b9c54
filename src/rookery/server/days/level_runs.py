"""The levels play the game of the day, too, in the person's seat: in the background, one decision at a time.

They begin when the first person does, and rest for longer than they search, so that tables come first. Finished games
are kept; a server that was killed goes on with the rest when somebody asks for results.
"""

import asyncio
import logging
import time

from rookery.core.position import Position
from rookery.days.comparison import achieved
from rookery.days.daily_game import compared_levels, play_out
from rookery.server.bots.table_bots import BotService
from rookery.server.days.calendar import PlayedDay
from rookery.server.rooms.catalog import Catalog
from rookery.server.storage.day_store import DayStore

log = logging.getLogger(__name__)

RUNS_OF_A_LEVEL = 3  # with the same draws, and other seeds
REST = 3.0  # seconds of rest for each second that a bot took


class LevelRuns:
    """Lets the levels play, in one task."""

    def __init__(self, catalog: Catalog, bots: BotService, store: DayStore) -> None:
        self._catalog = catalog
        self._bots = bots
        self._store = store
        self._wanted: list[tuple[PlayedDay, str]] = []
        self._task: asyncio.Task[None] | None = None

    def wake(self, played: PlayedDay, slug: str) -> None:
        """Let the levels play a game of a day, if they have not yet."""
        if (played, slug) not in self._wanted:
            self._wanted.append((played, slug))
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        """Play one run after the other, of the game that was asked for last."""
        while self._wanted:
            played, slug = wanted = self._wanted[-1]
            try:
                more = await self._play_one(played, slug)
            except Exception:
                log.exception("The levels could not play the game of the day")
                more = False
            if not more:
                self._wanted.remove(wanted)

    async def _play_one(self, played: PlayedDay, slug: str) -> bool:
        """Play a run that is missing. Returns whether there was one. Raises StoreTrouble, NotReady."""
        levels, runs = compared_levels(self._catalog.levels(slug)), await self._store.runs(played.day, slug)
        persons = (f"{level} {run}" for run in range(RUNS_OF_A_LEVEL) for level in levels)
        if (person := next((person for person in persons if person not in runs), None)) is None:
            return False
        game, daily = await self._catalog.ready(slug, wanted=False), played.game(slug)
        record = await play_out(game, daily, played.secret(slug), played.head, person, self._advise)
        await self._store.add_run(played.day, slug, person, achieved(record, daily.seat))
        return True

    async def _advise(self, view: Position, level: str, seed: int) -> int:
        began = time.monotonic()
        action, _ = await self._bots.advise(view, level, (), seed)
        await asyncio.sleep(REST * (time.monotonic() - began))
        return action

    async def close(self) -> None:
        """Stop; what is finished is kept."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

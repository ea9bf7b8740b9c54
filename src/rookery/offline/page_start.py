"""The parlour as a page starts it (page_program.py)."""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from rookery.core.position import Game
from rookery.offline.brain import EngineBrain
from rookery.offline.page_game import PageCode, levels
from rookery.offline.parlour import Parlour
from rookery.offline.storage import Storage
from rookery.server.errors import NeedsServer

log = logging.getLogger(__name__)


class Host(Protocol):
    """The functions that the worker of a page gives (web/src/worker/own_parlour.ts)."""

    storage: Storage
    codes: Mapping[str, str]  # slug -> the name of the code with which pages draw the game

    def notice(self, words: str) -> None:
        """See Parlour.open."""

    async def advise(self, asked: str) -> str:
        """See EngineBrain."""

    async def code(self, slug: str) -> PageCode:
        """The code of a game. Raises Exception if it does not come."""


class SiteFacts:
    """The files in the site beside the parlour; GamePages."""

    def __init__(self, codes: Mapping[str, str]) -> None:
        self._codes = codes

    async def picture(self, game: Game) -> str:
        raise NeedsServer("the page reads pictures from files")

    async def rules(self, game: Game) -> str:
        raise NeedsServer("the page reads rules from files")

    def levels(self, game: Game) -> tuple[str, ...]:
        return levels(game)

    def code(self, game: Game) -> str:
        return self._codes.get(game.facts.slug, "")


class CodeOpener:
    """Opens a game when its code has come; a Readiness."""

    quick = True

    def __init__(self, fetch: Callable[[str], Awaitable[PageCode]], games: Mapping[str, Game]) -> None:
        self._fetch = fetch
        self._games = games
        self._opened = {slug: asyncio.Event() for slug in games}
        self._coming = dict[str, asyncio.Task[None]]()

    async def run(self) -> None:
        """Games are opened when they are asked for."""

    def prioritise(self, slug: str) -> None:
        if slug in self._games and slug not in self._coming and not self._opened[slug].is_set():
            self._coming[slug] = asyncio.get_running_loop().create_task(self._open(slug))

    async def _open(self, slug: str) -> None:
        try:
            self._games[slug].open(await self._fetch(slug))  # type: ignore[attr-defined]  # PageFolder has it
            self._opened[slug].set()
        except Exception:
            log.exception("The rules of %s did not come", slug)
            self._opened[slug].set()  # this wakes the waiting tasks at once
            self._opened[slug].clear()
        finally:
            self._coming.pop(slug, None)

    def opened(self, slug: str) -> asyncio.Event:
        return self._opened[slug]

    def awaited(self) -> list[str]:
        return [slug for slug, event in self._opened.items() if not event.is_set()]


async def start(host: Host) -> Parlour:
    """Open the parlour. Raises StorageTrouble."""
    return await Parlour.open(
        host.storage,
        SiteFacts(host.codes),
        brain=EngineBrain(host.advise),
        notice=host.notice,
        readiness=functools.partial(CodeOpener, host.code),
    )

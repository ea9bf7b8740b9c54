"""Opens the games of a server one after the other, requested games first: each is played a little, so that its first
visitor waits for nothing, and that one whose rules fail is left out."""

import asyncio
import logging
from collections.abc import Mapping

import rookery.core.kernel  # noqa: F401  # before threads start: two that import Numba at once find it half loaded
from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR
from rookery.server.bots.game_codes import code_of

log = logging.getLogger(__name__)

OPEN_TIMEOUT = 60.0  # seconds for one game


class GameOpener:
    """See Readiness."""

    quick = False

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._opened = {slug: asyncio.Event() for slug in games}
        self._left = [*games]
        self._wanted: list[str] = []  # requested games, in the order of the requests

    def prioritise(self, slug: str) -> None:
        if slug in self._left and slug not in self._wanted:
            self._wanted.append(slug)

    def opened(self, slug: str) -> asyncio.Event:
        return self._opened[slug]

    def awaited(self) -> list[str]:
        return [*self._left]

    async def run(self) -> None:
        while self._left:
            slug = next((slug for slug in self._wanted if slug in self._left), self._left[0])
            try:
                await asyncio.wait_for(asyncio.to_thread(use, self._games[slug]), OPEN_TIMEOUT)
                self._opened[slug].set()
            except TimeoutError:
                log.error("%s could not be opened within %g seconds; its rules may not end", slug, OPEN_TIMEOUT)
            except Exception:
                log.exception("The rules of %s cannot be used", slug)
            finally:
                self._left.remove(slug)


def use(game: Game) -> None:
    """Use what a table needs of a game once. Raises whatever its rules raise."""
    position = game.start(seed=0)
    for seat in range(SPECTATOR, position.players):
        position.scene(seat)
    position.after(position.legal_actions[0])
    code_of(game)

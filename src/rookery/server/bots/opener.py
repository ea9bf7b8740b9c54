"""Opens the games of a server one after the other, requested games first: each is played a little, so that its first
visitor waits for nothing, and that one whose rules fail is left out."""

import asyncio
import logging
from collections.abc import Mapping

import rookery.core.kernel  # noqa: F401  # before threads start: two that import Numba at once find it half loaded
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR

__all__ = ["GameOpener"]

log = logging.getLogger(__name__)


class GameOpener:
    """See Readiness."""

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
                await asyncio.to_thread(use, self._games[slug])
                self._opened[slug].set()
            except Exception:
                log.exception("The rules of %s cannot be used", slug)
            finally:
                self._left.remove(slug)


def use(game: Game) -> None:
    """Play a random game, to use what tables need of it once. Raises whatever its rules raise."""
    generator = Generator(0)
    position = game.start(seed=generator)
    for seat in range(SPECTATOR, position.players):
        position.scene(seat)
    while not position.is_over:
        view = position if position.mover is None or position.mover < 0 else position.view(position.mover)
        position = position.after_unchecked(generator.choice(view.legal_actions)).settled(generator)
    position.outcome  # noqa: B018  # the verbs of the end

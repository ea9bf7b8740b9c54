"""The games that this server offers: their cards, and whether they can be played yet."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping

from rookery.core.errors import UnknownGame, one_of
from rookery.core.position import Game
from rookery.core.registry import is_example, load, package_of, slugs
from rookery.server.bots.readiness import Readiness
from rookery.server.bots.table_bots import BotService
from rookery.server.errors import NotReady
from rookery.server.wire.game_cards import game_card
from rookery.server.wire.messages import GameCard

log = logging.getLogger(__name__)


class Catalog:
    """All games that were found. Each can be played seconds after the start."""

    def __init__(
        self,
        bots: BotService,
        readiness: Callable[[Mapping[str, Game]], Readiness],
        code: Callable[[Game], str],
        *,
        ready_timeout: float,
        offered: Iterable[str],
    ) -> None:
        """`readiness`, `code`: see Services. `ready_timeout`: how many seconds `ready` waits; `offered`: slugs."""
        self.code = code
        self._bots = bots
        self._ready_timeout = ready_timeout
        self._games: dict[str, Game] = {}
        for slug in offered:
            try:
                self._games[slug] = load(slug)
            except Exception:
                log.exception("The game %s cannot be loaded; it is left out", slug)
        self._cards: dict[str, GameCard] = {}
        self._opener = readiness(self._games)
        self.warm_up = self._opener.run
        self.prioritise = self._opener.prioritise
        self.awaited = self._opener.awaited

    @property
    def slugs(self) -> Collection[str]:
        """Of all games that are offered."""
        return self._games

    def game(self, slug: str) -> Game:
        """A game, which may not be playable yet. Raises UnknownGame."""
        if slug not in self._games:
            raise UnknownGame(f"no game is called {slug!r}; {one_of(slug, self._games)}")
        return self._games[slug]

    async def ready(self, slug: str, *, wanted: bool = True) -> Game:
        """Wait until a game can be played. `wanted`: prepare it before others. Raises UnknownGame; NotReady if it takes
        too long, or if the rules cannot be used."""
        game, event = self.game(slug), self._opener.opened(slug)
        if not event.is_set() and slug not in self.awaited():
            raise NotReady(
                f"{game.facts.name} cannot be played here, because its rules fail; the server's log says how"
            )
        if wanted:
            self.prioritise(slug)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._ready_timeout):
                await event.wait()
        if not event.is_set():
            raise NotReady(f"{game.facts.name} is not ready yet; try again in a minute")
        return game

    def is_near(self, slug: str) -> bool:
        """Whether `ready` takes a moment at most. Raises UnknownGame."""
        return self._opener.quick or self._opener.opened(self.game(slug).facts.slug).is_set()

    def levels(self, slug: str) -> tuple[str, ...]:
        """Names of bots, weakest first. The first call takes half a second before a game is ready. Raises
        UnknownGame."""
        return self._bots.levels(self.game(slug))

    def card(self, slug: str) -> GameCard:
        """A game as the front page shows it. Raises UnknownGame."""
        if slug not in self._cards:
            self._cards[slug] = game_card(self.game(slug), self.levels(slug))
        return self._cards[slug]

    def cards(self) -> list[GameCard]:
        """The cards of all games, the easiest to learn first, and examples last: newcomers begin with the first. Call
        it in a thread, because `levels` may be slow."""
        return sorted(
            map(self.card, self._games),
            key=lambda card: (is_example(card.slug), card.weight, card.minutes, card.name),
        )


def offered(names: str, *, examples: bool) -> tuple[str, ...]:
    """The slugs of the games to offer: those named, separated by commas, or else all, with or without examples. Raises
    UnknownGame."""
    named = tuple(name.strip() for name in names.split(",") if name.strip())
    for name in named:
        package_of(name)
    return named or slugs(examples=examples)

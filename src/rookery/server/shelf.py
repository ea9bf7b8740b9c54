"""The games that can be played here: their cards, and whether their rules are compiled yet."""

import asyncio
import contextlib
import logging

from rookery.core.errors import NotReady, UnknownGame, one_of
from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR, Option
from rookery.core.registry import load, titles
from rookery.server import pages
from rookery.server.bots import Bots
from rookery.server.wire import GameCard, OptionCard

__all__ = ["Shelf"]

log = logging.getLogger(__name__)


class Shelf:
    """All games found. They are warmed up one after the other while pages are already served."""

    def __init__(self, bots: Bots, ready_wait: float) -> None:
        """`ready_wait`: seconds that `ready` waits for a game."""
        self._bots = bots
        self._ready_wait = ready_wait
        self._games: dict[str, Game] = {}
        for title in titles():
            try:
                self._games[title] = load(title)
            except Exception:
                log.exception("The game %s cannot be loaded; it is left out", title)
        self._cards: dict[str, GameCard] = {}
        self._broken: set[str] = set()
        self._warm = {title: asyncio.Event() for title in self._games}

    async def warm_up(self) -> None:
        """Make every game ready, then every game's bots. A game that fails is left out of play; the others go on."""
        for title, game in self._games.items():
            try:
                await asyncio.to_thread(self._use, game)
            except Exception:
                log.exception("The rules of %s cannot be used", title)
                self._broken.add(title)
            else:
                self._warm[title].set()
        for title, game in self._games.items():
            try:
                await self._bots.warm_up(game)
            except Exception:
                log.exception("The bots of %s could not be warmed up", title)

    def _use(self, game: Game) -> None:
        """Use everything once that a table needs, so that no page waits for it."""
        self._bots.levels(game)
        position = game.start(seed=0)
        for seat in range(SPECTATOR, position.players):
            position.scene(seat)
        position.after(position.legal_actions[0])
        with contextlib.suppress(FileNotFoundError):  # a game need not have rules to read
            # their examples show all kinds of decisions, so that kernels which only pictures need are compiled, too
            pages.rules(game)

    def awaited(self) -> list[str]:
        """The games whose rules are still being compiled."""
        return [title for title, warm in self._warm.items() if not warm.is_set() and title not in self._broken]

    def game(self, title: str) -> Game:
        """Raises UnknownGame. Its rules may not be compiled yet."""
        if title not in self._games:
            raise UnknownGame(f"no game is called {title!r}; {one_of(title, self._games)}")
        return self._games[title]

    async def ready(self, title: str) -> Game:
        """A game that can be played at once. Raises UnknownGame; NotReady when it takes too long."""
        game = self.game(title)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._warm[title].wait(), self._ready_wait)
        if not self._warm[title].is_set():
            raise NotReady(f"the rules of {game.facts.name} are still being compiled; try again in a minute")
        return game

    def levels(self, title: str) -> tuple[str, ...]:
        """Names of bots, weakest first. Before a game is ready the first call takes half a second."""
        return self._bots.levels(self.game(title))

    def card(self, title: str) -> GameCard:
        """What the front page shows of a game."""
        card = self._cards.get(title)
        if card is None or card.ready != self._warm[title].is_set():
            card = self._cards[title] = self._card(title)
        return card

    def _card(self, title: str) -> GameCard:
        facts = self.game(title).facts
        return GameCard(
            title=facts.title,
            name=facts.name,
            tagline=facts.tagline,
            players=list(facts.players),
            seats={count: list(roles) for count, roles in facts.seats.items()},
            minutes=facts.minutes,
            designers=list(facts.designers),
            publisher=facts.publisher,
            cooperative=facts.cooperative,
            hidden=facts.hidden,
            chance=facts.chance,
            options=[_option_card(option) for option in facts.options],
            levels=list(self.levels(title)),
            ready=self._warm[title].is_set(),
        )

    def cards(self) -> list[GameCard]:
        """Of all games; to be called in a thread, see `levels`."""
        return [self.card(title) for title in self._games]


def _option_card(option: Option) -> OptionCard:
    only = {choice: list(counts) for choice, counts in option.only.items()}
    return OptionCard(option.name, list(option.choices), only, option.free_form, option.help)

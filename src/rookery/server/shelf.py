"""The games that can be played here: their cards, and whether their rules are compiled yet."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Sequence

from rookery.core.errors import NotReady, UnknownGame, one_of
from rookery.core.position import Game
from rookery.core.protocol import SPECTATOR, Facts, Option
from rookery.core.registry import load, titles
from rookery.server import pages
from rookery.server.bots import Bots
from rookery.server.wire import GameCard, LevelCard, OptionCard, RenamedSeats
from rookery.strengths import strength

__all__ = ["Shelf"]

log = logging.getLogger(__name__)


class Shelf:
    """All games found. They are warmed up one after the other while pages are already served: first those that somebody
    asks for."""

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
        self._wanted: list[str] = []  # games that somebody has asked for, in that order

    async def warm_up(self) -> None:
        """Make every game ready, then every game's bots. A game that fails is left out of play; the others go on."""
        left = list(self._games)
        while left:
            game = self._games[title := self._first(left)]
            left.remove(title)
            try:
                await asyncio.to_thread(self._use, game)
            except Exception:
                log.exception("The rules of %s cannot be used", title)
                self._broken.add(title)
            else:
                self._warm[title].set()
        left = list(self._games)
        while left:
            left.remove(title := self._first(left))
            try:
                await self._bots.warm_up(self._games[title])
            except Exception:
                log.exception("The bots of %s could not be warmed up", title)

    def _first(self, titles: Sequence[str]) -> str:
        """Which of these games is compiled next: what was asked for first, else as they come."""
        return next((title for title in self._wanted if title in titles), titles[0])

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

    def want(self, title: str) -> None:
        """Somebody asks for this game: its rules and bots are compiled before those that nobody asks for."""
        if title in self._games and title not in self._wanted:
            self._wanted.append(title)

    async def ready(self, title: str, *, wanted: bool = True) -> Game:
        """A game that can be played at once. Who asks only in passing does not want it before others. Raises
        UnknownGame; NotReady when it takes too long."""
        game = self.game(title)
        if wanted:
            self.want(title)
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
            weight=facts.weight,
            players=list(facts.players),
            seats={players: _roles(facts, players) for players in facts.players},
            minutes=facts.minutes,
            designers=list(facts.designers),
            publisher=facts.publisher,
            cooperative=facts.cooperative,
            hidden=facts.hidden,
            chance=facts.chance,
            options=[_option_card(option) for option in facts.options],
            renamed=list(_renamed(facts)),
            levels=[LevelCard(level, *strength(level)) for level in self.levels(title)],
            ready=self._warm[title].is_set(),
        )

    def cards(self) -> list[GameCard]:
        """Of all games, what is quickly learned first; to be called in a thread, see `levels`."""
        return sorted(map(self.card, self._games), key=lambda card: (card.weight, card.minutes, card.name))


def _roles(facts: Facts, players: int, **options: str) -> list[str]:
    return [role for role, _ in facts.seats_at(players, options)]


def _renamed(facts: Facts) -> Iterator[RenamedSeats]:
    """Every choice that gives the seats other names than they usually have."""
    for players in facts.players:
        usual = _roles(facts, players)
        for option in facts.options:
            for choice in option.choices_of(players):
                if (roles := _roles(facts, players, **{option.name: choice})) != usual:
                    yield RenamedSeats(players, option.name, choice, roles)


def _option_card(option: Option) -> OptionCard:
    only = {choice: list(counts) for choice, counts in option.only.items()}
    return OptionCard(option.name, list(option.choices), only, option.free_form, option.help)

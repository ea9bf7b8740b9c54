"""Answers about puzzles, and which are those of the day."""

import functools

import msgspec

from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.puzzles.daily import chosen, for_newcomers
from rookery.puzzles.puzzle import MEAN_RATING, Puzzle, puzzle_of, puzzles_of
from rookery.puzzles.theme_words import sentence
from rookery.server.api.exchange import ApiRequest
from rookery.server.days.calendar import Calendar
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.wire.board_views import board_card
from rookery.server.wire.puzzle_messages import (
    PuzzleCard,
    PuzzleList,
    PuzzleOfTheDay,
    PuzzlesOfTheDay,
    RatedPuzzle,
)


class PuzzleEndpoints:
    """Answers requests about puzzles."""

    def __init__(self, catalog: Catalog, calendar: Calendar) -> None:
        self._catalog = catalog
        self._calendar = calendar
        self._today: PuzzlesOfTheDay | None = None

    async def puzzles_of_the_day(self, request: ApiRequest) -> PuzzlesOfTheDay:
        """The puzzles of this day, one of each game. Raises StoreTrouble."""
        today = await self._calendar.of(self._calendar.today)  # its value is told, so the day has begun
        if self._today is None or self._today.day != today.day:
            self._today = await in_thread(lambda: self._of_day(today.day, today.value))
        return msgspec.structs.replace(self._today, ends_in=self._calendar.ends_in)

    def _of_day(self, day: int, value: bytes) -> PuzzlesOfTheDay:
        choices = list[PuzzleOfTheDay]()
        for card in self._catalog.cards():
            if card.puzzles:
                game = self._catalog.game(card.slug)
                puzzles = puzzles_of(game)
                key, first = (
                    chosen(card.slug, keys, value) for keys in ((one.key for one in puzzles), for_newcomers(puzzles))
                )
                easy = RatedPuzzle(first, _rating(puzzle_of(game, first)))
                rating = _rating(puzzle_of(game, key))
                choices.append(PuzzleOfTheDay(card.slug, card.name, key, rating, easy, card.puzzles))
        return PuzzlesOfTheDay(day, value.hex(), 0, choices)

    async def puzzle_list(self, request: ApiRequest) -> PuzzleList:
        """All puzzles of a game, the easiest first; the game need not be ready. Raises UnknownGame, BrokenPuzzles."""
        game = self._catalog.game(request.params["slug"])
        return await in_thread(lambda: _listed(game))

    async def puzzle_card(self, request: ApiRequest) -> PuzzleCard:
        """One puzzle. Raises UnknownGame, NotReady, UnknownPuzzle, BrokenPuzzles."""
        game = await self._catalog.ready(request.params["slug"])
        code = self._catalog.code
        return await in_thread(lambda: _card(game, puzzle_of(game, request.params["key"]), code(game)))


@functools.cache
def _listed(game: Game) -> PuzzleList:
    puzzles, themes = sorted(puzzles_of(game), key=_rating), dict[str, list[int]]()
    for place, puzzle in enumerate(puzzles):
        for theme in puzzle.themes:
            themes.setdefault(theme, []).append(place)
    return PuzzleList(game.facts.name, [RatedPuzzle(puzzle.key, _rating(puzzle)) for puzzle in puzzles], themes)


def _rating(puzzle: Puzzle) -> int:
    return MEAN_RATING if puzzle.rating is None else puzzle.rating


def _card(game: Game, puzzle: Puzzle, code: str) -> PuzzleCard:
    view = puzzle.position()
    return PuzzleCard(
        key=puzzle.key,
        # from a view nothing follows but actions of its seat; where nothing is hidden, it is the whole position
        board=board_card(view if game.facts.hidden else view.determinize(Generator(0)), code),
        seat=puzzle.seat,
        team=game.facts.cooperative,
        solution=view.parse(puzzle.solution),
        words=puzzle.words,
        best=puzzle.best.chance,
        second=puzzle.second.chance,
        proved=puzzle.proved,
        themes=[sentence(theme) for theme in puzzle.themes],
        rating=_rating(puzzle),
    )

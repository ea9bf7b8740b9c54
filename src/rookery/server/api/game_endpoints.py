"""Answers about games: their cards, first positions, lessons, drawings and rules."""

from typing import Protocol

from rookery.core.position import Game
from rookery.lessons.lesson import lessons_of
from rookery.server.api.exchange import ApiAnswer, ApiRequest, NothingThere, number_asked
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.wire import lesson_views
from rookery.server.wire.board_messages import BoardCard
from rookery.server.wire.board_views import board_card
from rookery.server.wire.lesson_messages import LessonCard, LessonScript
from rookery.server.wire.messages import GameCard


class GamePages(Protocol):
    """The pictures and texts of a game."""

    async def picture(self, game: Game) -> str:
        """Its picture for the front page, as SVG. Raises FileNotFoundError if there is none."""

    async def rules(self, game: Game) -> str:
        """Its rules as an HTML fragment. Raises FileNotFoundError if there are none."""


class GameEndpoints:
    """Answers requests about games."""

    def __init__(self, catalog: Catalog, pages: GamePages) -> None:
        self._catalog = catalog
        self._pages = pages

    async def games(self, request: ApiRequest) -> list[GameCard]:
        """The cards of all games. The one called `game` is opened before others."""
        self._catalog.prioritise(request.query.get("game", ""))
        return await in_thread(self._catalog.cards)

    async def seat_names(self, request: ApiRequest) -> list[str]:
        """The names of the seats at a table with these `players` and options, for option values that no card lists."""
        facts = self._catalog.game(request.params["slug"]).facts
        settings = _settings(request)
        facts.settings(*settings)
        return [role for role, _ in facts.seats_at(*settings)]

    async def first_board(self, request: ApiRequest) -> BoardCard:
        """The position before the first ply of a game with these `players` and options. Raises UnknownOption."""
        game = await self._catalog.ready(request.params["slug"])
        position = game.start_with(game.facts.settings(*_settings(request)))
        return await in_thread(lambda: board_card(position, self._catalog.code(game)))

    async def lesson_cards(self, request: ApiRequest) -> list[LessonCard]:
        """The lessons of a game, those of the first course first. The game need not be ready yet."""
        return lesson_views.cards(lessons_of(self._catalog.game(request.params["slug"])))

    async def lesson_script(self, request: ApiRequest) -> LessonScript:
        """A whole lesson. Raises UnknownLesson."""
        game = await self._catalog.ready(request.params["slug"])
        lessons = lessons_of(game)
        lesson = lessons.find(request.params["lesson"])
        return await in_thread(lambda: lesson_views.script(game, lessons, lesson, self._catalog.code(game)))

    # ── Files of the games' folders ──────────────────────────────────────────────
    async def art(self, request: ApiRequest) -> ApiAnswer:
        game = self._catalog.game(request.params["slug"])
        return _file(game.art, "image/svg+xml")

    async def picture(self, request: ApiRequest) -> ApiAnswer:
        # not wanted, because the lobby shows all pictures
        game = await self._catalog.ready(request.params["slug"], wanted=False)
        try:
            return _file(await self._pages.picture(game), "image/svg+xml")
        except FileNotFoundError:
            raise NothingThere from None

    async def rules(self, request: ApiRequest) -> ApiAnswer:
        game = await self._catalog.ready(request.params["slug"])
        try:
            return _file(await self._pages.rules(game), "text/html")
        except FileNotFoundError:  # a game from outside the package may have no rules page
            raise NothingThere from None


def _settings(request: ApiRequest) -> tuple[int, dict[str, str]]:
    """The number of players and the options in a query. Raises NothingThere."""
    options = dict(request.query)
    return number_asked(options.pop("players", ""), 2), options


def _file(text: str, media_type: str) -> ApiAnswer:
    return ApiAnswer(text.encode(), media_type, file=True)

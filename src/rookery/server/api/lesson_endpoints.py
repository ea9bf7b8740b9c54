"""Answers about the lessons of games."""

from rookery.lessons.lesson import lessons_of
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.wire import lesson_views


class LessonEndpoints:
    """Answers requests about lessons."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    async def lessons(self, request: ApiRequest) -> ApiAnswer:
        """The lessons of a game, which need not be ready yet."""
        game = self._catalog.game(request.params["slug"])
        return json_answer(lesson_views.cards(lessons_of(game)))

    async def lesson(self, request: ApiRequest) -> ApiAnswer:
        """A whole lesson. Raises UnknownLesson."""
        game = await self._catalog.ready(request.params["slug"])
        lessons = lessons_of(game)
        lesson = lessons.find(request.params["lesson"])
        code = self._catalog.code
        return json_answer(await in_thread(lambda: lesson_views.script(game, lessons, lesson, code(game))))

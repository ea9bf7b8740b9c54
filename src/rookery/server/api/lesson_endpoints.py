"""Answers about the lessons of games."""

from collections.abc import Callable
from typing import Any, TypeVar

from rookery.lessons.lesson import lessons_of
from rookery.lessons.session import Session
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, order_of
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.wire import lesson_views
from rookery.server.wire.lesson_messages import LessonAsked, PreviewAsked, WhyAsked

__all__ = ["LessonEndpoints"]

AboutLesson = TypeVar("AboutLesson", LessonAsked, PreviewAsked, WhyAsked)


class LessonEndpoints:
    """Answers requests about lessons."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    async def lessons(self, request: ApiRequest) -> ApiAnswer:
        """The lessons of a game, which need not be ready yet."""
        game = self._catalog.game(request.params["slug"])
        return json_answer(lesson_views.cards(lessons_of(game)))

    async def lesson(self, request: ApiRequest) -> ApiAnswer:
        """The lesson after the right answers so far, and what follows from the next one."""
        asked = await order_of(request, LessonAsked)
        lessons = lessons_of(self._catalog.game(request.params["slug"]))
        return await self._told(request, asked, lambda session: lesson_views.shown(session, lessons, asked.action))

    async def preview(self, request: ApiRequest) -> ApiAnswer:
        asked = await order_of(request, PreviewAsked)
        return await self._told(request, asked, lambda session: lesson_views.preview(session, asked.action))

    async def why(self, request: ApiRequest) -> ApiAnswer:
        asked = await order_of(request, WhyAsked)
        return await self._told(request, asked, lambda session: lesson_views.why(session, asked.path, asked.spot))

    async def _told(self, request: ApiRequest, asked: AboutLesson, tell: Callable[[Session], Any]) -> ApiAnswer:
        """What `tell` says of the lesson after the right answers so far. Raises UnknownLesson, IllegalAction."""
        game = await self._catalog.ready(request.params["slug"])
        lesson = lessons_of(game).find(request.params["lesson"])
        return json_answer(await in_thread(lambda: tell(Session(game, lesson, asked.answers))))

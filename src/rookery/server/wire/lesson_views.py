"""Lessons as messages."""

from msgspec import convert
from msgspec.structs import replace

from rookery.core.position import Game
from rookery.lessons.lesson import Lesson, Lessons, Midgame, Step
from rookery.lessons.session import Session, complaint
from rookery.server.wire.board_views import board_card
from rookery.server.wire.lesson_messages import LessonCard, LessonScript, LessonStep
from rookery.strengths import strength


def cards(lessons: Lessons) -> list[LessonCard]:
    """All lessons of a game."""
    return [LessonCard(lesson.id, lesson.name, lesson.course) for lesson in lessons.lessons]


def script(game: Game, lessons: Lessons, lesson: Lesson, code: str) -> LessonScript:
    """A whole lesson. `code`: see board_card."""
    session, midgame = Session(game, lesson), _midgame(lessons, lesson)
    return LessonScript(
        board=board_card(session.position, code),
        seat=session.seat,
        steps=[_step(step) for step in lesson.steps],
        readings=list(lesson.readings(game)),
        midgame=midgame.say if midgame else "",
        rivals=strength(midgame.bot).species if midgame else "",
    )


def _step(step: Step) -> LessonStep:
    return convert(replace(step, wrong=complaint(step)), LessonStep, from_attributes=True)


def _midgame(lessons: Lessons, lesson: Lesson) -> Midgame | None:
    """The game that follows a lesson."""
    return lessons.midgame if lessons.midgame and lesson.id == lessons.course[-1].id else None

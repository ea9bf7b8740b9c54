"""Lessons as messages."""

from rookery.core.position import Game
from rookery.lessons.lesson import Lesson, Lessons, Step
from rookery.lessons.session import Session, complaint
from rookery.server.wire.board_views import board_card
from rookery.server.wire.lesson_messages import LessonCard, LessonScript, LessonStep

__all__ = ["cards", "script"]


def cards(lessons: Lessons) -> list[LessonCard]:
    """All lessons of a game."""
    return [LessonCard(lesson.id, lesson.name, lesson.course) for lesson in lessons.lessons]


def script(game: Game, lessons: Lessons, lesson: Lesson, code: str) -> LessonScript:
    """A whole lesson. `code`: see board_card."""
    session = Session(game, lesson)
    return LessonScript(
        name=lesson.name,
        board=board_card(session.position, code),
        seat=session.seat,
        steps=[_step(step) for step in lesson.steps],
        readings=list(lesson.readings(game)),
        next=_next(lessons, lesson),
        course=lesson.course,
        midgame=_midgame(lessons, lesson),
    )


def _step(step: Step) -> LessonStep:
    return LessonStep(
        say=step.say,
        hint=step.hint,
        play=list(step.play),
        reach=step.reach,
        wrong=complaint(step),
        because=step.because,
        replies=list(step.replies),
        after=step.after,
    )


def _next(lessons: Lessons, lesson: Lesson) -> str:
    ids = [one.id for one in lessons.lessons]
    after = ids.index(lesson.id) + 1
    return ids[after] if after < len(ids) else ""


def _midgame(lessons: Lessons, lesson: Lesson) -> str:
    return lessons.midgame.say if lessons.midgame and lesson.id == lessons.course[-1].id else ""

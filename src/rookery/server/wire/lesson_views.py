"""What a page may see of a lesson, as messages. The learner sees what the seat may know."""

from rookery.lessons.lesson import Lesson, Lessons
from rookery.lessons.session import Session
from rookery.server.wire.board_messages import BoardPreview, BoardWhy
from rookery.server.wire.lesson_messages import LessonCard, LessonShown
from rookery.server.wire.messages import Entry, Moment
from rookery.server.wire.still_views import entry_of, moment_of, preview_of, styles_of

__all__ = ["cards", "preview", "shown", "why"]


def cards(lessons: Lessons) -> list[LessonCard]:
    """All lessons of a game."""
    return [LessonCard(lesson.id, lesson.name, lesson.course) for lesson in lessons.lessons]


def shown(session: Session, lessons: Lessons, action: int | None) -> LessonShown:
    """The lesson after an action of the learner; None: as it stands. Raises IllegalAction, GameOver."""
    position, ply = session.position, session.plies
    feedback = session.answer(action) if action is not None and not session.done else None
    moves, moments = list[Entry](), list[Moment]()
    for played in feedback.actions if feedback else ():
        ply += 1
        moves.append(entry_of(position, played, ply, session.seat))
        position = position.after_unchecked(played)
        moments.append(moment_of(position, ply, session.seat, asked=ply == session.plies and not session.done))
    return LessonShown(
        name=session.lesson.name,
        game_name=position.game.facts.name,
        styles=styles_of(position),
        seat=session.seat,
        step=session.step_number,
        steps=len(session.lesson.steps),
        say="" if session.done else session.step.say,
        hint="" if session.done else session.step.hint,
        solution=None if session.done else session.right_answers()[0],
        right=feedback.right if feedback else None,
        words=feedback.words if feedback else "",
        moves=moves,
        moments=moments or [moment_of(position, ply, session.seat, asked=not session.done)],
        readings=list(session.lesson.readings(position.game)),
        next=_next(lessons, session.lesson),
        course=session.lesson.course,
        midgame=_midgame(lessons, session.lesson),
    )


def preview(session: Session, action: int) -> BoardPreview:
    """What the learner would see after a legal action, played on the learner's view. Raises IllegalAction."""
    return BoardPreview(preview_of(session.position, action, session.seat))


def why(session: Session, path: list[str], spot: str) -> BoardWhy:
    """Why a click does nothing. Raises NoSuchSpot."""
    return BoardWhy(session.position.view(session.seat).why(path, spot, session.seat))


def _next(lessons: Lessons, lesson: Lesson) -> str:
    ids = [one.id for one in lessons.lessons]
    after = ids.index(lesson.id) + 1
    return ids[after] if after < len(ids) else ""


def _midgame(lessons: Lessons, lesson: Lesson) -> str:
    return lessons.midgame.say if lessons.midgame and lesson.id == lessons.course[-1].id else ""

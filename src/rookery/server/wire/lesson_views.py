"""What a page may see of a lesson, as messages. The learner sees what the seat may know."""

from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.scene import Scene
from rookery.lessons.lesson import Lesson, Lessons
from rookery.lessons.session import Session
from rookery.server.wire.lesson_messages import LessonCard, LessonPreview, LessonShown, LessonWhy
from rookery.server.wire.messages import Entry, Moment

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
        moves.append(_entry(session, position, played, ply))
        position = position.after_unchecked(played)
        moments.append(_moment(session, position, ply, asked=ply == session.plies))
    return LessonShown(
        name=session.lesson.name,
        game=position.game.facts.name,
        styles=[style for _, style in position.game.facts.seats_at(position.players, position.options)],
        seat=session.seat,
        step=session.step_number,
        steps=len(session.lesson.steps),
        say="" if session.done else session.step.say,
        hint="" if session.done else session.step.hint,
        solution=None if session.done else session.right_answers()[0],
        right=feedback.right if feedback else None,
        words=feedback.words if feedback else "",
        moves=moves,
        moments=moments or [_moment(session, position, ply, asked=True)],
        next=_next(lessons, session.lesson),
        course=session.lesson.course,
        midgame=_midgame(lessons, session.lesson),
    )


def preview(session: Session, action: int) -> LessonPreview:
    """What the learner would see after a legal action, played on the learner's view. Raises IllegalAction."""
    after = session.position.view(session.seat).after(action)
    return LessonPreview(after.scene(facing=session.seat).idle())


def why(session: Session, path: list[str], spot: str) -> LessonWhy:
    """Why a click does nothing. Raises NoSuchSpot."""
    return LessonWhy(session.position.view(session.seat).why(path, spot, session.seat))


def _entry(session: Session, before: Position, action: int, ply: int) -> Entry:
    seat = session.seat
    text, words = before.told(action, seat)
    known = before.mover != CHANCE and before.knows(action, seat)
    spots = before.touched(action) if known else []
    return Entry(ply, None if before.mover == CHANCE else before.mover, text, words, "", spots)


def _moment(session: Session, position: Position, ply: int, *, asked: bool) -> Moment:
    """`asked`: whether the learner is to decide there, if the lesson is not done."""
    scene: Scene = position.scene(session.seat, session.seat)
    outcome = position.outcome
    return Moment(
        ply=ply,
        takebacks=0,
        mover=None if position.mover == CHANCE else position.mover,
        over=position.is_over,
        winners=list(outcome.winners) if outcome else [],
        reason=outcome.reason if outcome else "",
        scene=scene if asked and not session.done else scene.idle(),
        seen_by=session.seat,
        given_up=False,
    )


def _next(lessons: Lessons, lesson: Lesson) -> str:
    ids = [one.id for one in lessons.lessons]
    after = ids.index(lesson.id) + 1
    return ids[after] if after < len(ids) else ""


def _midgame(lessons: Lessons, lesson: Lesson) -> str:
    return lessons.midgame.say if lessons.midgame and lesson.id == lessons.course[-1].id else ""

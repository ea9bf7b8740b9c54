"""Taking a lesson: what the learner answers, and what follows.

    session = Session(game, lesson)
    answer = session.answer(session.position.parse("c2-b2"))     right or wrong, and why
    session.done

A page does the same by itself (web/src/painting/lesson_session.ts), and tests compare the two.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rookery.core.errors import IllegalAction
from rookery.core.position import Game, Position
from rookery.lessons.lesson import ANY_ACTION, Lesson, Step

NOT_THIS = "The rules allow this, but it is not what this lesson asks for"


class Feedback(NamedTuple):
    """The consequence of an action."""

    right: bool
    words: str  # why it is wrong, or what has happened; "" if there is nothing to say
    actions: tuple[int, ...] = ()  # what was played: the action and the replies; () after a wrong one


class Session:
    """A lesson that is being taken."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.lesson = lesson
        self.position = lesson.begin(game)
        self.seat = self.position.mover or 0  # the learner's
        self.step_number = 0  # how many steps are done

    @property
    def done(self) -> bool:
        return self.step_number == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The task of the moment. Raises IndexError when the lesson is done."""
        return self.lesson.steps[self.step_number]

    def is_right(self, action: int) -> bool:
        """Whether a legal action is a right answer."""
        step = self.step
        if step.reach:
            return has(self.position.after_unchecked(action), step.reach)
        return ANY_ACTION in step.play or self.position.format(action) in step.play

    def right_answers(self) -> list[int]:
        """All right answers."""
        return [action for action in self.position.legal_actions if self.is_right(action)]

    def answer(self, action: int) -> Feedback:
        """Play an action. The step stays after a wrong one. Raises IllegalAction; UnreadableAction or IllegalAction
        for a reply that is not possible, which is a fault of the lesson."""
        if self.done:
            raise IllegalAction("the lesson is over")
        after = self.position.after(action)
        step, text = self.step, self.position.format(action)
        if not self.is_right(action):
            return Feedback(False, step.because.get(text) or complaint(step))
        actions = [action]
        for reply in step.replies:
            actions.append(after.parse(reply))
            after = after.after(actions[-1])
        self.position, self.step_number = after, self.step_number + 1
        return Feedback(True, step.after, tuple(actions))


def complaint(step: Step) -> str:
    """The reason why an answer is wrong, if the lesson has none of its own."""
    return step.wrong or NOT_THIS


def has(position: Position, fields: Mapping[str, Any]) -> bool:
    """Whether the fields of a position's state have these values. Raises AttributeError for a field that it lacks."""
    numbers = position.numbers
    return all(getattr(numbers, name) == value for name, value in fields.items())

"""Messages about lessons. The page judges the answers itself, as lessons/session.py does: somebody who looks ahead
cheats nobody else."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.server.wire.board_messages import BoardCard


class LessonCard(Struct, frozen=True):
    """A lesson in the list of a game."""

    id: str
    name: str
    course: bool  # part of the first course


class LessonStep(Struct, frozen=True):
    """One task, with the fields of lessons/lesson.py."""

    say: str
    hint: str
    play: list[str]
    reach: dict[str, int | list[int]]
    wrong: str  # why other answers are wrong
    because: dict[str, str]
    replies: list[str]
    after: str


class LessonScript(Struct, frozen=True):
    """A whole lesson."""

    board: BoardCard  # where it begins
    seat: int  # the learner's
    steps: list[LessonStep]
    readings: list[str]  # of rules that it teaches: what the rulebook leaves open, how it is played here, and why
    midgame: str  # after the last lesson of the course: how the game stands in which the course ends; "" without one
    rivals: str  # the species of the bots in that game; "" without one


class MidgameAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner who goes on where the first course ends: in the middle of a game."""

    name: Annotated[str, Meta(max_length=32)] = ""  # the learner's

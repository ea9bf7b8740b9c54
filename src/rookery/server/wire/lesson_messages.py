"""What a page asks about lessons, and the answers. A page keeps its right answers, and a server keeps nothing."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.server.wire.messages import Entry, Moment, ShortText

__all__ = [
    "LessonAsked",
    "LessonCard",
    "LessonShown",
    "MidgameAsked",
    "PreviewAsked",
    "WhyAsked",
]

Answers = Annotated[list[int], Meta(max_length=64)]


class LessonCard(Struct, frozen=True):
    """GET /api/games/{slug}/lessons -> the lessons of a game, those of the first course first."""

    id: str
    name: str
    course: bool  # part of the first course


class LessonAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games/{slug}/lessons/{lesson} -> LessonShown."""

    answers: Answers  # the right ones so far
    action: int | None = None  # what the learner plays now


class LessonShown(Struct, frozen=True):
    name: str  # of the lesson
    game_name: str  # for people
    styles: list[str]  # of the seats
    seat: int  # the learner's
    step: int  # how many are done
    steps: int
    say: str  # what is to be done now; "" when the lesson is done
    hint: str  # where to look; "" if there is none
    solution: int | None  # a right answer; None when the lesson is done
    right: bool | None  # whether the action was; None without one
    words: str  # why it was wrong, or what has happened
    moves: list[Entry]  # a right action and the replies to it
    moments: list[Moment]  # the positions after each of them; without any, the position now
    readings: list[str]  # of rules that it teaches: what the rulebook leaves open, how it is played here, and why
    next: str  # the id of the lesson after this one; "" after the last one
    course: bool  # part of the first course
    midgame: str  # after the last lesson of the course: how the game stands in which the course ends; "" without one


class MidgameAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games/{slug}/midgame -> TableLinks, of a table where the first course ends: in the middle of a game."""

    name: Annotated[str, Meta(max_length=32)] = ""  # the learner's


class PreviewAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games/{slug}/lessons/{lesson}/preview -> BoardPreview."""

    answers: Answers
    action: int


class WhyAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games/{slug}/lessons/{lesson}/why -> BoardWhy."""

    answers: Answers
    path: Annotated[list[ShortText], Meta(max_length=16)]  # the clicks so far
    spot: ShortText  # which does nothing

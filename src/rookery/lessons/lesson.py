"""The lessons of a game, read from `lessons.toml` in its folder.

    [[lesson]]
    id = "jump"                      part of addresses
    name = "A gleeb jumps"
    course = true                    part of the first course; false by default
    rules = ["GG-08", "GG-09"]       the rules that it teaches
    position = "B1,-,Y3,..."         where it begins, as text; the start of a game if it is left out
    options = { first = "red" }      of the table; players = N, if it is not the fewest
    seat = 1                         the learner's, where the words say which it is

    [[lesson.step]]
    say = "Jump onto the green one." what to do
    play = ["c2-b2"]                 the right answers, in notation; ["*"]: every legal action
    reach = { winner = 0 }           instead, what the position after a right answer has: fields of the state,
                                     with numbers that a page knows exactly, below 2**53
    refused = ["c2-c3"]              actions that the rules forbid here
    choices = 4                      how many legal actions there are
    hint = "Look at c2."             where to look
    wrong = "That one is safe."      the reason why other answers are wrong
    because = { "c2-d2" = "..." }    the same for particular answers
    replies = ["K1-a3"]              what the others and chance do then
    after = "It is yours now."       what has happened
    then = "B1,-,Y3,..."             the position after the first right answer and the replies, as text
    has = { winner = 0 }             fields of its state that the text does not show
    sees = "B1,-,Y3,..."             what the learner sees of it, in a game with secrets
    ends = "All is played: ..."      the words with which it has ended the game
    winners = [0]                    the seats that have won then

    [midgame]                        the game in which the first course ends, some moves old
    say = "Now win: you lead."       how it stands for the learner, who is to move
    players = 3                      if it is not the fewest
    actions = ["begin B", "R2@b2"]   all actions so far in notation, chance included
    bot = "easy"                     the level of the bots in the other seats, which is the usual one

    [excused]
    GG-21 = "no player decides anything by it"    a rule that needs no lesson, and why

What `seat`, `refused`, `choices` and the fields from `then` on say is not shown. It makes a lesson fail where a rule is
broken (testing/lesson_laws.py).
"""

import functools
import tomllib
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from rookery.core.errors import Refusal, Trouble, one_of
from rookery.core.position import Game, Position
from rookery.core.record import Record
from rookery.lessons.readings import readings

ANY_ACTION = "*"
LESSONS_FILE = "lessons.toml"
MAX_EXACT = 2**53 - 1  # among the numbers of JavaScript, by which a page judges answers
Exact = Annotated[int, Meta(ge=-MAX_EXACT, le=MAX_EXACT)]


class UnknownLesson(Refusal):
    """The game has no lesson of that id, or no midgame."""


class BrokenLessons(Trouble):
    """The file with a game's lessons cannot be read."""


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One task."""

    say: Annotated[str, Meta(min_length=1)]
    play: tuple[str, ...] = ()
    reach: dict[str, Exact | list[Exact]] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    choices: int = 0  # 0: not counted
    hint: str = ""
    wrong: str = ""
    because: dict[str, str] = field(default_factory=dict)
    replies: tuple[str, ...] = ()
    after: str = ""
    then: str = ""
    has: dict[str, Any] = field(default_factory=dict)
    sees: str = ""
    ends: str = ""
    winners: tuple[int, ...] = ()  # none: not checked


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, and what is to be done there, step by step."""

    id: str
    name: str
    rules: tuple[str, ...] = ()
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)] = field(name="step")
    position: str = ""
    course: bool = False
    players: int | None = None
    seat: int | None = None
    options: dict[str, str] = field(default_factory=dict)

    def begin(self, game: Game) -> Position:
        """The position in which it begins. Raises UnreadablePosition, UnknownOption."""
        if not self.position:
            return game.start_with(game.facts.settings(self.players, self.options))
        return game.position(self.position, self.players, **self.options)

    def readings(self, game: Game) -> tuple[str, ...]:
        """The rules page's readings of its rules, where the rulebook leaves something open."""
        return readings(game.rules_page, self.rules)


class Midgame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game in progress, which a learner finishes against bots after the first course."""

    say: Annotated[str, Meta(min_length=1)]
    actions: Annotated[tuple[str, ...], Meta(min_length=1)]
    players: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    bot: str = "easy"

    def record(self, game: Game) -> Record:
        """The game so far; the learner is to move. Raises UnknownOption; UnreadableAction, IllegalAction for an action
        that was not possible."""
        record = Record(game, self.players, self.options)
        for action in self.actions:
            record.play(action)
        return record


class Lessons(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All lessons of a game, in the order in which they are taken: the first course comes first."""

    lessons: tuple[Lesson, ...] = field(name="lesson", default=())
    midgame: Midgame | None = None  # in which the first course ends
    excused: dict[str, str] = field(default_factory=dict)  # rule -> why it needs no lesson

    @property
    def course(self) -> tuple[Lesson, ...]:
        """The lessons of the first course."""
        return tuple(lesson for lesson in self.lessons if lesson.course)

    def find(self, name: str) -> Lesson:
        """The lesson of that id. Raises UnknownLesson."""
        for lesson in self.lessons:
            if lesson.id == name:
                return lesson
        raise UnknownLesson(f"there is no lesson {name!r}; {one_of(name, [lesson.id for lesson in self.lessons])}")

    def needed_midgame(self, game: Game) -> Midgame:
        """The midgame. Raises UnknownLesson if there is none."""
        if self.midgame is None:
            raise UnknownLesson(f"the lessons of {game.facts.name} do not end in the middle of a game")
        return self.midgame


@functools.cache  # reading a large file takes 20 ms
def lessons_of(game: Game) -> Lessons:
    """The lessons of a game; none if its folder has no lessons.toml. Raises BrokenLessons with what its author
    has to mend."""
    path = game.path / LESSONS_FILE
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lessons)
    except FileNotFoundError:
        return Lessons()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BrokenLessons(f"{LESSONS_FILE} of {game.facts.name}: {error}") from error

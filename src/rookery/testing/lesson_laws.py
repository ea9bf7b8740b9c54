"""The laws of lessons: every lesson of a game can be taken, and every rule of its rules page is taught or excused."""

import itertools
import re
from collections.abc import Callable, Iterator

from rookery.bots import levels
from rookery.core.errors import IllegalAction, Refusal, one_of
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.lessons.lesson import ANY_ACTION, LESSONS_FILE, BrokenLessons, Lesson, Lessons, Step, lessons_of
from rookery.lessons.session import Session, has
from rookery.testing.reports import LawFails
from rookery.testing.walks import LawBroken

SECONDS_PER_MOVE = 5
WORDS_PER_SECOND = 4  # a quick reader's
MAX_TASK_LENGTH = 125  # characters
RULE_ID = re.compile(r"\b[A-Z]{2}-\d\d\b")


def check_lessons(game: Game) -> int:
    """Try all laws of lessons. Returns the number of lessons. Raises LawBroken."""
    for fault in lesson_faults(game):
        raise LawBroken(fault)
    return len(lessons_of(game).lessons)


def lesson_faults(game: Game) -> Iterator[LawFails]:
    """Each law of lessons that is broken, and each lesson that cannot be taken; or why their file cannot be read."""
    slug = game.facts.slug
    try:
        lessons = lessons_of(game)
    except BrokenLessons as error:
        yield LawFails(game=slug, error=str(error), file=LESSONS_FILE, line=_line_told(game, str(error)))
        return
    for law in FILE_LAWS:
        for fault in law(game, lessons):
            yield LawFails(game=slug, error=f"{fault} (the law {law.__name__})", file=LESSONS_FILE)
    for lesson in lessons.lessons:
        for fault in broken_lessons(game, (lesson,)):
            yield LawFails(game=slug, error=fault, file=LESSONS_FILE, line=_line_of(game, lesson))


def _line_of(game: Game, lesson: Lesson) -> int:
    """The line that names the lesson; 0 if it cannot be found."""
    named = rf"\s*id\s*=\s*.{lesson.id}.\s*(#|$)"
    return next((number for number, line in enumerate(_lines(game), start=1) if re.match(named, line)), 0)


def _line_told(game: Game, error: str) -> int:
    """The line of which BrokenLessons speaks: its number, or that on which the lesson or step begins that it names by
    its place (`$.lesson[0].step[1]`); 0 if it tells neither."""
    if told := re.search(r"\(at line (\d+)", error):
        return int(told[1])
    place = re.search(r"\$\.lesson\[(\d+)\](?:\.step\[(\d+)\])?", error)
    if not place:
        return 0
    heads = [(number, line.split("#")[0].strip()) for number, line in enumerate(_lines(game), start=1)]
    lessons = [number for number, head in heads if head == "[[lesson]]"]
    after = [*lessons[int(place[1]) :], 0][0]
    steps = [number for number, head in heads if head == "[[lesson.step]]" and number > after]
    return [*steps[int(place[2]) :], after][0] if place[2] else after


def _lines(game: Game) -> list[str]:
    return (game.path / LESSONS_FILE).read_text("utf-8").splitlines()


def broken_lessons(game: Game, lessons: tuple[Lesson, ...]) -> Iterator[str]:
    """The fault of each lesson that cannot be taken as it says: one sentence a lesson."""
    for lesson in lessons:
        try:
            session = Session(game, lesson)
            seat = session.position.mover
            if lesson.seat not in (None, seat):
                yield f"the lesson {lesson.id!r}: seat {seat} decides, not seat {lesson.seat}"
                continue
            for number, step in enumerate(lesson.steps, start=1):
                for law in STEP_LAWS:
                    if fault := law(session, step):
                        yield f"the lesson {lesson.id!r}, step {number}: {fault} (the law {law.__name__})"
                        break
                else:
                    session.answer(_first(session, step))
                    if number < len(lesson.steps) and session.position.mover != seat:
                        other = "after the replies another seat decides, but a lesson has one learner"
                        yield f"the lesson {lesson.id!r}, step {number}: {other}"
                        break
                    continue
                break
        except (Refusal, AttributeError) as error:  # a field that the state lacks
            yield f"the lesson {lesson.id!r} cannot be taken: {error}"


def _first(session: Session, step: Step) -> int:
    """The first right answer."""
    named = [text for text in step.play if text != ANY_ACTION]
    return session.position.parse(named[0]) if named else session.right_answers()[0]


# ── Laws of all lessons together ─────────────────────────────────────────────
def ids_are_unique(game: Game, lessons: Lessons) -> Iterator[str]:
    """No two lessons share an id, and an id is made of small letters, digits and hyphens."""
    ids = [lesson.id for lesson in lessons.lessons]
    for name in ids:
        if ids.count(name) > 1:
            yield f"two lessons are called {name!r}"
        if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
            yield f"{name!r} is not an id: small letters, digits and hyphens"


def every_rule_is_taught(game: Game, lessons: Lessons) -> Iterator[str]:
    """Each rule number of the rules page is taught by a lesson or excused, not both, and no other is named."""
    page = game.path / "rules.md"
    known = set(RULE_ID.findall(page.read_text("utf-8"))) if page.exists() else set()
    taught = {rule for lesson in lessons.lessons for rule in lesson.rules}
    for rule in sorted(known - taught - lessons.excused.keys()):
        yield f"no lesson teaches {rule}, and it is not excused under [excused] in lessons.toml"
    for rule in sorted(taught & lessons.excused.keys()):
        yield f"{rule} is excused and taught"
    for rule in sorted((taught | lessons.excused.keys()) - known):
        yield f"the rules page has no rule {rule}"


def the_course_comes_first(game: Game, lessons: Lessons) -> Iterator[str]:
    """The lessons of the first course stand before all others."""
    for before, after in itertools.pairwise(lessons.lessons):
        if after.course and not before.course:
            yield f"{after.id!r} belongs to the course, and {before.id!r} before it does not"


def the_course_is_short(game: Game, lessons: Lessons) -> Iterator[str]:
    """The first course takes three minutes at most, in a heavy game as many as its weight."""
    most = 60 * max(3, game.facts.weight)
    if (found := course_seconds(lessons)) > most:
        yield f"the first course takes {found:.0f} seconds; at most {most} are allowed"


def course_seconds(lessons: Lessons) -> float:
    """The time that a learner needs for the first course: to read its words, and a few seconds for each move."""
    steps = [step for lesson in lessons.course for step in lesson.steps]
    words = sum(len(f"{step.say} {step.after}".split()) for step in steps)
    return len(steps) * SECONDS_PER_MOVE + words / WORDS_PER_SECOND


def the_midgame_can_be_finished(game: Game, lessons: Lessons) -> Iterator[str]:
    """The game in which the first course ends can be played so far, and goes on with a seat's move and bots that the
    game has."""
    if (midgame := lessons.midgame) is None:
        return
    if not lessons.course:
        yield "there is a midgame, but no first course that ends in it"
    if midgame.bot not in levels(game):
        yield f"the midgame needs a bot {midgame.bot!r}; {one_of(midgame.bot, levels(game))}"
    try:
        record = midgame.record(game)
    except Refusal as error:
        yield f"the midgame cannot be played: {error}"
        return
    if record.position.mover in (None, CHANCE):
        yield "the midgame must stop where a seat decides"


# ── Laws of a step, in a session that has come to it ─────────────────────────
def there_is_one_goal(session: Session, step: Step) -> str:
    """A step has either right answers or a goal to reach."""
    return "" if bool(step.play) != bool(step.reach) else "give either `play` or `reach`"


def the_task_is_short(session: Session, step: Step) -> str:
    """The task fits in three lines on a phone."""
    length = len(step.say)
    return f"`say` has {length} characters; at most {MAX_TASK_LENGTH} are allowed" if length > MAX_TASK_LENGTH else ""


def right_answers_are_legal(session: Session, step: Step) -> str:
    """Every right answer is legal, and there is one."""
    legal = [session.position.format(action) for action in session.position.legal_actions]
    for text in step.play:
        if text not in (ANY_ACTION, *legal):
            return f"{text} is not legal"
    return "" if session.right_answers() else "no legal action reaches the goal"


def refused_actions_are_illegal(session: Session, step: Step) -> str:
    """Each action that the step calls forbidden is in the game's notation, and is not legal."""
    for text in step.refused:
        try:
            session.position.parse(text)
        except IllegalAction:
            continue
        return f"{text} is legal"
    return ""


def legal_actions_are_counted(session: Session, step: Step) -> str:
    """There are as many legal actions as the step says."""
    found = len(session.position.legal_actions)
    return f"there are {found} legal actions, not {step.choices}" if step.choices not in (0, found) else ""


def wrong_answers_are_explained(session: Session, step: Step) -> str:
    """Every legal action that is wrong has a reason, and a step with wrong answers has a hint."""
    position, right = session.position, session.right_answers()
    wrong = [position.format(action) for action in position.legal_actions if action not in right]
    for text in step.because:
        if text not in wrong:
            return f"`because` explains {text}, which is no wrong answer"
    if not step.wrong and (left := [text for text in wrong if text not in step.because]):
        return f"nothing says why {left[0]} is wrong"
    return "give a hint" if wrong and not step.hint else ""


def replies_are_legal(session: Session, step: Step) -> str:
    """The replies can be played after every right answer."""
    for action in session.right_answers():
        after = session.position.after(action)
        for text in step.replies:
            try:
                after = after.after(text)
            except Refusal as error:
                return f"after {session.position.format(action)}: {error}"
    return ""


def the_position_after_it_is_right(session: Session, step: Step) -> str:
    """The first right answer and the replies lead to the position that the step says."""
    after = _after(session, step)
    if step.then not in ("", after.text):
        return f"the position after it is {after.text!r}, not {step.then!r}"
    for name, value in step.has.items():
        if not has(after, {name: value}):
            return f"the position after it has {name} = {getattr(after.numbers, name)}, not {value}"
    return ""


def the_learner_sees_what_may_be_seen(session: Session, step: Step) -> str:
    """The learner's view of that position is what the step says."""
    seen = _after(session, step).view(session.seat).text
    return f"the learner sees {seen!r}, not {step.sees!r}" if step.sees not in ("", seen) else ""


def the_end_is_right(session: Session, step: Step) -> str:
    """The game has ended there with the words and the winners that the step says."""
    outcome = _after(session, step).outcome
    words, winners = (outcome.words, outcome.winners) if outcome else ("", ())
    if step.ends not in ("", words):
        return f"the game has ended with {words!r}, not {step.ends!r}"
    return f"the winners are {winners}, not {step.winners}" if step.winners not in ((), winners) else ""


def _after(session: Session, step: Step) -> Position:
    """The position after the first right answer and the replies."""
    after = session.position.after(_first(session, step))
    for text in step.replies:
        after = after.after(text)
    return after


FILE_LAWS: tuple[Callable[[Game, Lessons], Iterator[str]], ...] = (
    ids_are_unique,
    every_rule_is_taught,
    the_course_comes_first,
    the_course_is_short,
    the_midgame_can_be_finished,
)
STEP_LAWS: tuple[Callable[[Session, Step], str], ...] = (
    there_is_one_goal,
    the_task_is_short,
    right_answers_are_legal,
    refused_actions_are_illegal,
    legal_actions_are_counted,
    wrong_answers_are_explained,
    replies_are_legal,
    the_position_after_it_is_right,
    the_learner_sees_what_may_be_seen,
    the_end_is_right,
)

"""rookery learn: the lessons of a game, in lines of text."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from rookery import load
from rookery.cli.console import chart_lines, interactive
from rookery.cli.local_game import LocalGame
from rookery.cli.play import run_game
from rookery.cli.seating import PERSON
from rookery.core.errors import CannotPlay, IllegalAction, Refusal
from rookery.core.position import Game
from rookery.lessons.lesson import Lesson, Midgame, lessons_of
from rookery.lessons.session import Session

EXAMPLES = """\
rookery learn {game}             the first course, then a list of the other lessons
rookery learn {game} --list      all lessons
rookery learn {game} LESSON      one lesson
rookery learn {game} --play      play on where the first course ends: in the middle of a game
"""

READING = "Our reading of the rulebook:"

LEARN_HELP = """\
Type a move in notation, or:
  ?        list the legal moves
  hint     say where to look; once more: say the move
  board    show the board again
  skip     go on to the next lesson
  quit     leave"""


def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")],
    lesson: Annotated[
        str, typer.Argument(metavar="[LESSON]", help="The lesson's name in the list.", show_default="the first course")
    ] = "",
    list_: Annotated[bool, typer.Option("--list", help="List the lessons.")] = False,
    play: Annotated[
        bool, typer.Option("--play", help="Play on where the first course ends: in the middle of a game.")
    ] = False,
) -> None:
    """Learn a game: play what each lesson asks for.

    Each lesson shows a position and says what to do. A wrong move is answered with the reason."""

    chosen = load(game)
    lessons = lessons_of(chosen)
    if not lessons.lessons:
        raise CannotPlay(f"{chosen.facts.name} has no lessons; `rookery play {game}` plays it")
    if list_:
        _say(*_listed(lessons.lessons))
        return
    if play:
        _play_on(chosen, lessons.needed_midgame(chosen))
        return
    lessons_to_do = (lessons.find(lesson),) if lesson else lessons.course or lessons.lessons
    _say(chosen.facts.name, "Type help for a list of commands.")
    if not all(_taken(chosen, one) for one in lessons_to_do):
        _say("", "You left. The same command starts again from the beginning.")
    elif not lesson and (more := [one for one in lessons.lessons if one not in lessons_to_do]):
        _say("", *_course_end(game, lessons.midgame), "These lessons teach the rest:", *_listed(more))


def _course_end(slug: str, midgame: Midgame | None) -> Iterator[str]:
    yield f"That is the first course. `rookery play {slug}` plays a whole game."
    if midgame is not None:
        yield f"`rookery learn {slug} --play` begins in the middle of one. {midgame.say}"


def _play_on(game: Game, midgame: Midgame) -> None:
    """Finish the game in which the first course ends."""

    lines = not interactive()
    begun = midgame.record(game)
    start, learner = begun.at(0), begun.position.mover
    sitting = tuple(PERSON if seat == learner else midgame.bot for seat in range(start.players))
    local = LocalGame(game, start.players, start.options, sitting)
    local.begin(begun.actions)
    run_game(local, lines)


def _listed(lessons: Sequence[Lesson]) -> Iterator[str]:
    width = max((len(lesson.id) for lesson in lessons), default=0)
    for lesson in lessons:
        yield f"  {lesson.id:{width}}  {lesson.name}{' (first course)' if lesson.course else ''}"


def _taken(game: Game, lesson: Lesson) -> bool:
    """Take one lesson. False if the learner quits, or the input ends."""

    session = Session(game, lesson)
    _say("", lesson.name, "")
    while not session.done:
        _show(session)
        _say("", session.step.say)
        match _step(session):
            case "quit":
                return False
            case "skip":
                return True
    for reading in lesson.readings(game):
        _say("", f"{READING} {reading}")
    return True


def _step(session: Session) -> str:
    """Read until the step is done: "done", "skip" or "quit"."""

    hints = 0
    while True:
        if sys.stdin.isatty():
            sys.stdout.write("> ")
            sys.stdout.flush()
        line = sys.stdin.readline()
        reply = line.strip()
        match reply.lower():
            case "" if line:
                continue
            case "" | "quit":
                return "quit"
            case "skip":
                return "skip"
            case "?":
                position = session.position
                _say(*(f"{position.format(action)}: {position.words(action)}" for action in position.legal_actions))
            case "board":
                _show(session)
            case "help":
                form = session.position.game.notation.ACTION_FORM
                _say(LEARN_HELP, f"{form[0].upper()}{form[1:]}.")
            case "hint":
                _say(_hint(session, hints))
                hints += 1
            case _:
                try:
                    if _played(session, reply):
                        return "done"
                except IllegalAction:
                    _say(f"{reply} is not legal here. {session.position.why_not(reply)}.")
                except Refusal as error:
                    _say(f"{error}.")


def _hint(session: Session, given: int) -> str:
    """The hint of the step, and the next time the move itself."""
    if given == 0 and session.step.hint:
        return session.step.hint
    action = session.right_answers()[0]
    return f"{session.position.format(action)}: {session.position.words(action)}."


def _played(session: Session, text: str) -> bool:
    """Play a move, and say what follows from it. Whether it was right. Raises UnreadableAction, IllegalAction."""
    position = session.position
    feedback = session.answer(position.parse(text))
    for action in feedback.actions:
        text, words = position.told(action, session.seat)  # draws of others may be secret
        _say(f"  {text}: {words}")
        position = position.after_unchecked(action)
    if feedback.right and session.done:
        _say("", *_board(session))
    _say("Right." if feedback.right else "Not this.", *[feedback.words] * bool(feedback.words), *[""] * feedback.right)
    return feedback.right


def _show(session: Session) -> None:
    _say(*_board(session))


def _board(session: Session) -> list[str]:

    return chart_lines(session.position.scene(session.seat))


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()

"""`rookery learn`: lessons in lines of text."""

import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.lessons.lesson import lessons_of
from rookery.lessons.session import Session
from tests.often import KINDS, others_in_soak

TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]
SLUG = TAUGHT[0]
ROOKERY = str(Path(sys.executable).with_name("rookery"))
GAME = rookery.load(SLUG)
LESSONS = lessons_of(GAME)


def learned(*words: str, lines: list[str]) -> str:
    command = [ROOKERY, "learn", *words]
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


def right_moves(slug: str, *names: str) -> list[str]:
    moves, game = list[str](), rookery.load(slug)
    for name in names:
        session = Session(game, lessons_of(game).find(name))
        while not session.done:
            action = session.right_answers()[0]
            moves.append(session.position.format(action))
            session.answer(action)
    return moves


@pytest.mark.parametrize("slug", others_in_soak(TAUGHT, KINDS))
def test_the_course_is_taken_from_the_first_line_to_the_last(slug: str) -> None:
    lessons = lessons_of(rookery.load(slug))
    said = learned(slug, lines=right_moves(slug, *(lesson.id for lesson in lessons.course)))
    for lesson in lessons.course:
        for step in lesson.steps:
            assert step.say in said
    assert "These lessons teach the rest:" in said
    assert all(lesson.name in said for lesson in lessons.lessons if not lesson.course)


@pytest.mark.parametrize("slug", others_in_soak(TAUGHT, KINDS))
def test_after_the_course_one_plays_on_in_the_middle_of_a_game(slug: str) -> None:
    game = rookery.load(slug)
    midgame = lessons_of(game).needed_midgame(game)
    record = midgame.record(game)
    said = learned(slug, lines=["skip"] * len(lessons_of(game).course))
    assert f"`rookery learn {slug} --play` begins in the middle of one. {midgame.say}" in said
    move = record.position.format(record.position.legal_actions[0])
    said = learned(slug, "--play", lines=[move])
    assert record.words(1) in said
    assert f"{record.plies + 1}. " in said
    assert said.rstrip().endswith("The game is not finished.")


def test_a_wrong_move_is_answered_with_the_reason_and_tried_again() -> None:
    lesson, session = LESSONS.lessons[0], Session(GAME, LESSONS.lessons[0])
    right = session.right_answers()
    wrong = next(action for action in session.position.legal_actions if action not in right)
    moves = [session.position.format(wrong), "nonsense", session.position.format(right[0])]
    said = learned(SLUG, lesson.id, lines=moves)
    assert "is not an action of" in said
    assert said.index("Not this.") < said.index(session.step.wrong) < said.index(f"Right.\n{session.step.after}")


def test_an_illegal_move_is_answered_with_the_reason() -> None:
    lesson = LESSONS.lessons[0]
    refused = lesson.steps[0].refused[0]
    said = learned(SLUG, lesson.id, lines=[refused.upper()])
    reason = Session(GAME, lesson).position.why_not(refused)
    assert f"{refused.upper()} is not legal here. {reason}.\n" in said


def test_a_second_hint_is_the_move() -> None:
    session = Session(GAME, LESSONS.lessons[0])
    said = learned(SLUG, LESSONS.lessons[0].id, lines=["hint", "hint", "?", "help", "board", "quit"])
    move = session.position.format(session.right_answers()[0])
    assert said.index(session.step.hint) < said.index(f"{move}: ") < said.index("Type a move in notation")
    assert said.rstrip().endswith("starts again from the beginning.")


def test_the_lessons_are_listed() -> None:
    said = learned(SLUG, "--list", lines=[])
    assert [line.split()[0] for line in said.splitlines()] == [lesson.id for lesson in LESSONS.lessons]


def test_what_is_not_there_is_one_sentence() -> None:
    done = subprocess.run([ROOKERY, "learn", SLUG, "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.startswith("rookery: there is no lesson 'nonsense'; ")

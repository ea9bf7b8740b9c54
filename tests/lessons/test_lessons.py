"""Every lesson can be taken, every rule is taught, and a broken rule breaks a lesson that teaches it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import rookery
from rookery.core.position import Game
from rookery.lessons.lesson import BrokenLessons, Lessons, UnknownLesson, lessons_of
from rookery.lessons.session import Session
from rookery.testing.lesson_laws import (
    SECONDS_PER_MOVE,
    broken_lessons,
    check_lessons,
    course_seconds,
    lesson_faults,
    the_course_is_short,
    the_midgame_can_be_finished,
)
from tests.lessons.broken_rules import mutants_of

COLOURS = r"(?:white|grey|black|dark|light|pale)"
SURFACES = r"(?:box(?:es)?|borders?|squares?|spaces?|columns?|rows?|boards?)"
TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_laws_of_lessons_hold(slug: str) -> None:
    assert check_lessons(rookery.load(slug)) > 0
    assert lessons_of(rookery.load(slug)).midgame is not None, "our first courses end in a game"


def test_no_word_speaks_of_a_colour_that_only_light_mode_has(slug: str) -> None:
    """Surfaces change with light and dark; pieces, which have their colour in both, may be named by it."""
    folder = rookery.load(slug).path
    told = "".join(path.read_text("utf-8") for path in (folder / "rules.md", folder / "lessons.toml") if path.exists())
    assert not re.findall(rf"\b{COLOURS} (?:\w+ )?{SURFACES}\b|\b{SURFACES} (?:is|are) {COLOURS}\b", told)


@pytest.mark.parametrize("slug", TAUGHT)
def test_what_a_hint_calls_by_name_is_on_the_board(slug: str) -> None:
    game = rookery.load(slug)
    for lesson in lessons_of(game).lessons:
        session = Session(game, lesson)
        labels = {label.text for label in session.position.scene(session.seat).labels}
        for step in lesson.steps:
            called = re.findall(r"\bcalled ([\w ]+?)(?: and |[.,:;])", f"{step.say} {step.hint}")
            assert labels.issuperset(called), f"{lesson.id}: {called}"


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_move_that_is_typed_has_its_clicks_and_one_that_is_refused_a_reason(slug: str) -> None:
    """In every step of every lesson. Of a card that is recorded only a box is clicked, however the card lies."""
    game = rookery.load(slug)
    told = list[str]()
    for lesson in lessons_of(game).lessons:
        session = Session(game, lesson)
        while not session.done:
            position, step = session.position, session.step
            view = position.view(session.seat)
            scene = view.scene()
            poses = {pose.id for pose in scene.poses}
            for choice in scene.choices:
                clicks = tuple(click.lower() for click in game.scenery.clicks(view, choice.text.lower()))
                if clicks not in [tuple(spot.lower() for spot in way) for way in choice.ways]:
                    assert choice.path[0] in poses, choice.text
                    assert len(clicks) == 1, choice.text
            told += [position.why_not(text) for text in step.refused]
            session.answer(session.right_answers()[0])
    assert all(words and "\n" not in words and not words.endswith(".") for words in told)
    assert sum(words.startswith("Not possible now: ") for words in told) < len(told) / 3, "the others have reasons"


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_broken_rule_breaks_a_lesson_that_teaches_it(slug: str, tmp_path: Path) -> None:
    """And every rule that is taught has been broken."""
    taught = {rule for lesson in lessons_of(rookery.load(slug)).lessons for rule in lesson.rules}
    assert broken_one_by_one(slug, tmp_path, "first") == taught


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT)
def test_a_rule_that_is_broken_in_other_ways_breaks_one_too(slug: str, tmp_path: Path) -> None:
    broken_one_by_one(slug, tmp_path, "others")


def broken_one_by_one(slug: str, folder: Path, part: str) -> set[str]:
    """The rules of the mutants of a part, each of which breaks a lesson."""
    command = [sys.executable, "-m", "tests.lessons.broken_rules", slug, str(folder), part]
    done = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    tried = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(tried) == len(mutants_of(slug, part))
    assert not [(number, rule) for number, rule, told in tried if not told], "these broken rules were not noticed"
    return {rule for _, rule, _ in tried}


# ── What an author may get wrong ─────────────────────────────────────────────
GAME = min((game for game in map(rookery.load, TAUGHT) if game.facts.chance), key=lambda game: game.facts.longest)
LESSON = lessons_of(GAME).lessons[0]
STEP = LESSON.steps[0]
START = LESSON.begin(GAME)
MIDGAME = lessons_of(GAME).needed_midgame(GAME)
ACTION = START.format(START.legal_actions[0])
SLIPS: dict[str, dict[str, Any]] = {
    "there_is_one_goal": {"play": ()},
    "the_task_is_short": {"say": "Do this. " * 14},
    "right_answers_are_legal": {"play": STEP.refused[:1]},
    "refused_actions_are_illegal": {"refused": (ACTION,)},
    "legal_actions_are_counted": {"choices": STEP.choices + 1},
    "wrong_answers_are_explained": {"wrong": ""},
    "replies_are_legal": {"replies": STEP.refused[:1]},
    "the_position_after_it_is_right": {"then": LESSON.position},
    "the_learner_sees_what_may_be_seen": {"sees": LESSON.position},
    "the_end_is_right": {"winners": (0,)},
    "cannot be taken: a state has no field": {"has": {"nonsense": 0}},
}


@pytest.mark.parametrize("law", SLIPS)
def test_a_slip_is_one_sentence_that_names_the_law(law: str) -> None:
    slipped = replace(LESSON, steps=(replace(STEP, **SLIPS[law]), *LESSON.steps[1:]))
    (told,) = broken_lessons(GAME, (slipped,))
    assert law in told
    assert repr(LESSON.id) in told


def test_a_lesson_whose_words_name_another_seat_is_found() -> None:
    (told,) = broken_lessons(GAME, (replace(LESSON, seat=1),))
    assert "seat 0 decides, not seat 1" in told


MIDGAMES: dict[str, dict[str, Any]] = {
    "the midgame cannot be played": {"actions": ("nonsense",)},
    "the midgame must stop where a seat decides": {"actions": MIDGAME.actions[:1]},
    "needs a bot 'esay'; did you mean easy?": {"bot": "esay"},
}


@pytest.mark.parametrize("words", MIDGAMES)
def test_a_midgame_that_cannot_be_finished_is_found(words: str) -> None:
    lessons = replace(lessons_of(GAME), midgame=replace(MIDGAME, **MIDGAMES[words]))
    (told,) = the_midgame_can_be_finished(GAME, lessons)
    assert words in told


def test_a_midgame_needs_a_course() -> None:
    lessons = replace(lessons_of(GAME), lessons=())
    (told,) = the_midgame_can_be_finished(GAME, lessons)
    assert "no first course" in told


def test_a_long_course_is_found() -> None:
    lessons = lessons_of(GAME)
    assert course_seconds(lessons) > sum(len(lesson.steps) for lesson in lessons.course) * SECONDS_PER_MOVE
    long = replace(lessons, lessons=lessons.course * 3)
    (told,) = the_course_is_short(GAME, long)
    assert f"takes {3 * course_seconds(lessons):.0f} seconds; at most 180 are allowed" in told


TAKEN = '[[lesson]]\nid = "a"\nname = "A"\n[[lesson.step]]\nsay = "Go."\n'  # that can be read


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("[[lesson]\n", "line 1", 1),
        ('[[lesson]]\nid = "a"\nname = "A"\nstep = []\n', "length >= 1", 1),
        ('[[lesson]]\nid = "a"\nname = "A"\n[[lesson.step]]\nsay = ""\n', "length >= 1", 4),
        (f'{TAKEN}[[lesson.step]]\nsay = "Go."\nhnt = "there"\n', "unknown field `hnt`", 6),
        (f'{TAKEN}[[lesson]] # another\nid = "b"\n[[lesson.step]]\nsay = "Go."\n', "required field `name`", 6),
        (f'{TAKEN}[[lesson.step]]\nsay = "Go."\nreach = {{ stones = [{2**53}] }}\n', "int. <= ", 6),
        ("surplus = 1\n", "unknown field `surplus`", 0),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence_with_a_line(
    text: str, words: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(GAME.package)
    monkeypatch.setattr(Game, "path", tmp_path)
    (tmp_path / "lessons.toml").write_text(text, "utf-8")
    with pytest.raises(BrokenLessons, match=words) as refused:
        lessons_of(game)
    assert str(refused.value).startswith(f"lessons.toml of {GAME.facts.name}: ")
    assert "\n" not in str(refused.value)
    [fault] = lesson_faults(game)
    assert (fault.error, fault.file, fault.line) == (str(refused.value), "lessons.toml", line)


def test_lessons_without_a_midgame_say_so() -> None:
    with pytest.raises(UnknownLesson, match="do not end in the middle of a game"):
        Lessons().needed_midgame(GAME)

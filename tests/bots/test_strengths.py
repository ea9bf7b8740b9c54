"""The levels of bots in words, and their birds."""

import re

import pytest

import rookery
from rookery import bots
from rookery.lessons.lesson import lessons_of
from rookery.strengths import STRENGTHS, Strength, strength
from tests.house.sources import ROOT

DRAWINGS = ROOT / "web" / "src" / "tags" / "nest_drawings.ts"
MAX_LETTERS = 48  # a line fits into the plate of a seat on a phone


def test_every_level_of_the_house_is_called_by_words_that_people_know(slug: str) -> None:
    """In the order of their strength, the same in every game; and no two are called alike."""
    named = [level for level in bots.levels(rookery.load(slug)) if level in STRENGTHS]
    assert named == [level for level in STRENGTHS if level in named]
    assert len({strength(level).name for level in STRENGTHS}) == len(STRENGTHS)
    for level in bots.levels(rookery.load(slug)):
        assert strength(level).name.lower() not in ("random", "greedy", "exact")


def test_every_level_has_a_bird_of_its_own() -> None:
    assert len({known.bird for known in STRENGTHS.values()}) == len(STRENGTHS)
    assert len({known.species for known in STRENGTHS.values()}) == len(STRENGTHS)
    assert strength("my_level") == Strength("My level", "", bird="", species="", nature="", hello="", won="", lost="")


@pytest.mark.parametrize("level", STRENGTHS)
def test_what_a_bird_says_is_short(level: str) -> None:
    known = strength(level)
    for line in (known.hello, known.won, known.lost):
        assert re.fullmatch(r"[A-Z]\D*[.!?]", line)
        assert len(line) <= MAX_LETTERS
    assert re.fullmatch(r"[A-Z]\D*[a-z]", known.nature), "a full stop follows"


@pytest.mark.skipif(not DRAWINGS.exists(), reason="a checkout without the page")
def test_every_bird_is_drawn() -> None:
    drawn = re.findall(r"^  (\w+): \{$", DRAWINGS.read_text("utf-8"), flags=re.MULTILINE)
    assert sorted(drawn) == sorted(known.species for known in STRENGTHS.values())


def test_the_first_course_ends_against_a_bird_with_a_name(slug: str) -> None:
    midgame = lessons_of(rookery.load(slug)).midgame
    if midgame is not None:
        bird = strength(midgame.bot).bird
        assert bird
        assert bird in midgame.say

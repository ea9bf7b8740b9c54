"""Pages and Python draw, say and play the same, in whole games with all options and from all eyes."""

import functools
import random
from collections import Counter
from itertools import islice

import pytest

import rookery
from rookery.javascript.game_module import module_text
from tests.javascript.answers import Answers
from tests.javascript.drawn_cases import cases_of_games

CASES, STEP = 1_500, 7  # of each game in every run, and of how many positions one is asked about
SOAK_CASES = 1_500_000  # about 100,000 positions


@functools.cache
def module(slug: str) -> str:
    return module_text(rookery.load(slug))


def differences(slug: str, count: int, step: int) -> tuple[list[str], Counter[str]]:
    """What pages do otherwise than Python, and how often what was asked."""
    asked, wrong = Counter[str](), list[str]()
    with Answers() as answers:
        answers.load(module(slug))
        cases = islice(cases_of_games(rookery.load(slug), random.Random(2026), step), count)
        for case, answer in answers.each(cases):
            asked[case["call"]] += 1
            if answer is not None:
                wrong.append(f"{case['call']}{case['args']}: {case['answer']} and {answer['got']}")
    return wrong, asked


@pytest.mark.parametrize("slug", rookery.slugs())
def test_pages_draw_the_same(slug: str) -> None:
    wrong, asked = differences(slug, CASES, STEP)
    assert not wrong, f"{len(wrong)} differ: {wrong[0][:2000]}"
    assert module_text(rookery.load(slug)) == module(slug)  # what Python drew meanwhile makes no difference
    assert {"drawn", "preview", "reason", "seen", "play", "action_words", "why", "position_text", "touched"} <= set(
        asked
    )


@pytest.mark.soak
@pytest.mark.parametrize("slug", rookery.slugs())
def test_pages_draw_the_same_for_long(slug: str) -> None:
    wrong, asked = differences(slug, SOAK_CASES, 1)
    assert not wrong, f"{len(wrong)} differ: {wrong[0][:2000]}"
    print(slug, dict(asked))

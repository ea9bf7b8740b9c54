"""Pages and Python draw, say and play the same, in whole games with all options and from all eyes."""

import random
from itertools import chain, islice
from typing import Any

import msgspec
import pytest

import rookery
from rookery.javascript.game_module import module_text
from tests.javascript.answers import Answers
from tests.javascript.drawn_cases import cases_of_position, positions_of_games, positions_of_records

STEP = 7  # of how many positions one is asked about in every run
POSITIONS, LOOKED_AT = 60, 6  # of each game; and those that are seen from all eyes
SOAK_POSITIONS = 100_000


def differences(slug: str, count: int, step: int, *, few: bool = True) -> tuple[list[str], set[str]]:
    """What pages do otherwise than Python, and what was asked: at so many positions of random games, and at others of
    recorded ones."""
    asked, wrong, generator = set[str](), list[str](), random.Random(2026)
    game = rookery.load(slug)
    code = module_text(game)
    played = islice(positions_of_games(game, generator, step), count)
    positions = chain(played, positions_of_records(game, 20 * step))
    with Answers() as answers:
        answers.load(code)
        cases = (case for position in positions for case in cases_of_position(position, generator, few=few))
        for case, answer in answers.each(cases):
            asked.add(case["call"])
            if answer is not None:
                wrong.append(f"{case['call']}{case['args']}: {case['answer']} and {answer['got']}")
    assert module_text(game) == code, "what Python drew meanwhile makes a difference"
    return wrong, asked


@pytest.mark.parametrize("slug", rookery.slugs())
def test_pages_draw_the_same(slug: str) -> None:
    wrong, asked = differences(slug, LOOKED_AT, STEP, few=False)
    others, more = differences(slug, POSITIONS, STEP)
    wrong += others
    assert not wrong, f"{len(wrong)} differ: {wrong[0][:2000]}"
    assert asked | more >= {
        *("drawn", "preview", "reason", "seen", "play", "action_words", "why", "position_text", "touched"),
        *("knows", "hide", "utilities", "outcome_words", "outcome_reason", "legal", "mover", "action_text"),
    }


def altered(value: Any) -> Any:
    """The same but for its last part."""
    if isinstance(value, dict) and value:
        *_, last = value
        return {**value, last: altered(value[last])}
    if isinstance(value, list) and value:
        return [*value[:-1], altered(value[-1])]
    return value + 1 if isinstance(value, int | float) and not isinstance(value, bool) else f"{value}."


def test_a_difference_is_noticed() -> None:
    game, generator = rookery.load(rookery.slugs()[0]), random.Random(1)
    (position,) = islice(positions_of_games(game, generator), 9, 10)
    cases = msgspec.to_builtins([*cases_of_position(position, generator)])
    wrong = [case | {"answer": altered(case["answer"])} if "answer" in case else case for case in cases]
    with Answers() as answers:
        answers.load(module_text(game))
        assert {answer is None for _, answer in answers.each(iter(cases))} == {True}
        assert {answer is None for _, answer in answers.each(iter(wrong))} == {False}


@pytest.mark.soak
@pytest.mark.parametrize("slug", rookery.slugs())
def test_pages_draw_the_same_for_long(slug: str) -> None:
    wrong, _ = differences(slug, SOAK_POSITIONS, 1)
    assert not wrong, f"{len(wrong)} differ: {wrong[0][:2000]}"

"""The puzzles of the day: each value promises the next, and every puzzle has its days."""

import collections
import hashlib

import pytest

import rookery
from rookery.puzzles import puzzles_of
from rookery.puzzles.daily import (
    LAST_DAY,
    MS_A_DAY,
    NEWCOMER_RATING,
    chosen,
    day_of,
    day_value,
    for_newcomers,
)

ROOT = bytes(range(32))
DAY = 20_782
KEYS = [f"{number:016x}" for number in range(40)]


def test_the_value_of_a_day_is_the_hash_of_the_next_one() -> None:
    for day in (DAY, DAY + 1, LAST_DAY - 1):
        assert hashlib.sha256(day_value(ROOT, day + 1)).digest() == day_value(ROOT, day)
    assert day_value(ROOT, LAST_DAY) == ROOT


def test_a_day_begins_at_midnight_in_greenwich() -> None:
    assert [day_of(DAY * MS_A_DAY + ms) for ms in (-1, 0, MS_A_DAY - 1, MS_A_DAY)] == [DAY - 1, DAY, DAY, DAY + 1]
    assert day_of(2**60) == LAST_DAY


def test_every_puzzle_has_its_days_whatever_the_order_of_the_file() -> None:
    days = [chosen("game", KEYS, day_value(ROOT, LAST_DAY - day)) for day in range(400)]
    assert days == [chosen("game", reversed(KEYS), day_value(ROOT, LAST_DAY - day)) for day in range(400)]
    counted = collections.Counter(days)
    assert len(counted) == len(KEYS)
    assert max(counted.values()) < 30  # of 10 expected
    assert days != [chosen("other", KEYS, day_value(ROOT, LAST_DAY - day)) for day in range(400)]


def test_a_new_puzzle_changes_few_days() -> None:
    values = [day_value(ROOT, LAST_DAY - day) for day in range(400)]
    before, after = ([chosen("game", keys, value) for value in values] for keys in (KEYS, [*KEYS, "new"]))
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert set(changed) == {"new"}
    assert len(changed) < 30


def test_without_puzzles_there_is_none() -> None:
    with pytest.raises(ValueError, match="empty"):
        chosen("game", [], ROOT)


def test_every_game_has_a_puzzle_for_newcomers(slug: str) -> None:
    puzzles = puzzles_of(rookery.load(slug))
    ratings = {puzzle.key: puzzle.rating or 0 for puzzle in puzzles}
    easy = for_newcomers(puzzles) if puzzles else []
    assert {ratings[key] <= NEWCOMER_RATING for key in easy} <= {True}
    assert bool(easy) == bool(puzzles)


def test_where_every_puzzle_is_hard_newcomers_get_the_easiest() -> None:
    puzzles = [puzzle for slug in rookery.slugs() for puzzle in puzzles_of(rookery.load(slug))]
    hard = sorted((one for one in puzzles if (one.rating or 0) > NEWCOMER_RATING), key=lambda one: one.rating or 0)
    assert hard[0].key in for_newcomers(hard)
    assert hard[-1].key not in for_newcomers(hard)

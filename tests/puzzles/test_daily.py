"""The puzzles of the day: each value promises the next, and every puzzle has its days."""

import collections
import hashlib

import pytest

from rookery.puzzles.daily import LAST_DAY, MS_A_DAY, chosen, day_of, day_value

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

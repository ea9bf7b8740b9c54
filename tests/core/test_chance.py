"""Streams: reproducible, without bias, and each its own."""

from typing import Any

import numpy as np
import pytest

from rookery.core.chance import below, next_word, pick, stream_from, uniform, word_at
from rookery.core.protocol import Stream

DRAWS = 20_000


def stream(seed: int) -> Stream:
    return stream_from(np.random.default_rng(seed))


def test_the_same_generator_gives_the_same_stream() -> None:
    assert [below(stream(3), 1000) for _ in range(3)] == [below(stream(3), 1000)] * 3
    one, other = stream(3), stream(3)
    assert [below(one, 6) for _ in range(50)] == [below(other, 6) for _ in range(50)]
    assert [below(stream(4), 2**31) for _ in range(1)] != [below(stream(5), 2**31)]


def test_splitmix64_is_the_published_one() -> None:
    """The first words from the state 1234567 (Vigna's splitmix64.c, as many implementations test it)."""
    state = np.array([1234567], np.uint64)
    assert [int(next_word(state)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_any_word_of_a_stream_is_there_at_once() -> None:
    words = np.array([77], np.uint64)
    assert [word_at(np.uint64(77), n) for n in range(1, 9)] == [next_word(words) for _ in range(8)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 100])
def test_whole_numbers_are_equally_likely(n: int) -> None:
    source = stream(n)
    counts = np.bincount([below(source, n) for _ in range(DRAWS)], minlength=n)
    assert len(counts) == n
    chi_squared = ((counts - DRAWS / n) ** 2 / (DRAWS / n)).sum()
    assert chi_squared < n + 5 * np.sqrt(2 * n)  # mean n - 1, variance 2 (n - 1): five deviations


def test_the_largest_range() -> None:
    source = stream(9)
    drawn = [below(source, 2**32 - 1) for _ in range(1000)]
    assert 0 <= min(drawn) < 2**24
    assert 2**32 - 2**24 < max(drawn) < 2**32 - 1


def test_fractions_lie_between_nought_and_one() -> None:
    source = stream(5)
    drawn = np.array([uniform(source) for _ in range(DRAWS)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert abs(drawn.mean() - 0.5) < 0.01
    assert abs(drawn.var() - 1 / 12) < 0.003


def test_picks_follow_the_weights() -> None:
    source, actions, weights = stream(6), np.array([10, 20, 30, 99], np.int32), np.array([1.0, 2.0, 5.0, 100.0])
    drawn = [pick(source, actions, weights, 3) for _ in range(DRAWS)]
    assert {10, 20, 30} == set(drawn)  # what stands after the first three is not looked at
    for action, share in ((10, 1 / 8), (20, 2 / 8), (30, 5 / 8)):
        assert abs(drawn.count(action) / DRAWS - share) < 0.02


@pytest.mark.parametrize("wrong", [None, 3, np.random.RandomState(3)])
def test_luck_from_no_generator_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"randomness comes from a generator, .* or numpy\.random\.default_rng"):
        stream_from(wrong)

"""Our own generator: it draws what kernels draw, and seeds that differ little give streams that have nothing in
common."""

from typing import Any

import numpy as np
import pytest

from rookery.core import chance
from rookery.core.generator import Generator, word_from
from rookery.core.protocol import Array

DRAWS = 2_000
SEEDS = 10_000
DEVIATIONS = 5  # of a mean, at most: once in two million times by chance, and the seeds never change


def alike(seed: int) -> tuple[Generator, Array]:
    """A generator and a kernel's stream in the same state."""
    generator = Generator(seed)
    generator._state = int(np.random.default_rng(seed).integers(0, 2**64, dtype=np.uint64))
    return generator, np.array([generator._state], np.uint64)


def test_its_words_are_those_of_the_published_algorithm() -> None:
    """As in tests/core/test_chance.py."""
    generator = Generator(0)
    generator._state = 1234567
    assert [generator.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("n", [1, 2, 6, 1000, 3 * 2**30, 2**32 - 1])
def test_it_draws_the_whole_numbers_of_a_kernel(n: int) -> None:
    """3 * 2**30 rejects a quarter of the words."""
    generator, stream = alike(n)
    assert [generator.below(n) for _ in range(DRAWS)] == [chance.below(stream, n) for _ in range(DRAWS)]
    assert generator._state == stream[0]


def test_it_draws_the_fractions_of_a_kernel() -> None:
    generator, stream = alike(3)
    assert [generator.uniform() for _ in range(DRAWS)] == [chance.uniform(stream) for _ in range(DRAWS)]


@pytest.mark.parametrize("weights", [(1.0, 2.0, 5.0), (0.1, 0.2, 0.0, 0.7), (0.0, 3.0), (1e-300, 1e-300)])
def test_it_picks_what_a_kernel_picks(weights: tuple[float, ...]) -> None:
    generator, stream = alike(4)
    options = [10 * i for i in range(len(weights))]
    actions, given = np.array(options, np.int32), np.array(weights)
    drawn = [generator.choice(options, weights) for _ in range(DRAWS)]
    assert drawn == [chance.pick(stream, actions, given, len(options)) for _ in range(DRAWS)]
    assert {*drawn} == {option for option, weight in zip(options, weights) if weight}


def test_without_weights_each_option_is_equally_likely() -> None:
    generator = Generator(7)
    drawn = [generator.choice("abc") for _ in range(DRAWS)]
    deviation = (DRAWS * 1 / 3 * 2 / 3) ** 0.5
    assert all(abs(drawn.count(letter) - DRAWS / 3) < DEVIATIONS * deviation for letter in "abc")


def test_a_choice_that_rounding_leaves_open_is_one_with_a_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Generator, "uniform", lambda generator: 1.0)
    assert Generator(1).choice("abc", (1.0, 2.0, 0.0)) == "b"


# ── Seeds ────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def words() -> Array:
    """[SEEDS, 3] the first two words of the generators 0, 1, 2 ..., and the first of the stream that each one seeds."""
    rows = []
    for seed in range(SEEDS):
        generator = Generator(seed)
        rows.append((generator.word(), generator.word(), int(chance.next_word(chance.stream_from(Generator(seed))))))
    return np.array(rows, np.uint64)


def test_every_bit_is_set_for_half_of_the_seeds(words: Array) -> None:
    set_bits = (words[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).sum(axis=0)
    assert np.abs(set_bits - SEEDS / 2).max() < DEVIATIONS * SEEDS**0.5 / 2


def test_half_of_the_bits_change_from_a_seed_to_the_next(words: Array) -> None:
    """Also from a generator's first word to its second, and to the first word of the stream that it seeds."""
    pairs = [(words[:-1], words[1:]), (words[:, 0], words[:, 1]), (words[:, 0], words[:, 2])]
    for one, other in pairs:
        changed = ((one ^ other)[..., None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).sum(axis=0)
        assert np.abs(changed - len(one) / 2).max() < DEVIATIONS * len(one) ** 0.5 / 2


@pytest.mark.parametrize("apart", [1, 2, 3, 64, 1000])
def test_fractions_of_neighbouring_seeds_are_not_correlated(words: Array, apart: int) -> None:
    fractions = words[:, 0].astype(float) / 2.0**64
    one, other = fractions[:-apart], fractions[apart:]
    assert abs(np.corrcoef(one, other)[0, 1]) < DEVIATIONS / len(one) ** 0.5
    cells = np.histogram2d(one, other, bins=16, range=[[0, 1], [0, 1]])[0]
    chi_squared = ((cells - len(one) / 256) ** 2 / (len(one) / 256)).sum()
    assert abs(chi_squared - 255) < DEVIATIONS * (2 * 255) ** 0.5


def test_no_two_seeds_give_the_same_stream(words: Array) -> None:
    assert len(np.unique(words[:, 0])) == SEEDS
    large = (2**64, 2**64 + 1, 2**65, 2**128, 2**128 + 2**64, 2**64 - 1, 0)
    assert len({Generator(seed).word() for seed in large}) == len(large)


# ── From where it is made ────────────────────────────────────────────────────
def test_the_same_seed_gives_the_same_stream() -> None:
    for seed in (5, np.int64(5), np.uint8(5)):
        assert Generator.of(seed).word() == Generator(5).word()


def test_a_generator_is_passed_on_as_it_is() -> None:
    generator = Generator(5)
    assert Generator.of(generator) is generator


def test_a_generator_of_numpy_gives_one_seed() -> None:
    given, same = np.random.default_rng(5), np.random.default_rng(5)
    assert Generator.of(given).word() == Generator(word_from(same)).word()
    assert given.random() == same.random()


@pytest.mark.parametrize("wrong", [None, "1", 1.0, [1, 2], np.random.RandomState(3)])
def test_what_is_no_seed_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="randomness comes from a generator, rookery"):
        Generator.of(wrong)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="seed -1; it must be a whole number, 0 or more"):
        Generator(-1)
    for n in (0, 2**32):
        with pytest.raises(ValueError, match=f"no number is drawn below {n}; allowed: 1 to 4294967295"):
            Generator(1).below(n)
    with pytest.raises(ValueError, match="no number is drawn below 0"):
        Generator(1).choice([])
    with pytest.raises(ValueError, match=r"the weights \[0.0, 0.0\] add up to 0; their sum must be above 0"):
        Generator(1).choice("ab", (0.0, 0.0))

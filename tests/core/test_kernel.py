"""What a kernel is compiled for."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from rookery.core.kernel import kernel, prepared
from rookery.core.protocol import Array

pytestmark = pytest.mark.usefixtures("machine_code")


@kernel
def doubled(number: int) -> int:
    return 2 * number


@kernel
def summed(count: int) -> int:
    total = doubled(0) + doubled(1) + doubled(2)
    node = 0
    while node < count:
        total += doubled(node)
        node += 1
    return total


@kernel
def tripled(number: int) -> int:
    return 3 * number


@kernel
def of_small_ones(small: Any, short: Any) -> int:
    return tripled(small[0]) + tripled(short[0]) + tripled(7)


def test_a_kernel_is_not_compiled_once_more_for_each_constant() -> None:
    assert summed(3) == 12
    assert compiled(doubled) <= 1


def test_a_kernel_is_not_compiled_once_more_for_each_size_of_integers() -> None:
    assert of_small_ones(np.array([-100], np.int8), np.array([30_000], np.int16)) == 3 * (7 - 100 + 30_000)
    assert compiled(tripled) <= 1


def compiled(inner: Any) -> int:
    """How often it was compiled, or looked for in the cache: never where its caller came from there."""
    return max(len(inner.overloads), len(inner.stats.cache_misses) + len(inner.stats.cache_hits))


# ── Bundles ──────────────────────────────────────────────────────────────────
class Row(NamedTuple):
    values: Array
    out: Array


@kernel
def add_up(row: Row, start: int) -> int:
    row.out[0] = start
    for i in range(len(row.values)):
        row.out[0] += row.values[i]
    return int(row.out[0])


def test_a_prepared_kernel_does_the_same_with_what_it_is_lent_later() -> None:
    rows = [Row(np.arange(size), np.zeros(1, np.int64)) for size in (3, 5)]
    called = prepared(add_up, rows[0], 1)
    assert [called(row, 1) for row in rows] == [add_up(row, 1) for row in rows] == [4, 11]
    assert [int(row.out[0]) for row in rows] == [4, 11]
    assert prepared(called, rows[0], 1) is called
    assert compiled(add_up) <= 1

"""What a kernel is compiled for."""

from typing import Any

from rookery.core.kernel import kernel


@kernel
def doubled(number: int) -> int:
    return 2 * number


@kernel
def summed(count: int) -> int:
    total = doubled(0) + doubled(1) + doubled(number=2)
    node = 0
    while node < count:
        total += doubled(node)
        node += 1
    return total


def test_a_kernel_is_not_compiled_once_more_for_each_constant() -> None:
    assert summed(3) == 12
    inner: Any = doubled
    assert len(inner.overloads) <= 1  # none where the caller came from the cache
    assert len(inner.stats.cache_misses) + len(inner.stats.cache_hits) <= 1

"""What a kernel does with one instruction is what plain Python does."""

from typing import Any

import numpy as np
import pytest

from rookery.core.bits import count_bits, lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.protocol import Array

MASKS = [1, 2, 12, 0b1011_0000, (1 << 31) - 1, 1 << 31, 1 << 62, (1 << 63) - 1, -1, -(1 << 63), -(1 << 40)]


@kernel
def told(masks: Array, out: Array) -> None:
    for i in range(len(masks)):
        out[i, 0], out[i, 1], out[i, 2] = lowest_bit(masks[i]), count_bits(masks[i]), without_lowest(masks[i])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_kernels_and_python_agree(dtype: type[np.signedinteger]) -> None:
    masks = np.array([mask for mask in MASKS if np.iinfo(dtype).min <= mask <= np.iinfo(dtype).max], dtype)
    out = np.zeros((len(masks), 3), np.int64)
    told(masks, out)
    assert out.tolist() == [[lowest_bit(mask), count_bits(mask), without_lowest(mask)] for mask in masks]


def test_the_members_of_a_mask() -> None:
    assert [lowest_bit(1 << bit) for bit in range(64)] == [*range(64)]
    assert [count_bits((1 << bits) - 1) for bits in range(65)] == [*range(65)]
    assert (lowest_bit(-(1 << 63)), count_bits(-1)) == (63, 64)


@pytest.mark.parametrize("mask", [*MASKS, 0])
def test_a_mask_taken_apart(mask: int) -> None:
    """Members one by one, the least first, as plain Python and of a NumPy number alike."""
    numbers: list[Any] = [mask, np.int64(mask)]
    for left in numbers:
        members = []
        while left:
            members.append(lowest_bit(left))
            left = without_lowest(left)
        assert members == [bit for bit in range(64) if mask >> bit & 1]
    assert without_lowest(0) == 0

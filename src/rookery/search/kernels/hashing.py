"""A hash of states, for the tables of proofs and the nodes of trees."""

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import Array

_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@kernel
def hash_of(raw: Array, row: int) -> np.uint64:
    """A 64-bit hash of one state; `raw`, [B, W], is all states as 64-bit words."""
    h = _FACTOR
    for i in range(raw.shape[1]):
        h = (h ^ raw[row, i]) * _FACTOR
        h ^= h >> _SHIFT
    return h

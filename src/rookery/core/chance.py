"""Random streams. The caller always passes a stream; none is global, and rules own none.

Python draws from a generator (core/generator.py); kernels draw from a `Stream`, one 64-bit word in an array, stepped by
splitmix64 (Steele, Lea, Flood 2014, https://doi.org/10.1145/2660193.2660195): every seed is good, and a draw takes a
nanosecond.
"""

import numpy as np

from rookery.core.generator import AnyGenerator, word_from
from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Stream, Weights

__all__ = ["below", "pick", "stream_from", "uniform", "word_at"]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(11)
_LOW = np.uint64(0xFFFFFFFF)


def stream_from(generator: AnyGenerator) -> Stream:
    """A new stream, seeded from a generator, of ours or of NumPy. Raises TypeError for anything else."""
    stream = np.zeros(1, np.uint64)
    stream[0] = word_from(generator)
    return stream


@kernel
def next_word(stream: Stream) -> np.uint64:
    """64 fresh random bits."""
    stream[0] += _STEP
    return mixed(stream[0])


@kernel
def word_at(seed: np.uint64, n: int) -> np.uint64:
    """The n-th word of the stream that begins with a seed, n from 1."""
    return mixed(np.uint64(seed + np.uint64(n) * _STEP))


@kernel
def mixed(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return np.uint64(z ^ (z >> _31))


@kernel
def below(stream: Stream, n: int) -> int:
    """A whole number 0 .. n - 1, each equally likely (Lemire 2019, https://doi.org/10.1145/3230636); 1 <= n < 2**32."""
    size = np.uint64(n)
    product = (next_word(stream) >> _32) * size
    if (product & _LOW) < size:  # only here can the draw be biased
        threshold = (np.uint64(0x100000000) - size) % size
        while (product & _LOW) < threshold:
            product = (next_word(stream) >> _32) * size
    return int(np.int64(product >> _32))


@kernel
def uniform(stream: Stream) -> float:
    """A number 0 <= x < 1, a multiple of 2**-53."""
    return float(next_word(stream) >> _11) * (1.0 / 9007199254740992.0)


@kernel
def pick(stream: Stream, actions: Actions, weights: Weights, count: int) -> int:
    """One of the first `count` actions, drawn by weight; -1 when `count` is 0."""
    if count < 1:
        return -1
    total = 0.0
    for i in range(count):
        total += weights[i]
    left = uniform(stream) * total
    for i in range(count - 1):
        left -= weights[i]
        if left < 0.0:
            return int(actions[i])
    return int(actions[count - 1])

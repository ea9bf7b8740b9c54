"""Random numbers for Python, the same on every machine and in a page, where there is no NumPy.

`Generator` draws what kernels draw from a `Stream` (core/chance.py), by the same arithmetic, so equal states give equal
numbers. Where a function of the library takes a generator, NumPy's may be passed instead, and gives it one seed.
"""

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeVar, Union

if TYPE_CHECKING:
    import numpy as np

__all__ = ["AnyGenerator", "Generator", "word_from"]

T = TypeVar("T")
# written as text because NumPy loads np.random when it is first named; `Union`, because texts know no `|`
AnyGenerator: TypeAlias = Union["Generator", "np.random.Generator"]

_MASK_64 = (1 << 64) - 1
_MASK_32 = (1 << 32) - 1


class Generator:
    """A stream of random numbers, by splitmix64 as in core/chance.py. Equal seeds give equal streams."""

    __slots__ = ("_state",)

    def __init__(self, seed: SupportsIndex) -> None:
        """`seed`: any whole number from 0. It is mixed, so that seeds 0, 1, 2 ... give unrelated streams.

        Raises ValueError for a negative number, TypeError for anything else."""
        left = operator.index(seed)
        if left < 0:
            raise ValueError(f"seed {seed}; it must be a whole number, 0 or more")
        self._state = left & _MASK_64
        self._state = self.word()
        while left := left >> 64:  # most seeds have no further words
            self._state ^= left & _MASK_64
            self._state = self.word()

    @classmethod
    def of(cls, source: SupportsIndex | AnyGenerator) -> "Generator":
        """The generator itself; or a new one, with a seed or with one drawn from a NumPy generator.

        Raises ValueError for a negative seed, TypeError."""
        if isinstance(source, Generator):
            return source
        given: Any = source  # to ask for a protocol would take longer than to make a generator
        return cls(given if hasattr(given, "__index__") else word_from(given))

    def word(self) -> int:
        """64 fresh random bits: a seed for a stream, or for another generator."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK_64
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK_64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK_64
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number 0 .. n - 1, each equally likely. Raises ValueError unless 1 <= n < 2**32."""
        if not 1 <= n <= _MASK_32:
            raise ValueError(f"no number is drawn below {n}; allowed: 1 to {_MASK_32}")
        product = (self.word() >> 32) * n
        if product & _MASK_32 < n:  # only here can the draw be biased
            threshold = (1 << 32) % n
            while product & _MASK_32 < threshold:
                product = (self.word() >> 32) * n
        return product >> 32

    def uniform(self) -> float:
        """A number 0 <= x < 1, a multiple of 2**-53."""
        return (self.word() >> 11) * (1.0 / 9007199254740992.0)

    def choice(self, options: Sequence[T], weights: Sequence[float] | None = None) -> T:
        """One of the options, each equally likely, or drawn by weight.

        Raises ValueError if there is no option, or none with a weight above 0."""
        if weights is None:
            return options[self.below(len(options))]
        total = 0.0
        for weight in weights:  # added as kernels do; the built-in `sum` rounds in another way since Python 3.12
            total += weight
        if not total > 0.0:
            raise ValueError(f"the weights {list(weights)} add up to {total:g}; their sum must be above 0")
        left, chosen = self.uniform() * total, -1
        for i, weight in enumerate(weights):
            if weight > 0.0:
                left, chosen = left - weight, i
            if left < 0.0:
                break
        return options[chosen]


def word_from(generator: AnyGenerator) -> int:
    """64 random bits from a generator, of ours or of NumPy. Raises TypeError for anything else."""
    if isinstance(generator, Generator):
        return generator.word()
    integers = getattr(generator, "integers", None)
    if integers is None:
        kinds = "rookery.core.generator.Generator(seed) or numpy.random.default_rng(seed)"
        raise TypeError(f"randomness comes from a generator, {kinds}; this is {generator!r}")
    return int(integers(0, 1 << 64, dtype="uint64"))

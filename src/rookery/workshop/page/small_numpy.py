"""The small part of NumPy that the library uses when it makes a game and tries its laws, for pages, which have no
NumPy. A name that is missing here raises AttributeError."""

import math
from types import SimpleNamespace
from typing import Any

from rookery.core.generator import Generator as Stream
from rookery.workshop.page.number_types import NUMBER_TYPES, dtype
from rookery.workshop.page.number_types import bool_ as bool_
from rookery.workshop.page.number_types import floating as floating
from rookery.workshop.page.number_types import generic as generic
from rookery.workshop.page.number_types import integer as integer
from rookery.workshop.page.number_types import number as number
from rookery.workshop.page.number_types import void as void
from rookery.workshop.page.small_arrays import array as array
from rookery.workshop.page.small_arrays import ndarray as ndarray
from rookery.workshop.page.small_arrays import record as record

globals().update({name: kind for name, kind in NUMBER_TYPES.items() if name != "bool"})  # int8, uint8 ...
inf, nan = math.inf, math.nan
_FLOAT: Any = NUMBER_TYPES["float64"]


def zeros(shape: Any, dtype: Any = _FLOAT) -> ndarray:
    return ndarray(shape, dtype)


empty = zeros


def full(shape: Any, value: Any, kind: Any = None) -> ndarray:
    made = ndarray(shape, (_FLOAT if isinstance(value, float) else int) if kind is None else kind)
    made[:] = value
    return made


def zeros_like(like: ndarray) -> ndarray:
    return ndarray(like.shape, like.dtype)


def asarray(value: Any, kind: Any = None) -> Any:
    return value if isinstance(value, ndarray) and kind in (None, value.dtype) else array(value, kind)


def concatenate(parts: Any) -> ndarray:
    first = parts[0]
    length = sum(len(part) for part in parts)
    return ndarray((length, *first.shape[1:]), first.dtype, bytearray().join(part.tobytes() for part in parts))


def prod(shape: Any, dtype: Any = None) -> int:
    return math.prod(shape)


def _any(values: Any) -> bool:
    return bool(values.any() if isinstance(values, ndarray) else values)


def _abs(values: ndarray, dtype: Any = None) -> ndarray:
    return array([-one if one < 0 else one for one in values], dtype or values.dtype)


def isfinite(values: ndarray) -> ndarray:
    return array([math.isfinite(one) for one in values], bool_)


def arange(*given: int) -> ndarray:
    return array(range(*given))


class RandomNumbers:
    """NumPy's methods on a generator of ours; the draws are not NumPy's."""

    def __init__(self, seed: Any = 0) -> None:
        mixed = 0
        for part in seed if isinstance(seed, list | tuple) else [seed]:
            mixed = (mixed << 64) + int(part)
        self._stream = Stream(mixed)

    def integers(self, low: int, high: int | None = None, dtype: Any = None) -> int:
        first, end = (0, low) if high is None else (low, high)
        if end - first == 1 << 64:
            return self._stream.word()
        return int(first) + self._stream.below(int(end - first))

    def random(self) -> float:
        return self._stream.uniform()

    def permutation(self, values: Any) -> ndarray:
        listed = list(range(values) if isinstance(values, int) else values)
        self.shuffle(listed)
        return array(listed) if listed and isinstance(listed[0], int | float) else Shuffled(listed)  # type: ignore[return-value]

    def shuffle(self, values: list[Any]) -> None:
        for last in range(len(values) - 1, 0, -1):
            other = self._stream.below(last + 1)
            values[last], values[other] = values[other], values[last]

    def choice(self, options: Any, size: int | None = None, *, replace: bool = True, p: Any = None) -> Any:
        if size is not None:
            return self.permutation(options)[:size]
        return self._stream.choice([*options], p)


class Shuffled(list[Any]):
    """What is no number, in another order."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return Shuffled(found) if isinstance(index, slice) else found

    def tolist(self) -> list[Any]:
        return [*self]


random = SimpleNamespace(Generator=RandomNumbers, default_rng=RandomNumbers)  # numpy.random


class _Of:
    """NDArray[int8] in annotations."""

    def __getitem__(self, held: Any) -> Any:
        array_of: Any = ndarray
        elements: Any = dtype
        return array_of[Any, elements[held]]


typing = SimpleNamespace(NDArray=_Of(), ArrayLike=Any)  # numpy.typing
__version__ = "0"
globals().update(any=_any, abs=_abs)

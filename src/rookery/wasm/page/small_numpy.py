"""The small part of NumPy that rules, scenes and searches use from Python, for pages, which have no NumPy.

Arrays can be read and written by whole numbers, by tuples of them, and by a slice without a step as the last index.
Elements are Python's own numbers: they do not overflow, and one that does not fit its array is refused. A name that is
missing here raises AttributeError. tests/wasm/page compares both in whole games.
"""

import math
from types import SimpleNamespace
from typing import Any

from rookery.wasm.page import number_types
from rookery.wasm.page.arrays import array as array
from rookery.wasm.page.arrays import ndarray as ndarray
from rookery.wasm.page.arrays import record as record
from rookery.wasm.page.buffers import Buffer
from rookery.wasm.page.number_types import NUMBER_TYPES, axes
from rookery.wasm.page.number_types import bool_ as bool_
from rookery.wasm.page.number_types import dtype as dtype
from rookery.wasm.page.number_types import float64 as float64
from rookery.wasm.page.number_types import floating as floating
from rookery.wasm.page.number_types import integer as integer
from rookery.wasm.page.number_types import number as number

globals().update(NUMBER_TYPES)  # int8, uint8 ...
inf = math.inf
typing = SimpleNamespace(NDArray=ndarray)  # numpy.typing


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    return ndarray(shape, dtype)


def zeros_like(like: ndarray) -> ndarray:
    return ndarray(like.shape, like.dtype)


def empty(shape: Any, dtype: Any = float64) -> ndarray:
    size = math.prod(axes(shape)) * number_types.dtype(dtype).itemsize
    return ndarray(shape, dtype, Buffer(size, cleared=False))


class _Generator:
    """Only a name, for annotations."""


random = SimpleNamespace(Generator=_Generator)  # numpy.random

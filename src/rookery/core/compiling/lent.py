"""Large arrays that kernels use again and again.

Modules use them in place (kernel_memory.py); any other array is copied for each call. In a process that runs no modules
they are NumPy's own.
"""

import ctypes
from typing import Any

import numpy as np

_memory: Any = None


def lend_from(memory: Any) -> None:
    """From now on, arrays lie in a KernelMemory."""
    global _memory
    _memory = memory


def empty(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array whose elements are not set. Raises NoRoom if modules have no memory left for it."""
    return np.empty(shape, dtype) if _memory is None else _memory.array(shape, dtype)


def zeros(shape: int | tuple[int, ...], dtype: Any = np.float64) -> Any:
    """The same, of zeros."""
    if _memory is None:
        return np.zeros(shape, dtype)
    made = empty(shape, dtype)
    ctypes.memset(made.ctypes.data, 0, made.nbytes)
    return made


def words_of(states: Any) -> Any:
    """[n, W] the same memory as the 64-bit words of n states."""
    return states.view(np.uint64).reshape(len(states), -1)

"""Large arrays that kernels use again and again.

Modules use them in place (kernel_memory.py); any other array is copied for each call. In a process that runs no modules
they are NumPy's own.
"""

from typing import Any

import numpy as np

from rookery.core.compiling.machine_code import runs_modules

__all__ = ["empty", "zeros"]


def empty(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array whose elements are not set. Raises NoRoom if modules have no memory left for it."""
    if not runs_modules():
        return np.empty(shape, dtype)
    from rookery.core.compiling.module_kernel import MEMORY  # loads the runtime of modules

    return MEMORY.array(shape, dtype)


def zeros(shape: int | tuple[int, ...], dtype: Any = np.float64) -> Any:
    """The same, of zeros."""
    if not runs_modules():
        return np.zeros(shape, dtype)
    made = empty(shape, dtype)
    made[...] = np.zeros((), dtype)
    return made

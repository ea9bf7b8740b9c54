"""Puts the stand-ins in place. A process that has no NumPy calls this before it imports anything else of the library.

from rookery.wasm.page.install import install
install(provider)
import rookery
"""

import sys
from typing import Any

from rookery.wasm.page import kernels, small_numpy

__all__ = ["install"]


def install(provider: kernels.Provider) -> None:
    """From now on `import numpy` finds small_numpy.py, and kernels are those of the modules that `provider` returns."""
    stand_ins: dict[str, Any] = {
        "numpy": small_numpy,
        "numpy.typing": small_numpy.typing,
        "rookery.core.kernel": kernels,
        "rookery.search.ready": kernels,
    }
    sys.modules.update(stand_ins)
    kernels.provide(provider)

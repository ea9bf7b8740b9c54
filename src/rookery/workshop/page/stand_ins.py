"""Puts what a page lacks in place, before anything else of the library is imported: a small NumPy, and a Numba that
compiles nothing, so that kernels are the Python functions that they are written as."""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any


def install() -> None:
    """From now on `import numpy` and `import numba` find what is here."""
    from rookery.workshop.page import small_numpy

    sys.modules["numpy"] = small_numpy
    sys.modules["numpy.typing"] = small_numpy.typing  # type: ignore[assignment]
    never: Any = type("NeverRaised", (Exception,), {})
    errors = _module("numba.core.errors", UnsupportedBytecodeError=never)
    types = _module("numba.core.types", int64=None, float64=None)
    core = _module("numba.core", errors=errors, types=types)
    extending = _module("numba.extending", intrinsic=_unchanged, overload=lambda *_, **__: _unchanged)
    config = SimpleNamespace(CACHE_DIR="", CACHE_LOCATOR_CLASSES="", BOUNDSCHECK=0)
    told = {"config": config, "errors": SimpleNamespace(NumbaError=never), "core": core, "extending": extending}
    _module("numba", njit=lambda **_: _unchanged, __version__="0", **told)
    _module("llvmlite", ir=None)


def _module(name: str, **attributes: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(attributes)
    sys.modules[name] = made
    return made


def _unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    return function

"""Kernels in plain Python, as copies of the modules of a game have them: they keep what they are called with."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class PlainCells(np.ndarray[Any, Any]):
    """An array whose elements are plain numbers."""

    def __getitem__(self, at: Any) -> Any:
        return plain(super().__getitem__(at))

    def __setitem__(self, at: Any, value: Any) -> None:
        super().__setitem__(at, value.packed if isinstance(value, PlainState) else value)


class PlainState:
    """A record whose fields are plain numbers, and arrays of these."""

    def __init__(self, packed: np.void) -> None:
        object.__setattr__(self, "packed", packed)

    def __getattr__(self, name: str) -> Any:
        return plain(self.packed[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self.packed[name] = value


def plain(value: Any) -> Any:
    """A value as plain Python has it."""
    if isinstance(value, np.void):
        return PlainState(value)
    if isinstance(value, np.ndarray):
        return value.view(PlainCells)
    if isinstance(value, tuple):
        return getattr(type(value), "_make", tuple)(map(plain, value))
    return value.item() if isinstance(value, np.generic) else value


def taken(value: Any) -> Any:
    """A copy of what a kernel is given, as other forms of it take that."""
    if isinstance(value, PlainState | np.void):
        return np.array([value.packed if isinstance(value, PlainState) else value])[0]
    if isinstance(value, tuple):
        return getattr(type(value), "_make", tuple)(map(taken, value))
    return np.array(value) if isinstance(value, np.ndarray) else value


class KernelCall(NamedTuple):
    given: tuple[Any, ...]
    result: Any
    after: tuple[Any, ...]  # what has become of the arguments


class PlainKernel:
    """A kernel that keeps some of its calls, each as likely as any other."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.most, self.calls, self.kept = 0, 0, list[KernelCall]()
        self._generator = random.Random(function.__name__)

    def __call__(self, *given: Any) -> Any:
        args = plain(given)
        place = self.calls if self.calls < self.most else self._generator.randrange(self.calls + 1)
        self.calls += 1
        if place >= self.most:
            return plain(self.py_func(*args))
        before = tuple(map(taken, args))
        result = plain(self.py_func(*args))
        call = KernelCall(before, result, tuple(map(taken, args)))
        self.kept[place : place + 1] = [call]
        return result


kernel = section = PlainKernel

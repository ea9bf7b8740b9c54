"""What learners see: a position in numbers, each with a place, a range and a meaning, declared once.

A game's `observe.py` holds a class whose annotations are the record of an observation, and a kernel that fills it:

    class Observation(Fields):
        stones: Annotated[Array, cell(np.int8, 2, ROWS, COLUMNS, low=0, high=1, means="own stones, then those of ...")]

    OBSERVATION = observed(Observation)

    @kernel
    def observe(pos: Position, seat: int, out: Observation) -> None: ...

`pos` is what the seat sees (a view: nothing is in it that the seat may not know), `out` a record of zeros. By custom
the own things come first and those of other seats follow in turn order, so that one network can play every seat; what
is one of several is a place that holds 1 among zeros; and three axes are [plane, row, column], as on the board.

Arrays of observations are [B, N] whole numbers of 8 bits: the fields one after another, row by row.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from rookery.core.protocol import Array, Fields, cells_of

__all__ = ["Slot", "bounds", "observed", "slots"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of an observation: numbers `start` .. `stop` - 1 of the flat array."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    low: int
    high: int
    means: str


def observed(observation: type[Fields]) -> np.dtype[Any]:
    """The record dtype of an observation: bytes without gaps. Raises TypeError for a field that is not np.int8, or does
    not say what it means."""
    cells = cells_of(observation)
    for name, cell in cells.items():
        if cell.dtype != np.int8:
            raise TypeError(f"{observation.__qualname__}.{name} is {cell.dtype}; observations are np.int8")
        if not cell.means:
            raise TypeError(f"{observation.__qualname__}.{name} does not say what it means: cell(..., means=...)")
    fields: list[Any] = [(name, cell.dtype, cell.shape) for name, cell in cells.items()]
    return np.dtype((np.record, fields))


def slots(observation: type[Fields]) -> tuple[Slot, ...]:
    """The index of the flat array, field by field."""
    found, start = [], 0
    for name, cell in cells_of(observation).items():
        stop = start + prod(cell.shape)
        found.append(Slot(name, start, stop, cell.shape, cell.low, cell.high, cell.means))
        start = stop
    return tuple(found)


def bounds(observation: type[Fields]) -> tuple[Array, Array]:
    """[N] the least and the greatest that each number of the flat array can be."""
    index = slots(observation)
    low, high = (np.empty(index[-1].stop, np.int8) for _ in range(2))
    for slot in index:
        low[slot.start : slot.stop], high[slot.start : slot.stop] = slot.low, slot.high
    return low, high

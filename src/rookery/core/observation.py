"""Observations, as learners see them: a view as numbers, each with an index, a range and a meaning, declared once.

A game's `observe.py` holds a class whose annotations are the record of an observation, and a kernel that fills it:

    class Observation(Fields):
        stones: Annotated[Array, entries("own stones, then those of ...", 2, ROWS, COLUMNS)]

    OBSERVATION = observed(Observation)

    @kernel
    def observe(pos: Position, seat: int, out: Observation) -> None: ...

`pos` is the seat's view, so it contains nothing that the seat may not know; `out` is a record of zeros. By convention,
a seat's own things come first and those of other seats follow in turn order, so that one network can play every seat;
one of several values is one-hot (a 1 among zeros); and three axes are [plane, row, column], as on the board.

Arrays of observations are [B, N] np.int8: the fields one after another, each in row-major order.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from rookery.core.protocol import Array, Cell, Fields, cells_of

__all__ = ["Slot", "bounds", "entries", "observed", "slots"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of an observation: entries `start` .. `stop` - 1 of the flat array."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    low: int
    high: int
    means: str


def entries(means: str, *shape: int, low: int = 0, high: int = 1) -> Cell:
    """Declare a field of this shape, of whole numbers `low` .. `high`; by default 1 where its meaning holds, else 0."""
    return Cell(np.dtype(np.int8), shape, low, high, means)


def observed(observation: type[Fields]) -> np.dtype[Any]:
    """The record dtype of an observation, without padding. Raises TypeError for a field that is not np.int8 or has no
    `means`."""
    cells = cells_of(observation)
    for name, cell in cells.items():
        if cell.dtype != np.int8:
            raise TypeError(f"{observation.__qualname__}.{name} is {cell.dtype}; observations are np.int8")
        if not cell.means:
            raise TypeError(f"{observation.__qualname__}.{name} does not say what it means: cell(..., means=...)")
    fields: list[Any] = [(name, cell.dtype, cell.shape) for name, cell in cells.items()]
    return np.dtype((np.record, fields))


def slots(observation: type[Fields]) -> tuple[Slot, ...]:
    """The place of each field in the flat array, in order of declaration."""
    places, start = [], 0
    for name, cell in cells_of(observation).items():
        stop = start + prod(cell.shape)
        places.append(Slot(name, start, stop, cell.shape, cell.low, cell.high, cell.means))
        start = stop
    return tuple(places)


def bounds(observation: type[Fields]) -> tuple[Array, Array]:
    """[N] the least and [N] the greatest value of each entry of the flat array."""
    index = slots(observation)
    low, high = (np.empty(index[-1].stop, np.int8) for _ in range(2))
    for slot in index:
        low[slot.start : slot.stop], high[slot.start : slot.stop] = slot.low, slot.high
    return low, high

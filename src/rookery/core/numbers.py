"""A state in plain Python, for code that reads many fields: notation and scenes."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from rookery.core.protocol import Fields, States

S = TypeVar("S", bound=Fields)


class Numbers:
    """The fields of a state by name (`numbers.mover`), as whole numbers and lists; `state` is the record for kernels.

    Each field is read from the array on first use: a NumPy record takes a microsecond for every access, an array of one
    record a tenth of that."""

    def __init__(self, states: States) -> None:
        self.state = states[0]
        self._states = states

    def __getattr__(self, name: str) -> Any:  # Python calls this only for attributes that are not set yet
        if name.startswith("_"):  # no field does; copy and pickle ask for such names before `_states` is set
            raise AttributeError(f"a state has no field {name!r}", name=name, obj=self)
        try:
            (value,) = self._states[name].tolist()
        except ValueError:
            raise AttributeError(f"a state has no field {name!r}", name=name, obj=self) from None
        setattr(self, name, value)
        return value


def packed_of(pos: S) -> S:
    """The packed state behind plain numbers, for kernels; a packed state is returned as it is."""
    return pos.state if isinstance(pos, Numbers) else pos


def floats(values: Sequence[float]) -> Sequence[float]:
    """The same numbers, which JSON is to write with a point: 1.0. Pages know no other sign of it."""
    return values


def sealed(states: States) -> States:
    """The same states, which nobody can change any more."""
    states.flags.writeable = False
    return states


def fresh(states: States) -> States:
    """A copy, for kernels to change."""
    return np.ndarray(len(states), states.dtype, bytearray(states.tobytes()))  # .copy() goes field by field


def copies_of(pos: Fields, count: int) -> States:
    """[count] copies of a state, for kernels to change."""
    packed: Any = packed_of(pos)
    return np.ndarray(count, packed.dtype, bytearray(count * packed.tobytes()))

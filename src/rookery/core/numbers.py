"""A state in plain Python, for code that reads much of it: notation and scenes."""

from typing import Any, TypeVar

from rookery.core.protocol import Fields, States

__all__ = ["Numbers", "packed_of"]

S = TypeVar("S", bound=Fields)


class Numbers:
    """The fields of a state by name, `numbers.mover`, as whole numbers and lists of them; kernels take its `state`.

    Each is read when it is first asked for. A NumPy record takes a microsecond for every answer, an array of one a
    tenth of that."""

    def __init__(self, states: States) -> None:
        self.state = states[0]
        self._states = states

    def __getattr__(self, name: str) -> Any:  # Python asks for it only where nothing of that name is there yet
        if name.startswith("_"):  # no field does; who copies or unpickles asks before there are states
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

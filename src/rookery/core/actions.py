"""The actions of a game as one table: kind by kind, in the order of their ids.

    class Acts(NamedTuple):
        MARK: Annotated[int, ids(row=3, column=3)]   # ids 0 .. 8: 3 * row + column
        PASS: Annotated[int, ids()]                  # id 9

    ACT = numbered(Acts)        # ACT.PASS == 9: the first id of each kind, for kernels
    ACTIONS = kinds_of(Acts)    # with which notation and scene decode: ACTIONS[0].values(5) == (1, 2)
    FIRST_OF = first_ids(Acts)  # [action] the first id of its kind, for kernels

Kernels can use only `ACT` and `FIRST_OF`: a field of `ACT` is compiled as a constant.
"""

import math
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np

from rookery.core.protocol import Actions

K = TypeVar("K", bound=tuple[Any, ...])


class IdFields(NamedTuple):
    """The fields of one kind of action, as `ids` declares them."""

    sizes: tuple[tuple[str, int], ...]


class ActionKind(NamedTuple):
    """One kind of action. Its ids are first .. first + size - 1."""

    name: str  # "use_p": the field's name in small letters
    first: int
    size: int
    fields: tuple[tuple[str, int], ...]  # name and number of values; the one that varies slowest comes first

    def values(self, action: int) -> tuple[int, ...]:
        """[field] the values that an action of this kind encodes, each counted from 0."""
        rest, found = action - self.first, list[int]()
        for _, size in reversed(self.fields):
            rest, value = divmod(rest, size)
            found.append(value)
        return tuple(reversed(found))

    def action(self, *values: int) -> int:
        """The action that encodes these values. Raises ValueError unless there is one value a field."""
        number = 0
        for (_, size), value in zip(self.fields, values, strict=True):
            number = number * size + value
        return self.first + number


def ids(**sizes: int) -> IdFields:
    """Declare a kind with one id for each combination of field values, 0 .. size - 1; without fields, a single id."""
    return IdFields(tuple(sizes.items()))


def kinds_of(acts: type[tuple[Any, ...]]) -> tuple[ActionKind, ...]:
    """The kinds in the order of declaration. Raises TypeError for a field without exactly one `ids`."""
    kinds, first = list[ActionKind](), 0
    for name, hint in get_type_hints(acts, include_extras=True).items():
        parts = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        widths = [part for part in parts if isinstance(part, IdFields)]
        if len(widths) != 1:
            raise TypeError(f"{acts.__qualname__}.{name} needs one ids(...), found {len(widths)}")
        size = math.prod(size for _, size in widths[0].sizes)
        kinds.append(ActionKind(name.lower(), first, size, widths[0].sizes))
        first += size
    return tuple(kinds)


def numbered(acts: type[K]) -> K:
    """The first id of every kind, under the name of its field."""
    return cast(K, cast(Any, acts)(*(kind.first for kind in kinds_of(acts))))


def first_ids(acts: type[tuple[Any, ...]]) -> Actions:
    """[actions] the first id of each action's kind."""
    return np.array([kind.first for kind in kinds_of(acts) for _ in range(kind.size)], np.int32)

"""The text of a position as the numbers of its fields in their order, for games that have no better one. A field
`players` is left out: the table knows it.

def position_text(pos: State) -> str:
    return fields_text(pos.turn, pos.cells)  # "1 0,2,0,0"
"""

from typing import Any

import numpy as np

from rookery.core.protocol import Cell, Fields, cells_of


def fields_text(*fields: Any) -> str:
    """The numbers of fields, as notations read them from a position in plain Python: those of one field have commas
    between them."""
    return " ".join([",".join([str(number) for number in _flat(field)]) for field in fields])


def _flat(field: Any) -> list[int]:
    if isinstance(field, int):
        return [field]
    found: list[int] = []
    for part in field:
        found += _flat(part)
    return found


def fields_form(state: type[Fields]) -> str:
    """The form of such a text, as a clause: the names of the fields, and how many numbers each has."""
    names = [name if not cell.shape else f"{name} ({np.prod(cell.shape)})" for name, cell in _told(state).items()]
    return f"positions are the numbers of {', '.join(names)}: with commas within a field, a space between two"


def read_fields(text: str, pos: Fields, state: type[Fields]) -> None:
    """Read such a text into a state. Raises ValueError, also for a number outside the range of its field."""
    cells, words = _told(state), text.split()
    if len(words) != len(cells):
        raise ValueError(f"it has {len(words)} fields, not {len(cells)}")
    for word, (name, cell) in zip(words, cells.items(), strict=True):
        numbers = [_number(digits, name) for digits in word.split(",")]
        if len(numbers) != np.prod(cell.shape, dtype=int):
            raise ValueError(f"{name} has {len(numbers)} numbers, not {np.prod(cell.shape, dtype=int)}")
        if not all(cell.low <= number <= cell.high for number in numbers):
            raise ValueError(f"{name} must be {cell.low} to {cell.high}")
        pos[name] = np.array(numbers, cell.dtype).reshape(cell.shape)


def _told(state: type[Fields]) -> dict[str, Cell]:
    return {name: cell for name, cell in cells_of(state).items() if name != "players"}


def _number(digits: str, name: str) -> int:
    if not digits.removeprefix("-").isdecimal() or not digits.isascii():
        raise ValueError(f"{digits!r} of {name} is not a whole number")
    return int(digits)

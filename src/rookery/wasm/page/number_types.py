"""Types of the elements of arrays, as NumPy has them: numbers, and records of fields."""

import math
import struct
from collections.abc import Sequence
from typing import Any

from rookery.wasm.calls import NUMBERS

__all__ = ["NUMBER_TYPES", "axes", "dtype", "number"]


class number:
    """Base of all types of numbers. They are called to convert a number: `np.int64(5)` is 5."""

    letter = ""  # in `struct`

    def __new__(cls, value: Any = 0) -> Any:
        return cls.convert(value)

    @staticmethod
    def convert(value: Any) -> Any:
        return int(value)


class integer(number):
    pass


class floating(number):
    @staticmethod
    def convert(value: Any) -> Any:
        return float(value)


class truth(number):
    @staticmethod
    def convert(value: Any) -> Any:
        return bool(value)


def _type(name: str, letter: str) -> type[number]:
    base = truth if letter == "?" else floating if letter in "fd" else integer
    return type(name, (base,), {"letter": letter})


NUMBER_TYPES = {name: _type(name, letter) for name, letter in NUMBERS.items()}  # "int8" -> its type
bool_, float64, int64 = NUMBER_TYPES["bool"], NUMBER_TYPES["float64"], NUMBER_TYPES["int64"]
_PYTHONS = {int: int64, float: float64, bool: bool_}

Field = tuple["dtype", int, tuple[int, ...]]  # type, offset in bytes, shape


class dtype:
    """The type of the elements of an array: a number, or a record of fields."""

    name: str  # "int64" ..., or "record"
    letter: str  # in `struct`; "" for a record
    itemsize: int  # bytes
    fields: dict[str, Field] | None  # by name; None for a number

    __class_getitem__ = classmethod(lambda cls, _: cls)

    def __new__(cls, kind: Any) -> "dtype":
        """`kind`: one of the types above or its name, int, float or bool; (record, fields) with fields as NumPy takes
        them; or a dtype."""
        if isinstance(kind, dtype):
            return kind
        self = super().__new__(cls)
        if isinstance(kind, tuple):
            _, kind = kind
        if isinstance(kind, list | dict):
            self.name, self.letter = "record", ""
            self.fields = _fields(kind)
            self.itemsize = max(at + one.itemsize * math.prod(shape) for one, at, shape in self.fields.values())
        else:
            found = NUMBER_TYPES[kind] if isinstance(kind, str) else _PYTHONS.get(kind, kind)
            self.name, self.letter, self.fields = found.__name__, found.letter, None
            self.itemsize = struct.calcsize(f"<{found.letter}")
        return self

    @property
    def names(self) -> tuple[str, ...] | None:
        return None if self.fields is None else tuple(self.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dtype) and (self.name, self.fields) == (other.name, other.fields)

    def __hash__(self) -> int:
        return hash((self.name, self.itemsize))

    def __repr__(self) -> str:
        return f"dtype({self.fields or self.name!r})"


def _fields(told: Any) -> dict[str, Field]:
    """From a list of (name, type, shape), one after another, or a dictionary of names, formats and offsets."""
    if isinstance(told, dict):
        listed = zip(told["names"], told["formats"], told["offsets"], strict=True)
        return {name: (dtype(kind), at, ()) for name, kind, at in listed}
    found, at = dict[str, Field](), 0
    for name, kind, *shape in told:
        one, lengths = dtype(kind), axes(shape[0]) if shape else ()
        found[name] = one, at, lengths
        at += one.itemsize * math.prod(lengths)
    return found


def axes(shape: Any) -> tuple[int, ...]:
    """A shape that may be a single length."""
    if isinstance(shape, tuple):
        return shape  # by far the most frequent: to ask for a Sequence is slow
    return tuple(shape) if isinstance(shape, Sequence) else (int(shape),)

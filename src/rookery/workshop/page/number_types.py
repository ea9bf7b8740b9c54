"""Types of the elements of arrays, as NumPy has them: numbers, and records of fields.

Elements are Python's own numbers, and one that does not fit its array is refused; but words of 64 bits are `uint64`,
which overflow as those of kernels do.
"""

import math
import operator
import struct
from collections.abc import Callable, Sequence
from types import GenericAlias
from typing import Any

_BITS_64 = (1 << 64) - 1


class generic:
    """Base of all types of elements."""

    __slots__ = ()


class void(generic):
    """Base of records."""

    __slots__ = ()


class number(generic):
    """A type of numbers is called to convert one: `np.int8(5)` is 5."""

    __slots__ = ()
    convert: Callable[[Any], Any] = int

    def __new__(cls, value: Any = 0) -> Any:
        return cls.convert(value)


class integer(number):
    __slots__ = ()


class floating(number):
    __slots__ = ()
    convert = float


class int64(integer):
    __slots__ = ()

    def __new__(cls, value: Any = 0) -> Any:
        word = int(value) & _BITS_64
        return word - (word >> 63 << 64)


class float64(floating):
    __slots__ = ()


bool_ = bool


def _wrapping(name: str) -> Any:
    compute = getattr(operator, name)

    def method(self: Any, other: Any) -> Any:
        return _word(compute(int(self), int(other))) if isinstance(other, int) else NotImplemented

    return method


def _reflected(name: str) -> Any:
    compute = getattr(operator, name)

    def method(self: Any, other: Any) -> Any:
        return _word(compute(int(other), int(self))) if isinstance(other, int) else NotImplemented

    return method


class uint64(int, integer):
    """A word of 64 bits: what overflows is lost."""

    __slots__ = ()
    convert = int

    def __new__(cls, value: Any = 0) -> Any:
        return _word(int(value))

    def __invert__(self) -> Any:
        return _word(~int(self))

    def __neg__(self) -> Any:
        return _word(-int(self))

    def tolist(self) -> int:
        return int(self)


def _word(value: int) -> Any:
    return int.__new__(uint64, value & _BITS_64)


for _name in ("add", "sub", "mul", "floordiv", "mod", "and_", "or_", "xor", "lshift", "rshift"):
    _bare = _name.rstrip("_")
    setattr(uint64, f"__{_bare}__", _wrapping(_name))
    setattr(uint64, f"__r{_bare}__", _reflected(_name))

_LETTERS = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint8": "B",
    "uint16": "H",
    "uint32": "I",
    "uint64": "Q",
    "float16": "e",
    "float32": "f",
    "float64": "d",
}  # name -> letter of `struct`
_WRITTEN_OUT: dict[str, Any] = {"bool": bool_, "int64": int64, "uint64": uint64, "float64": float64}
NUMBER_TYPES: dict[str, Any] = {
    name: _WRITTEN_OUT.get(name) or type(name, (floating if letter in "efd" else integer,), {"__slots__": ()})
    for name, letter in _LETTERS.items()
}  # "int8" -> its type
_PYTHONS = {int: int64, float: float64}


class dtype:
    """The type of the elements of an array: a number, or a record of fields; of a field, its shape, too."""

    __slots__ = ("base", "fields", "itemsize", "kind", "letter", "name", "plan", "shape", "type")
    name: str  # "int64" ..., or "record"
    letter: str  # in `struct`; "" for a record
    kind: str  # "b" truth, "i" or "u" whole number, "f" float, "V" record
    itemsize: int  # bytes
    type: Any  # that of the elements
    shape: tuple[int, ...]  # of a field
    base: "dtype"  # without the shape
    fields: "dict[str, tuple[dtype, int]] | None"  # by name: type and offset; None for a number
    # of a record, by name: how a single number is read and written, or None for an array; offset; type; shape
    plan: "dict[str, tuple[Any, Any, int, dtype, tuple[int, ...]]]"

    __class_getitem__: Any = classmethod(GenericAlias)

    def __new__(cls, kind: Any) -> "dtype":
        """`kind`: one of the types above or its name, int, float or bool; fields as NumPy takes them, alone or as
        (record, fields); or a dtype."""
        if isinstance(kind, dtype):
            return kind
        if isinstance(kind, tuple):
            _, kind = kind
        if isinstance(kind, list | dict):
            return _record_of(super().__new__(cls), kind)
        found = kind if isinstance(kind, str) else _PYTHONS.get(kind, kind).__name__
        if found not in _KNOWN_NUMBERS:
            _KNOWN_NUMBERS[found] = _number_of(super().__new__(cls), found)
        return _KNOWN_NUMBERS[found]

    @property
    def names(self) -> tuple[str, ...] | None:
        return None if self.fields is None else tuple(self.fields)

    @property
    def subdtype(self) -> "tuple[dtype, tuple[int, ...]] | None":
        return (self.base, self.shape) if self.shape else None

    def __getitem__(self, name: str) -> "dtype":
        return (self.fields or {})[name][0]

    def newbyteorder(self, order: str) -> "dtype":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.shape:
            return dtype.shaped, (self.base, self.shape)
        if self.fields is None:
            return dtype, (self.name,)
        kinds, places = zip(*self.fields.values(), strict=True)
        return dtype, ({"names": [*self.fields], "formats": kinds, "offsets": places},)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, dtype):
            if other in _PYTHONS or other in NUMBER_TYPES.values():
                return self == dtype(other)
            return False
        return (self.name, self.fields, self.shape) == (other.name, other.fields, other.shape)

    def __hash__(self) -> int:
        return hash((self.name, self.itemsize))

    def __repr__(self) -> str:
        return f"dtype({self.fields or self.name!r})"

    def __str__(self) -> str:
        return self.name

    def shaped(self, shape: tuple[int, ...]) -> "dtype":
        """The type of a field of so many of these."""
        if not shape:
            return self
        made = object.__new__(dtype)
        for one in ("fields", "kind", "letter", "name", "plan", "type"):
            setattr(made, one, getattr(self, one))
        made.base, made.shape, made.itemsize = self, shape, self.itemsize * math.prod(shape)
        return made


_KNOWN_NUMBERS = dict[str, dtype]()


def _number_of(made: dtype, name: str) -> dtype:
    made.name, made.letter, made.type = name, _LETTERS[name], NUMBER_TYPES[name]
    made.kind = {"?": "b"}.get(made.letter) or ("f" if made.letter in "efd" else "u" if made.letter.isupper() else "i")
    made.itemsize, made.base, made.shape = struct.calcsize(f"<{made.letter}"), made, ()
    made.fields, made.plan = None, {}
    return made


def _record_of(made: dtype, told: Any) -> dtype:
    from rookery.workshop.page.small_arrays import record

    made.name, made.letter, made.kind, made.type = "record", "", "V", record
    made.base, made.shape, made.fields = made, (), _fields(told)
    made.itemsize = max((at + one.itemsize for one, at in made.fields.values()), default=0)
    made.plan = {}
    for name, (one, at) in made.fields.items():
        read = write = None
        if not one.shape and one.fields is None:
            form = struct.Struct(f"<{one.letter}")
            read, write = form.unpack_from, form.pack_into
        made.plan[name] = read, write, at, one.base, one.shape
    return made


def _fields(told: Any) -> dict[str, tuple[dtype, int]]:
    """From a list of (name, type, shape), one after another, or a dictionary of names, formats and offsets."""
    if isinstance(told, dict):
        listed = zip(told["names"], told["formats"], told["offsets"], strict=True)
        return {name: (dtype(kind), at) for name, kind, at in listed}
    found, at = dict[str, tuple[dtype, int]](), 0
    for name, kind, *shape in told:
        found[name] = dtype(kind).shaped(axes(shape[0]) if shape else ()), at
        at += found[name][0].itemsize
    return found


def axes(shape: Any) -> tuple[int, ...]:
    """A shape that may be a single length."""
    if isinstance(shape, tuple):
        return shape  # by far the most frequent: to ask for a Sequence is slow
    return tuple(shape) if isinstance(shape, Sequence) else (int(shape),)

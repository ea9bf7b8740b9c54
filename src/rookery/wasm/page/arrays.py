"""Arrays and records over buffers, laid out as NumPy's: contiguous, packed, little-endian."""

import math
import operator
import struct
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from rookery.wasm.page.buffers import Buffer
from rookery.wasm.page.number_types import axes, bool_, dtype, float64, int64

__all__ = ["array", "ndarray", "record"]


class record:
    """One record of an array: its fields are attributes and items. It shares the memory of the array."""

    __slots__ = ("_array", "_at")

    def __init__(self, array: "ndarray", at: int) -> None:
        """`at`: in bytes from the start of the array's buffer."""
        object.__setattr__(self, "_array", array)
        object.__setattr__(self, "_at", at)

    @property
    def dtype(self) -> dtype:
        return self._array.dtype  # type: ignore[no-any-return]

    @property
    def shape(self) -> tuple[int, ...]:
        return ()

    def __getitem__(self, name: str) -> Any:
        kind, offset, shape = self._array.dtype.fields[name]
        return self._array._part(kind, shape, self._at + offset)

    def __setitem__(self, name: str, value: Any) -> None:
        kind, offset, shape = self._array.dtype.fields[name]
        self._array._store(kind, shape, self._at + offset, value)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"a record has no field {name!r}", name=name, obj=self) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self._array.dtype.fields or {}):
            raise AttributeError(f"a record has no field {name!r}", name=name, obj=self)
        self[name] = value

    def tobytes(self) -> bytes:
        return bytes(self._array.buffer.read(self._at, self._array.dtype.itemsize))

    def copy(self) -> "record":
        return ndarray(1, self._array.dtype, bytearray(self.tobytes()))[0]  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, record) and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"record({ {name: self[name] for name in self._array.dtype.fields} })"


class ndarray:
    """An array; see the head of this file for how it can be used."""

    __slots__ = ("_start", "buffer", "dtype", "flags", "shape")
    __class_getitem__ = classmethod(lambda cls, _: cls)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shape: Any, kind: Any = float64, buffer: Any = None, start: int = 0) -> None:
        """`buffer`: a bytearray or a Buffer; `start`: in bytes."""
        self.dtype = kind if isinstance(kind, dtype) else dtype(kind)
        self.shape = axes(shape)
        if isinstance(buffer, Buffer):
            self.buffer = buffer
        elif buffer is None:
            self.buffer = Buffer(self.nbytes)
        else:
            own = buffer if isinstance(buffer, bytearray) else bytearray(buffer)
            self.buffer = Buffer(len(own), own)
        self._start = start
        self.flags = SimpleNamespace(writeable=True)

    # ── Shape ────────────────────────────────────────────────────────────────
    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def start(self) -> int:
        """Where it begins in its buffer, in bytes."""
        return self._start

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single number has no length")
        return self.shape[0]

    def view(self, kind: Any) -> "ndarray":
        """The same memory as elements of another type: the last axis becomes longer or shorter."""
        new = dtype(kind)
        if new.itemsize == self.dtype.itemsize:
            return self._same(self.shape, new)
        *axes, last = self.shape
        return self._same((*axes, last * self.dtype.itemsize // new.itemsize), new)

    def reshape(self, *shape: Any) -> "ndarray":
        lengths = list(shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape)
        if -1 in lengths:
            lengths[lengths.index(-1)] = self.size // -math.prod(lengths)
        return self._same(tuple(lengths), self.dtype)

    def _same(self, shape: tuple[int, ...], kind: dtype) -> "ndarray":
        array = ndarray(shape, kind, self.buffer, self._start)
        if array.nbytes != self.nbytes:
            raise ValueError(f"{self.shape} of {self.dtype!r} cannot be seen as {shape} of {kind!r}")
        array.flags = self.flags
        return array

    # ── Elements ─────────────────────────────────────────────────────────────
    def _place(self, index: Any) -> tuple[tuple[int, ...], int]:
        """The shape and the start of a part."""
        steps, shape, start = index if isinstance(index, tuple) else (index,), self.shape, self._start
        if len(steps) > len(shape):
            raise IndexError(f"{len(steps)} indices for an array of {len(self.shape)} axes")
        whole = False  # after a slice, only whole axes may follow
        kept: tuple[int, ...] = ()
        for step in steps:
            length, *rest = shape
            stride = self.dtype.itemsize * math.prod(rest)
            if isinstance(step, slice):
                first, last, way = step.indices(length)
                if way != 1 or (whole and (first, last) != (0, length)):
                    raise IndexError("only a slice without a step, as the last index, is known here")
                start += first * stride
                kept, whole = (*kept, max(0, last - first)), True
            else:
                at = int(step)
                if not -length <= at < length:
                    raise IndexError(f"index {at} is outside an axis of length {length}")
                if whole:
                    raise IndexError("only a slice as the last index is known here")
                start += (at + length if at < 0 else at) * stride
            shape = tuple(rest)
        return (*kept, *shape), start

    def _part(self, kind: dtype, shape: tuple[int, ...], start: int) -> Any:
        """A number, a record, or an array."""
        if shape:
            array = ndarray(shape, kind, self.buffer, start)
            array.flags = self.flags
            return array
        if kind.fields is not None:
            return record(self if kind is self.dtype else ndarray(1, kind, self.buffer, start), start)
        (value,) = struct.unpack(f"<{kind.letter}", self.buffer.read(start, kind.itemsize))
        return value

    def _store(self, kind: dtype, shape: tuple[int, ...], start: int, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError("assignment destination is read-only")
        count = math.prod(shape)
        if isinstance(value, record):
            data = value.tobytes()
            flat = data if len(data) == kind.itemsize * count else data * count
        elif isinstance(value, ndarray) and value.dtype == kind:
            data = value.tobytes()
            flat = data if value.size == count else data * (count // value.size)
        elif kind.fields is not None:
            rows = [value] if isinstance(value, tuple) else list(value)
            flat = b"".join(_packed_row(kind, row) for row in rows)
            flat = flat if len(rows) == count else flat * (count // len(rows))
        else:
            numbers = _flat(value)
            if len(numbers) != count:
                if not numbers or count % len(numbers) or not _fits(_shape_of(value), shape):
                    raise ValueError(f"{len(numbers)} numbers do not fill {count} places")
                numbers = numbers * (count // len(numbers))
            flat = _packed(kind, numbers)
        self.buffer.write(start, flat)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, str):
            kind, offset, shape = self._field(index)
            if len(self.shape) == 1 and self.shape[0] == 1:
                return self._part(kind, (1, *shape), self._start + offset)
            return Column(self, kind, offset, shape)
        shape, start = self._place(index)
        return self._part(self.dtype, shape, start)

    def _field(self, name: str) -> tuple[dtype, int, tuple[int, ...]]:
        try:
            return self.dtype.fields[name]  # type: ignore[index]
        except (KeyError, TypeError):
            raise ValueError(f"no field of name {name}") from None

    def __setitem__(self, index: Any, value: Any) -> None:
        shape, start = self._place(index)
        self._store(self.dtype, shape, start, value)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return value in self._flat()

    def item(self) -> Any:
        (value,) = self._flat()
        return value

    def tobytes(self) -> bytes:
        return bytes(self.buffer.read(self._start, self.nbytes))

    def copy(self) -> "ndarray":
        return ndarray(self.shape, self.dtype, bytearray(self.tobytes()))

    def astype(self, kind: Any) -> "ndarray":
        return array(self.tolist(), kind)

    def _flat(self) -> list[Any]:
        return list(struct.unpack(f"<{self.size}{self.dtype.letter}", self.buffer.read(self._start, self.nbytes)))

    def tolist(self) -> Any:
        if self.dtype.fields is not None:
            return [tuple(self._plain(row[name]) for name in self.dtype.fields) for row in self]
        flat = self._flat()
        for length in reversed(self.shape[1:]):
            flat = [flat[i : i + length] for i in range(0, len(flat), length)] if length else [[]] * self.shape[0]
        return flat if self.shape else flat[0]

    @staticmethod
    def _plain(value: Any) -> Any:
        return value.tolist() if isinstance(value, ndarray) else value

    @property
    def T(self) -> "ndarray":
        """A copy with the two axes exchanged."""
        return array([list(row) for row in zip(*self.tolist(), strict=True)], self.dtype)

    # ── Arithmetic, for tables ───────────────────────────────────────────────
    def _with(self, other: Any, how: Callable[[Any, Any], Any]) -> "ndarray":
        """Element by element, with an array of the same size or with one number."""
        mine, others = self._flat(), _flat(other)
        others = others * len(mine) if len(others) == 1 else others
        return array([how(a, b) for a, b in zip(mine, others, strict=True)]).reshape(*self.shape)

    def __add__(self, other: Any) -> "ndarray":
        return self._with(other, operator.add)

    __radd__ = __add__

    def __and__(self, other: Any) -> "ndarray":
        return self._with(other, operator.and_)

    def __or__(self, other: Any) -> "ndarray":
        return self._with(other, operator.or_)

    def __eq__(self, other: object) -> "ndarray":  # type: ignore[override]  # as NumPy does
        return self._with(other, operator.eq)

    def __ne__(self, other: object) -> "ndarray":  # type: ignore[override]
        return self._with(other, operator.ne)

    def __lt__(self, other: object) -> "ndarray":
        return self._with(other, operator.lt)

    def __bool__(self) -> bool:
        return bool(self.item())

    def any(self) -> bool:
        return any(self._flat())

    def all(self) -> bool:
        return all(self._flat())

    def __repr__(self) -> str:
        return f"array({self.tolist()!r}, {self.dtype.name})"


class Column:
    """One field of several records, to be read and written by the number of the record."""

    __slots__ = ("_field", "_records")

    def __init__(self, records: ndarray, kind: dtype, offset: int, shape: tuple[int, ...]) -> None:
        self._records = records
        self._field = kind, shape, offset

    def __len__(self) -> int:
        return len(self._records)

    def _start(self, number: Any) -> int:
        at = int(number)
        if not 0 <= at < len(self):
            raise IndexError(f"there is no record {at}; there are {len(self)}")
        return self._records.start + at * self._records.dtype.itemsize + self._field[2]

    def __getitem__(self, number: Any) -> Any:
        kind, shape, _ = self._field
        return self._records._part(kind, shape, self._start(number))

    def __setitem__(self, number: Any, value: Any) -> None:
        kind, shape, _ = self._field
        self._records._store(kind, shape, self._start(number), value)


def _flat(value: Any) -> list[Any]:
    if isinstance(value, ndarray):
        return value._flat()
    if isinstance(value, list | tuple | range):
        return [number for part in value for number in _flat(part)]
    return [value]


def _shape_of(value: Any) -> tuple[int, ...]:
    if isinstance(value, ndarray):
        return value.shape
    if isinstance(value, list | tuple | range):
        return (len(value), *(_shape_of(value[0]) if len(value) else ()))
    return ()


def _fits(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    """Whether an array of one shape is repeated along the first axes of the other."""
    return small in ((), (1,)) or large[len(large) - len(small) :] == small


def _packed(kind: dtype, numbers: list[Any]) -> bytes:
    if kind.letter not in "fd?":
        numbers = [int(one) for one in numbers]
    try:
        return struct.pack(f"<{len(numbers)}{kind.letter}", *numbers)
    except struct.error:
        raise OverflowError(f"a number is out of bounds for {kind.name}: {numbers}") from None


def _packed_row(kind: dtype, row: Any) -> bytes:
    """One record from its values in order."""
    made = ndarray(1, kind)
    one = made[0]
    for name, value in zip(kind.fields or (), row, strict=True):
        one[name] = value
    return made.tobytes()


def array(values: Any, kind: Any = None) -> ndarray:
    """An array of nested sequences: of 64-bit numbers, or of truth values, unless told otherwise."""
    shape, flat = _shape_of(values), _flat(values)
    if math.prod(shape) != len(flat):
        raise ValueError("the rows have different lengths")
    made = ndarray(shape, _kind_of(flat) if kind is None else kind)
    made.buffer.write(0, _packed(made.dtype, flat))
    return made


def _kind_of(flat: list[Any]) -> Any:
    if flat and all(isinstance(one, bool) for one in flat):
        return bool_
    return float64 if not flat or any(isinstance(one, float) for one in flat) else int64

"""Arrays and records over memory of their own, laid out as NumPy's: contiguous, packed, little-endian."""

import math
import operator
import struct
from collections.abc import Callable, Iterator
from types import GenericAlias
from typing import Any

from rookery.workshop.page.number_types import axes, bool_, dtype, float64, int64, uint64, void


class Flags:
    """Whether an array, and all parts that were taken of it, can be changed."""

    __slots__ = ("writeable",)
    c_contiguous = True

    def __init__(self) -> None:
        self.writeable = True


class record(void):
    """One record of an array: its fields are attributes and items. It shares the memory of the array."""

    __slots__ = ("__dict__", "_bytes", "_flags", "dtype")

    def __init__(self, data: memoryview, kind: dtype, flags: Flags) -> None:
        _set(self, "_bytes", data)
        _set(self, "_flags", flags)
        _set(self, "dtype", kind)

    @property
    def shape(self) -> tuple[int, ...]:
        return ()

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        """A field; fields that are arrays stay attributes."""
        try:
            read, _, at, kind, shape = self.dtype.plan[name]
        except KeyError:
            raise AttributeError(f"a record has no field {name!r}", name=name, obj=self) from None
        if read is not None:
            (value,) = read(self._bytes, at)
            return uint64(value) if kind.letter == "Q" else value
        made = _part(self._bytes, at, kind, shape, self._flags)
        self.__dict__[name] = made
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            _, write, at, kind, shape = self.dtype.plan[name]
        except KeyError:
            raise AttributeError(f"a record has no field {name!r}", name=name, obj=self) from None
        if write is None:
            _part(self._bytes, at, kind, shape or (1,), self._flags)[:] = value
            return
        if not self._flags.writeable:
            raise ValueError("assignment destination is read-only")
        try:
            write(self._bytes, at, value)
        except struct.error:
            write(self._bytes, at, _fitting(kind, value))

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)

    def tobytes(self) -> bytes:
        return self._bytes.tobytes()  # type: ignore[no-any-return]

    def copy(self) -> "record":
        return record(memoryview(bytearray(self._bytes)), self.dtype, Flags())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, record) and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"record({ {name: self[name] for name in self.dtype.plan} })"


_set = object.__setattr__


def _fitting(kind: dtype, value: Any) -> Any:
    """A number that can be written. Raises OverflowError."""
    if isinstance(value, ndarray):
        value = value.item()
    made = float(value) if kind.kind == "f" else int(value)
    try:
        struct.pack(f"<{kind.letter}", made)
    except struct.error:
        raise OverflowError(f"{value} is out of bounds for {kind.name}") from None
    return made


def _part(data: memoryview, at: int, kind: dtype, shape: tuple[int, ...], flags: Flags) -> Any:
    """The array, or the record, that begins at a byte."""
    if not shape:
        return record(data[at : at + kind.itemsize], kind, flags)
    made = object.__new__(ndarray)
    made._lay(data[at : at + kind.itemsize * math.prod(shape)], kind, shape, flags)
    return made


class ndarray:
    """An array that is read and written by whole numbers, by tuples of them, and by a slice without a step as the last
    index; it is also read by an array of indices or truths, or by a slice with a step: that is a copy."""

    __slots__ = ("_bytes", "_cells", "_index", "_records", "dtype", "flags", "shape")
    __class_getitem__: Any = classmethod(GenericAlias)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shape: Any, kind: Any = float64, buffer: Any = None) -> None:
        made, lengths = dtype(kind), axes(shape)
        size = made.itemsize * math.prod(lengths)
        data = memoryview(bytearray(size) if buffer is None else buffer).cast("B")[:size]
        self._lay(data, made, lengths, Flags())

    def _lay(self, data: memoryview, kind: dtype, shape: tuple[int, ...], flags: Flags) -> None:
        self._bytes, self.dtype, self.shape, self.flags = data, kind, shape, flags
        self._index: type | None = None  # the type of an index of one element, where `_cells` has it
        self._cells: Any = None
        if kind.letter and 0 not in shape:  # Python knows no memory with an axis of length 0
            self._index = int if len(shape) == 1 else tuple
            self._cells = data.cast(kind.letter, shape)  # type: ignore[call-overload]
        self._records: dict[int, record] = {}

    # ── Shape ────────────────────────────────────────────────────────────────
    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return len(self._bytes)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def data(self) -> memoryview:
        return self._bytes

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single number has no length")
        return self.shape[0]

    def view(self, kind: Any) -> "ndarray":
        """The same memory as elements of another type: the last axis becomes longer or shorter."""
        new = dtype(kind)
        if new.itemsize == self.dtype.itemsize:
            return self._same(self.shape, new)
        *front, last = self.shape
        return self._same((*front, last * self.dtype.itemsize // new.itemsize), new)

    def reshape(self, *shape: Any) -> "ndarray":
        lengths = list(shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape)
        if -1 in lengths:
            lengths[lengths.index(-1)] = self.size // -math.prod(lengths)
        return self._same(tuple(lengths), self.dtype)

    def ravel(self) -> "ndarray":
        return self.reshape(-1)

    def _same(self, shape: tuple[int, ...], kind: dtype) -> "ndarray":
        if kind.itemsize * math.prod(shape) != self.nbytes:
            raise ValueError(f"{self.shape} of {self.dtype!r} cannot be seen as {shape} of {kind!r}")
        return _part(self._bytes, 0, kind, shape, self.flags) if shape else self

    # ── Elements ─────────────────────────────────────────────────────────────
    def _place(self, index: Any) -> tuple[tuple[int, ...], int]:
        """The shape and the first byte of a part."""
        steps, shape = index if type(index) is tuple else (index,), self.shape
        if len(steps) > len(shape):
            raise IndexError(f"{len(steps)} indices for an array of {len(shape)} axes")
        start, stride = 0, len(self._bytes)
        kept: tuple[int, ...] = ()
        for step, length in zip(steps, shape):
            stride = stride // length if length else 0
            if type(step) is slice:
                first, last, way = step.indices(length)
                if way != 1 or (kept and (first, last) != (0, length)):
                    raise IndexError("only a slice without a step, as the last index, is known here")
                start += first * stride
                kept = (*kept, max(0, last - first))
            else:
                at = operator.index(step)
                if not -length <= at < length:
                    raise IndexError(f"index {at} is out of bounds for an axis of length {length}")
                if kept:
                    raise IndexError("only a slice as the last index is known here")
                start += (at + length if at < 0 else at) * stride
        return (*kept, *shape[len(steps) :]), start

    def __getitem__(self, index: Any) -> Any:
        kind = type(index)
        if kind is self._index and (kind is int or len(index) == len(self.shape)):
            try:
                value = self._cells[index]
                return uint64(value) if self.dtype.letter == "Q" else value
            except (IndexError, NotImplementedError, TypeError):
                pass  # a part of several elements, or none: see below
        if kind is str:
            return self._column(index)
        if kind is ndarray:
            return self._chosen(index)
        if kind is slice and index.step not in (None, 1):
            return self._chosen(array(range(len(self))[index], int64))
        shape, start = self._place(index)
        if shape:
            return _part(self._bytes, start, self.dtype, shape, self.flags)
        if self.dtype.fields is not None:
            if start not in self._records:
                self._records[start] = _part(self._bytes, start, self.dtype, (), self.flags)
            return self._records[start]
        (value,) = self._bytes[start : start + self.dtype.itemsize].cast(self.dtype.letter)  # type: ignore[call-overload]
        return uint64(value) if self.dtype.letter == "Q" else value

    def _column(self, name: str) -> Any:
        try:
            _, _, at, kind, shape = self.dtype.plan[name]
        except KeyError:
            raise ValueError(f"no field of name {name}") from None
        if self.shape == (1,):
            return _part(self._bytes, at, kind, (1, *shape), self.flags)
        return Column(self, name)

    def _chosen(self, which: "ndarray") -> "ndarray":
        """The elements with these indices, or those for which the other array is true."""
        chosen = which._numbers()
        if which.dtype.kind == "b":
            chosen = [i for i, wanted in enumerate(chosen) if wanted]
        return array([self[i] for i in chosen], self.dtype)

    def __setitem__(self, index: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError("assignment destination is read-only")
        if type(index) is self._index:
            try:
                self._cells[index] = value
                return
            except (IndexError, NotImplementedError, TypeError, ValueError):
                pass  # as above, or a value that is converted
        shape, start = self._place(index)
        flat = _bytes_for(self.dtype, shape, value)
        self._bytes[start : start + len(flat)] = flat
        self._records.clear()

    def fill(self, value: Any) -> None:
        self[:] = value

    def __iter__(self) -> Iterator[Any]:
        if self._index is int and self.dtype.letter != "Q":
            return iter(self._cells)
        return (self[i] for i in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return value in self._numbers()

    def item(self) -> Any:
        (value,) = self._numbers()
        return value

    def tobytes(self) -> bytes:
        return self._bytes.tobytes()

    def copy(self) -> "ndarray":
        return ndarray(self.shape, self.dtype, bytearray(self._bytes))

    def __reduce__(self) -> tuple[Any, ...]:
        return ndarray, (self.shape, self.dtype, bytearray(self._bytes))

    def astype(self, kind: Any) -> "ndarray":
        return self.copy() if dtype(kind) == self.dtype else array(self.tolist(), kind)

    def _numbers(self) -> list[Any]:
        return self._bytes.cast(self.dtype.letter).tolist()  # type: ignore[call-overload, no-any-return]

    def tolist(self) -> Any:
        if self.dtype.fields is not None:
            return [tuple(_plain(row[name]) for name in self.dtype.fields) for row in self]
        return [[] for _ in range(len(self))] if self._cells is None else self._cells.tolist()

    @property
    def T(self) -> "ndarray":
        """A copy with the two axes exchanged."""
        return array([list(row) for row in zip(*self.tolist(), strict=True)], self.dtype)

    # ── Arithmetic, for tables ───────────────────────────────────────────────
    def _with(self, other: Any, how: Callable[[Any, Any], Any]) -> "ndarray":
        """Element by element, with an array of the same size or with one number."""
        mine, others = self._numbers(), _flat(other)
        others = others * len(mine) if len(others) == 1 else others
        if len(mine) != len(others):
            raise ValueError(f"{len(mine)} elements, and {len(others)} others")
        found = [*map(how, mine, others)]
        return ndarray(self.shape, made := dtype(_kind_of(found)), bytearray(_packed(made, found)))

    def __bool__(self) -> bool:
        return bool(self.item())

    def any(self) -> bool:
        return any(self._numbers())

    def all(self) -> bool:
        return all(self._numbers())

    def sum(self) -> Any:
        return sum(self._numbers())

    def max(self) -> Any:
        return max(self._numbers())

    def min(self) -> Any:
        return min(self._numbers())

    def __repr__(self) -> str:
        return f"array({self.tolist()!r}, {self.dtype.name})"


def _elementwise(name: str, *, is_reflected: bool = False) -> Any:
    compute = getattr(operator, name)
    how = (lambda a, b: compute(b, a)) if is_reflected else compute

    def method(self: ndarray, other: Any) -> ndarray:
        return self._with(other, how)

    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "and_", "or_", "xor"):
    setattr(ndarray, f"__{_name.rstrip('_')}__", _elementwise(_name))
    setattr(ndarray, f"__r{_name.rstrip('_')}__", _elementwise(_name, is_reflected=True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ndarray, f"__{_name}__", _elementwise(_name))


class Column:
    """One field of several records, to be read and written by the number of the record."""

    __slots__ = ("_name", "_records")

    def __init__(self, records: ndarray, name: str) -> None:
        self._records, self._name = records, name

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, number: Any) -> Any:
        return self._records[number][self._name]

    def __setitem__(self, number: Any, value: Any) -> None:
        self._records[number][self._name] = value


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, ndarray) else value


def _flat(value: Any) -> list[Any]:
    if isinstance(value, ndarray):
        return value._numbers()
    if not isinstance(value, list | tuple | range):
        return [value]
    if {*map(type, value)} <= {int, float, bool}:  # to ask each by itself would be slow
        return [*value]
    return [one for part in value for one in _flat(part)]


def _shape_of(value: Any) -> tuple[int, ...]:
    if isinstance(value, ndarray):
        return value.shape
    if isinstance(value, list | tuple | range):
        return (len(value), *(_shape_of(value[0]) if len(value) else ()))
    return ()


def _bytes_for(kind: dtype, shape: tuple[int, ...], value: Any) -> bytes:
    """What fills a part of this shape: as much, or a smaller part again and again."""
    count = math.prod(shape)
    if isinstance(value, record) or (isinstance(value, ndarray) and value.dtype == kind):
        data = value.tobytes()
    elif kind.fields is not None:
        data = b"".join(_packed_row(kind, row) for row in ([value] if isinstance(value, tuple) else value))
    else:
        small = _shape_of(value)
        if small not in ((), (1,)) and shape[len(shape) - len(small) :] != small:
            raise ValueError(f"could not broadcast input array from shape {small} into shape {shape}")
        data = _packed(kind, _flat(value))
    size = count * kind.itemsize
    if (not data and size) or (data and size % len(data)):
        raise ValueError(f"{len(data)} bytes do not fill {size}")
    return data * (size // len(data)) if data else b""


def _packed(kind: dtype, numbers: list[Any]) -> bytes:
    try:
        return struct.pack(f"<{len(numbers)}{kind.letter}", *numbers)
    except struct.error:
        return struct.pack(f"<{len(numbers)}{kind.letter}", *(_fitting(kind, one) for one in numbers))


def _packed_row(kind: dtype, row: Any) -> bytes:
    """One record from its values in order."""
    made = ndarray(1, kind)
    one = made[0]
    for name, value in zip(kind.plan, row, strict=True):
        one[name] = value
    return made.tobytes()


def array(values: Any, kind: Any = None) -> ndarray:
    """An array of nested sequences: of 64-bit numbers, or of truth values, unless told otherwise."""
    shape, flat = _shape_of(values), _flat(values)
    if math.prod(shape) != len(flat):
        raise ValueError("the rows have different lengths")
    return ndarray(shape, made := dtype(_kind_of(flat) if kind is None else kind), bytearray(_packed(made, flat)))


def _kind_of(flat: list[Any]) -> Any:
    kinds = {*map(type, flat)}
    if kinds in ({bool}, {uint64}):
        return bool_ if bool in kinds else uint64
    return float64 if not flat or float in kinds else int64

"""The arguments of a kernel as a module takes them: types, and a block of 64-bit words."""

import struct
from typing import Any, NamedTuple

import numpy as np

from rookery.compiler.language import (
    BOOL,
    FLOAT,
    FORMATS,
    INT,
    SINGLE,
    UNSIGNED,
    ArrayType,
    TupleType,
    Type,
)
from rookery.core.compiling.names import record_of
from rookery.core.errors import BrokenKernel

Interval = tuple[int, int, bool]  # of this process's memory: its first byte, the end, whether it may be written
KINDS_OF_NUMBERS: dict[type, str] = {int: INT, bool: BOOL, np.bool_: BOOL, float: FLOAT, np.float64: FLOAT}
KINDS_OF_NUMBERS |= {np.uint64: UNSIGNED, np.float32: SINGLE}
for _whole in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32):
    KINDS_OF_NUMBERS[_whole] = INT
WORD_VALUES = 1 << 64  # so many values a word has
BLOCK_ALIGNMENT = 64  # bytes, of what is copied for a call
_OWNERS = (np.ndarray, bytearray, bytes)  # of memory of their own
_HALF = WORD_VALUES >> 1  # the first whole number without a sign


class PlainArguments(NamedTuple):
    """Whole numbers, and arrays that lie apart from each other and from the memory that modules share: what nearly all
    calls from Python have. They take a shorter way than other arguments."""

    kinds: tuple[Any, ...]  # as of Arguments
    words: list[int]  # an address is 0 as yet
    arrays: list[tuple[np.ndarray[Any, Any], bytes, int, int]]  # array, its bytes, place among all bytes, word
    size: int  # of all bytes, with what aligns them


def plain_arguments(given: tuple[Any, ...]) -> PlainArguments | None:
    """None if some are not plain."""
    kinds, owners = list[Any](), list[Any]()
    words, arrays, free = [0], list[tuple[np.ndarray[Any, Any], bytes, int, int]](), 0  # word 0 is for the result
    for value in given:
        if type(value) is int and -_HALF <= value < _HALF:
            kinds.append(INT)
            words.append(value)
        elif type(value) is np.ndarray and value.flags.c_contiguous:
            owner = value if value.flags.owndata else value.base
            if type(owner) not in _OWNERS or (owners and any(owner is other for other in owners)):
                return None
            owners.append(owner)
            contents = value.tobytes()
            arrays.append((value, contents, free, len(words)))
            free += -(-len(contents) // BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT
            kinds.append((value.dtype, value.ndim))
            words.append(0)
            words += value.shape
        else:
            return None
    return PlainArguments(tuple(kinds), words, arrays, free)


class Arguments:
    """The arguments of one call."""

    __slots__ = ("_places", "_start", "apart", "gathered", "kinds", "words")

    def __init__(self, given: tuple[Any, ...], start: int, end: int) -> None:
        """`start`, `end`: addresses of the memory that modules share. Raises BrokenKernel for what no kernel takes."""
        self._start = start
        self.words: list[int] = [0]  # word 0 is for the result
        self._places: list[tuple[int, int]] = []  # words that are addresses outside of that memory, and these addresses
        self.apart: list[Interval] = []  # what lies there
        self.gathered: list[tuple[Any, Any]] = []  # arrays whose elements lie apart, and their copies
        # hashable; equal for two calls if, and only if, one copy of the kernel serves both
        self.kinds = tuple([self._kind(one, start, end) for one in given])

    def _kind(self, value: Any, start: int, end: int) -> Any:
        kind = KINDS_OF_NUMBERS.get(type(value))
        if kind is not None:
            return self._number(value, kind)
        if isinstance(value, np.ndarray):
            return self._array(value, start, end)
        if isinstance(value, np.void):
            self._address(np.frombuffer(value, np.uint8).ctypes.data, value.nbytes, start, end)
            return value.dtype
        if isinstance(value, tuple):
            return type(value), tuple([self._kind(one, start, end) for one in value])
        if isinstance(value, np.integer | np.floating):  # of a length that has no kind of its own
            return self._kind(value.item(), start, end)
        raise BrokenKernel(f"a kernel takes numbers, arrays, records and tuples of these, not {type(value).__name__}")

    def _number(self, value: Any, kind: str) -> str:
        if kind == FLOAT:
            self.words.append(int.from_bytes(struct.pack("<d", value), "little"))
        elif kind == SINGLE:
            self.words.append(int.from_bytes(struct.pack("<f", value), "little"))
        else:
            number = int(value)
            if number >= _HALF:
                kind = UNSIGNED
            if not -_HALF <= number < WORD_VALUES:
                raise BrokenKernel(f"the number {number} does not fit into 64 bits")
            self.words.append(number % WORD_VALUES)
        return kind

    def _array(self, value: np.ndarray[Any, Any], start: int, end: int) -> tuple[Any, ...]:
        side_by_side = value
        if not value.flags.c_contiguous:
            side_by_side = value.copy()
            self.gathered.append((value, side_by_side))
        self._address(side_by_side.ctypes.data, value.nbytes, start, end, value.flags.writeable)
        self.words += value.shape
        return value.dtype, value.ndim

    def _address(self, address: int, size: int, start: int, end: int, writable: bool = True) -> None:
        if start <= address < end:
            self.words.append(address - start)
            return
        self._places.append((len(self.words), address))
        self.words.append(0)
        self.apart.append((address, address + size, writable))

    def blocks(self) -> list[Interval]:
        """The blocks outside of the shared memory, in order; places that touch or overlap are one."""
        intervals: list[Interval] = []
        for first, end, writable in sorted(self.apart):
            if intervals and first <= intervals[-1][1]:
                before, last, also = intervals[-1]
                intervals[-1] = before, max(end, last), writable or also
            else:
                intervals.append((first, end, writable))
        return intervals

    def move(self, blocks: list[Interval], addresses: list[int]) -> None:
        """Let the words say where these blocks were copied to, as addresses of the shared memory."""
        for word, place in self._places:
            for (first, end, _), address in zip(blocks, addresses, strict=True):
                if first <= place <= end:
                    self.words[word] = address + place - first
                    break


def type_of(value: Any) -> Type:
    """The type of an argument. Raises BrokenKernel for an array of what no kernel takes."""
    kind = KINDS_OF_NUMBERS.get(type(value))
    if kind is not None:
        return UNSIGNED if kind == INT and value >= _HALF else kind
    if isinstance(value, np.ndarray):
        return ArrayType(_element(value.dtype), (None,) * value.ndim)
    if isinstance(value, np.void):
        return record_of(value.dtype)
    if isinstance(value, tuple):
        parts = tuple(map(type_of, value))
        names = getattr(type(value), "_fields", ())
        return TupleType(parts, names, type(value).__name__ if names else "")
    return type_of(value.item())


def _element(dtype: np.dtype[Any]) -> Any:
    if dtype.names:
        return record_of(dtype)
    if dtype.name not in FORMATS or not dtype.isnative:
        raise BrokenKernel(f"a kernel takes arrays of {', '.join(FORMATS)} and records, not of {dtype}")
    return dtype.name

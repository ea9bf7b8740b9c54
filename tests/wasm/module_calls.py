"""Calls the kernels of a module (src/rookery/wasm/describe.py). A runtime is whatever runs WebAssembly."""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

WORD_BYTES = 8  # bytes
ALIGNMENT = 16  # where memory is handed out: addresses are multiples of this
NUMBERS = {  # name in a description -> its letter in `struct`
    "bool": "?",
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float32": "f",
    "float64": "d",
}


class Runtime(Protocol):
    """One instance of a module."""

    base: int  # the first free byte of its memory

    def read(self, address: int, size: int) -> bytes:
        """Bytes of its memory."""

    def write(self, address: int, data: bytes) -> None:
        """Write bytes to its memory."""

    def reserve(self, size: int) -> None:
        """Let its memory have at least this many bytes."""

    def call(self, kernel: str, block: int) -> None:
        """Call a kernel with the address of its block."""


class Span(NamedTuple):
    """An array in a module's memory."""

    address: int
    of: str  # a record of the description, or "int32" ...
    shape: tuple[int, ...]


class Module:
    """The kernels of a game in one runtime, with memory for their arguments."""

    def __init__(self, description: dict[str, Any], runtime: Runtime) -> None:
        self.kernels: dict[str, Any] = description["kernels"]
        self.records: dict[str, Any] = description["records"]
        self.runtime = runtime
        self._free = runtime.base
        # one block for all calls: a kernel calls no other kernel through it
        self._block = self._take(
            WORD_BYTES * (1 + max(word_count(kernel["arguments"]) for kernel in self.kernels.values()))
        )

    def _take(self, size: int) -> int:
        address = self._free + -self._free % ALIGNMENT
        self._free = address + size
        self.runtime.reserve(self._free)
        return address

    def size_of(self, kind: str) -> int:
        """Bytes of a record or number."""
        return self.records[kind]["size"] if kind in self.records else struct.calcsize(NUMBERS[kind])

    def array(self, of: str, *shape: int) -> Span:
        """A new array of zeros; it is never freed."""
        size = self.size_of(of)
        for length in shape:
            size *= length
        span = Span(self._take(size), of, shape)
        self.runtime.write(span.address, bytes(size))
        return span

    def bytes_of(self, span: Span) -> bytes:
        """All bytes of an array."""
        return self.runtime.read(span.address, _count(span.shape) * self.size_of(span.of))

    def numbers(self, span: Span) -> list[Any]:
        """The numbers of an array that is not of records, in order."""
        return list(struct.unpack(f"<{_count(span.shape)}{NUMBERS[span.of]}", self.bytes_of(span)))

    def fill(self, span: Span, data: bytes, start: int = 0) -> None:
        """Write bytes to an array, from byte `start` on."""
        self.runtime.write(span.address + start, data)

    def call(self, kernel: str, *values: Any) -> Any:
        """Call a kernel: `Span`s for arrays, their addresses for records, sequences for bundles. Returns its result."""
        described = self.kernels[kernel]
        block = struct.pack("<q", 0) + b"".join(self._words(described["arguments"], values))
        self.runtime.write(self._block, block)
        self.runtime.call(kernel, self._block)
        return self.result(kernel, self.runtime.read(self._block, WORD_BYTES))

    def result(self, kernel: str, word: bytes) -> Any:
        """The result of a call, from the first word of its block."""
        return _result(self.kernels[kernel]["returns"], word)

    def _words(self, arguments: Sequence[dict[str, Any]], values: Sequence[Any]) -> Iterator[bytes]:
        for argument, value in zip(arguments, values, strict=True):
            match argument["kind"]:
                case "bundle":
                    yield from self._words(argument["fields"], value)
                case "array":
                    yield struct.pack(f"<{1 + len(value.shape)}q", value.address, *value.shape)
                case "float":
                    yield struct.pack("<d", value)
                case "unsigned":
                    yield struct.pack("<Q", value)
                case _:
                    yield struct.pack("<q", int(value))


def word_count(arguments: Sequence[dict[str, Any]]) -> int:
    """The number of words that arguments take in a block."""
    count = 0
    for argument in arguments:
        if argument["kind"] == "bundle":
            count += word_count(argument["fields"])
        else:
            count += 1 + argument["axes"] if argument["kind"] == "array" else 1
    return count


def _count(shape: Sequence[int]) -> int:
    count = 1
    for length in shape:
        count *= length
    return count


def _result(kind: str, word: bytes) -> Any:
    if kind == "float":
        return struct.unpack("<d", word)[0]
    number = struct.unpack("<Q" if kind == "unsigned" else "<q", word)[0]
    return None if kind == "nothing" else bool(number) if kind == "bool" else number

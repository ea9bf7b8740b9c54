"""Calls the kernels of a module (src/rookery/wasm/describe.py), in wasmtime or whatever else runs WebAssembly."""

import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import wasmtime

WORD_BYTES = 8  # bytes
PAGE = 65_536  # bytes of WebAssembly's memory
ALIGNMENT = 16  # where memory is handed out: addresses are multiples of this

_ENGINE = wasmtime.Engine()


class Runtime(Protocol):
    """One instance of a module."""

    base: int  # the first free byte of its memory

    def read(self, address: int, size: int) -> bytes: ...
    def write(self, address: int, data: bytes) -> None: ...
    def reserve(self, size: int) -> None:
        """Let its memory have at least this many bytes."""

    def call(self, kernel: str, block: int) -> None:
        """Call a kernel with the address of its block."""


class Wasmtime:
    """A Runtime."""

    def __init__(self, module: bytes, engine: wasmtime.Engine = _ENGINE, fuel: int = 0) -> None:
        """`fuel`: of each call, in an engine that consumes it; what does not end is trapped."""
        self._store, self._fuel = wasmtime.Store(engine), fuel
        self._refuel()
        instance = wasmtime.Instance(self._store, wasmtime.Module(engine, module), [])
        exports: dict[str, Any] = dict(instance.exports(self._store).items())
        self._memory = exports["memory"]
        self._exports = exports
        self.base = int(exports["heap"].value(self._store))

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, data: bytes) -> None:
        self._memory.write(self._store, data, address)

    def reserve(self, size: int) -> None:
        missing = size - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))

    def call(self, kernel: str, block: int) -> None:
        self._refuel()
        self._exports[kernel](self._store, block)

    def _refuel(self) -> None:
        if self._fuel:
            self._store.set_fuel(self._fuel)


class Span(NamedTuple):
    """An array in a module's memory."""

    address: int
    of: str  # a record of the description, or "int32" ...
    shape: tuple[int, ...]


class Module:
    """The kernels of a game in one runtime, with memory for their arguments."""

    def __init__(self, description: dict[str, Any], runtime: Runtime) -> None:
        self.kernels: dict[str, Any] = description["kernels"]
        self._records: dict[str, Any] = description["records"]
        self._runtime = runtime
        self._free = runtime.base
        # one block for all calls: a kernel calls no other kernel through it
        most = max(_word_count(kernel["arguments"]) for kernel in self.kernels.values())
        self._block = self._take(WORD_BYTES * (1 + most))

    def _take(self, size: int) -> int:
        address = self._free + -self._free % ALIGNMENT
        self._free = address + size
        self._runtime.reserve(self._free)
        return address

    def _size(self, of: str, shape: Sequence[int]) -> int:
        size = self._records[of]["size"] if of in self._records else np.dtype(of).itemsize
        return int(size) * math.prod(shape)

    def array(self, of: str, *shape: int) -> Span:
        """A new array of zeros; it is never freed."""
        span = Span(self._take(self._size(of, shape)), of, shape)
        self.fill(span, bytes(self._size(of, shape)))
        return span

    def bytes_of(self, span: Span) -> bytes:
        """All bytes of an array."""
        return self._runtime.read(span.address, self._size(span.of, span.shape))

    def fill(self, span: Span, data: bytes) -> None:
        """Write the first bytes of an array."""
        self._runtime.write(span.address, data)

    def call(self, kernel: str, *values: Any) -> Any:
        """Call a kernel: `Span`s for arrays, their addresses for records, sequences for bundles. Returns its result."""
        described = self.kernels[kernel]
        self._runtime.write(self._block, bytes(WORD_BYTES) + b"".join(_words(described["arguments"], values)))
        self._runtime.call(kernel, self._block)
        return _result(described["returns"], self._runtime.read(self._block, WORD_BYTES))


def _words(arguments: Sequence[dict[str, Any]], values: Sequence[Any]) -> Iterator[bytes]:
    for argument, value in zip(arguments, values, strict=True):
        match argument["kind"]:
            case "bundle":
                yield from _words(argument["fields"], value)
            case "array":
                yield struct.pack(f"<{1 + len(value.shape)}q", value.address, *value.shape)
            case kind:
                yield struct.pack(_LETTERS.get(kind, "<q"), value)


_LETTERS = {"float": "<d", "unsigned": "<Q"}  # of a word, in `struct`


def _word_count(arguments: Sequence[dict[str, Any]]) -> int:
    """The number of words that arguments take in a block."""
    return sum(
        _word_count(argument["fields"]) if argument["kind"] == "bundle" else 1 + argument.get("axes", 0)
        for argument in arguments
    )


def _result(kind: str, word: bytes) -> Any:
    (number,) = struct.unpack(_LETTERS.get(kind, "<q"), word)
    return None if kind == "nothing" else bool(number) if kind == "bool" else number

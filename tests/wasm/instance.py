"""A module in wasmtime. This file imports no NumPy."""

from typing import Any

import wasmtime

PAGE = 65_536  # bytes of WebAssembly's memory

_ENGINE = wasmtime.Engine()


class Wasmtime:
    """An instance of a module (tests/wasm/module_calls.py)."""

    def __init__(self, module: bytes) -> None:
        self._store = wasmtime.Store(_ENGINE)
        instance = wasmtime.Instance(self._store, wasmtime.Module(_ENGINE, module), [])
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
        self._exports[kernel](self._store, block)

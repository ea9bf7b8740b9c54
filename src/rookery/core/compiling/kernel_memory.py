"""One memory for all kernels that run as modules, and NumPy's arrays in it.

Every module of a process works on one memory of at most 4 GiB, which never moves. Arrays that lie in it
(`KernelMemory.array`) cost a kernel nothing; all others are copied for each call. Machine code uses both alike.
"""

import atexit
import ctypes
import os
import threading
import weakref
from bisect import bisect_left
from collections import deque
from typing import Any

import numpy as np
import wasmtime
from wasmtime import _ffi as ffi
from wasmtime._managed import Managed

from rookery.compiler.compiling import FIRST_BYTE
from rookery.compiler.encoding import MOST_PAGES, WASM_PAGE
from rookery.core.compiling.call_arguments import BLOCK_ALIGNMENT
from rookery.core.errors import NoRoom

MOST_BYTES = MOST_PAGES * WASM_PAGE


@atexit.register
def _end() -> None:
    """Delete nothing any more: at the end of a process the library would fail to, as parts of it are gone by then."""
    setattr(Managed, "__del__", lambda managed: None)  # noqa: B010  # mypy forbids to assign to a method


class _Shared(wasmtime.SharedMemory):
    def _as_extern(self) -> Any:  # the library's own raises a TypeError (wasmtime 50.0.1)
        return ffi.wasmtime_extern_t(
            ffi.WASMTIME_EXTERN_SHAREDMEMORY, ffi.wasmtime_extern_union(sharedmemory=self.ptr())
        )


class KernelMemory:
    """The memory, and what of it is free."""

    def __init__(self) -> None:
        config = wasmtime.Config()
        config.shared_memory = True
        config.parallel_compilation = False  # its threads would be missing after a fork
        self.engine = wasmtime.Engine(config)
        wanted = wasmtime.MemoryType(wasmtime.Limits(1, MOST_PAGES), shared=True)
        try:
            self.memory = _Shared(self.engine, wanted)
        except wasmtime.WasmtimeError as error:
            raise NoRoom(f"kernels cannot reserve {MOST_BYTES:,} addresses; raise the limit (ulimit -v)") from error
        self.start = ctypes.addressof(self.memory.data_ptr().contents)  # in this process
        self.end = self.start + MOST_BYTES
        self.bytes = memoryview((ctypes.c_ubyte * MOST_BYTES).from_address(self.start)).cast("B")
        self._lock = threading.Lock()
        if hasattr(os, "register_at_fork"):  # another thread may hold it at that moment
            os.register_at_fork(after_in_child=self._unlock)
        self._free = [(FIRST_BYTE, MOST_BYTES - FIRST_BYTE)]  # addresses and sizes, in order; no two touch
        self._left = deque[tuple[int, int]]()  # given back, but not yet joined to `_free`

    def take(self, size: int) -> int:
        """The address of `size` bytes. Raises NoRoom."""
        size = -(-max(size, 1) // BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT
        with self._lock:
            while self._left:
                self._join(*self._left.popleft())
            place = next((place for place, (_, free) in enumerate(self._free) if free >= size), None)
            if place is None:
                raise NoRoom(
                    f"kernels need {size:,} more bytes, but share a memory of {MOST_BYTES:,}; use smaller arrays"
                )
            address, free = self._free[place]
            missing = address + size - self.memory.data_len()
            if missing > 0:
                self._grow(-(-missing // WASM_PAGE))
            self._free[place : place + 1] = [(address + size, free - size)] if free > size else []
        return address

    def give_back(self, address: int, size: int) -> None:
        """Let others have what `take(size)` gave. Any thread may call it at any time, as the garbage collector does."""
        self._left.append((address, -(-max(size, 1) // BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT))

    def array(self, shape: int | tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
        """An array in this memory whose elements are not set yet; its place is free again when the array is gone.

        Raises NoRoom."""
        dtype = np.dtype(dtype)
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        address = self.take(size)
        held = (ctypes.c_char * max(size, 1)).from_address(self.start + address)
        weakref.finalize(held, self.give_back, address, size).atexit = False
        view: np.ndarray[Any, Any] = np.ndarray(shape, dtype, held)
        return view

    def _unlock(self) -> None:
        self._lock = threading.Lock()

    def _grow(self, pages: int) -> None:
        try:
            self.memory.grow(pages)
        except wasmtime.WasmtimeError as error:
            raise NoRoom(f"this machine has no {pages * WASM_PAGE:,} bytes left for kernels") from error

    def _join(self, address: int, size: int) -> None:
        place = bisect_left(self._free, (address, 0))
        if place < len(self._free) and address + size == self._free[place][0]:
            size += self._free.pop(place)[1]
        if place and sum(self._free[place - 1]) == address:
            before, free = self._free[place - 1]
            self._free[place - 1] = before, free + size
        else:
            self._free.insert(place, (address, size))

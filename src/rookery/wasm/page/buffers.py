"""Memory of arrays: Python's own, or a part of the memory of a module (calls.py) once a kernel there needs a large one.

Small arrays are copied to the module for each call and back. A large one, such as the nodes of a tree, moves there when
a kernel is first given it, and stays until Python forgets the array.
"""

import weakref
from collections.abc import Callable
from typing import Protocol

__all__ = ["LARGE_BUFFER", "Buffer", "ModuleMemory"]

LARGE_BUFFER = 1 << 14  # bytes; larger buffers move to the module


class ModuleMemory(Protocol):
    """Where large buffers live: the memory of a module."""

    def take(self, size: int, *, cleared: bool) -> int:
        """The address of so many bytes: zeros, or if not `cleared`, anything."""

    def give_back(self, address: int, size: int) -> None:
        """Let others have them."""

    def read(self, address: int, size: int) -> bytes:
        """Bytes of the memory."""

    def write(self, address: int, data: bytes) -> None:
        """Write bytes to the memory."""


class Buffer:
    """A number of bytes."""

    __slots__ = ("__weakref__", "_cleared", "_home", "_leave", "_own", "address", "size")

    def __init__(self, size: int, own: bytearray | None = None, *, cleared: bool = True) -> None:
        """`own`: memory to use, of that size; without it, none is taken until somebody writes. `cleared`: the bytes are
        zeros at first; else they may be anything, which saves the time to clear them."""
        self.size = size
        self._cleared = cleared
        self._own = own
        self._home: ModuleMemory | None = None
        self._leave: Callable[[], object] = _nothing  # gives its place there back, once
        self.address = 0  # in its home

    def _up_to(self, end: int) -> bytearray:
        """Its own memory, of at least so many bytes: often only the first of a large array are used before it moves."""
        if self._own is None:
            self._own = bytearray(end if self.size > LARGE_BUFFER else self.size)
        elif len(self._own) < end:
            room = min(self.size, max(end, 2 * len(self._own)))
            self._own = self._own + bytes(room - len(self._own))  # a new one: what was read may still be looked at
        return self._own

    def read(self, start: int, size: int) -> bytes | memoryview:
        if self._home is not None:
            return self._home.read(self.address + start, size)
        return memoryview(self._up_to(start + size))[start : start + size]

    def write(self, start: int, data: bytes | memoryview) -> None:
        if self._home is not None:
            self._home.write(self.address + start, bytes(data))
        else:
            self._up_to(start + len(data))[start : start + len(data)] = data

    def lives_in(self, home: ModuleMemory) -> bool:
        return self._home is home

    def move(self, home: ModuleMemory) -> None:
        """Live in a module from now on. A buffer that lives in another one leaves it."""
        data = bytes(self._own or b"") if self._home is None else self._home.read(self.address, self.size)
        address = home.take(self.size, cleared=self._cleared and len(data) < self.size)
        if data:
            home.write(address, data)
        self._leave()
        self._own, self._home, self.address = None, home, address
        self._leave = weakref.finalize(self, home.give_back, address, self.size)


def _nothing() -> None:
    """It has no place to give back."""

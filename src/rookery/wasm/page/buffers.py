"""Memory of arrays: Python's own, or a part of the memory of a module (calls.py) once a kernel there needs a large one.

Small arrays are copied to the module for each call and back. A large one, such as the nodes of a tree, moves there when
a kernel is first given it, and stays until Python forgets the array.
"""

import weakref
from collections.abc import Callable
from typing import Protocol

__all__ = ["Buffer", "ModuleMemory"]


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

    @property
    def own(self) -> bytearray | None:
        """The bytes, to be read and changed in place; None if they live in a module."""
        if self._home is not None:
            return None
        if self._own is None:
            self._own = bytearray(self.size)
        return self._own

    def read(self, start: int, size: int) -> bytes | memoryview:
        if self._home is not None:
            return self._home.read(self.address + start, size)
        return memoryview(self.own or b"")[start : start + size]

    def write(self, start: int, data: bytes | memoryview) -> None:
        if self._home is not None:
            self._home.write(self.address + start, bytes(data))
        elif (own := self.own) is not None:
            own[start : start + len(data)] = data

    def lives_in(self, home: ModuleMemory) -> bool:
        return self._home is home

    def move(self, home: ModuleMemory) -> None:
        """Live in a module from now on. A buffer that lives in another one leaves it."""
        data = None if self._own is None and self._home is None else bytes(self.read(0, self.size))
        address = home.take(self.size, cleared=data is None and self._cleared)
        if data is not None:
            home.write(address, data)
        self._leave()
        self._own, self._home, self.address = None, home, address
        self._leave = weakref.finalize(self, home.give_back, address, self.size)


def _nothing() -> None:
    """It has no place to give back."""

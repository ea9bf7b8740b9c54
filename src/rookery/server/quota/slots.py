"""A limit on how many things of a kind one address has at a time."""

import contextlib
from collections.abc import Iterator

from rookery.server.errors import TooBusy


class Slots:
    """A limit on how many things of a kind one address has at a time."""

    def __init__(self, most: int, words: str, wait: int) -> None:
        """`most`: the limit, 0 for none; `words`: the refusal beyond it; `wait`: seconds until a new attempt."""
        self._most = most
        self._words = words
        self._wait = wait
        self._taken = dict[str, int]()  # by address; those that have some

    def __contains__(self, address: str) -> bool:
        """Whether an address has any."""
        return address in self._taken

    @contextlib.contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Hold a slot for the length of a `with` block. Raises TooBusy."""
        self.take(address)
        try:
            yield
        finally:
            self.leave(address)

    def take(self, address: str) -> None:
        """Take a slot until `leave`. Raises TooBusy."""
        if self._most and self._taken.get(address, 0) >= self._most:
            raise TooBusy(self._words, self._wait)
        self._taken[address] = self._taken.get(address, 0) + 1

    def leave(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]

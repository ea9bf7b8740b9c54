"""What one address may have only a few of at a time."""

import collections
import contextlib
from collections.abc import Iterator

from rookery.server.errors import TooBusy

__all__ = ["Slots"]


class Slots:
    """What one address may have only a few of at a time."""

    def __init__(self, most: int, words: str, wait: int) -> None:
        """`most`: 0 is without limit; `words`: said of one more; `wait`: seconds until it is worth asking again."""
        self._most = most
        self._words = words
        self._wait = wait
        self._taken: collections.Counter[str] = collections.Counter()

    def __contains__(self, address: str) -> bool:
        """Whether it has any."""
        return address in self._taken

    @contextlib.contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Raises TooBusy."""
        self.take(address)
        try:
            yield
        finally:
            self.leave(address)

    def take(self, address: str) -> None:
        """One more, until it is left. Raises TooBusy."""
        if self._most and self._taken[address] >= self._most:
            raise TooBusy(self._words, self._wait)
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]

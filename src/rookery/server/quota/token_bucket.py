"""Limits a sustained rate and allows bursts."""

import math
import time

from rookery.server.errors import TooBusy
from rookery.server.text import duration


class TokenBucket:
    """A token bucket: `rate` tokens a second, and at most `burst` at once."""

    __slots__ = ("_beyond", "_burst", "_rate", "_then", "_tokens", "_words")  # each page has several

    def __init__(
        self, rate: float, burst: float, beyond: "TokenBucket | None" = None, words: str = "that was too often"
    ) -> None:
        """`burst`: infinite where there is no limit; `beyond`: a bucket from which each token is taken as well, such as
        that of the page's whole address; `words`: the refusal."""
        self._rate = rate
        self._burst = burst
        self._beyond = beyond
        self._words = words
        self._tokens = float(burst)
        self._then = time.monotonic()

    def take(self, tokens: int = 1) -> None:
        """Take a token, or several, which may leave the bucket in debt. Raises TooBusy if the bucket is empty."""
        self.check()
        self._tokens -= tokens
        if self._beyond is not None:
            self._beyond.take(tokens)

    def check(self) -> None:
        """Raises TooBusy if the bucket is empty."""
        self._fill()
        if self._tokens < 1:
            seconds = math.ceil((1 - self._tokens) / self._rate)
            raise TooBusy(f"{self._words}; try again in {duration(seconds)}", seconds)

    @property
    def full(self) -> bool:
        """Whether it is as if it had never been used."""
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now

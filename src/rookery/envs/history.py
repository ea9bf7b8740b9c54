"""Games in progress that share their plies: copies cost nothing, and a seat's memory is computed on demand."""

import hashlib
from typing import Any, NamedTuple

import numpy as np

from rookery.core.memory import Memory
from rookery.core.position import Position
from rookery.core.protocol import UNTOLD


class Told(NamedTuple):
    """The knowledge that a seat gains from one ply."""

    heard: int  # the action, or UNTOLD
    words: str  # in notation, or "?"
    seen: bytes  # the record of its view afterwards
    digest: bytes  # of everything that it has seen and heard up to here


class History:
    """A position and the plies that led there; histories share their common beginning."""

    __slots__ = ("_told", "action", "before", "position")

    def __init__(self, position: Position, before: "History | None" = None, action: int = UNTOLD) -> None:
        self.position, self.before, self.action = position, before, action
        self._told: dict[int, Told] = {}

    def after(self, action: int) -> "History":
        """Raises IllegalAction."""
        return History(self.position.after(action), self, action)

    def plies(self) -> "list[History]":
        """From the first position to this one."""
        history, plies = self, [self]
        while history.before is not None:
            history = history.before
            plies.append(history)
        return plies[::-1]

    def told(self, seat: int) -> Told:
        """The knowledge that the seat gained from the last ply."""
        history, missing = self, list[History]()
        while seat not in history._told:
            missing.append(history)
            if history.before is None:
                break
            history = history.before
        for history in reversed(missing):
            history._told[seat] = history._tell(seat)
        return self._told[seat]

    def _tell(self, seat: int) -> Told:
        seen = self.position.view(seat).states.tobytes()
        heard, words, past = UNTOLD, "", b""
        if self.before is not None:
            words, past = self.before.position.told(self.action, seat)[0], self.before._told[seat].digest
            heard = self.action if self.before.position.knows(self.action, seat) else UNTOLD
        return Told(heard, words, seen, hashlib.blake2b(past + str(heard).encode() + seen, digest_size=8).digest())

    def memory(self, seat: int) -> Memory:
        self.told(seat)
        told = [history._told[seat] for history in self.plies()]
        start = self.plies()[0].position
        return Memory(start, seat, tuple(ply.heard for ply in told[1:]), tuple(ply.seen for ply in told))

    def memory_text(self, seat: int) -> str:
        """Everything that the seat has heard, and its present view. Two texts are equal exactly when the seat remembers
        the same: the digest at the end covers the views in between."""
        last = self.told(seat)
        told = "; ".join(history._told[seat].words for history in self.plies()[1:])
        return f"{told} | {self.position.view(seat).text} | {last.digest.hex()}"

    def resampled(self, seat: int, generator: np.random.Generator) -> "list[History]":
        """The plies of another history that the seat cannot tell from this one: see Memory.resample_history."""
        plies = self.plies()
        others = [plies[0]]
        for ply, action in zip(plies[1:], self.memory(seat).resample_history(generator), strict=True):
            others.append(others[-1].after(action))
            others[-1]._told[seat] = ply._told[seat]
        return others

    def __deepcopy__(self, memo: dict[int, Any]) -> "History":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        plies = self.plies()
        return history_of, (plies[0].position, [history.action for history in plies[1:]])


def history_of(start: Position, actions: list[int]) -> History:
    history = History(start)
    for action in actions:
        history = history.after(action)
    return history

"""Who thinks next: bots of different addresses take turns, and bots that think long leave room for those that do not.

Addresses share the workers by the time that their bots think (start-time fair queueing: Goyal, Vin, Cheng 1996). Each
address has a virtual clock that its own jobs move on, and the job whose address is furthest behind goes first. So an
address with sixty tables gets as much as one with a single table, and who asks for little waits for at most the move
that is being thought about. Tables of one address take turns: a table asks for one move at a time.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

__all__ = ["BotQueue", "Job"]


@dataclass(slots=True, eq=False)
class Job:
    """What one bot is asked."""

    slug: str  # of the game
    level: str
    payers: Collection[str]  # addresses, of which one pays; empty: nobody does
    quick: bool  # it is expected to take next to no time
    expected: float  # seconds that it will take
    given: tuple[Any, ...]
    done: "asyncio.Future[Any]"
    payer: str = ""  # who pays for it

    @property
    def compiles(self) -> bool:
        """It is no bot's: somebody compiles what bots need."""
        return not self.level


class BotQueue:
    """Jobs that wait for a worker."""

    def __init__(self) -> None:
        self._waiting: list[Job] = []  # in the order in which they came
        self._ends: dict[str, float] = {}  # by address: when its jobs so far would have ended, in virtual seconds
        self._now = 0.0  # the start of the job that was taken last

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, job: Job) -> None:
        self._waiting.append(job)

    def take(self, may: Callable[[Job], bool]) -> Job | None:
        """The next job of those that may begin now; None when there is none. Nobody waits any more for a job that was
        cancelled."""
        self._waiting = [job for job in self._waiting if not job.done.cancelled()]
        job = min(filter(may, self._waiting), key=self._start, default=None)
        if job is not None:
            self._waiting.remove(job)
            self._now = max(self._now, self._start(job))
            job.payer = self._payer(job)
            self._pay(job.payer, self._start(job) + job.expected)
        return job

    def took(self, job: Job, seconds: float) -> None:
        """A job that was taken is over, and took so long."""
        if job.payer in self._ends:
            self._pay(job.payer, self._ends[job.payer] + seconds - job.expected)

    def _payer(self, job: Job) -> str:
        """The one that has used least: who plays with somebody who has used much need not wait for it."""
        return min(job.payers, key=lambda address: self._ends.get(address, 0.0), default="")

    def _start(self, job: Job) -> float:
        return max(self._now, self._ends.get(self._payer(job), 0.0))

    def _pay(self, address: str, end: float) -> None:
        self._ends[address] = end
        if len(self._ends) > 2 * len(self._waiting) + 100:  # what ended in the past changes nothing any more
            self._ends = {name: end for name, end in self._ends.items() if end > self._now}

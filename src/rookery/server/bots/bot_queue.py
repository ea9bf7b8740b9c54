"""The order in which bots think: the workers are shared fairly between addresses.

Addresses share the workers by the time that their bots think (start-time fair queueing: Goyal, Vin, Cheng 1996). Each
address has a virtual clock that only its own jobs advance, and the job whose address is furthest behind goes first. So
an address with sixty tables gets as much as an address with one, and an address that asks for little waits at most for
the move in progress. The tables of one address take turns, because a table asks for one move at a time.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True, eq=False)
class Job:
    """One question to a bot."""

    slug: str  # of the game
    level: str
    payers: Collection[str]  # addresses of which one is charged; empty: nobody pays
    quick: bool  # whether it is expected to take next to no time
    expected: float  # seconds that it is expected to take
    given: tuple[Any, ...]
    done: "asyncio.Future[Any]"
    payer: str = ""  # the address that is charged


class BotQueue:
    """Jobs that wait for a worker."""

    def __init__(self) -> None:
        self._waiting: list[Job] = []  # in the order in which they came
        self._ends: dict[str, float] = {}  # by address: the virtual time in seconds at which its last job ends
        self._now = 0.0  # the virtual start of the job that was taken last

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, job: Job) -> None:
        self._waiting.append(job)

    def take(self, may: Callable[[Job], bool]) -> Job | None:
        """The next of the jobs for which `may` is true, or None. Cancelled jobs are dropped."""
        self._waiting = [job for job in self._waiting if not job.done.cancelled()]
        job = min(filter(may, self._waiting), key=self._start, default=None)
        if job is not None:
            self._waiting.remove(job)
            self._now = max(self._now, self._start(job))
            job.payer = self._payer(job)
            self._pay(job.payer, self._start(job) + job.expected)
        return job

    def took(self, job: Job, seconds: float) -> None:
        """Note that a job that was taken is over, and charge what it really took."""
        if job.payer in self._ends:
            self._pay(job.payer, self._ends[job.payer] + seconds - job.expected)

    def _payer(self, job: Job) -> str:
        """The payer that has used the least, so that nobody waits because an opponent has used a lot."""
        return min(job.payers, key=lambda address: self._ends.get(address, 0.0), default="")

    def _start(self, job: Job) -> float:
        return max(self._now, self._ends.get(self._payer(job), 0.0))

    def _pay(self, address: str, end: float) -> None:
        self._ends[address] = end
        if len(self._ends) > 2 * len(self._waiting) + 100:  # an end in the past has no effect any more
            self._ends = {name: end for name, end in self._ends.items() if end > self._now}

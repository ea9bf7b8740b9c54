"""Rates per second of CPU time on one thread. CPU time, because machines are shared.

Two workloads to be compared are measured in turn, so that other load on the machine affects both alike. The result is
the median of the ratios of adjacent runs, with the worst and the best ratio.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

REPETITION_SECONDS = 0.5  # approximate CPU time of one repetition
REPETITIONS = 3


@dataclass(frozen=True, slots=True)
class Workload:
    """`run(amount)` does `amount` times `each` units of work. The first run may compile."""

    run: Callable[[int], object]
    amount: int = 1  # of the first run
    each: int = 1

    def settled(self) -> "Workload":
        """The same workload with an amount that takes about REPETITION_SECONDS."""
        self.run(self.amount)  # compile
        amount = self.amount
        while (seconds := cpu_seconds(self.run, amount)) < REPETITION_SECONDS / 4:
            amount = max(amount * 2, int(amount * REPETITION_SECONDS / max(seconds, 1e-4) / 2))
        return Workload(self.run, max(1, int(amount * REPETITION_SECONDS / seconds)), self.each)

    def once(self) -> float:
        """The rate of one repetition."""
        return self.each * self.amount / cpu_seconds(self.run, self.amount)


@dataclass(frozen=True, slots=True)
class Compared:
    """Rates are medians of REPETITIONS. Ratios are ours to theirs, of adjacent runs: the median, worst and best."""

    ours: float
    theirs: float
    ratio: float
    worst: float
    best: float


def rate(work: Workload) -> float:
    """The median rate of REPETITIONS."""
    settled = work.settled()
    return median(settled.once() for _ in range(REPETITIONS))


def compared(ours: Workload, theirs: Workload) -> Compared:
    """Measure both in turn."""
    ours, theirs = ours.settled(), theirs.settled()
    pairs = [(ours.once(), theirs.once()) for _ in range(REPETITIONS)]
    ratios = [one / other for one, other in pairs]
    return Compared(
        median(one for one, _ in pairs), median(other for _, other in pairs), median(ratios), min(ratios), max(ratios)
    )


def cpu_seconds(work: Callable[[int], object], amount: int) -> float:
    began = process_time()
    work(amount)
    return process_time() - began

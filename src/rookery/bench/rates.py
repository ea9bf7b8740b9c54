"""How much of something is done a second of CPU time, on one thread: machines are shared.

Two that are compared are measured in turn, so that what else the machine does meets both alike; what is told of them is
the middle of the ratios of neighbours, with the worst and the best beside it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

__all__ = ["REPETITIONS", "Compared", "Workload", "compared", "cpu_seconds", "rate"]

REPETITION_SECONDS = 0.5  # CPU time of one repetition, about
REPETITIONS = 3


@dataclass(frozen=True, slots=True)
class Workload:
    """`run(amount)` does `amount` times `each` of what is counted; the first run may compile."""

    run: Callable[[int], object]
    amount: int = 1  # to begin with
    each: int = 1

    def settled(self) -> "Workload":
        """The same with an amount that takes about REPETITION_SECONDS."""
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
    """Rates are medians of REPETITIONS; the ratios are those of neighbours, ours to theirs."""

    ours: float
    theirs: float
    ratio: float
    worst: float
    best: float


def rate(work: Workload) -> float:
    """The middle one of REPETITIONS."""
    settled = work.settled()
    return median(settled.once() for _ in range(REPETITIONS))


def compared(ours: Workload, theirs: Workload) -> Compared:
    """Both in turn."""
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

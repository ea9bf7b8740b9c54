"""Estimates one after another, for leaves.py. Generic: see core/kernel.specialise."""

from rookery.core.kernel import kernel
from rookery.core.protocol import States, Utilities, Weights
from rookery.search.kernels.bundles import NetworkMemory
from rookery.search.kernels.estimate import estimate


@kernel
def estimates(states: States, times: int, weights: Weights, network: NetworkMemory, out: Utilities) -> float:
    """Estimate all states `times` times; return the sum of the first seat's utilities, so that nothing is left out.
    `out`: [P], scratch."""
    total = 0.0
    for _ in range(times):
        for i in range(len(states)):
            estimate(states, i, weights, network, out)
            total += out[0]
    return total

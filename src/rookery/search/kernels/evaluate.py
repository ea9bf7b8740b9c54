"""The evaluator as Python calls it. Generic: see core/kernel.specialise."""

from rookery.core.kernel import kernel
from rookery.core.protocol import States, Utilities, Weights
from rookery.core.unbound import evaluator
from rookery.search.kernels.bundles import Workspace
from rookery.search.kernels.growing import look_ahead


@kernel
def evaluate(states: States, i: int, weights: Weights, out: Utilities) -> None:
    """An estimate of the utilities of states[i], which is not over."""
    evaluator.evaluate(states[i], weights, out)


@kernel
def order(states: States, work: Workspace, count: int) -> None:
    """How promising each of the `count` actions listed in `work`, legal in states[1], looks: to its scores."""
    evaluator.order(states[1], work.weights, work.actions, count, work.scores)


@kernel
def ahead(states: States, work: Workspace, count: int) -> None:
    """What the mover of states[1] would have after each of them: to its scores. states[2] is scratch."""
    look_ahead(states, work, count)

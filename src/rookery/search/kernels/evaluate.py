"""The evaluator's functions as Python calls them. Generic: see core/kernel.specialise."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Array, States, Utilities, Weights
from rookery.core.unbound import evaluator
from rookery.search.kernels.bundles import Workspace
from rookery.search.kernels.growing import look_ahead


@kernel
def evaluate(states: States, i: int, weights: Weights, out: Utilities) -> None:
    """Write an estimate of the utilities of states[i], which is not over, to `out`, [P]."""
    evaluator.evaluate(states[i], weights, out)


@kernel
def inputs(states: States, i: int, out: Array) -> int:
    """Write what a network sees of states[i] to `out`, zeros; return the seat whose numbers come first."""
    return int(evaluator.inputs(states[i], out))


@kernel
def order(states: States, work: Workspace, count: int) -> None:
    """Write to work.scores how promising each of the first `count` of work.actions is; they are legal in states[1]."""
    evaluator.order(states[1], work.weights, work.actions, count, work.scores)


@kernel
def ahead(states: States, work: Workspace, count: int) -> None:
    """The same by the mover's estimated utility one ply later; states[2] is scratch."""
    look_ahead(states, work, count)

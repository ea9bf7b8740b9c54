"""The judge as Python calls it. Generic: see core/kernel.specialise."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, States, Utilities, Weights
from rookery.core.unbound import judge
from rookery.search.kernels.growing import look_ahead


@kernel
def evaluate(states: States, i: int, weights: Weights, out: Utilities) -> None:
    """A guess at the utilities of states[i], which is not over."""
    judge.evaluate(states[i], weights, out)


@kernel
def order(states: States, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """How promising each of `count` legal actions of states[1] looks."""
    judge.order(states[1], weights, actions, count, scores)


@kernel
def ahead(states: States, weights: Weights, actions: Actions, count: int, scores: Weights, guess: Utilities) -> None:
    """What the mover of states[1] would have after each action; states[2] is scratch."""
    look_ahead(states, weights, actions, count, scores, guess)

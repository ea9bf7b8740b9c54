"""The judge as Python calls it. Generic: see core/kernel.specialise."""

from rookery.core.kernel import kernel
from rookery.core.protocol import States, Utilities
from rookery.core.unbound import judge


@kernel
def evaluate(states: States, i: int, out: Utilities) -> None:
    """A guess at the utilities of states[i], which is not over."""
    judge.evaluate(states[i], out)

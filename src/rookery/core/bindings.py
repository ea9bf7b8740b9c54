"""Verbs of a game as Python calls them: by array and index, because passing a single record takes three times as long.

Generic: see kernel.specialise.
"""

from rookery.core.chance import pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, Actions, Fields, Settings, States, Stream, Utilities, Weights
from rookery.core.unbound import rules


@kernel
def setup(states: States, i: int, settings: Settings) -> None:
    rules.setup(states[i], settings)


@kernel
def legal(states: States, i: int, actions: Actions) -> int:
    return rules.legal(states[i], actions)


@kernel
def play(states: States, i: int, action: int) -> None:
    rules.play(states[i], action)


@kernel
def mover(states: States, i: int) -> int:
    return rules.mover(states[i])


@kernel
def weights(states: States, i: int, actions: Actions, count: int, out: Weights) -> None:
    rules.weights(states[i], actions, count, out)


@kernel
def utilities(states: States, i: int, out: Utilities) -> None:
    rules.utilities(states[i], out)


@kernel
def points(states: States, i: int, seat: int) -> int:
    return rules.points(states[i], seat)


@kernel
def hide(states: States, i: int, seat: int) -> None:
    rules.hide(states[i], seat)


@kernel
def determinize(states: States, i: int, seat: int, stream: Stream) -> None:
    rules.determinize(states[i], seat, stream)


@kernel
def knows(states: States, i: int, action: int, seat: int) -> bool:
    return rules.knows(states[i], action, seat)


@kernel
def undo(states: States, i: int) -> int:
    return rules.undo(states[i])


@kernel
def resample_history(states: States, i: int, seen: Fields, seat: int, history: Actions, stream: Stream) -> None:
    rules.resample_history(states[i], seen, seat, history, stream)


@kernel
def draw(states: States, i: int, actions: Actions, chances: Weights, stream: Stream) -> int:
    """Draw an action of chance in states[i]; -1 when chance does not move there."""
    if rules.mover(states[i]) != CHANCE:
        return -1
    count = rules.legal(states[i], actions)
    rules.weights(states[i], actions, count, chances)
    return pick(stream, actions, chances, count)

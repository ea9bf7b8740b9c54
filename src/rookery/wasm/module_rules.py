"""The verbs of a game whose rules are a module that anybody may have written. Each answer is checked before anybody
uses it."""

import functools
import struct
from collections.abc import Sequence

import numpy as np

from rookery.core.protocol import CHANCE, OVER, Actions, Facts, Settings, States, Stream, Utilities, Weights
from rookery.wasm.sandbox import BLOCK_ENTRY, KernelAnswer, LentArray, Sandbox

MODULE_VERBS = ("setup", "mover", "legal", "weights", "play", "utilities", "hide", "determinize", "knows")
ONE_STATE = 1, 0  # state, and its index
# answers are remembered, because a module remembers nothing and answers equal questions alike: how many at most, and
# how many bytes in all
MOST_REMEMBERED, MOST_REMEMBERED_BYTES = 512, 1 << 21
LEAST_WEIGHT, MOST_WEIGHT = 1e-9, 1e12  # so that any number of them can be added
ACTION_NUMBER, SETTING_NUMBER, WEIGHT_NUMBER = np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.float64)


class ModuleRules:
    """The counterpart of core/bindings.py. All verbs raise BrokenRules for what rules may not answer."""

    def __init__(self, sandbox: Sandbox, facts: Facts, state_size: int) -> None:
        """`state_size`: bytes."""
        self._sandbox, self._facts = sandbox, facts
        largest = 2 * (state_size + ACTION_NUMBER.itemsize * facts.max_legal)  # of a question and its answer
        self._ask = functools.lru_cache(min(MOST_REMEMBERED, MOST_REMEMBERED_BYTES // largest))(sandbox.call)

    @staticmethod
    def wanted(facts: Facts) -> list[str]:
        """The kernels that a module must export."""
        return [f"rules.{verb}" for verb in (*MODULE_VERBS, *(["points"] if facts.points else []))]

    def setup(self, states: States, i: int, settings: Settings) -> None:
        self._change("setup", states, i, LentArray(settings.astype(SETTING_NUMBER).tobytes(), len(settings)))

    def play(self, states: States, i: int, action: int) -> None:
        self._change("play", states, i, int(action))

    def hide(self, states: States, i: int, seat: int) -> None:
        self._change("hide", states, i, int(seat))

    def determinize(self, states: States, i: int, seat: int, stream: Stream) -> None:
        answer = self._change("determinize", states, i, int(seat), LentArray(stream.tobytes(), len(stream)))
        stream[:] = np.frombuffer(answer.lent[1], stream.dtype)

    def mover(self, states: States, i: int) -> int:
        mover = _number(self._asked("mover", states, i))
        if mover not in (CHANCE, OVER) and not 0 <= mover < max(self._facts.players):
            raise self._broken("mover", f"names the seat {mover}, which no table has")
        return mover

    def legal(self, states: States, i: int, actions: Actions) -> int:
        room = self._facts.max_legal
        answer = self._asked("legal", states, i, LentArray(bytes(ACTION_NUMBER.itemsize * room), room))
        count = _number(answer)
        if not 0 <= count <= min(room, len(actions)):
            raise self._broken("legal", f"counts {count} actions, and the facts allow {room}")
        found = np.frombuffer(answer.lent[1], ACTION_NUMBER, count)
        if count and not 0 <= found.min() <= found.max() < self._facts.actions:
            raise self._broken("legal", f"lists an action that is not one of the {self._facts.actions} of the facts")
        if len(np.unique(found)) < count:
            raise self._broken("legal", "lists an action twice")
        actions[:count] = found
        return count

    def weights(self, states: States, i: int, actions: Actions, count: int, out: Weights) -> None:
        asked = LentArray(actions[:count].astype(ACTION_NUMBER).tobytes(), count), int(count)
        found = self._numbers("weights", states, i, *asked, LentArray(bytes(WEIGHT_NUMBER.itemsize * count), count))
        if not all(LEAST_WEIGHT <= weight <= MOST_WEIGHT for weight in found):
            raise self._broken("weights", f"gives a weight that is not between {LEAST_WEIGHT:g} and {MOST_WEIGHT:g}")
        out[:count] = found

    def utilities(self, states: States, i: int, out: Utilities) -> None:
        found = self._numbers("utilities", states, i, LentArray(bytes(WEIGHT_NUMBER.itemsize * len(out)), len(out)))
        if not all(-1 <= utility <= 1 for utility in found):
            raise self._broken("utilities", "gives a number that is not between -1 and 1")
        out[:] = found

    def points(self, states: States, i: int, seat: int) -> int:
        return _number(self._asked("points", states, i, int(seat)))

    def knows(self, states: States, i: int, action: int, seat: int) -> bool:
        return _number(self._asked("knows", states, i, int(action), int(seat))) != 0

    def _asked(self, verb: str, states: States, i: int, *arguments: LentArray | int) -> KernelAnswer:
        """Ask about a state, which stays as it is."""
        return self._ask(f"rules.{verb}", LentArray(states[i].tobytes(), ONE_STATE[0]), ONE_STATE[1], *arguments)

    def _change(self, verb: str, states: States, i: int, *arguments: LentArray | int) -> KernelAnswer:
        """Ask for another state in place of this one."""
        answer = self._asked(verb, states, i, *arguments)
        states[i : i + 1] = np.frombuffer(answer.lent[0], states.dtype)
        return answer

    def _numbers(self, verb: str, states: States, i: int, *arguments: LentArray | int) -> Sequence[float]:
        """The numbers in the last array that the verb was lent."""
        last = self._asked(verb, states, i, *arguments).lent[-1]
        return struct.unpack(f"<{len(last) // WEIGHT_NUMBER.itemsize}d", last)

    def _broken(self, verb: str, what: str) -> Exception:
        return self._sandbox.broken(verb, what)


def _number(answer: KernelAnswer) -> int:
    number: int = BLOCK_ENTRY.unpack(answer.word)[0]
    return number

"""The memory of a seat: all that it has seen and heard of a game, and other games that agree with it.

`Position.determinize` fills in what a seat does not see now, whatever was played before. Here the whole past is filled
in: every action that the seat did not learn may be another one, but what it saw and heard at each ply is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from rookery.core.errors import CannotPlay
from rookery.core.generator import AnyGenerator
from rookery.core.position import Position
from rookery.core.protocol import UNTOLD, States

MAX_RESAMPLES = 10_000  # attempts before it gives up
RESAMPLE_TIMEOUT = 10.0  # seconds for all attempts; there is at least one


@dataclass(frozen=True, slots=True)
class Memory:
    """All that a seat (or SPECTATOR) has seen and heard of a game. Everybody knows its first position, `start`."""

    start: Position
    seat: int
    heard: tuple[int, ...]  # [ply] the action, or UNTOLD
    seen: tuple[bytes, ...]  # [plies + 1] the bytes of its views

    def resample_history(self, generator: AnyGenerator) -> list[int]:
        """The actions of a game of which the seat would remember the same, drawn without bias.

        Each such game is as likely as the draws of chance in it; what players chose is taken as given. The rules fill
        in what the seat did not learn. A history that does not agree with its memory is discarded and drawn again,
        which keeps the odds among those that agree. Raises CannotPlay if none agrees after MAX_RESAMPLES attempts or
        RESAMPLE_TIMEOUT seconds."""
        if UNTOLD not in self.heard:
            return [*self.heard]
        from rookery.core.chance import stream_from  # here because it loads Numba

        game, stream = self.start.game, stream_from(generator)
        heard, now = np.array(self.heard, np.int32), self._states(self.seen[-1])[0]
        tried, until = 0, monotonic() + RESAMPLE_TIMEOUT
        while not tried or (tried < MAX_RESAMPLES and monotonic() < until):
            tried += 1
            history = heard.copy()
            game.bindings.resample_history(self.start.states, 0, now, self.seat, history, stream)
            actions: list[int] = history.tolist()
            if self._fits(actions):
                return actions
        who = self.start.role(self.seat) if self.seat >= 0 else "a spectator"
        raise CannotPlay(f"none of {tried:,} games of {game.facts.name} agrees with what {who} has seen and heard")

    def _fits(self, actions: list[int]) -> bool:
        """Whether the actions are legal, and the seat would remember the same of them."""
        game, states = self.start.game, self.start.states
        room = np.empty(game.facts.max_legal, np.int32)
        for ply, action in enumerate(actions):
            if action not in room[: game.bindings.legal(states, 0, room)].tolist():
                return False
            if self.heard[ply] != (action if game.bindings.knows(states, 0, action, self.seat) else UNTOLD):
                return False
            game.bindings.play(states, 0, action)
            view = self._states(states.tobytes())
            game.bindings.hide(view, 0, self.seat)
            if view.tobytes() != self.seen[ply + 1]:
                return False
        return True

    def _states(self, state: bytes) -> States:
        return np.ndarray(1, self.start.game.dtype, bytearray(state))


def remembered(positions: Sequence[Position], actions: Sequence[int], seat: int) -> Memory:
    """A seat's memory of a game, given its whole positions and the actions between them (one fewer)."""
    played = zip(positions, actions, strict=False)
    heard = tuple(action if position.knows(action, seat) else UNTOLD for position, action in played)
    return Memory(positions[0], seat, heard, tuple(position.view(seat).states.tobytes() for position in positions))

"""Exact values: what a position is worth when everybody plays perfectly, or an honest "not proved"."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.search.kernels.exact import ENTRY, FRAME

__all__ = ["Proof", "Prover", "prove"]


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a search for an exact value."""

    proved: bool  # False: the limit came first; utilities and action then say nothing
    utilities: tuple[float, ...]  # [P] under perfect play
    action: int | None  # a best action; None when the game is over, chance moves, or nothing is proved
    nodes: int  # positions looked at
    seconds: float


class Prover:
    """Proves positions of one game, keeping its table from one to the next. Not for several threads at once."""

    def __init__(self, game: Game, players: int | None = None, table_bits: int = 18) -> None:
        """`table_bits`: the table has 2**table_bits entries of 25 bytes. Raises CannotPlay, UnknownOption."""
        facts = game.facts
        seats = int(facts.settings(players, {})[0])
        if facts.hidden:
            raise CannotPlay(f"{facts.name} has hidden cards or tiles; exact search needs open information")
        if seats > 2 and not facts.cooperative:
            raise CannotPlay(f"exact search proves games of two sides or of one team, not {facts.name} for {seats}")
        depth = facts.longest + 1
        self.game = game
        self._kernels = game.made("rookery.search.kernels.exact")
        self._states = game.blank(depth + 1)
        self._words = self._states.view(np.uint64).reshape(depth + 1, -1)
        self._frames = np.zeros(depth, FRAME)
        self._actions = np.zeros((depth, facts.max_legal), np.int32)
        self._scores, self._chances = np.zeros((depth, facts.max_legal)), np.zeros((depth, facts.max_legal))
        self._out = np.zeros(seats)
        self._sides = np.array([1 if facts.cooperative or seat == 0 else -1 for seat in range(seats)], np.int8)
        self._table = np.zeros(2**table_bits, ENTRY)

    def prove(self, position: Position, limit: int = 100_000_000) -> Proof:
        """The value of a position, looking at no more than `limit` positions."""
        began = perf_counter()
        self._states[0] = position.record
        result = np.zeros(3)
        proved = self._kernels.solve(
            self._states, self._words, self._frames, self._actions, self._scores, self._chances, self._out,
            self._sides, self._table, limit, result,
        )  # fmt: skip
        value, action, nodes = result.tolist()
        utilities = tuple(float(value * side) for side in self._sides) if proved else ()
        chosen = int(action) if proved and action >= 0 else None
        return Proof(bool(proved), utilities, chosen, int(nodes), perf_counter() - began)


def prove(position: Position, limit: int = 100_000_000, table_bits: int = 18) -> Proof:
    """The exact value of one position. Raises CannotPlay when the game is not of the kind that can be proved."""
    return Prover(position.game, position.players, table_bits).prove(position, limit)

"""Exact values of positions under perfect play."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np

from rookery.core.compiling import lent
from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.core.protocol import Facts
from rookery.search.kernels.bundles import AlphaBetaStack, MaxNMemory, MaxNStack, ProofMemory
from rookery.search.kernels.frames import ALPHA_BETA_FRAME, ENTRY, MAXN_FRAME
from rookery.search.ready import get_ready


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a search for an exact value."""

    proved: bool  # False: the limit was reached; then `utilities` is empty and `action` is None
    utilities: tuple[float, ...]  # [P] under perfect play
    action: int | None  # a best action; None if the game is over, chance moves, or nothing is proved
    nodes: int  # positions searched
    seconds: float


class Prover:
    """Proves positions of one game and keeps its transposition table between them. Not thread-safe.

    It uses alpha-beta (kernels/exact.py) for two opponents or one team, and the much slower max^n (kernels/maxn.py) for
    more rivals."""

    def __init__(self, game: Game, players: int | None = None, table_bits: int = 16) -> None:
        """`table_bits`, 1 or more: the table has 2**table_bits entries of 32 bytes.

        Raises CannotPlay for a game that hides something to its end, UnknownOption, ValueError."""
        facts = game.facts
        if table_bits < 1:
            raise ValueError(f"table_bits {table_bits}; it must be 1 or more: entries come in pairs")
        if facts.opened is None:
            must_be_open(facts)
        seats = int(facts.settings(players, {})[0])
        depth, entries = facts.longest + 1, 1 << table_bits
        states, out = game.blank(depth + 1), np.zeros(seats)
        raw = lent.words_of(states)
        actions, chances = lent.zeros((depth, facts.max_legal), np.int32), lent.zeros((depth, facts.max_legal))
        self.game = game
        self._seats = seats
        self._states = states
        self._many = seats > 2 and not facts.cooperative
        self._stack: MaxNStack | AlphaBetaStack
        self._memory: MaxNMemory | ProofMemory
        if self._many:
            self._solve = game.made("rookery.search.kernels.maxn").solve
            self._values = np.zeros((depth, seats))
            self._stack = MaxNStack(states, raw, lent.zeros(depth, MAXN_FRAME), self._values, actions, chances, out)
            self._memory = MaxNMemory(lent.zeros(entries, np.uint64), lent.zeros((entries, seats)))
        else:
            kernels = game.made("rookery.search.kernels.exact")
            self._solve, self._ask = kernels.solve, kernels.ask
            self._sides = np.zeros(seats, np.int8)
            for seat in range(seats):
                self._sides[seat] = 1 if facts.cooperative or seat == 0 else -1
            frames, scores = lent.zeros(depth, ALPHA_BETA_FRAME), lent.zeros((depth, facts.max_legal))
            self._stack = AlphaBetaStack(states, raw, frames, actions, scores, chances, out)
            history = lent.zeros((seats, facts.actions))
            self._memory = ProofMemory(self._sides, history, lent.zeros(entries, ENTRY))

    def prove(self, position: Position, limit: int = 100_000_000) -> Proof:
        """Prove the value of a position, searching at most `limit` positions.

        Raises CannotPlay for a position of another game, with another number of players, or with secrets."""
        began = perf_counter()
        self._take(position)
        result = np.zeros(2 if self._many else 3)
        proved = bool(self._solve(self._stack, self._memory, limit, result))
        action, nodes = int(result[-2]), int(result[-1])
        worth = float(result[0])
        worths = self._values[0].tolist() if self._many else [worth * side for side in self._sides.tolist()]
        return Proof(
            proved=proved,
            utilities=tuple(worths) if proved else (),
            action=action if proved and action >= 0 else None,
            nodes=nodes,
            seconds=perf_counter() - began,
        )

    def others(
        self, position: Position, best: int, limit: int, going_on: Callable[[], bool] = lambda: True
    ) -> Iterator[tuple[int, Proof]]:
        """Each legal action but `best`, with the Proof (or failed attempt) of the position after it.

        It stops when `limit` positions have been searched, or when `going_on`, called before each action, is false.
        Raises CannotPlay."""
        position = position.opened()
        for action in position.legal_actions:
            if action != best and limit > 0 and going_on():
                proof = self.prove(position.after_unchecked(action), limit)
                limit -= proof.nodes
                yield action, proof

    def within(self, position: Position, low: float, high: float, limit: int) -> tuple[float, float, int]:
        """Bounds on seat 0's utility from a search with the window low .. high, and the number of positions searched.

        The bounds are -1 and 1 if `limit` positions do not suffice. Only for two opponents or one team. Raises
        CannotPlay, and ValueError unless -1 <= low < high <= 1."""
        if not -1.0 <= low < high <= 1.0:  # nan is refused
            raise ValueError(f"nothing lies between {low} and {high}; allowed: -1 <= low < high <= 1")
        self._take(position)
        must_have_two_sides(self.game.facts, self._seats)
        result = np.zeros(3)
        if not self._ask(self._stack, self._memory, low, high, limit, result):
            return -1.0, 1.0, int(result[2])
        value, nodes = float(result[0]), int(result[2])
        return (value if value > low else -1.0), (value if value < high else 1.0), nodes

    def _take(self, position: Position) -> None:
        if position.game is not self.game or position.players != self._seats:
            wanted = f"{self.game.facts.name} with {self._seats} players"
            raise CannotPlay(f"this prover is for {wanted}, not for {position.game.facts.name} with {position.players}")
        if not position.is_open:
            must_be_open(position.game.facts)
        self._states[0] = position.opened().state

    def compile(self, position: Position) -> None:
        """Load what a proof calls. `position`: any of this game and number of players, with or without secrets."""
        self._states[0] = position.state
        if self._many:
            self._solve(self._stack, self._memory, 1, np.zeros(2))
        else:
            self._solve(self._stack, self._memory, 1, np.zeros(3))
            self._ask(self._stack, self._memory, -1.0, 1.0, 1, np.zeros(3))


def must_be_open(facts: Facts) -> None:
    """Raises CannotPlay for a game with secrets."""
    if facts.hidden:
        raise CannotPlay(f"{facts.name} has hidden cards or tiles; exact search needs open information")


def must_have_two_sides(facts: Facts, players: int) -> None:
    """Raises CannotPlay for more than two rivals; a team counts as one side, chance as the other."""
    if players > 2 and not facts.cooperative:
        who = f"{facts.name} with {players} players"
        raise CannotPlay(f"{who} has rivals on more than two sides; allowed: two, or one team")


def may_be_proved(view: Position) -> bool:
    """Whether exact search applies: nothing is hidden any more, and two sides or one team play."""
    return view.is_open and proves_endings(view.game.facts, view.players)


def proves_endings(facts: Facts, players: int) -> bool:
    """Whether exact search applies at least to the end of a game: two sides or one team play, and no secret lasts."""
    return (not facts.hidden or facts.opened is not None) and (players == 2 or facts.cooperative)


def prove(position: Position, limit: int = 100_000_000, table_bits: int = 16) -> Proof:
    """Prove the value of one position, searching at most `limit` positions. Raises CannotPlay for games with
    secrets."""
    prover = partial(Prover, position.game, position.players, table_bits)
    get_ready(position.game, ("prove", position.players), lambda: prover().prove(position, limit=1))
    return prover().prove(position, limit)

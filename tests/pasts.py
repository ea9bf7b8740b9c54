"""Every game that a seat may take for the one that was played, found by trying all, and how likely it is."""

from collections import Counter

import numpy as np

from rookery.core.memory import Memory
from rookery.core.position import Position
from rookery.core.protocol import UNTOLD

Past = tuple[int, ...]  # actions


def pasts(memory: Memory) -> dict[Past, float]:
    """Actions -> probability, given what the seat remembers."""
    found: dict[Past, float] = {}

    def go_on(position: Position, actions: Past, chance: float) -> None:
        ply = len(actions)
        if position.view(memory.seat).states.tobytes() != memory.seen[ply]:
            return
        if ply == len(memory.heard):
            found[actions] = chance
            return
        for action in position.legal_actions:
            if memory.heard[ply] == (action if position.knows(action, memory.seat) else UNTOLD):
                go_on(position.after_unchecked(action), (*actions, action), chance * position.chances.get(action, 1.0))

    go_on(memory.start, (), 1.0)
    return {past: chance / sum(found.values()) for past, chance in found.items()}


def deviation(memory: Memory, likely: dict[Past, float], each: int) -> float:
    """How far games that are retold, `each` times as many as there are, come from as often as they should: in standard
    deviations of chi-square."""
    generator, number = np.random.default_rng(2026), each * len(likely)
    counts = Counter(tuple(memory.resample_history(generator)) for _ in range(number))
    assert counts.keys() <= likely.keys()
    found = sum((counts[past] - number * chance) ** 2 / (number * chance) for past, chance in likely.items())
    return float((found - (len(likely) - 1)) / np.sqrt(2 * (len(likely) - 1)))

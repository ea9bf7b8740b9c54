"""Workloads as learners have them: agents that take turns, and many games as arrays."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from rookery import envs
from rookery.core.chance import stream_from
from rookery.core.position import Game

BATCH = 1024  # games side by side


def agent_loop(env: Any, steps: int) -> None:
    """Play `steps` random steps, and the rest of the last game, in an environment with PettingZoo's interface. Each
    agent reads its observation and plays a random action that its mask allows."""
    dice, done = Random(1), 0
    while done < steps:
        env.reset(seed=done)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
                done += 1


def arrays(game: Game) -> Callable[[int], None]:
    """A function that plays a number of random steps in each of BATCH games. All seats learn."""
    batch, stream = envs.batch(game.facts.slug, BATCH, seed=1), stream_from(np.random.default_rng(1))

    def work(rounds: int) -> None:
        for _ in range(rounds):
            batch.step(batch.any_legal(stream))

    return work


def vector(game: Game) -> Callable[[int], None]:
    """The same in a vector environment: one seat learns, and the others play at random. Raises MissingExtra."""
    env, stream = envs.vector(game.facts.slug, BATCH, copy=False), stream_from(np.random.default_rng(1))

    def work(rounds: int) -> None:
        env.reset(seed=1)
        for _ in range(rounds):
            env.step(env.batch.any_legal(stream))

    return work

"""Generic kernels: compiled once for each game, for all callers that lend them arrays."""

from typing import Any

import numpy as np
import pytest

from rookery import envs
from rookery.core.position import Game
from rookery.search import Prover, mcts
from rookery.search.plan import Plan

RACE, PEEK = Game("tests.search.race"), Game("tests.peek")  # of the other one learners see something


def overloads(game: Game, module: str, *names: str) -> list[int]:
    made = game.made(f"rookery.search.kernels.{module}")
    if not hasattr(getattr(made, names[0]), "overloads"):
        pytest.skip("kernels run as plain Python")
    return [len(getattr(made, name).overloads) for name in names]


@pytest.mark.soak  # machine code of a whole search takes half a minute
@pytest.mark.usefixtures("machine_code")
def test_no_kernel_is_compiled_twice() -> None:
    """All makers of a bundle use arrays of the same types."""
    position = RACE.start(seed=0)
    for plan in (Plan(), Plan(ordered="ahead", guided="order", tried=2, horizon=3)):
        mcts(position, np.random.default_rng(0), plan, simulations=50)
    assert max(overloads(RACE, "mcts", "simulate", "playout")) <= 1
    assert max(overloads(RACE, "growing", "grow", "sorted_actions", "look_ahead")) <= 1
    assert overloads(RACE, "mcts", "descend", "ends_at_once") == [0, 0]  # sections of `simulate`
    prover = Prover(RACE)
    prover.prove(position, limit=100)
    prover.within(position, -1.0, 1.0, limit=100)
    assert max(overloads(RACE, "exact", "solve", "ask", "search")) <= 1


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_one_game_and_many_are_played_by_the_same_kernel(bots: Any) -> None:
    batch, env = envs.batch(PEEK.start(), 3, bots=bots, learners=(0,)), envs.pettingzoo(PEEK.start())
    actions = batch.any_legal(np.zeros(1, np.uint64))
    batch.step(np.repeat(actions, 2)[::2])
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    env.observe(env.possible_agents[-1])
    assert max(overloads(PEEK, "batch", "run", "play_others", "see")) <= 1

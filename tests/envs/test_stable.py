"""examples/learning/maskable_ppo.py without PyTorch: a bare class stands in for that of Stable-Baselines3."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rookery import envs
from rookery.core.position import Game
from tests.envs.twin import games, late, some_legal

SCRIPT = Path(__file__).parents[2] / "examples" / "learning" / "maskable_ppo.py"


class VecEnv:
    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module."""
    for name, held in {"sb3_contrib": "MaskablePPO", "stable_baselines3.common.vec_env": "VecEnv"}.items():
        parts = name.split(".")
        for i in range(len(parts)):
            monkeypatch.setitem(sys.modules, ".".join(parts[: i + 1]), ModuleType(parts[i]))
        setattr(sys.modules[name], held, VecEnv)
    spec = importlib.util.spec_from_file_location("maskable_ppo", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@games
def test_it_says_what_the_vector_environment_says(game: Game, script: Any) -> None:
    """And where a game has ended, the last that was seen of it."""
    start, generator, ended = late(game, game.facts.players[0]), np.random.default_rng(1), 0
    many: Any
    plain: Any
    many, plain = (envs.vector(start, 3, seat=start.mover or 0, flat=True) for _ in range(2))
    learns = script.ManyGames(many)
    assert (learns.num_envs, learns.observation_space) == (3, plain.single_observation_space)
    assert learns.action_space == plain.single_action_space
    assert learns.reset() in plain.observation_space
    many.reset(seed=5)
    plain.reset(seed=5)
    while ended < 3:
        masks = learns.env_method("action_masks")
        assert np.stack(masks).shape == (3, game.facts.seat_actions)
        actions = np.array([some_legal(mask, generator) for mask in masks])
        learns.step_async(actions)
        seen, rewards, over, infos = learns.step_wait()
        same, worth, terminated, _, told = plain.step(actions)
        assert np.array_equal(seen, same)
        assert np.array_equal(rewards, worth.astype(np.float32))
        assert np.array_equal(over, terminated)
        for i in range(3):
            assert ("terminal_observation" in infos[i]) == over[i]
            assert not over[i] or np.array_equal(infos[i]["terminal_observation"], told["final_obs"][i])
        ended += int(over.sum())

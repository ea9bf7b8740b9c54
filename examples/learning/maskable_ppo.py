"""MaskablePPO of sb3-contrib learns a game from many games at once.

    python maskable_ppo.py connect_four --steps 200000

Stable-Baselines3 has its own interface for vector environments; `ManyGames` adapts ours to it. The script needs `pip
install sb3-contrib` in addition to Rookery with `[envs]`.
"""

import argparse
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from rookery import envs

GAMES = 200  # games per measurement


class ManyGames(VecEnv):
    """Adapts our vector environment, made with `flat=True`, to the interface of Stable-Baselines3."""

    def __init__(self, games: Any) -> None:
        self.games = games
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> Any:
        return self.games.reset()[0]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, over, _, told = self.games.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in over]
        for i in np.flatnonzero(over):
            infos[i] = {"terminal_observation": told["final_obs"][i], "TimeLimit.truncated": False}
        return seen, rewards.astype(np.float32), over, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Stable-Baselines3 calls `action_masks` in this way. The result has one row per game."""
        return list(getattr(self.games, method_name)(*args, **kwargs))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.games, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.games.close()


def won(model: MaskablePPO, slug: str, bots: Iterable[str]) -> str:
    """The number of wins in GAMES games against bots of each of these levels. The model's seat is random."""
    words = []
    for level in bots:
        env, wins = envs.gymnasium(slug, bots=level, seat=None, flat=True), 0
        for game in range(GAMES):
            seen, _ = env.reset(seed=game)
            reward, over = 0.0, False
            while not over:
                action, _ = model.predict(seen, action_masks=env.action_masks())
                seen, reward, over, _, _ = env.step(action)
            wins += reward > 0
        words.append(f"{wins} of {GAMES} against {level}")
    return ", ".join(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=64)
    asked = parser.parse_args()
    many = ManyGames(envs.vector(asked.slug, asked.games, seat=None, flat=True))
    model = MaskablePPO("MlpPolicy", many, n_steps=128, batch_size=512, seed=1)
    print("before:", won(model, asked.slug, ("random", "greedy")))
    began = time.process_time()
    model.learn(asked.steps)
    print(f"{asked.steps:,} steps in {time.process_time() - began:.0f} s of CPU time")
    print("after:", won(model, asked.slug, ("random", "greedy")))


if __name__ == "__main__":
    main()

"""Registers every game with Gymnasium: `gymnasium.make("rookery.envs.ids:rookery/gleebs-v1", players=2)`.

The version is the version of the game's rules. `gymnasium.make_vec` makes the vector environment.
"""

from typing import Any

from rookery import envs
from rookery.envs.arguments import libraries, loadable

with libraries():
    import gymnasium

    from rookery.envs.vectorized import SeatVectorEnv


def vector(num_envs: int, **settings: Any) -> SeatVectorEnv:
    """`rookery.envs.vector` as Gymnasium calls it."""
    return envs.vector(games=num_envs, **settings)


for _game in loadable():
    gymnasium.register(
        f"rookery/{_game.facts.slug}-v{_game.facts.rules_version}",
        entry_point="rookery.envs:gymnasium",
        vector_entry_point="rookery.envs.ids:vector",
        kwargs={"start": _game.facts.slug},
    )

"""The same measures for other libraries, if they are installed: make .venv/.bench

OpenSpiel   games in C++ and Python, C++ tree search (pyspiel.MCTSBot), https://github.com/google-deepmind/open_spiel
pgx         jitted JAX on the CPU, https://github.com/sotetsuk/pgx
PettingZoo  its classic games, https://github.com/Farama-Foundation/PettingZoo
EnvPool     environments in C++, many side by side, https://github.com/sail-sg/envpool
"""

import importlib
import importlib.metadata
import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.speed.measures import BATCH, SIMULATIONS, agent_loop, spiel_loop
from benchmarks.speed.rates import Workload, rate
from rookery.core.errors import MissingExtra
from rookery.search import Plan

PGX_BATCHES = (1024, 4096)  # games side by side
_MODULES = {"OpenSpiel": "pyspiel", "pgx": "pgx", "PettingZoo": "pettingzoo.classic", "EnvPool": "envpool"}
_DISTRIBUTIONS = {"OpenSpiel": "open_spiel", "pgx": "pgx", "PettingZoo": "pettingzoo", "EnvPool": "envpool"}


def version(peer: str) -> str:
    """The installed version of a peer."""
    return importlib.metadata.version(_DISTRIBUTIONS[peer])


def workload(peer: str, name: str, game: str) -> Workload:
    """The workload of a measure for a peer. Raises MissingExtra if the library is not installed, KeyError for an
    unknown measure."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    try:
        library = importlib.import_module(_MODULES[peer])
    except ImportError as error:
        raise MissingExtra(f"{peer} is not installed ({error}): make .venv/.bench") from None
    return WORKLOADS[peer, name](library, game)


def _openspiel_random_games(pyspiel: Any, name: str) -> Workload:
    """Random games in C++, as rollouts of a tree search that only evaluates its root."""
    game = pyspiel.load_game(name)
    state = _dealt(game)
    rollouts = 2_000

    def work(times: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts * times, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False).mcts_search(state)

    return Workload(work, 1, rollouts)


def _dealt(game: Any) -> Any:
    """The first state in which a player decides, because the search of 2.0.2 crashes at a chance node. All searches
    start from the same deal, and dealing costs the peer no time."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def _openspiel_tree_search(pyspiel: Any, name: str) -> Workload:
    """Tree search with the settings of ours: the same exploration constant, and with proofs (solve=True)."""
    game = pyspiel.load_game(name)
    state = _dealt(game)

    def work(searches: int) -> None:
        for _ in range(searches):
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            pyspiel.MCTSBot(game, evaluator, Plan().exploration, SIMULATIONS, 1000, True, 1, False).mcts_search(state)

    return Workload(work, 1, SIMULATIONS)


def _openspiel_state_plies(pyspiel: Any, name: str) -> Workload:
    """Random plies of one of OpenSpiel's own games in C++."""
    game = pyspiel.load_game(name)
    return Workload(lambda n: spiel_loop(game, n), 200)


def _pgx_learning_steps(pgx: Any, name: str) -> Workload:
    """Random steps in many games side by side, as learners need them: each returns observations, masks and rewards.

    These are the best settings that we found: the fastest of PGX_BATCHES, JAX's generator unsafe_rbg, one random number
    per action, finished games restarted from a state made once, and each step writing into the memory of the previous
    one, as ours does."""
    return max((_pgx_learning(pgx, name, batch) for batch in PGX_BATCHES), key=rate)


def _pgx_learning(pgx: Any, name: str, batch: int) -> Workload:
    jax: Any = importlib.import_module("jax")
    jnp: Any = jax.numpy
    env = pgx.make(name)
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0, impl="unsafe_rbg"), batch))

    def play(state: Any, key: Any) -> Any:
        key, choice = jax.random.split(key)
        counts = jnp.cumsum(state.legal_action_mask, axis=-1)
        drawn = jax.random.uniform(choice, (batch, 1)) * counts[:, -1:]
        after = jax.vmap(env.step)(state, (counts <= drawn).sum(-1).astype(jnp.int32))
        over = after.terminated | after.truncated
        anew = jax.tree.map(lambda a, b: jnp.where(over.reshape(-1, *[1] * (a.ndim - 1)), b, a), after, first)
        return anew, key, after.rewards, over

    jitted = jax.jit(play, donate_argnums=0)

    def work(rounds: int) -> None:
        state, key = jax.tree.map(jnp.copy, first), jax.random.key(1, impl="unsafe_rbg")
        for _ in range(rounds):
            state, key, rewards, over = jitted(state, key)
            jax.block_until_ready((state.observation, state.legal_action_mask, rewards, over))

    return Workload(work, 10, batch)


def _envpool_learning_steps(envpool: Any, name: str) -> Workload:
    """Random steps on one thread. Actions are drawn from those that the masks allow."""
    env = envpool.make_gymnasium(name, num_envs=BATCH, num_threads=1, seed=1)
    generator = np.random.default_rng(1)

    def work(rounds: int) -> None:
        seen, _ = env.reset()
        for _ in range(rounds):
            mask = seen["action_mask"]
            seen, *_ = env.step((generator.random(mask.shape, np.float32) * mask).argmax(1).astype(np.int32))

    return Workload(work, 10, BATCH)


def _pettingzoo_agent_steps(classic: Any, name: str) -> Workload:
    env = importlib.import_module(f"{classic.__name__}.{name}").env()
    return Workload(lambda n: agent_loop(env, n), 200)


WORKLOADS: Mapping[tuple[str, str], Callable[[Any, str], Workload]] = MappingProxyType(
    {
        ("OpenSpiel", "random games"): _openspiel_random_games,
        ("OpenSpiel", "tree search"): _openspiel_tree_search,
        ("OpenSpiel", "state plies"): _openspiel_state_plies,
        ("OpenSpiel", "position plies"): _openspiel_state_plies,
        ("pgx", "learning steps"): _pgx_learning_steps,
        ("EnvPool", "learning steps"): _envpool_learning_steps,
        ("PettingZoo", "agent steps"): _pettingzoo_agent_steps,
    }
)

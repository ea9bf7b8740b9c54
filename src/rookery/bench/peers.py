"""The same measures of other libraries, where they are installed: `pip install rookery[peers]`.

OpenSpiel  games in C++ and Python, C++ tree search (pyspiel.MCTSBot), https://github.com/google-deepmind/open_spiel
pgx        jitted JAX on the CPU, https://github.com/sotetsuk/pgx
"""

import importlib
import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rookery.bench import spiel
from rookery.bench.measures import BATCH, SIMULATIONS, rate
from rookery.core.errors import MissingExtra

__all__ = ["measure", "measures_of", "version"]

_MODULES = {"OpenSpiel": "pyspiel", "pgx": "pgx"}
_DISTRIBUTIONS = {"OpenSpiel": "open_spiel", "pgx": "pgx"}


def measures_of(peer: str) -> list[str]:
    """The names of what can be measured of it; nothing of an unknown one."""
    return [name for library, name in _MEASURES if library == peer]


def version(peer: str) -> str:
    """The installed version."""
    from importlib.metadata import version as installed

    return installed(_DISTRIBUTIONS[peer])


def measure(peer: str, name: str, game: str) -> float:
    """One measure of a peer. Raises MissingExtra when the library is not there, KeyError for a measure it has not."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    try:
        library = importlib.import_module(_MODULES[peer])
    except ImportError as error:
        raise MissingExtra(f"{peer} is not installed ({error}); pip install 'rookery[peers]' brings it") from None
    return _MEASURES[peer, name](library, game)


def _openspiel_random_games(pyspiel: Any, name: str) -> float:
    """Random games in C++: the rollouts of a tree search that evaluates its root, and nothing else, so many times."""
    game = pyspiel.load_game(name)
    state = _dealt(game)
    rollouts = 2_000

    def work(times: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts * times, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False).mcts_search(state)

    return rollouts * rate(work)


def _dealt(game: Any) -> Any:
    """The first state in which a player decides: in a state of chance the search of 2.0.2 crashes. So one and the same
    deal is played all the time, and dealing costs the peer nothing."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def _openspiel_tree_search(pyspiel: Any, name: str) -> float:
    game = pyspiel.load_game(name)
    state = _dealt(game)

    def work(searches: int) -> None:
        for _ in range(searches):
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, 1, False).mcts_search(state)

    return SIMULATIONS * rate(work)


def _openspiel_state_plies(pyspiel: Any, name: str) -> float:
    """Of a game that OpenSpiel has in Python, as ours are to it."""
    importlib.import_module("open_spiel.python.games")  # makes them known by name
    game = pyspiel.load_game(name)
    return rate(lambda n: spiel.play(game, n), 200)


def _pgx_batch_steps(pgx: Any, name: str) -> float:
    """Random plies in BATCH games side by side with auto-reset, the whole loop jitted, as pgx's own examples do it."""
    jax: Any = importlib.import_module("jax")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    step = wrappers.auto_reset(env.step, env.init)

    def run(state: Any, key: Any, rounds: Any) -> Any:
        def body(_: Any, carry: Any) -> Any:
            state, key = carry
            key, choice, reset = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(choice, logits, axis=-1)
            return jax.vmap(step)(state, actions, jax.random.split(reset, BATCH)), key

        return jax.lax.fori_loop(0, rounds, body, (state, key))

    jitted = jax.jit(run)
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    return BATCH * rate(lambda n: jax.block_until_ready(jitted(first, jax.random.PRNGKey(1), n)), 10)


_MEASURES: Mapping[tuple[str, str], Callable[[Any, str], float]] = MappingProxyType({
    ("OpenSpiel", "random games"): _openspiel_random_games,
    ("OpenSpiel", "tree search"): _openspiel_tree_search,
    ("OpenSpiel", "state plies"): _openspiel_state_plies,
    ("pgx", "batch steps"): _pgx_batch_steps,
})

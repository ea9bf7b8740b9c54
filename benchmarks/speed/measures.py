"""The measures, each giving one number. Rates are per second of CPU time on one thread, because machines are shared."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.speed.rates import Workload
from rookery import bots, envs
from rookery.core.chance import stream_from
from rookery.core.position import Game
from rookery.core.protocol import CHANCE
from rookery.search import Prover, engine, mcts, playouts, random_steps

BATCH = 1024  # games side by side
SIMULATIONS = 10_000  # of one tree search
BEHAVIOUR = 3  # searches of the measure `behaviour`
BEHAVIOUR_SIMULATIONS = 400  # of each of these searches
PROOF_NODES = 2_000  # limit of a proof that may fail
ENDINGS = (4, 6)  # plies before the end, where a proof succeeds
ENDING_PROOF = 20_000  # limit of such a proof, in positions
SPEED_UPS = 5  # repetitions of the measure `speed_up`
GAMES_PER_LEVEL = 3  # whole games that are measured
PEAK = """\
import sys
from benchmarks.speed import measures
from rookery.core.registry import load

slug, level, players = sys.argv[1:]
measures.seconds_of(load(slug), level, int(players), 1)
print(measures.peak())
"""


@dataclass(frozen=True, slots=True)
class Measure:
    unit: str
    more_is_better: bool | None  # None: the figure must equal the goal
    # takes a game and the row of its bench.toml; a rate is returned as the workload to repeat
    run: Callable[[Game, Mapping[str, Any]], float | Workload]


def random_games(game: Game, row: Mapping[str, Any]) -> Workload:
    """Random games from the first position, set-up included."""
    position, generator = game.start(), np.random.default_rng(1)
    return Workload(lambda n: playouts(position, n, generator), 100)


def batch_steps(game: Game, row: Mapping[str, Any]) -> Workload:
    """Random plies in BATCH games side by side. A finished game is replaced by a new one."""
    position, generator = game.start(), np.random.default_rng(1)
    return Workload(lambda n: random_steps(position, BATCH, n, generator), 10, BATCH)


def learning_steps(game: Game, row: Mapping[str, Any]) -> Workload:
    """Random decisions in BATCH games side by side, with observations and masks as arrays; every seat learns."""
    batch, stream = envs.batch(game.facts.slug, BATCH, seed=1), stream_from(np.random.default_rng(1))

    def work(rounds: int) -> None:
        for _ in range(rounds):
            batch.step(batch.any_legal(stream))

    return Workload(work, 10, BATCH)


def steps_against_bots(game: Game, row: Mapping[str, Any]) -> Workload:
    """The same in the vector environment of Gymnasium: one seat learns, and the others play at random. Raises
    MissingExtra."""
    env, stream = envs.vector(game.facts.slug, BATCH, copy=False), stream_from(np.random.default_rng(1))

    def work(rounds: int) -> None:
        env.reset(seed=1)
        for _ in range(rounds):
            env.step(env.batch.any_legal(stream))

    return Workload(work, 10, BATCH)


def agent_steps(game: Game, row: Mapping[str, Any]) -> Workload:
    """Random decisions in PettingZoo's environment of the game, one after another."""
    env = envs.pettingzoo(game.facts.slug)
    return Workload(lambda n: agent_loop(env, n), 200)


def agent_loop(env: Any, steps: int) -> None:
    """Play `steps` random steps, and the rest of the last game, in an environment with PettingZoo's interface. Each
    agent reads its observation and plays a random action that its mask allows."""
    dice, step = Random(1), 0
    while step < steps:
        env.reset(seed=step)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
                step += 1


def tree_search(game: Game, row: Mapping[str, Any]) -> Workload:
    """Simulations of a tree search with random playouts from the first position in which a seat decides; SIMULATIONS
    per search."""
    generator = np.random.default_rng(1)
    position = game.start(seed=1)

    def work(searches: int) -> None:
        for _ in range(searches):
            mcts(position, generator, simulations=SIMULATIONS)

    return Workload(work, 1, SIMULATIONS)


def state_plies(game: Game, row: Mapping[str, Any]) -> Workload:
    """Random plies of the game's states in the interface of OpenSpiel, chance included. Raises MissingExtra."""
    spiel_game = envs.openspiel(game.facts.slug)
    return Workload(lambda n: spiel_loop(spiel_game, n), 200)


def spiel_loop(game: Any, plies: int) -> None:
    """Play `plies` random plies of a pyspiel game, and the rest of the last game, in a Python loop, as algorithms
    written for OpenSpiel do it."""
    dice, ply = Random(1), 0
    while ply < plies:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = dice.choices(outcomes, chances)[0]
            else:
                action = dice.choice(state.legal_actions())
            state.apply_action(action)
            ply += 1
        state.returns()


def position_plies(game: Game, row: Mapping[str, Any]) -> Workload:
    """Random plies of our own Positions, chance included, by the same kind of loop in Python."""
    first = game.start()

    def work(plies: int) -> None:
        dice, ply = Random(1), 0
        while ply < plies:
            position = first
            while not position.is_over:
                if position.mover == CHANCE:
                    actions, chances = zip(*position.chances.items(), strict=True)
                    action = dice.choices(actions, chances)[0]
                else:
                    action = dice.choice(position.legal_actions)
                position = position.after_unchecked(action)
                ply += 1

    return Workload(work, 200)


def speed_up(game: Game, row: Mapping[str, Any]) -> float:
    """The ratio of simulations per second of wall time, two threads to one. It is the median of SPEED_UPS repetitions,
    because the second core may be busy with something else."""
    position, generator = game.start(seed=1), np.random.default_rng(1)
    mcts(position, generator, simulations=SIMULATIONS, workers=2)  # compile

    def seconds(workers: int) -> float:
        began = perf_counter()
        mcts(position, generator, simulations=workers * 20 * SIMULATIONS, workers=workers)
        return perf_counter() - began

    return median(2 * seconds(1) / seconds(2) for _ in range(SPEED_UPS))


def longest_answer(game: Game, row: Mapping[str, Any]) -> float:
    """Milliseconds of CPU time of a level's longest decision in a whole game between bots of that level: the median of
    three games, with the number of players in the row."""
    found = [max(seconds_of(game, row["level"], row["players"], seed)) for seed in range(GAMES_PER_LEVEL + 1)]
    return 1000 * median(found[1:])  # without the first game, which compiles kernels


def seconds_of(game: Game, level: str, players: int, seed: int) -> list[float]:
    """CPU time of each decision in a whole game between bots of a level."""
    generator, times = np.random.default_rng(seed), []
    position = game.start(seed=generator, players=players)
    while position.mover is not None:
        view = position.view(position.mover)
        began = process_time()
        action = bots.choose(view, level, generator)
        times.append(process_time() - began)
        position = position.after_unchecked(action).settled(generator)
    return times


def memory(game: Game, row: Mapping[str, Any]) -> float:
    """Peak memory in MB of a new process that plays a whole game between bots of a level, including the interpreter and
    machine code; with the number of players in the row."""
    bots.warm_up(game, names=[row["level"]])  # compiling would need more memory
    command = [sys.executable, "-c", PEAK, game.facts.slug, row["level"], str(row["players"])]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peak() -> float:
    """Peak memory of this process in MB; not on Windows."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux resource.getrusage also counts the peak of the parent process
        (line,) = (line for line in status.read_text("utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 2**10
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def behaviour(game: Game, row: Mapping[str, Any]) -> float:
    """One number that changes with the behaviour of the engine, like the signature of Stockfish
    (https://github.com/official-stockfish/Stockfish). It adds up the nodes and the ranked visits of BEHAVIOUR searches
    and, in games without hidden information, the nodes of proofs. A change that should not affect the engine must keep
    it."""
    total = 0
    for seed in range(BEHAVIOUR):
        generator = np.random.default_rng(seed)
        position = game.start(seed=generator)
        for _ in range(8 * seed):
            position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
        assert position.mover is not None  # none of our games ends so soon
        result = mcts(
            position.view(position.mover),
            generator,
            engine(game).plan_for(position.players),
            simulations=BEHAVIOUR_SIMULATIONS,
        )
        total += result.nodes + sum(rank * visits for rank, visits in enumerate(result.visits))
        if not game.facts.hidden:
            total += Prover(game, position.players).prove(position, limit=PROOF_NODES).nodes
            total += sum((_last_plies(game, seed, plies) for plies in ENDINGS), 0)
    return float(total)


def _last_plies(game: Game, seed: int, plies: int) -> int:
    """The nodes of a proof that starts `plies` plies before the end of a random game."""
    generator = np.random.default_rng(seed)
    line = [game.start(seed=generator)]
    while not line[-1].is_over:
        line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
    return Prover(game, line[0].players).prove(line[-1 - plies], limit=ENDING_PROOF).nodes


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {  # name in bench.toml -> measure
        "random games": Measure("games/s", True, random_games),
        "batch steps": Measure("plies/s", True, batch_steps),
        "learning steps": Measure("steps/s", True, learning_steps),
        "steps against bots": Measure("steps/s", True, steps_against_bots),
        "agent steps": Measure("steps/s", True, agent_steps),
        "tree search": Measure("simulations/s", True, tree_search),
        "state plies": Measure("plies/s", True, state_plies),
        "position plies": Measure("plies/s", True, position_plies),
        "speed-up of two threads": Measure("times", True, speed_up),
        "longest answer": Measure("ms", False, longest_answer),
        "memory": Measure("MB", False, memory),
        "behaviour": Measure("", None, behaviour),
    }
)

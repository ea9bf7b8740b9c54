"""`python -m tests.warm`: compile all kernels side by side, for this machine and as WebAssembly, so that no two tests
do it at the same time."""

import os
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np

import rookery
from rookery import bots, envs
from rookery.core.position import Game
from rookery.export import rules_page
from rookery.search import (
    Prover,
    action_scores,
    guided_ends,
    guided_playouts,
    guided_points,
    mcts,
    perft,
    playouts,
    prove,
    random_steps,
)
from tests.wasm.modules import built

MAX_PROCESSES = 4  # processes; each takes some 300 MB
PRACTICE = ("tests.search.race", "tests.peek")


def warm(slug: str) -> str:
    """Play, bots, games by the thousand, proofs, what learners see, and pictures."""
    game, generator = rookery.load(slug), np.random.default_rng(0)
    bots.warm_up(game)
    playouts(game.start(), 1, generator)
    random_steps(game.start(), 1, 1, generator)
    perft(game.start(), 1)
    guided_playouts(game.start(), 1, generator)
    guided_ends(game.start(), 1, generator)
    if game.facts.points:
        guided_points(game.start(), 1, generator)
    action_scores(game.start(seed=0), "ahead")
    action_scores(game.start(seed=0), "order")
    if not game.facts.hidden:
        prover, start = Prover(game), game.start(seed=0)
        prover.prove(start, limit=1)
        prover.within(start, -1.0, 1.0, limit=1)
    if game.is_seen:
        batch, env = envs.batch(slug, 1, learners=(0,), bots="greedy"), envs.pettingzoo(slug)
        batch.step(batch.any_legal(np.zeros(1, np.uint64)))
        batch.afterstates()
        game.start(seed=0).observation(0)
        env.reset()
        env.step(int(env.last()[0]["action_mask"].argmax()))
        env.observe(env.possible_agents[-1])
    if (game.path / "rules.md").exists():
        rules_page.rules(game)
    return game.facts.name


def practice(package: str) -> str:
    """Searches and proofs of a game that only tests play."""
    game, generator = Game(package), np.random.default_rng(0)
    position = game.start(seed=0)
    mcts(position, generator, simulations=2)
    if game.facts.hidden:
        game.start(seed=0).view(0).determinize(generator)
        return game.facts.name
    prover = Prover(game)
    prover.prove(position, limit=1)
    prover.within(position, -1.0, 1.0, limit=1)
    prove(game.start(seed=0, players=3), limit=1)  # for more than two there is another search
    playouts(position, 1, generator)
    random_steps(position, 1, 1, generator)
    perft(position, 1)
    guided_playouts(position, 1, generator)
    guided_ends(position, 1, generator)
    return game.facts.name


def as_webassembly(slug: str) -> str:
    """The modules of a game."""
    built(slug)
    return f"{rookery.load(slug).facts.name} as WebAssembly"


def size(slug: str) -> int:
    """Bytes of a game's Python."""
    return sum(file.stat().st_size for file in rookery.load(slug).path.rglob("*.py"))


def main() -> None:
    longest_first = sorted(rookery.slugs(), key=size, reverse=True)
    with ProcessPoolExecutor(min(MAX_PROCESSES, os.cpu_count() or 1)) as pool:
        begun = [pool.submit(warm, slug) for slug in longest_first]
        begun += [pool.submit(practice, package) for package in PRACTICE]
        begun += [pool.submit(as_webassembly, slug) for slug in longest_first]
        for done, game in enumerate(as_completed(begun), start=1):
            print(f"  {game.result()} ({done} of {len(begun)})", flush=True)


if __name__ == "__main__":
    main()

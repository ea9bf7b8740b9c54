"""`python -m tests.warm`: compile every game's kernels side by side, so that no two tests do it at the same time."""

import os
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np

import rookery
from rookery import bots, envs
from rookery.search import guided_playouts, playouts
from rookery.server import pages

MOST = 4  # processes; each takes some 300 MB


def warm(title: str) -> str:
    """Play, bots, games by the thousand, what learners see, and pictures."""
    game, generator = rookery.load(title), np.random.default_rng(0)
    bots.warm_up(game)
    playouts(game.start(), 1, generator)
    guided_playouts(game.start(), 1, generator)
    if game.is_seen:
        batch, env = envs.batch(title, 1, learners=(0,), bots="greedy"), envs.pettingzoo(title)
        batch.step(batch.any_legal(np.zeros(1, np.uint64)))
        env.reset()
        env.step(int(env.last()[0]["action_mask"].argmax()))
        env.observe(env.possible_agents[-1])
    if (game.path / "book.md").exists():
        pages.rules(game)
    return game.facts.name


def size(title: str) -> int:
    """Bytes of a game's Python."""
    return sum(file.stat().st_size for file in rookery.load(title).path.rglob("*.py"))


def main() -> None:
    longest_first = sorted(rookery.titles(), key=size, reverse=True)
    with ProcessPoolExecutor(min(MOST, os.cpu_count() or 1)) as pool:
        for done, game in enumerate(as_completed(pool.submit(warm, title) for title in longest_first), start=1):
            print(f"  {game.result()} ({done} of {len(longest_first)})", flush=True)


if __name__ == "__main__":
    main()

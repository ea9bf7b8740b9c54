"""Plays games in this process, in processes on all cores, or on other machines (dask.distributed)."""

import concurrent.futures as futures
import os
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from rookery.arena.match import Match, fingerprint
from rookery.arena.one_game import GameResult, ended, play_game
from rookery.bots import warm_up
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.search.processes import executor_of

TASKS_PER_WORKER = 4  # tasks sent ahead to each worker

_prepared: set[tuple[Game, str]] = set()  # (game, level) whose kernels are loaded in this process


def games_of(match: Match, numbers: Sequence[int], workers: int | None, dask: str) -> Iterator[GameResult]:
    """Play these games of a match, in the order in which they end. Raises MissingExtra, Trouble, LostWorker."""
    count = min(workers or os.cpu_count() or 1, len(numbers))
    if not dask and count < 2:
        for number in numbers:
            yield play_game(match, number)
        return
    ours, waiting = fingerprint(match.game.path), iter(numbers)
    with executor_of(count, dask, alone=True) as (executor, slots):

        def sent(most: int) -> set[futures.Future[GameResult]]:
            return {executor.submit(_play_in_worker, match, number, ours) for number in islice(waiting, most)}

        running = sent(TASKS_PER_WORKER * slots)
        while running:
            over, running = futures.wait(running, return_when=futures.FIRST_COMPLETED)
            running |= sent(len(over))
            for game in over:
                yield game.result()


def _play_in_worker(match: Match, number: int, ours: str) -> GameResult:
    """Play a game. Raises Trouble if the worker has other rules or bots than `ours`, a fingerprint."""
    if fingerprint(match.game.path) != ours:
        raise Trouble("a worker has different rules or bots; install the same Rookery on it as on this machine")
    ready(match)
    return play_game(match, number)


def ready(match: Match) -> None:
    """Load the kernels of a match once per process, so that their loading does not count as time of a bot's first
    decision. A random game loads the kernels that only the end of a game needs."""
    names = [name for name in match.entrants if name not in match.bots]
    if missing := [name for name in names if (match.game, name) not in _prepared]:
        warm_up(match.game, missing)
        generator = np.random.default_rng(0)
        position = match.game.start_with(match.settings).settled(generator)
        while not position.is_over:
            position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
        ended(position)
        _prepared.update((match.game, name) for name in missing)

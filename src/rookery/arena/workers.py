"""Plays games in this process, in processes on all cores (joblib), or on other machines (dask.distributed).

The libraries are imported only when they are needed; a single worker needs neither.
"""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rookery.arena.match import Match, fingerprint
from rookery.arena.one_game import GameResult, ended, play_game
from rookery.bots import warm_up
from rookery.core.errors import MissingExtra, Trouble
from rookery.core.position import Game
from rookery.search.dask_client import INSTALL_ARENA, connected, loss_said, workers_of

TASKS_PER_WORKER = 4  # tasks sent ahead to each worker of a cluster

_prepared: set[tuple[Game, str]] = set()  # (game, level) whose kernels are loaded in this process


def games_of(match: Match, numbers: Sequence[int], workers: int | None, dask: str) -> Iterator[GameResult]:
    """Play these games of a match, in the order in which they end. Raises MissingExtra, Trouble, LostWorker."""
    if not numbers:
        return
    if dask:
        yield from _by_dask(match, numbers, dask)
    elif workers == 1:
        for number in numbers:
            yield play_game(match, number)
    else:
        yield from _by_joblib(match, numbers, workers or -1)


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


# ── All cores ────────────────────────────────────────────────────────────────
def _by_joblib(match: Match, numbers: Sequence[int], workers: int) -> Iterator[GameResult]:
    try:
        from joblib import Parallel, delayed
    except ImportError:
        raise MissingExtra(f"several workers need joblib: {INSTALL_ARENA}; one worker does not") from None
    tasks = (delayed(_play_in_worker)(match, number, os.getpid()) for number in numbers)
    with loss_said():
        yield from Parallel(n_jobs=min(workers, len(numbers)), return_as="generator_unordered")(tasks)


def _play_in_worker(match: Match, number: int, home: int) -> GameResult:
    """Play a game. `home`: the id of the process that writes the file. Joblib plays a single game in that process."""
    if os.getpid() != home and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # that process handles Ctrl-C
    ready(match)
    return play_game(match, number)


# ── Many machines ────────────────────────────────────────────────────────────
def _by_dask(match: Match, numbers: Sequence[int], address: str) -> Iterator[GameResult]:
    with connected(address) as client:
        import distributed

        found: Any = distributed.as_completed(with_results=True, loop=client.loop)  # type: ignore[no-untyped-call]
        waiting = iter(numbers)
        hosts = _hosts(client, address)
        ours = fingerprint(match.game.path)
        sent: dict[Any, None] = {}

        def send() -> None:
            number = next(waiting, None)
            if number is not None:
                future = client.submit(_play_on_dask, match, number, ours, pure=False)
                sent[future] = None
                found.add(future)

        for _ in range(TASKS_PER_WORKER * hosts):
            send()
        try:
            for future, game in found:
                del sent[future]
                send()
                yield game
        finally:
            client.cancel(list(sent))


def _hosts(client: Any, address: str) -> int:
    """The number of workers. Raises Trouble if there are none, or if one has several threads, which share a clock."""
    workers = workers_of(client, address)
    if any(worker["nthreads"] > 1 for worker in workers.values()):
        raise Trouble(f"workers must play one game at a time: start them with dask worker {address} --nthreads 1")
    return len(workers)


def _play_on_dask(match: Match, number: int, ours: str) -> GameResult:
    """Play a game on a worker. Raises Trouble if the worker has other rules or bots."""
    if fingerprint(match.game.path) != ours:
        raise Trouble("a worker has different rules or bots; install the same Rookery on it as on this machine")
    ready(match)
    return play_game(match, number)

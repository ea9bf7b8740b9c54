"""Games of bots, reviewed in several processes, with a file that keeps those that are done."""

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from contextlib import AbstractContextManager, ExitStack
from typing import Any, TypeVar

import rookery
from rookery.arena.match import ENGINE_FOLDERS, fingerprint
from rookery.bots import advise
from rookery.core.generator import Generator
from rookery.core.record import Record
from rookery.search.dask_client import loss_said
from rookery.search.processes import process_pool
from rookery.search.work_file import WorkFile

T = TypeVar("T")


def played(slug: str, levels: Sequence[str], seed: int) -> Record:
    """A game of bots of these levels, by seat."""
    record, generator = Record(rookery.load(slug), len(levels)), Generator(seed)
    record.settle(generator)
    while (mover := record.position.mover) is not None:
        record.play(advise(record.position.view(mover), levels[mover], generator.word() >> 1).action)
        record.settle(generator)
    return record


def head_of(kind: str, what: dict[str, Any]) -> dict[str, Any]:
    """The first line of a file that keeps such games. `what`: has the key "slug"."""
    code = fingerprint(rookery.load(what["slug"]).path, folders=(*ENGINE_FOLDERS, "reviews"))
    return {kind: 1, **what, "engine": code}


def of_games(
    job: Callable[[int], T], seeds: range, workers: int, kept: AbstractContextManager[WorkFile[tuple[int, T]] | None]
) -> list[T]:
    """What a job finds in the game of each seed. `kept`: a file with the games that are done, or None. Raises
    LostWorker; OSError for the file."""
    done: dict[int, T] = {}
    with ExitStack() as stack:
        file = stack.enter_context(kept)
        if file is not None:
            done.update(file.held)
        stack.enter_context(loss_said())
        pool = stack.enter_context(process_pool(workers))
        jobs = {pool.submit(job, seed): seed for seed in seeds if seed not in done}
        for each in as_completed(jobs):
            done[jobs[each]] = each.result()
            if file is not None:
                file.write((jobs[each], each.result()))
    return [done[seed] for seed in seeds]

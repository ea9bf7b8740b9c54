"""Games of bots, reviewed in several processes, with a file that keeps those that are done."""

import argparse
import os
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import rookery
from benchmarks.arguments import described, natural, positive, stoppable
from rookery.arena.match import ENGINE_FOLDERS, fingerprint
from rookery.bots import advise
from rookery.core.generator import Generator
from rookery.core.record import Record
from rookery.search.dask_client import loss_said
from rookery.search.processes import process_pool
from rookery.search.work_file import WorkFile, whole

Sample = TypeVar("Sample", bound=Any)  # a NamedTuple: what is played and looked at, of the game `slug`
Row = TypeVar("Row")


def arguments(doc: str | None, games: int) -> argparse.ArgumentParser:
    """A parser of what all such scripts ask for. `games`: how many, if nobody says."""
    parser = described(doc)
    parser.add_argument("game")
    parser.add_argument("--players", type=positive, default=2)
    parser.add_argument("--games", type=positive, default=games)
    parser.add_argument("--first", type=natural, default=0, help="the seed of the first game [%(default)s]")
    parser.add_argument("--workers", type=positive, default=os.cpu_count())
    parser.add_argument("--file", type=Path, help="keep games that are done")
    return parser


def played(slug: str, levels: Sequence[str], seed: int) -> Record:
    """A game of bots of these levels, by seat."""
    record, generator = Record(rookery.load(slug), len(levels)), Generator(seed)
    record.settle(generator)
    while (mover := record.position.mover) is not None:
        record.play(advise(record.position.view(mover), levels[mover], generator.word() >> 1).action)
        record.settle(generator)
    return record


def counted(
    job: Callable[[Sample, int], list[Row]], row: type[Row], sample: Sample, asked: argparse.Namespace
) -> list[list[Row]]:
    """A job's rows of each game of a sample, by its seed. `asked`: `games`, `first`, `workers` and `file`, which
    keeps the games that are done, and may have some. Raises OtherWork, BrokenWork, OSError for the file. Ends the
    script with a sentence if a worker is lost."""
    games: dict[int, list[Row]] = {}
    with ExitStack() as stack:
        stack.enter_context(stoppable(asked.file))
        file = None
        if asked.file is not None:
            code = fingerprint(rookery.load(sample.slug).path, folders=(*ENGINE_FOLDERS, "reviews"))
            head = {f"rookery_{job.__name__}": 1, **sample._asdict(), "engine": code}
            file = stack.enter_context(WorkFile(asked.file, head, "game", partial(_read, row), _told))
            games.update(file.held)
        stack.enter_context(loss_said())
        pool = stack.enter_context(process_pool(asked.workers))
        seeds = range(asked.first, asked.first + asked.games)
        jobs = {pool.submit(job, sample, seed): seed for seed in seeds if seed not in games}
        for each in as_completed(jobs):
            games[jobs[each]] = each.result()
            if file is not None:
                file.write((jobs[each], each.result()))
    return [games[seed] for seed in seeds]


def _read(row: type[Row], line: Any) -> tuple[int, list[Row]]:
    return whole(line["seed"], "seed"), [msgspec.convert(each, row) for each in line["rows"]]


def _told(found: tuple[int, list[Any]]) -> dict[str, Any]:
    return {"seed": found[0], "rows": found[1]}

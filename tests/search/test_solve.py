"""The value of a whole game, split into units: against one search for all of it, however it is split and stopped."""

import json
import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.core.errors import BrokenRecord, CannotPlay, LostWorker, MissingExtra, OtherWork, Trouble
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.search import Prover, prove
from rookery.search import solver as search
from rookery.search.solve_file import Unit, solve_file
from rookery.search.solve_workers import SerialWorkers, provers
from rookery.search.solver import Images, Progress, first_decision, solve

RACE = Game("tests.search.race")
BITS = 12


def midgames(plies_before_the_end: int, seeds: range) -> Iterator[Position]:
    """Positions of every open game found, so many plies before a random end, where a seat decides."""
    for game in map(rookery.load, rookery.slugs()):
        for seed in () if game.facts.hidden else seeds:
            generator = np.random.default_rng(seed)
            line = [game.start(seed=generator)]
            while not line[-1].is_over:
                line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
            position = line[max(0, len(line) - 1 - plies_before_the_end)]
            if position.mover not in (None, CHANCE) and prove(position, 3_000, BITS).proved:
                yield position


@pytest.mark.parametrize("limit", [1, 20, 1000])
def test_a_value_is_the_same_however_it_is_split(limit: int) -> None:
    """A limit of one position splits down to the last ply."""
    for position in midgames(5, range(3)):
        solved = solve(position, SerialWorkers(BITS), limit=limit)
        assert solved.utilities == prove(position).utilities
        assert solved.units >= 1
        for action in solved.line:
            position = position.after(action)
        assert prove(position).utilities == solved.utilities


def test_chance_within_a_game_is_no_hindrance() -> None:
    """What chance comes to is one unit, without a limit."""
    for action in RACE.start(players=2).legal_actions:
        position = RACE.start(players=2).after(action)
        assert solve(position, SerialWorkers(BITS), limit=1).utilities == pytest.approx(prove(position).utilities)


def small() -> Position:
    """A position near the end whose tree has some dozens of units."""
    found = (p for p in midgames(6, range(100)) if prove(p).nodes > 100)
    return next(p for p in found if 30 < solve(p, SerialWorkers(BITS), limit=10).units < 300)


@pytest.fixture(scope="module")
def position() -> Position:
    return small()


def test_work_goes_on_where_its_file_ends(position: Position, tmp_path: Path) -> None:
    """Wherever it is cut: nothing is proved twice, and the end is the same."""
    whole = tmp_path / "whole.jsonl"
    with solve_file(whole, position) as file:
        solved = solve(position, SerialWorkers(BITS), limit=10, file=file)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + solved.units
    for kept in (0, 1, 2, len(lines) // 2, len(lines) - 1, len(lines)):
        cut = tmp_path / f"{kept}.jsonl"
        cut.write_bytes(b"".join(lines[:kept]) + (lines[kept][:-7] if kept < len(lines) else b""))
        with solve_file(cut, position) as file:
            again = solve(position, SerialWorkers(BITS), limit=10, file=file)
        assert again.utilities == solved.utilities
        assert cut.read_bytes().startswith(b"".join(lines[:kept]))
        texts = [json.loads(line)["unit"] for line in cut.read_bytes().splitlines()[1:]]
        assert len(set(texts)) == len(texts)


def test_work_on_another_position_is_not_counted(position: Position, tmp_path: Path) -> None:
    alone = solve(position, SerialWorkers(BITS), limit=10)
    other = next(p for p in midgames(3, range(100)) if p.game is position.game and p != position)
    with solve_file(tmp_path / "work.jsonl", position) as file:
        file.write(Unit(other.key, -1.0, 1.0, 10**6, 1.0, 0))
    with solve_file(tmp_path / "work.jsonl", position) as file:
        told: list[Progress] = []
        solved = solve(position, SerialWorkers(BITS), limit=10, file=file, report=told.append)
    assert (solved.units, solved.nodes) == (alone.units, alone.nodes)
    assert (told[0].done, told[0].nodes) == (0, 0)


def test_a_file_of_other_work_is_refused(position: Position, tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    solve_file(path, RACE.start(players=2)).__exit__(None, None, None)
    with pytest.raises(OtherWork, match='contains other work: its game is "race", not "'):
        solve_file(path, position)
    path.write_text("nothing of ours")
    with pytest.raises(BrokenRecord, match=r"is not a file of `rookery solve`: its first line must be a head"):
        solve_file(path, position)
    with solve_file(path.with_name("new.jsonl"), position):
        pass
    unit = {"unit": "x", "low": -1, "high": 1, "nodes": 1, "seconds": 1, "limit": 0}
    head = path.with_name("new.jsonl").read_text("utf-8")
    for broken, sentence in (
        (json.dumps(unit | {"low": 1, "high": -1}), "not a range of utilities"),
        (json.dumps(unit | {"low": "0"}), "its low must be a number -1 .. 1, not '0'"),
        (json.dumps(unit | {"nodes": 1.5}), "its nodes must be a whole number, not 1.5"),
        ("{}", "it has no 'low'"),
        ("[" * 100_000, "recursion"),
    ):
        path.write_text(f"{head}{broken}\n", "utf-8")
        with pytest.raises(BrokenRecord, match=rf"line 2 is not a unit \(.*{sentence}"):
            solve_file(path, position)


def test_several_processes_come_to_the_same(position: Position) -> None:
    """Also when units end in another order, and some are still running when the answer is there."""
    with provers(2, BITS) as workers:
        assert solve(position, workers, limit=100).utilities == prove(position).utilities


@pytest.mark.parametrize("count", [1, 2])
def test_reports_count_what_is_being_proved(position: Position, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []
    monkeypatch.setattr(search, "REPORT_INTERVAL", 0.0)
    with provers(count, BITS) as workers:
        solve(position, workers, limit=100, report=told.append)
    assert {progress.running for progress in told} == ({1} if count == 1 else {1, 2})
    assert all(progress.needed >= 1 for progress in told)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent")
def test_a_worker_that_was_killed_is_said(position: Position) -> None:
    def kill(progress: Progress) -> None:
        for process in multiprocessing.active_children():
            os.kill(process.pid or 0, signal.SIGKILL)

    with pytest.raises(LostWorker, match="it was killed, or it ran out of memory"), provers(2, BITS) as workers:
        solve(position, workers, limit=1, report=kill)


def test_a_table_that_is_too_large_is_said(position: Position) -> None:
    with pytest.raises(Trouble, match=r"a table of 2\*\*57 entries, 4,294,967,296\.0 GiB, does not fit"):
        solve(position, SerialWorkers(57))


def test_many_machines_come_to_the_same(position: Position) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    alone = {"n_workers": 2, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**alone) as cluster, provers(2, BITS, cluster.scheduler_address) as workers:
        assert workers.slots == 2
        assert solve(position, workers, limit=100).utilities == prove(position).utilities


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    needed = r"many machines need dask\.distributed: pip install"
    with pytest.raises(MissingExtra, match=needed), provers(1, 1, "tcp://no:1"):
        pass


def test_mirror_images_are_one_unit() -> None:
    """Where images that leave the beginning as it is give other actions, the first plies lead to fewer units."""
    for game in map(rookery.load, rookery.slugs()):
        if game.facts.hidden:
            continue
        start = game.start(seed=1)
        images, first = Images(start), [start.after_unchecked(action) for action in start.legal_actions]
        plainest = {images.plainest(position).key for position in first}
        turned = [images.evaluator.mirror_action(start.legal_actions[0], which) for which in images.which]
        assert (len(plainest) < len(first)) == any(action != start.legal_actions[0] for action in turned)
        prover = Prover(game)
        for position in midgames(4, range(3)):
            if position.game is game:
                same = Images(position).plainest(position)
                assert prover.prove(same).utilities == prover.prove(position).utilities


def test_what_cannot_be_solved_is_said() -> None:
    hidden = next(game for game in map(rookery.load, rookery.slugs()) if game.facts.hidden)
    for ask in (lambda: solve(hidden.start(seed=1), SerialWorkers(BITS)), lambda: first_decision(hidden, None, {})):
        with pytest.raises(CannotPlay, match="has hidden cards or tiles; exact search needs open information"):
            ask()
    for ask in (lambda: solve(RACE.start(players=3), SerialWorkers(BITS)), lambda: first_decision(RACE, 3, {})):
        with pytest.raises(CannotPlay, match="Race with 3 players has rivals on more than two sides; allowed: two, or"):
            ask()
    with pytest.raises(CannotPlay, match="chance moves first here, but a solution begins with a player's choice"):
        first_decision(RACE, 2, {})

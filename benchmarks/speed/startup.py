"""Start-up times of Rookery, each in a fresh process: import, help, the first move of a bot."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from benchmarks.speed.row import Row
from rookery.core.compiling.machine_code import Use
from rookery.core.environment import MACHINE_CODE

_IMPORT_PROGRAM = (
    "import numpy, time; began = time.perf_counter(); import rookery; print(1000 * (time.perf_counter() - began))"
)
_MOVE_PROGRAM = (
    "import rookery; from rookery.bots import choose, levels; g = rookery.load({slug!r}); p = g.start(seed=1); "
    "choose(p.view(p.mover), {level!r}, 1)"
)


def rows(slug: str, level: str) -> Iterator[Row]:
    """Milliseconds of wall time: the import beyond NumPy's own, `--help`, and the first move of a bot of that level."""
    yield Row("import rookery, beyond NumPy", "ms", _import(), goal=100, more_is_better=False)
    yield Row("rookery --help", "ms", _help(), goal=400, more_is_better=False)
    move = _MOVE_PROGRAM.format(slug=slug, level=level)
    with tempfile.TemporaryDirectory() as empty:
        cold = _process([sys.executable, "-c", move], ROOKERY_CACHE=empty)
        warm = median(_process([sys.executable, "-c", move], ROOKERY_CACHE=empty) for _ in range(3))
    yield Row(f"{slug}: first {level} move, from the cache", "ms", warm, goal=3_000, more_is_better=False)
    yield Row(f"{slug}: first {level} move, nothing cached", "ms", cold, goal=4_000, more_is_better=False)


def _import() -> float:
    runs = [subprocess.run([sys.executable, "-c", _IMPORT_PROGRAM], check=True, capture_output=True) for _ in range(7)]
    return median(float(run.stdout) for run in runs)


def _help() -> float:
    return median(_process([sys.executable, "-m", "rookery.cli.main", "--help"]) for _ in range(7))


def _process(command: list[str], **environment: str) -> float:
    """Milliseconds of wall time of a process that must succeed."""
    began = perf_counter()
    usual = {**os.environ, MACHINE_CODE: Use.BACKGROUND}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=usual | environment)
    return 1000 * (perf_counter() - began)

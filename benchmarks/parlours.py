"""The load that a server can take, beside boardgame.io's, in one run: the tables of docs/lab/load.md.

    python -m benchmarks.parlours --markdown docs/lab/load.md

The crowds and their servers share this machine. The time of a move is from its sending until the next seat receives it.
Rookery plays whole games with the messages that browsers get, and acknowledges a move when it is on disk. boardgame.io
plays one game, written for it in boardgame_io/, from memory or with its file store; its crowd runs in Node, because its
clients do. This needs Node and npm; the first run installs boardgame.io into boardgame_io/.
"""

import contextlib
import functools
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.arguments import described, tell
from rookery.machine import machine_words

HERE = Path(__file__).parent / "boardgame_io"
PEER = "boardgame.io " + json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]["boardgame.io"]
SAME_GAME = "connect_four"
PEER_PORT = 8791
START = 20.0  # seconds in which Node must listen
STOP = 10.0  # seconds in which it must end after SIGTERM
SITTINGS = ((1000, 2.0), (64, 0.0))  # tables, and seconds between two moves at each; 0: as fast as possible

HEAD = """\
# The load that a server can handle

Written by `python -m benchmarks.parlours --markdown docs/lab/load.md`. {where}

The simulated players run on the same machine as the servers. Rookery plays whole games, with the
messages that browsers receive, and acknowledges a move when it is on disk. boardgame.io sends its whole
state; whether its files are on disk at that time was not checked. Each row was measured {runs} times,
in turn with the others. A cell has the best figure and the worst; the worst ones are compared.
"""

Figures = Mapping[str, float]


def ours(tables: int, pause: float, seconds: float, *, games: Sequence[str]) -> Figures:
    """The figures of `rookery load` with these games (none: all)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        chosen = [word for game in games for word in ("--game", game)]
        options = ("--tables", tables, "--pause", pause, "--seconds", seconds, "--json", file)
        command = [Path(sys.executable).with_name("rookery"), "load", *options, *chosen]
        subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)
        return dict(json.loads(file.read_text())["figures"])


def theirs(tables: int, pause: float, seconds: float, *, files: bool) -> Figures:
    with tempfile.TemporaryDirectory() as folder, _peer(*[folder] * files) as server:
        command = ["node", "crowd.mjs", *map(str, (PEER_PORT, tables, pause, seconds, server.pid))]
        crowd = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True)
    return dict(json.loads(crowd.stdout))


@contextlib.contextmanager
def _peer(*folder: str) -> Iterator["subprocess.Popen[bytes]"]:
    server = subprocess.Popen(["node", "server.mjs", str(PEER_PORT), *folder], cwd=HERE, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + START
        while not _answers(f"http://127.0.0.1:{PEER_PORT}/games"):
            if time.monotonic() > end or server.poll() is not None:
                raise SystemExit("boardgame.io's server did not start")
            time.sleep(0.1)
        yield server
    finally:
        server.terminate()
        try:
            server.wait(STOP)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=1):
            return True
    except OSError:
        return False


def install() -> None:
    if not (HERE / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--no-fund", "--no-audit", "--loglevel=error"], cwd=HERE, check=True)


class Row(NamedTuple):
    """One server and its games."""

    server: str
    games: str
    measure: Callable[[int, float, float], Figures]  # given tables, pause and seconds


def rows() -> list[Row]:
    """All rows of a table. The first is what the others are compared with."""
    servers = [
        Row("Rookery, on disk", "Connect Four", functools.partial(ours, games=[SAME_GAME])),
        Row("Rookery, on disk", "all in turn", functools.partial(ours, games=[])),
    ]
    for files, words in ((False, "in memory"), (True, "in files")):
        servers.append(Row(f"{PEER}, {words}", "Connect Four", functools.partial(theirs, files=files)))
    return servers


def table(measured: Mapping[Row, Sequence[Figures]], tables: int, pause: float) -> Iterator[str]:
    """A section in Markdown, from the figures of all runs of each row."""
    pace = f"a move each {pause:g} s" if pause else "as fast as it goes"
    yield f"## {tables:,} tables of two, {pace}"
    yield ""
    yield "| server | games | moves a second | to ours | half arrive in | 99 of 100 in | server's CPU a move |"
    yield "|---|---|---|---|---|---|---|"
    ours_at_worst = min(run["moves_a_second"] for run in next(iter(measured.values())))
    for row, runs in measured.items():
        rates = sorted(run["moves_a_second"] for run in runs)
        waits = (f"{_span([run[column] for run in runs], '.1f')} ms" for column in ("p50_ms", "p99_ms"))
        costs = [run["server_cpu_ms_a_move"] for run in runs]
        cells = (f"{_span(rates, ',.0f', ascending=False)}", f"{rates[0] / ours_at_worst:.2f}", *waits)
        yield f"| {row.server} | {row.games} | {' | '.join(cells)} | {_span(costs, '.2f')} ms |"
    yield ""


def _span(values: Sequence[float], form: str, ascending: bool = True) -> str:
    """The best and the worst. `ascending`: a greater value is worse."""
    best, worst = sorted([min(values), max(values)], reverse=not ascending)
    return f"{best:{form}} to {worst:{form}}"


def page(number_of_runs: int, seconds: float) -> Iterator[str]:
    """The lines of docs/lab/load.md, in which each row was measured so many times."""
    yield HEAD.format(where=machine_words(), runs=number_of_runs)
    for tables, pause in SITTINGS:
        measured: dict[Row, list[Figures]] = {row: [] for row in rows()}
        for number in range(number_of_runs):
            for row, runs in measured.items():
                runs.append(row.measure(tables, pause, seconds))
                print(f"run {number + 1}: {row.server}, {row.games}: {runs[-1]}", file=sys.stderr, flush=True)
        yield from table(measured, tables, pause)


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds to measure for each row [%(default)s]")
    parser.add_argument("--runs", type=int, default=3, help="runs of each row [%(default)s]")
    parser.add_argument("--markdown", type=Path, help="also write the page")
    args = parser.parse_args()
    install()
    tell(page(args.runs, args.seconds), args.markdown)


if __name__ == "__main__":
    main()

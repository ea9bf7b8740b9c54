"""The load that a server can take, beside boardgame.io's, in one run: the tables of docs/load.md.

    python benchmarks/parlours.py --markdown docs/load.md

The crowds and their servers share this machine. The time of a move is from its sending until the next seat receives it.
Rookery plays whole games with the messages that browsers get, and acknowledges a move when it is on disk. boardgame.io
plays one game, written for it in boardgame_io/, from memory or with its file store; its crowd runs in Node, because its
clients do. This needs Node and npm; the first run installs boardgame.io into boardgame_io/.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

from rookery.bench.report import machine_words

HERE = Path(__file__).parent / "boardgame_io"
PEER = "boardgame.io " + json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]["boardgame.io"]
SAME_GAME = "connect_four"
PEER_PORT = 8791
START = 20.0  # seconds in which Node must listen
STOP = 10.0  # seconds in which it must end after SIGTERM
SITTINGS = ((1000, 2.0), (64, 0.0))  # tables, and seconds between two moves at each; 0: as fast as possible
COLUMNS = ("moves_a_second", "p50_ms", "p99_ms")

Figures = Mapping[str, float]


def ours(tables: int, pause: float, seconds: float, *games: str, database: str = "") -> Figures:
    """The figures of `rookery load` with these games (none: all), on a new file or another database."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        chosen = [word for game in games for word in ("--game", game)]
        asked = ("--tables", tables, "--pause", pause, "--seconds", seconds)
        command = [Path(sys.executable).with_name("rookery"), "load", *asked]
        kept = ("--database", database) if database else ()
        command += [*chosen, *kept, "--json", file]
        subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)
        return dict(json.loads(file.read_text())["figures"])


def theirs(tables: int, pause: float, seconds: float, *, files: bool) -> Figures:
    with tempfile.TemporaryDirectory() as folder, _peer(*[folder] * files):
        command = ["node", "crowd.mjs", *map(str, (PEER_PORT, tables, pause, seconds))]
        crowd = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True)
    return dict(json.loads(crowd.stdout))


@contextlib.contextmanager
def _peer(*folder: str) -> Iterator[None]:
    server = subprocess.Popen(["node", "server.mjs", str(PEER_PORT), *folder], cwd=HERE, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + START
        while not _answers(f"http://127.0.0.1:{PEER_PORT}/games"):
            if time.monotonic() > end or server.poll() is not None:
                raise SystemExit("boardgame.io's server did not start")
            time.sleep(0.1)
        yield
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


def table(tables: int, pause: float, seconds: float, postgres: str) -> Iterator[str]:
    """The lines of a section in Markdown, each as soon as it is known."""
    pace = f"a move each {pause:g} s" if pause else "as fast as it goes"
    yield f"## {tables:,} tables of two, {pace}"
    yield ""
    yield "| server | games | moves a second | to ours | half arrive in | 99 of 100 in |"
    yield "|---|---|---|---|---|---|"
    same = ours(tables, pause, seconds, SAME_GAME)
    yield _row("Rookery, on disk", "Connect Four", same, same)
    yield _row("Rookery, on disk", "all in turn", ours(tables, pause, seconds), same)
    if postgres:
        there = ours(tables, pause, seconds, SAME_GAME, database=postgres)
        yield _row("Rookery, in PostgreSQL", "Connect Four", there, same)
    for files, words in ((False, "in memory"), (True, "in files")):
        yield _row(f"{PEER}, {words}", "Connect Four", theirs(tables, pause, seconds, files=files), same)
    yield ""


def _row(server: str, games: str, figures: Figures, same: Figures) -> str:
    rate, half, most = (figures[column] for column in COLUMNS)
    ratio = rate / same["moves_a_second"]
    return f"| {server} | {games} | {rate:,.0f} | {ratio:.2f} | {half:,.1f} ms | {most:,.1f} ms |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds to measure for each row [%(default)s]")
    parser.add_argument("--postgres", default="", help="also a row with this empty database: postgresql://...")
    parser.add_argument("--markdown", type=Path, help="also write the page")
    asked = parser.parse_args()
    install()
    also = " --postgres ADDRESS" if asked.postgres else ""  # which may hold a password
    lines = [
        "# The load that a server can handle",
        "",
        f"Written by `python benchmarks/parlours.py{also} --markdown docs/load.md`. " + machine_words(),
        "",
        "The simulated players run on the same machine as the servers. Rookery plays whole games, with the",
        "messages that browsers receive, and acknowledges a move when it is on disk. boardgame.io sends its whole",
        "state; whether its files are on disk at that time was not checked. Each row is one run; the 99th",
        "percentile varies by half from run to run.",
        "",
    ]
    for tables, pause in SITTINGS:
        for line in table(tables, pause, asked.seconds, asked.postgres):
            print(line, flush=True)
            lines.append(line)
    if asked.markdown is not None:
        asked.markdown.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()

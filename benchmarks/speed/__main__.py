"""The table of docs/figures.md: the rows of every game's bench.toml, with our figures beside the peer's, in one run.

    python -m benchmarks.speed                                   everything; `make bench` installs the peers before
    python -m benchmarks.speed --game gleebs --row "random games"
    python -m benchmarks.speed --markdown docs/figures.md        also write the page

Each row is printed, and the page written, as soon as it is measured. Rates are per second of CPU time on one thread.
Our rate and a peer's are measured in turn, three times. A peer that is not installed is skipped, and the row says so.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import rookery
from benchmarks.speed import peers, startup
from benchmarks.speed.measures import MEASURES
from benchmarks.speed.rates import compared, rate
from benchmarks.speed.row import Row
from rookery.cli.hours import check_writable
from rookery.cli.machine import machine_words
from rookery.core.errors import MissingExtra, Trouble, one_of
from rookery.core.position import Game

USUAL_MEASURES = ("random games", "tree search", "batch steps", "learning steps", "position plies")
HEAD = """\
# Figures

Written by `make bench ARGS='--markdown docs/figures.md'`. Rates are per second of CPU time on one thread;
times of whole processes are wall time. Our rate and a peer's are measured in turn, three times: the ratio is
the median, with the worst and the best beside it. A goal in times is a goal for the ratio. A ratio with a
note says little about the two libraries: they play different games, or do different work.

{where}.

| what | ours | peer | theirs | ratio | worst to best |  | goal |  |
| --- | ---: | --- | ---: | ---: | ---: | --- | ---: | --- |"""


def entries(game: Game) -> list[dict[str, Any]]:
    """The rows of a game's bench.toml; without that file the usual ones. Raises Trouble."""
    path = game.path / "bench.toml"
    if not path.exists():
        return [{"measure": measure} for measure in USUAL_MEASURES]
    found: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["row"]
    for entry in found:
        if entry["measure"] not in MEASURES:
            raise Trouble(f"{path} names the measure {entry['measure']!r}; {one_of(entry['measure'], MEASURES)}")
    return found


def rows(slugs: Sequence[str], wanted: str) -> Iterator[Row]:
    """Measure row by row. `wanted`: only rows whose name contains this. Raises UnknownGame, and Trouble for an unknown
    row or measure, before anything is measured."""
    found = [(name_of(game, entry), game, entry) for game in map(rookery.load, slugs) for entry in entries(game)]
    asked = [row for row in found if wanted.lower() in row[0].lower()]
    if not asked:
        raise Trouble(f"there is no row {wanted!r}; {one_of(wanted, [name for name, *_ in found])}")
    for name, game, entry in asked:
        sys.stderr.write(f"measuring {name}\n")
        yield from measured(name, game, entry)


def measured(name: str, game: Game, entry: dict[str, Any]) -> Iterator[Row]:
    """The row; none if our own measure needs a library that is missing."""
    measure, peer = MEASURES[entry["measure"]], entry.get("peer")
    row = Row(name, measure.unit, goal=entry.get("goal"), ratio_goal=entry.get("ratio"))
    row.more_is_better = measure.more_is_better
    try:
        ours = measure.run(game, entry)
    except MissingExtra:
        return
    if isinstance(ours, float | int):
        row.ours = float(ours)
    elif peer is None:
        row.ours = rate(ours)
    else:
        try:
            found = compared(ours, peers.workload(peer, entry["measure"], entry["peer_game"]))
        except MissingExtra as error:
            row.ours, row.peer = rate(ours), str(error)
        else:
            row.ours, row.found, row.note = found.ours, found, entry.get("note", "")
            row.peer = f"{peer} {peers.version(peer)}, {entry['peer_game']}"
    yield row


def name_of(game: Game, entry: dict[str, Any]) -> str:
    players = f", {entry['players']} players" if "players" in entry else ""
    return f"{game.facts.slug}: {entry['measure']}" + (f" of {entry['level']}" if "level" in entry else "") + players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game; repeatable")
    parser.add_argument("--row", default="", metavar="TEXT", help="only rows whose name contains this")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write a page")
    asked = parser.parse_args()
    lines = [HEAD.format(where=machine_words())]
    print(lines[0], flush=True)

    def keep(row: Row) -> None:
        lines.append(str(row))
        print(row, flush=True)
        if asked.markdown is not None:
            asked.markdown.write_text("\n".join(lines) + "\n", "utf-8")

    try:
        check_writable(asked.markdown)
        for row in rows(asked.game or rookery.slugs(), asked.row):
            keep(row)
    except Trouble as error:
        raise SystemExit(str(error)) from None
    if not (asked.game or asked.row):
        sys.stderr.write("measuring fresh processes; one of them compiles everything from scratch\n")
        for row in startup.rows(rookery.slugs()[0], "hard"):
            keep(row)


if __name__ == "__main__":
    main()

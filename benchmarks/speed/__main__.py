"""The table of docs/lab/figures.md: the rows of every game's bench.toml, with our figures beside the peer's.

    python -m benchmarks.speed                                   everything; `make bench` installs the peers before
    python -m benchmarks.speed --game gleebs --row "random games"
    python -m benchmarks.speed --markdown docs/lab/figures.md        also write the page

Each row is printed, and the page written, as soon as it is measured. Rates are per second of CPU time on one thread.
Our rate and a peer's are measured in turn, three times. A peer that is not installed is skipped, and the row says so.
"""

import itertools
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import rookery
from benchmarks.arguments import described, tell
from benchmarks.speed import peers, startup
from benchmarks.speed.measures import MEASURES
from benchmarks.speed.rates import compared, rate
from benchmarks.speed.row import Row
from rookery.cli.hours import check_writable
from rookery.core.errors import MissingExtra, Trouble, one_of
from rookery.core.position import Game
from rookery.machine import machine_words

USUAL_MEASURES = ("random games", "tree search", "batch steps", "learning steps", "position plies")
HEAD = """\
# Figures

Written by `make bench ARGS='--markdown docs/lab/figures.md'`. Rates are per second of CPU time on one thread;
times of whole processes are wall time. Our rate and a peer's are measured in turn, three times: the ratio is
the median, with the worst and the best beside it. A goal in times is a goal for the ratio. A ratio with a
note says little about the two libraries: they play different games.

{where}.

| what | ours | peer | theirs | ratio | worst to best |  | goal |  |
| --- | ---: | --- | ---: | ---: | ---: | --- | ---: | --- |"""


def entries(game: Game) -> list[dict[str, Any]]:
    """The rows of a game's bench.toml; without that file the usual ones. Raises Trouble."""
    path = game.path / "bench.toml"
    if not path.exists():
        return [{"measure": measure} for measure in USUAL_MEASURES]
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["row"]
    for entry in rows:
        if entry["measure"] not in MEASURES:
            raise Trouble(f"{path} names the measure {entry['measure']!r}; {one_of(entry['measure'], MEASURES)}")
    return rows


def wanted(slugs: Sequence[str], text: str) -> list[tuple[str, Game, dict[str, Any]]]:
    """The rows of these games whose names contain a text. Raises UnknownGame, and Trouble for an unknown row or
    measure."""
    rows = [(name_of(game, entry), game, entry) for game in map(rookery.load, slugs) for entry in entries(game)]
    matches = [row for row in rows if text.lower() in row[0].lower()]
    if not matches:
        raise Trouble(f"there is no row {text!r}; {one_of(text, [name for name, *_ in rows])}")
    return matches


def measured(name: str, game: Game, entry: dict[str, Any]) -> Iterator[Row]:
    """Measure a row; there is none if our own measure needs a library that is missing."""
    sys.stderr.write(f"measuring {name}\n")
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
            comparison = compared(ours, peers.workload(peer, entry["measure"], entry["peer_game"]))
        except MissingExtra as error:
            row.ours, row.peer = rate(ours), str(error)
        else:
            row.ours, row.found, row.note = comparison.ours, comparison, entry.get("note", "")
            row.peer = f"{peer} {peers.version(peer)}, {entry['peer_game']}"
    yield row


def name_of(game: Game, entry: dict[str, Any]) -> str:
    players = f", {entry['players']} players" if "players" in entry else ""
    return f"{game.facts.slug}: {entry['measure']}" + (f" of {entry['level']}" if "level" in entry else "") + players


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--game", action="append", help="only this game; repeatable")
    parser.add_argument("--row", default="", metavar="TEXT", help="only rows whose name contains this")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write a page")
    args = parser.parse_args()
    slugs = args.game or rookery.slugs()
    try:
        check_writable(args.markdown)
        chosen = wanted(slugs, args.row)
    except (Trouble, ValueError) as error:
        parser.error(str(error))
    rows = itertools.chain.from_iterable(itertools.starmap(measured, chosen))
    fresh = () if args.game or args.row else startup.rows(slugs[0], "hard")
    tell(map(str, itertools.chain([HEAD.format(where=machine_words())], rows, fresh)), args.markdown)


if __name__ == "__main__":
    main()

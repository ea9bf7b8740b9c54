"""The table of `rookery bench`: the rows of every game's bench.toml, with our figures beside the peer's, in one run."""

import os
import platform
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import rookery
from rookery.bench import measures, peers
from rookery.bench.rates import compared, rate
from rookery.core.errors import MissingExtra, Trouble, one_of
from rookery.core.position import Game
from rookery.core.registry import load, slugs


@dataclass(slots=True)
class Row:
    """One line of the table. `goal` is the goal for `ours`, `ratio_goal` for `ratio`; None: no goal."""

    name: str
    unit: str
    ours: float
    peer: str = ""  # name and version; or why there is no figure
    theirs: float | None = None
    ratio: float | None = None  # ours to theirs: the median of three, measured in turn
    worst: float | None = None  # the smallest and the largest of the three
    best: float | None = None
    note: str = ""  # why the figures are not directly comparable
    goal: float | None = None
    ratio_goal: float | None = None
    more_is_better: bool | None = True  # None: `goal` must be met exactly

    @property
    def met(self) -> bool | None:
        """Whether the goals are met; None if there is no goal, or no figure to compare with it."""
        checks = []
        if self.goal is not None:
            equal = self.ours == self.goal
            checks.append(equal or (self.more_is_better is not None and (self.ours > self.goal) == self.more_is_better))
        if self.ratio_goal is not None and self.ratio is not None:
            checks.append(self.ratio >= self.ratio_goal)
        return all(checks) if checks else None

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"met": self.met}


def machine() -> dict[str, Any]:
    """The machine and the versions, and the time of the measurement."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "rookery": rookery.__version__,
        **{name: installed(name) for name in ("numpy", "numba")},
    }


def machine_words(where: Mapping[str, Any] | None = None) -> str:
    """A result of `machine` (by default of this machine now) as a line of text."""
    return ", ".join(f"{name} {value}" for name, value in (where or machine()).items())


def run(
    report: Callable[[str], None] = lambda words: None, *, quick: bool = False, games: Sequence[str] = (), row: str = ""
) -> Iterator[Row]:
    """Measure row by row. `report` is called with the name of each row before it is measured.

    `quick`: skip measures that start fresh processes. `games`: only these slugs; a game without a bench.toml gets the
    rows USUAL_MEASURES. `row`: only rows whose name contains this. Raises UnknownGame, and Trouble for an unknown row
    or an error in a bench.toml, before anything is measured."""
    found = [(game, entry) for game in map(load, games or slugs()) for entry in _entries(game, bool(games))]
    asked = [(game, entry) for game, entry in found if row.lower() in _name(game, entry).lower()]
    if not asked and row:
        raise Trouble(f"there is no row {row!r}; {one_of(row, [_name(game, entry) for game, entry in found])}")
    for game, entry in asked:
        if not (quick and measures.MEASURES[entry["measure"]].fresh):
            yield from _measured(game, entry, report)


USUAL_MEASURES = (
    "random games",
    "tree search",
    "batch steps",
    "learning steps",
    "position plies",
)  # for a game without a bench.toml


def _entries(game: Game, named: bool) -> list[dict[str, Any]]:
    """The rows of a game's bench.toml; without that file the usual rows, if the game was `named`. Raises Trouble."""
    path = game.path / "bench.toml"
    entries: list[dict[str, Any]] = [{"measure": measure} for measure in USUAL_MEASURES if named]
    if path.exists():
        entries = tomllib.loads(path.read_text("utf-8"))["row"]
    source = f"{path.name} of {game.facts.name}"
    for entry in entries:
        name = str(entry.get("measure"))
        if name not in measures.MEASURES:
            raise Trouble(f"{source} names the measure {name!r}; {one_of(name, measures.MEASURES)}")
        if missing := [need for need in measures.MEASURES[name].needs if need not in entry]:
            raise Trouble(f"{source} lacks, for {name!r}: {', '.join(missing)}")
        if "peer" in entry and name not in (known := peers.measures_of(entry["peer"])):
            raise Trouble(f"{source} names {name!r} of {entry['peer']}; {one_of(name, known)}")
    return entries


def _measured(game: Game, entry: dict[str, Any], report: Callable[[str], None]) -> Iterator[Row]:
    measure, name, peer = measures.MEASURES[entry["measure"]], _name(game, entry), entry.get("peer")
    report(name)
    row = Row(name, measure.unit, 0.0, goal=entry.get("goal"), ratio_goal=entry.get("ratio"))
    row.more_is_better = measure.more_is_better
    try:
        ours = measure.run(game, entry)
    except MissingExtra:  # our own measure needs a library that is missing: there is nothing to compare
        return
    if isinstance(ours, float | int):
        row.ours = float(ours)
    elif peer is None:
        row.ours = rate(ours)
    else:
        report(f"{name}, in turn with {peer}")
        try:
            found = compared(ours, peers.workload(peer, entry["measure"], entry["peer_game"]))
        except MissingExtra as error:
            row.ours, row.peer = rate(ours), str(error)
        else:
            row.ours, row.theirs, row.ratio = found.ours, found.theirs, found.ratio
            row.worst, row.best = found.worst, found.best
            row.peer = f"{peer} {peers.version(peer)}, {entry['peer_game']}"
            row.note = entry.get("note", "")
    yield row


def _name(game: Game, entry: dict[str, Any]) -> str:
    players = f", {entry['players']} players" if "players" in entry else ""
    return f"{game.facts.slug}: {entry['measure']}" + (f" of {entry['level']}" if "level" in entry else "") + players


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()

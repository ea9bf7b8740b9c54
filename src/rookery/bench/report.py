"""The table of `rookery bench`: rows from every game's bench.toml, ours beside the peer's, in one run."""

import os
import platform
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from rookery.bench import measures, peers
from rookery.core.errors import MissingExtra, Trouble, one_of
from rookery.core.position import Game
from rookery.core.registry import load, titles

__all__ = ["Row", "machine", "machine_words", "run"]


@dataclass(slots=True)
class Row:
    """One line of the table. `goal` is for `ours`, `ratio_goal` for `ratio`; None where there is none."""

    name: str
    unit: str
    ours: float
    peer: str = ""  # name and version; or why there is no figure
    theirs: float | None = None
    ratio: float | None = None  # ours to theirs
    goal: float | None = None
    ratio_goal: float | None = None
    more_is_better: bool | None = True  # None: `goal` has to be met exactly

    @property
    def met(self) -> bool | None:
        """Whether the goals are met; None when there is none, or no figure to hold against it."""
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
    """Where and when the figures were measured."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{name: installed(name) for name in ("rookery", "numpy", "numba")},
    }


def machine_words(where: Mapping[str, Any] | None = None) -> str:
    """What `machine` says, here and now or then, as a line of text."""
    return ", ".join(f"{name} {value}" for name, value in (where or machine()).items())


def run(report: Callable[[str], None] = lambda words: None, quick: bool = False) -> Iterator[Row]:
    """Measure everything, row by row; `report` is told what comes next. `quick`: but what starts fresh processes.

    Raises Trouble for a bench.toml that asks for what there is not, before anything is measured."""
    asked = [(game, entry) for game in map(load, titles()) for entry in _entries(game)]
    for game, entry in asked:
        if not (quick and measures.MEASURES[entry["measure"]].fresh):
            yield from _measured(game, entry, report)


def _entries(game: Game) -> list[dict[str, Any]]:
    """The rows of a game's bench.toml, if it has one. Raises Trouble."""
    path = game.path / "bench.toml"
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["row"] if path.exists() else []
    told = f"{path.name} of {game.facts.name}"
    for entry in entries:
        name = str(entry.get("measure"))
        if name not in measures.MEASURES:
            raise Trouble(f"{told} asks for the measure {name!r}; {one_of(name, measures.MEASURES)}")
        if missing := [need for need in measures.MEASURES[name].needs if need not in entry]:
            raise Trouble(f"{told} does not say of {name!r}: {', '.join(missing)}")
        if "peer" in entry and name not in (known := peers.measures_of(entry["peer"])):
            raise Trouble(f"{told} asks for {name!r} of {entry['peer']}; {one_of(name, known)}")
    return entries


def _measured(game: Game, entry: dict[str, Any], report: Callable[[str], None]) -> Iterator[Row]:
    measure, name = measures.MEASURES[entry["measure"]], _name(game, entry)
    report(name)
    try:
        row = Row(name, measure.unit, measure.run(game, entry), goal=entry.get("goal"), ratio_goal=entry.get("ratio"))
    except MissingExtra:  # ours, too, may need a library: then there is nothing to set beside anything
        return
    row.more_is_better = measure.more_is_better
    if peer := entry.get("peer"):
        report(f"{name}, by {peer}")
        try:
            row.theirs = peers.measure(peer, entry["measure"], entry["peer_game"])
            other = "" if entry["peer_game"] == game.facts.title else f", {entry['peer_game']}"
            row.peer, row.ratio = f"{peer} {peers.version(peer)}{other}", row.ours / row.theirs
        except MissingExtra as error:
            row.peer = str(error)
    yield row


def _name(game: Game, entry: dict[str, Any]) -> str:
    players = f", {entry['players']} players" if "players" in entry else ""
    return f"{game.facts.title}: {entry['measure']}" + (f" of {entry['level']}" if "level" in entry else "") + players


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()

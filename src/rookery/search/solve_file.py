"""A file of what has been proved of a game (search/work_file.py): a head, then one line a unit:

    {"rookery_solve": 1, "game": "gleebs", "rules": 1, "players": 2, "options": {...}}
    {"unit": "1f3a...", "low": 0.0, "high": 1.0, "nodes": 812345, "seconds": 0.21, "limit": 0}

`unit` is the key of the unit's position; `low` and `high` bound the utility of seat 0; `limit` is 0, or the number of
positions that did not suffice. One file may hold the work on several positions of a game.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rookery.core.position import Position
from rookery.search.work_file import WorkFile, number, whole


@dataclass(frozen=True, slots=True)
class Unit:
    """The result of one search about one position."""

    key: str  # of the position
    low: float
    high: float
    nodes: int
    seconds: float
    limit: int  # 0: the search was completed; else the number of positions that did not suffice


def solve_file(path: str | Path, root: Position) -> WorkFile[Unit]:
    """Open a file for more units. Raises BrokenRecord if it is not such a file, OtherWork if its game or options
    differ, OSError."""
    head = {"rookery_solve": 1, **root.game.identity, "players": root.players, "options": root.options}
    return WorkFile(path, head, "unit", _read, _told)


def _read(line: Any) -> Unit:
    low, high = (number(line[name], name, -1.0, 1.0) for name in ("low", "high"))
    if low > high:
        raise ValueError(f"not a range of utilities: {low:g} to {high:g}")
    nodes, limit = (whole(line[name], name) for name in ("nodes", "limit"))
    return Unit(str(line["unit"]), low, high, nodes, number(line["seconds"], "seconds"), limit)


def _told(unit: Unit) -> dict[str, Any]:
    data = asdict(unit)
    return {"unit": data.pop("key")} | data

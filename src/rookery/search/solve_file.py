"""What has been proved of a game, kept as JSON lines that only ever grow. The first is the head, then one a unit:

    {"rookery_solve": 1, "game": "gleebs", "rules": 1, "players": 2, "options": {...}}
    {"unit": "1f3a...", "low": 0.0, "high": 1.0, "nodes": 812345, "seconds": 0.21, "limit": 0}

A unit is named by the key of its position; `low` and `high` bound the utility of seat 0; `limit` is 0, or the number
of positions that did not suffice. Each line is written at once, so a process that is killed leaves at most half a line,
which is cut when the work goes on.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from rookery.core.errors import BrokenRecord
from rookery.core.position import Position

__all__ = ["SolveFile", "Unit"]


@dataclass(frozen=True, slots=True)
class Unit:
    """What one search found out of one position."""

    key: str  # of the position
    low: float
    high: float
    nodes: int
    seconds: float
    limit: int  # 0: the search came to its end


class SolveFile:
    """The file, open for more units; `units` are those that it held. A file that is not there is begun."""

    def __init__(self, path: Path, root: Position) -> None:
        """Raises BrokenRecord for what is no such file, or of another game or other options; OSError."""
        facts = root.game.facts
        head = {"rookery_solve": 1, "game": facts.title, "rules": facts.rules_version, "players": root.players}
        line = _line(head | {"options": root.options})
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        self.units: list[Unit] = []
        if whole:
            first, *rest = whole.splitlines()
            if first + b"\n" != line:
                raise BrokenRecord(f"{path} holds other work: its first line is not {line.decode().strip()}")
            self.units = [_unit(path, number, each) for number, each in enumerate(rest, start=2)]
        elif not line.startswith(text):
            raise BrokenRecord(f"{path} is no file of `rookery solve`: it has no head")
        self._file = path.open("ab", buffering=0)
        self._file.truncate(len(whole))
        if not whole:
            self._file.write(line)

    def write(self, unit: Unit) -> None:
        """Keep a unit. Raises OSError."""
        data = asdict(unit)
        self._file.write(_line({"unit": data.pop("key")} | data))

    def __enter__(self) -> "SolveFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def _unit(path: Path, number: int, line: bytes) -> Unit:
    try:
        data: dict[str, Any] = json.loads(line)
        low, high = float(data["low"]), float(data["high"])
        unit = Unit(str(data["unit"]), low, high, int(data["nodes"]), float(data["seconds"]), int(data["limit"]))
        if not -1.0 <= low <= high <= 1.0:
            raise ValueError(f"no range of utilities: {low} to {high}")
    except (ValueError, TypeError, LookupError) as error:
        raise BrokenRecord(f"{path}, line {number} is no unit ({error})") from None
    return unit


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"

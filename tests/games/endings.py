"""The ways to end of which each game has a recorded game: `ENDINGS` and `REASONS` of its own endings.py."""

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rookery import Position, Record


class Ended(NamedTuple):
    """A recorded game that is over."""

    record: Record
    twin: Any  # at the end; None of a game without a twin

    @property
    def position(self) -> Position:
        return self.record.position


IsIt = Callable[[Ended], bool]


def endings(slug: str) -> Mapping[str, IsIt]:
    """Name of the file -> the way to end that it shows, as one sees it at the end."""
    found: Mapping[str, IsIt] = _module(slug).ENDINGS
    return found


def reasons(slug: str) -> Mapping[str, str]:
    """How a file's name begins -> a pattern of the reason that players are told; of several the longest counts."""
    found: Mapping[str, str] = _module(slug).REASONS
    return found


def recorded(slug: str) -> list[Path]:
    return sorted((Path(__file__).parent / slug / "recorded").glob("*.jsonl"))


def _module(slug: str) -> Any:
    return importlib.import_module(f"tests.games.{slug}.endings")

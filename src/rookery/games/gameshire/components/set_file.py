"""Reading a TOML file so that every error names the file and the line."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

Place = tuple[str | int, ...]  # the keys and indices that lead to a value, as ("season", 3, "spring")


class SetFile:
    """The data of a TOML file, and the line of each table and key.

    Raises ValueError if the file is not TOML in UTF-8, and OSError if it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text("utf-8")
            self.data = tomllib.loads(self.text)
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            raise ValueError(f"{path}, line {line}: not UTF-8") from None
        except tomllib.TOMLDecodeError as error:  # its message has the line
            raise ValueError(f"{path} is not TOML: {error}") from None
        self.lines = _lines(self.text)

    def must(self, holds: object, place: Place, words: str, value: object = None) -> None:
        """Raise ValueError with file and line unless `holds` is true. If the place has a list, `value` is the entry
        whose line is meant."""
        if not holds:
            raise ValueError(f"{self.path}, line {self._line(place, value)}: {words}")

    def reads(self, read: Callable[[str], T], text: Any, place: Place) -> T:
        """The result of `read(text)`. Raises its ValueError with file and line added."""
        self.must(isinstance(text, str), place, f"expected a text, not {text!r}", text)
        try:
            return read(text)
        except ValueError as error:
            self.must(False, place, str(error), text)
            raise AssertionError from error  # not reached: `must` has raised

    def many(self, key: str, count: int) -> list[dict[str, Any]]:
        """The tables [[key]], of which there must be `count`."""
        tables = self.data.get(key, [])
        tables = tables if isinstance(tables, list) and all(isinstance(table, dict) for table in tables) else []
        last = (key, len(tables) - 1) if tables else ()
        self.must(len(tables) == count, last, f"there must be {count} tables [[{key}]], not {len(tables)}")
        return tables

    def only(self, table: Mapping[str, Any], place: Place, keys: tuple[str, ...], maybe: tuple[str, ...] = ()) -> None:
        """Require that the table at a place has all of `keys`, and no other keys except those of `maybe`."""
        for key in keys:
            self.must(key in table, place, f"{key} is missing")
        for key in table:
            known = ", ".join((*keys, *maybe))
            self.must(key in keys + maybe, (*place, key), f"{key} is not a known key here; the keys are {known}")

    def words(self, table: Mapping[str, Any], place: Place, *keys: str) -> list[str]:
        """The texts of these keys. None of them may be empty."""
        for key in keys:
            good = isinstance(table[key], str) and table[key].strip()
            self.must(good, (*place, key), f"{key} must be a text, not {table[key]!r}")
        return [table[key] for key in keys]

    def list_of(self, values: Any, count: int, place: Place) -> list[Any]:
        good = isinstance(values, list) and len(values) == count
        self.must(
            good,
            place,
            f"{place[-1]} must be a list of {count} texts, not {len(values)}"
            if isinstance(values, list)
            else f"{place[-1]} must be a list of {count} texts",
        )
        return list(values)

    def _line(self, place: Place, value: object) -> int:
        while place and place not in self.lines:
            place = place[:-1]
        lines = self.text.splitlines()
        begin = self.lines.get(place, len(lines))
        if not isinstance(value, str):
            return begin
        return next((n for n in range(begin, len(lines) + 1) if f'"{value}"' in lines[n - 1]), begin)


def _lines(text: str) -> dict[Place, int]:
    """[place] the line of every table and key."""
    numbers: dict[Place, int] = {}
    place: Place = ()
    seen = Counter[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line):
            place = (match[1], seen[match[1]])
            seen[match[1]] += 1
            numbers[place] = number
            numbers.setdefault(place[:1], number)
        elif match := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            place = (match[1],)
            numbers[place] = number
        elif match := re.match(r"\s*\"?([\w-]+)\"?\s*=", line):
            numbers.setdefault((*place, match[1]), number)
    return numbers

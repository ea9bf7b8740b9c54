"""The file of a match: JSON lines that only ever grow. The first is the head, then one a game, in the order in which
they ended:

    {"rookery_arena": 1, "game": "gleebs", "players": 2, "entrants": {"easy": "..."}, "seed": 0, "engine": "..."}
    {"game": 3, "seats": ["easy", "greedy"], "utilities": [1.0, -1.0], "plies": 61, "key": "...", "seconds": {...}}

Each line is written at once, so a process that is killed leaves at most half a line, which is cut when the match goes
on.
"""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from rookery.arena.match import Match
from rookery.arena.single import Played
from rookery.core.errors import BrokenRecord, OtherMatch

__all__ = ["Ledger"]

NOT_OURS = 'is no file of an arena: its first line must be a head, {"rookery_arena": 1, ...}'


class Ledger:
    """The file, open for more games; `played` are those that it held. A file that is not there is begun."""

    def __init__(self, path: str | Path, match: Match) -> None:
        """Raises BrokenRecord for what is no such file, OtherMatch for that of another match, OSError."""
        self.path = Path(path)
        self.played: list[Played] = []
        head = _line(match.head)
        text = self.path.read_bytes() if self.path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if whole:
            self._read(whole, match)
        elif not head.startswith(text):  # not even half a head of this match
            raise BrokenRecord(f"{self.path} {NOT_OURS}")
        self._file: BinaryIO = self.path.open("ab", buffering=0)
        self._file.truncate(len(whole))
        if not whole:
            self._file.write(head)

    def write(self, played: Played) -> None:
        """Keep a game. Raises OSError."""
        self._file.write(_line(played.as_json()))

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def _read(self, text: bytes, match: Match) -> None:
        head, *lines = text.splitlines()
        self._compare(_parsed(head), match)
        known: set[int] = set()
        for number, line in enumerate(lines, start=2):
            try:
                game = Played.of_json(json.loads(line))
                if match.turn(game.number).seats != game.seats:
                    raise ValueError("others sit here")
            except (ValueError, TypeError, LookupError) as error:
                raise BrokenRecord(f"{self.path}, line {number} is no game of this match ({error})") from None
            if game.number not in known:  # two processes may have played the same
                known.add(game.number)
                self.played.append(game)

    def _compare(self, found: Any, match: Match) -> None:
        if not isinstance(found, dict) or "rookery_arena" not in found:
            raise BrokenRecord(f"{self.path} {NOT_OURS}")
        wanted = json.loads(_line(match.head))
        wanted["entrants"], found["entrants"] = list(wanted["entrants"]), list(found.get("entrants", ()))
        for name, value in wanted.items():
            if found.get(name) == value:
                continue
            if name == "engine":
                raise OtherMatch(
                    f"{self.path} was played by other code: rules or bots have changed since; name another file"
                )
            raise OtherMatch(
                f"{self.path} holds another match: its {name} is {_words(found.get(name))}, not {_words(value)}; "
                f"name another file"
            )


def _words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"

"""Files that keep the results of long work, as JSON lines. Results are only appended.

The first line is the head. It describes the work. Each further line holds one result, in order of completion. Every
line is written at once, so a killed process leaves at most one incomplete line. It is cut off when the work continues.
"""

import json
from collections.abc import Callable, Mapping
from os import SEEK_END
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

from rookery.core.errors import BrokenRecord, OtherWork
from rookery.locks import locked

MAX_EXACT_INT = 2**53  # a float holds every whole number up to here exactly
FINGERPRINT_FIELD = "engine"  # in a head: a hash of the code that does the work

T = TypeVar("T")


class WorkFile(Generic[T]):
    """An open file to which results are appended. `held` are the results that it already had. A missing file is
    created."""

    def __init__(
        self,
        path: str | Path,
        head: Mapping[str, Any],
        what: str,
        read: Callable[[Any], T],
        told: Callable[[T], Mapping[str, Any]],
    ) -> None:
        """`head`: describes the work; its first key names the format, for example "rookery_arena" for a file of
        `rookery arena`. `what`: the noun for a result, used in refusals. `read` makes a result from the JSON of a line
        and may raise ValueError, TypeError or LookupError. `told` turns a result into JSON.

        Raises BrokenRecord for a file of another format, OtherWork if the head differs or another process writes the
        file, and OSError."""
        self.path, self.held = Path(path), list[T]()
        self._told = told
        first = _line(head)
        self._file = self.path.open("a+b", buffering=0)
        try:
            self._begin(first, what, read)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, first: bytes, what: str, read: Callable[[Any], T]) -> None:
        """Read the file, cut an incomplete last line, and write the head if there is none."""
        if not locked(self._file):
            raise OtherWork(f"{self.path} is being written by another process; wait for it, or name another file")
        self._file.seek(0)
        text = self._file.readall()
        whole_lines = text[: text.rfind(b"\n") + 1]
        if whole_lines or not first.startswith(text):  # its beginning differs from this head
            head, *rest = whole_lines.splitlines() or [b""]
            self._compare(head, json.loads(first))
            self.held = [self._read(number, line, what, read) for number, line in enumerate(rest, start=2)]
        self._file.truncate(len(whole_lines))
        if not whole_lines:
            self._append(first)

    def write(self, result: T) -> None:
        """Append a result. Raises OSError; then the file is as before."""
        self._append(_line(self._told(result)))

    def _append(self, line: bytes) -> None:
        end, left = self._file.seek(0, SEEK_END), line
        try:
            while left:  # a disk that is nearly full takes only a part, without an error
                left = left[self._file.write(left) :]
        except OSError:
            self._file.truncate(end)
            raise

    def __enter__(self) -> "WorkFile[T]":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def _read(self, number: int, line: bytes, what: str, read: Callable[[Any], T]) -> T:
        try:
            return read(json.loads(line))
        except KeyError as error:
            why = f"it has no {error}"
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            why = str(error)
        raise BrokenRecord(f"{self.path}, line {number} is not a {what} ({why})")

    def _compare(self, line: bytes, wanted: dict[str, Any]) -> None:
        kind = next(iter(wanted))
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or kind not in head:
            raise BrokenRecord(
                f"{self.path} is not a file of `{kind.replace('_', ' ')}`: its first line must be a head, "
                f'{{"{kind}": {wanted[kind]}, ...}}'
            )
        for name in wanted | head:  # also keys that only the file's head has, such as components of a variant
            if how := _difference(name, head.get(name), wanted.get(name)):
                if name == FINGERPRINT_FIELD:
                    how = "it was made by other code, because rules or bots have changed"
                raise OtherWork(f"{self.path} contains other work: {how}; name another file")


def _difference(name: str, had: Any, wanted: Any) -> str:
    """The difference of a value of a head from the wanted one, including the order of keys; "" if they are equal."""
    if isinstance(had, dict) and isinstance(wanted, dict):
        if list(had) != list(wanted):
            return f"its {name} are {', '.join(had)}, not {', '.join(wanted)}"
        return next(filter(None, (_difference(f"{name}: {key}", had[key], wanted[key]) for key in wanted)), "")
    if had == wanted:
        return ""
    return f"its {name} is {json.dumps(had, ensure_ascii=False)}, not {json.dumps(wanted, ensure_ascii=False)}"


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


# ── Values in lines ──────────────────────────────────────────────────────────
def number(value: Any, what: str, low: float = 0.0, high: float = MAX_EXACT_INT) -> float:
    """Check that a JSON value is a number in low .. high, and return it. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:  # nan is refused
        allowed = f"{low:g} .. {high:g}" if high < MAX_EXACT_INT else f"from {low:g} on"
        raise ValueError(f"its {what} must be a number {allowed}, not {value!r:.40}")
    return float(value)


def whole(value: Any, what: str, low: int = 0, high: int = MAX_EXACT_INT) -> int:
    """Check that a JSON value is a whole number in low .. high, and return it. Raises ValueError."""
    if isinstance(value, float) or not number(value, what, low, high).is_integer():
        raise ValueError(f"its {what} must be a whole number, not {value!r:.40}")
    return int(value)

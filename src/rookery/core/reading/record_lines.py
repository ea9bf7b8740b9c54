"""The lines of records, as a file has them that was in an editor or a mail.

Byte order marks, UTF-16, line ends of any system, blank lines, spaces around lines, quoting (`> `) and a last line
without its end change nothing: the lines are those that were written. None of these can be mistaken for a part of a
line, because a line of a record is a JSON object: it begins and ends with a brace, and contains no line end.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rookery.core.errors import BrokenRecord

_QUOTED = re.compile(rb"(?:>[ \t]?)+")
_END = re.compile(rb"\r\n?|\n")
_SPACE = b" \t"
_OF_NO_LINE = b" \t\r\n>"  # bytes of blank lines, and before the text of others
_UTF_16 = {codecs.BOM_UTF16_LE: "UTF-16-LE", codecs.BOM_UTF16_BE: "UTF-16-BE"}
_MARK_LENGTH = 2  # of UTF-16


class LineOfRecord(NamedTuple):
    """One line, without its end."""

    number: int  # in the file, from 1; blank lines count
    text: bytes  # as it was written


def lines_of(data: str | bytes, name: str) -> list[LineOfRecord]:
    """All lines but blank ones; messages call the data `name`. Raises BrokenRecord for damaged UTF-16."""
    return list(separated([in_utf_8(data, name)]))


def in_utf_8(data: str | bytes, name: str) -> bytes:
    """The data as UTF-8, whatever its byte order mark says. Raises BrokenRecord for damaged UTF-16."""
    encoding = None if isinstance(data, str) else _UTF_16.get(data[:_MARK_LENGTH])
    if encoding is not None:
        assert isinstance(data, bytes)
        try:
            data = data[_MARK_LENGTH:].decode(encoding)
        except UnicodeError as error:
            raise BrokenRecord(f"{name} is marked as {encoding}, and damaged: {error}") from None
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def outermost(data: bytes) -> tuple[LineOfRecord, LineOfRecord] | None:
    """The first and the last line of data in UTF-8, found without a look at the others; None: all lines are blank."""
    start = len(data) - len(data.removeprefix(codecs.BOM_UTF8).lstrip(_OF_NO_LINE))
    end = len(data.rstrip(_OF_NO_LINE))
    if start >= end:
        return None
    first_end = _END.search(data, start, end)
    last_start = max(data.rfind(b"\n", start, end), data.rfind(b"\r", start, end), start - 1) + 1
    spans = (start, first_end.start() if first_end else end), (last_start, end)
    first, last = (next(separated([data[at:to]]))._replace(number=1 + count_ends(data[:at])) for at, to in spans)
    return first, last


def count_ends(data: bytes) -> int:
    """The number of line ends."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def lines_in_file(path: Path) -> Iterator[LineOfRecord]:
    """The same of a file that may be large: each is read when it is asked for. Raises OSError, BrokenRecord."""
    with path.open("rb") as file:
        if file.peek(_MARK_LENGTH)[:_MARK_LENGTH] in _UTF_16:
            yield from lines_of(file.read(), str(path))
        else:
            yield from separated(file)


def separated(parts: Iterable[str | bytes]) -> Iterator[LineOfRecord]:
    """The lines of a text in parts, each of which is one line or several."""
    number = 0
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        lines: list[bytes] = _END.split(data)
        if not lines[-1]:  # what comes after the last line end
            lines.pop()
        for line in lines:
            number += 1
            text: bytes = line.removeprefix(codecs.BOM_UTF8).strip(_SPACE)
            if text.startswith(b">"):
                text = _QUOTED.sub(b"", text, count=1).lstrip(_SPACE)
            if text:
                yield LineOfRecord(number, text)


def is_head(line: bytes) -> bool:
    """Whether a line begins a record, and so ends the one before it: only a head says of which format it is."""
    if b'"rookery"' not in line:  # most lines
        return False
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return line.startswith(b'{"rookery"')
    return isinstance(entry, dict) and "rookery" in entry


def written(lines: Iterable[LineOfRecord]) -> bytes:
    """The lines as they were written, each with its end."""
    return b"".join(line.text + b"\n" for line in lines)

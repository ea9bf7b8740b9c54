"""Reads records from files: replays every action and compares every key. record.py describes the format."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rookery.core import fair
from rookery.core.errors import BrokenRecord, CannotConcede, Refusal, UnknownGame, UnknownRules
from rookery.core.protocol import CHANCE
from rookery.core.reading.record_lines import (
    LineOfRecord,
    count_ends,
    in_utf_8,
    is_head,
    lines_in_file,
    outermost,
    separated,
    written,
)
from rookery.core.record import RECORD_FORMAT, Draw, Record, seal_of
from rookery.core.variant import with_components

MAX_TEXT_LENGTH = 500  # characters of an action or a remark
MAX_LINE_LENGTH = 16_384  # bytes of a line without odds: parsing one takes a millisecond at most
ODDS = 32  # more bytes for each outcome of chance
PART = 65_536  # bytes hashed in one step
LINES_IN_A_STEP = 64  # that are found in one step
BLANK_LINES = 4  # times as many lines as a game can have may be in a text, with blank ones between them


def read(text: str | bytes, name: str) -> Record:
    """The record in a text; messages call the text `name`. Raises BrokenRecord (UnknownRules) naming file and line,
    UnknownGame."""
    *_, record = steps(text, name)
    return record


def steps(text: str | bytes, name: str) -> Iterator[Record]:
    """The same in steps of at most one line: each yields the record as far as it is read, the last one all of it.

    Any step may raise what `read` raises. Every step is short, whatever the text contains: the head is read first, and
    it says how long a record of that game can be."""
    data = in_utf_8(text, name)
    record = _begun(outermost(data), name)
    yield record
    facts, ends = record.game.facts, count_ends(data)
    if ends > BLANK_LINES * (facts.longest + 3):
        raise BrokenRecord(f"{name} has {ends} lines; a record of {facts.name} has {facts.longest + 3} at most")
    lines = []
    for line in separated([data]):
        lines.append(line)
        if len(lines) % LINES_IN_A_STEP == 0:
            yield record
    yield from _steps(lines, record, name)


def slug_in(text: str | bytes) -> str:
    """The slug of the game that a record names; "" if it names none."""
    try:
        ends = outermost(in_utf_8(text, ""))
        short = ends is not None and len(ends[0].text) <= MAX_LINE_LENGTH  # nobody waits for a longer one
        entry = json.loads(ends[0].text) if ends is not None and short else None
    except (ValueError, RecursionError):
        return ""
    return str(entry.get("game", "")) if isinstance(entry, dict) else ""


def _begun(ends: tuple[LineOfRecord, LineOfRecord] | None, name: str) -> Record:
    """The record as its head says. `ends`: its first and its last line."""
    if ends is None or not ends[0].text.startswith(b"{"):
        raise BrokenRecord(
            f'{name} is not a record of a game: it must begin with a head, {{"rookery": {RECORD_FORMAT}, ...}}'
        )
    _check_whole(ends[1], name)
    where = f"{name}, line {ends[0].number}"
    return _from_head(_parsed(ends[0].text, where, MAX_LINE_LENGTH), where)


def _steps(lines: Sequence[LineOfRecord], record: Record, name: str) -> Iterator[Record]:
    """Read the lines of a record that has begun."""
    _check_count(lines, record, name)
    yield record
    plies = lines[1:]
    if plies and plies[-1].text.startswith(b'{"seal"'):
        plies = plies[:-1]
        for _ in _check_seal(written(lines[:-1]), lines[-1].text, name):
            yield record
    elif record.luck is not None:
        raise BrokenRecord(f"{name} has no seal: as its draws are promised, its last line must hash the others")
    for line in plies:
        where = f"{name}, line {line.number}"
        entry = _parsed(line.text, where, MAX_LINE_LENGTH + ODDS * len(record.position.odds))
        if "over" in entry:
            _check_end(record, entry, where)
            if line is not plies[-1]:
                raise BrokenRecord(f"{where}: the game is over here, but the file goes on")
        else:
            _replay(record, entry, where)
        yield record


class Records(Iterator[Record]):
    """The records of a file, one after another. After one that raises BrokenRecord or UnknownGame, the next call of
    `next` reads the game after it."""

    def __init__(self, lines: Iterator[LineOfRecord], name: str) -> None:
        """Messages call the file `name`."""
        self._lines, self._name = lines, name
        self._ahead = next(lines, None)  # the first line of the next record

    def __next__(self) -> Record:
        if self._ahead is None:
            raise StopIteration
        own, self._ahead = [self._ahead], None
        for line in self._lines:
            if is_head(line.text):
                self._ahead = line
                break
            own.append(line)
        name = self._name if own[0].number == 1 else f"{self._name}, game at line {own[0].number}"
        *_, record = _steps(own, _begun((own[0], own[-1]), name), name)
        return record


def records(source: str | Path | Iterable[str | bytes]) -> Records:
    """The records of a file that holds one or many, written one after another. Each is read when it is asked for.

    `source`: the path of the file, or an open file. Asking for a record raises BrokenRecord (UnknownRules) naming file
    and line, or UnknownGame; the next one can be asked for nevertheless. Raises OSError."""
    if isinstance(source, str | Path):
        return Records(lines_in_file(Path(source)), str(source))
    return Records(separated(source), str(getattr(source, "name", "the file")))


def _check_whole(last: LineOfRecord, name: str) -> None:
    """Raises BrokenRecord if the last line was cut off."""
    if last.text.startswith(b"{") and not last.text.endswith(b"}"):
        raise BrokenRecord(f"{name} stops in the middle of line {last.number}: {_start(last.text)}")


def _check_count(lines: Sequence[LineOfRecord], record: Record, name: str) -> None:
    """Raises BrokenRecord if there are more lines than a game can have, or another game."""
    facts, count = record.game.facts, len(lines)
    most = facts.longest + 3
    if second := next((line for line in lines[1 : most + 1] if is_head(line.text)), None):
        raise BrokenRecord(
            f"{name} holds several games, the second from line {second.number} on; rookery.records reads them one "
            "after another, as does `rookery replay`"
        )
    if count > most:
        raise BrokenRecord(f"{name} has {count} lines; a record of {facts.name} has {most} at most")


def _start(line: bytes) -> str:
    """The beginning of a line, for a message."""
    return repr(line[:40].decode("utf-8", "replace"))


def _parsed(line: bytes, where: str, most: int) -> dict[str, Any]:
    if len(line) > most:
        raise BrokenRecord(f"{where} has {len(line)} bytes; at most {most} are allowed here")
    try:
        entry = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise BrokenRecord(f"{where} is not JSON ({error}): {_start(line)}") from None
    if not isinstance(entry, dict):
        raise BrokenRecord(f"{where} must be a JSON object, not {_start(line)}")
    return entry


def _from_head(head: dict[str, Any], where: str) -> Record:
    missing = [name for name in ("rookery", "game", "rules", "players", "options") if name not in head]
    if missing:
        raise BrokenRecord(f"{where}: the head of a record needs {', '.join(missing)}")
    if head["rookery"] != RECORD_FORMAT:
        raise BrokenRecord(f"{where}: record format {head['rookery']!r}; this program reads format {RECORD_FORMAT}")
    try:
        game = with_components(str(head["game"]), dict(head.get("components", {})))
    except UnknownGame as error:
        raise UnknownGame(f"{where}: {error}") from None
    except (UnknownRules, TypeError, ValueError) as error:
        raise UnknownRules(f"{where}: {error}") from None
    if head["rules"] != game.facts.rules_version:
        raise UnknownRules(
            f"{where}: played under version {head['rules']!r} of the rules of {game.facts.name}; "
            f"version {game.facts.rules_version} is installed"
        )
    try:
        options = {str(name): str(value) for name, value in dict(head["options"]).items()}
        names = [str(name) for name in head.get("names", ())]
        "".join(names).encode()  # a lone surrogate, which JSON can contain, could not be written again
        return Record(game, head["players"], options, names, _luck(head["luck"]) if "luck" in head else None)
    except (Refusal, TypeError, ValueError, LookupError) as error:
        raise BrokenRecord(f"{where}: {error}") from None


def _replay(record: Record, entry: dict[str, Any], where: str) -> None:
    ply = record.plies + 1
    if entry.get("ply") != ply:
        raise BrokenRecord(f"{where}: ply {ply} is missing, found {entry.get('ply')!r}")
    action, remark = entry.get("action"), entry.get("remark", "")
    if not isinstance(action, str) or not action.isprintable() or len(action) > MAX_TEXT_LENGTH:
        raise BrokenRecord(f"{where}: the action must be a text in notation")
    # `isprintable` also refuses lone surrogates
    if not isinstance(remark, str) or not remark.isprintable() or len(remark) > MAX_TEXT_LENGTH:
        raise BrokenRecord(f"{where}: the remark must be one line of at most {MAX_TEXT_LENGTH} characters")
    mover = "chance" if record.position.mover == CHANCE else record.position.mover
    stand_in = entry.get("stand_in", False)
    if not isinstance(stand_in, bool) or (stand_in and mover == "chance"):
        raise BrokenRecord(f"{where}: stand_in must be true or false, and false where chance moves")
    if entry.get("mover") != mover:
        raise BrokenRecord(f"{where}: the mover is {mover}, not {entry.get('mover')!r}")
    try:
        action = record.position.parse(action)
        record.follow(action, record.position.after(action), remark, stand_in=stand_in)
    except Refusal as error:
        raise BrokenRecord(f"{where}: {error}") from None
    if entry.get("key") != record.position.key:
        key = record.position.key
        raise BrokenRecord(f"{where}: the position after ply {ply} has the key {key}, not {entry.get('key')!r}")
    draw = {name: entry[name] for name in Draw._fields if name in entry}
    if record.luck is not None and mover == "chance" and draw != record.draw(ply)._asdict():
        raise BrokenRecord(f"{where}: the odds or the drawn outcome of this ply are wrong")


def _check_seal(sealed: bytes, last: bytes, name: str) -> Iterator[None]:
    """Check, in steps, that the last line is the seal of the lines before it. Raises BrokenRecord."""
    hashed = hashlib.sha256()
    for start in range(0, len(sealed), PART):
        hashed.update(sealed[start : start + PART])
        yield
    if last != seal_of(hashed.hexdigest()).encode():
        raise BrokenRecord(f"{name} was changed: its last line, the seal, does not match the lines before it")


def _luck(told: dict[str, Any]) -> fair.Luck:
    """The luck of a record, with its form checked; verification.py checks its truth. Raises ValueError, TypeError."""
    kind = fair.OldLuck if "promise" in told else fair.Luck
    if missing := [name for name in kind.__struct_encode_fields__ if name not in told]:
        raise ValueError(f"the luck of a record needs {', '.join(missing)}")
    try:
        luck = msgspec.convert(told, kind)
        fair.canonical(luck.pledge)
    except msgspec.ValidationError as error:
        raise ValueError(f"the luck cannot be read: {error}") from None
    except UnicodeEncodeError:
        raise ValueError("the pledge contains half of a character, which cannot be hashed") from None
    for text in (luck.commitment, luck.secret, *luck.client_seeds):
        if not re.fullmatch(fair.CLIENT_SEED, text):
            raise ValueError(f"{text!r} is not a hexadecimal number of at most 32 bytes")
    if any(len(text) not in (0, 64) for text in (luck.commitment, luck.secret)):
        raise ValueError("promise and secret have 32 bytes each")
    return luck


def _check_end(record: Record, entry: dict[str, Any], where: str) -> None:
    if "conceded" in entry:
        try:
            record.concede(*entry["conceded"])
        except (TypeError, CannotConcede) as error:
            raise BrokenRecord(f"{where}: {error}") from None
    outcome = record.result
    if outcome is None:
        raise BrokenRecord(f"{where} says that the game is over, but it is not")
    if entry.get("utilities") != list(outcome.utilities):
        raise BrokenRecord(f"{where}: the game ended {list(outcome.utilities)}, not {entry.get('utilities')!r}")

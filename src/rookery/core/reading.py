"""A record read from a file: every action played again, every key compared. record.py says how the file looks."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rookery.core import fair
from rookery.core.errors import BrokenRecord, CannotConcede, Refusal, UnknownGame, UnknownRules
from rookery.core.protocol import CHANCE
from rookery.core.record import FORMAT, Draw, Record, seal
from rookery.core.variant import with_components

__all__ = ["read", "steps"]

LONGEST = 500  # characters of an action or a remark


def read(text: str | bytes, name: str) -> Record:
    """A record; `name` is for the message. Raises BrokenRecord (UnknownRules) naming file and line, UnknownGame."""
    *_, record = steps(text, name)
    return record


def steps(text: str | bytes, name: str) -> Iterator[Record]:
    """The same, one line a step: the record as far as it is read, at last all of it. Raises as `read`, at any step."""
    lines = _decoded(text, name).split("\n")
    if lines[-1]:
        raise BrokenRecord(f"{name} stops in the middle of line {len(lines)}: {lines[-1][:40]!r}")
    written = lines[:-1]
    lines = _unsealed(written, name)
    record = _from_head(_parsed(lines[0], f"{name}, line 1"), f"{name}, line 1")
    if record.luck is not None and len(lines) == len(written):
        raise BrokenRecord(f"{name} has no seal: as its draws are promised, its last line must hash the others")
    yield record
    for number, line in enumerate(lines[1:], start=2):
        where = f"{name}, line {number}"
        entry = _parsed(line, where)
        if "over" in entry:
            _check_end(record, entry, where)
            if number != len(lines):
                raise BrokenRecord(f"{where}: the game is over here, but the file goes on")
        else:
            _replay(record, entry, where)
        yield record


def _decoded(text: str | bytes, name: str) -> str:
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")  # some editors begin with a mark
    except UnicodeDecodeError:
        decoded = ""
    if not decoded.startswith("{"):
        raise BrokenRecord(f'{name} is no record of a game: it must begin with a head, {{"rookery": {FORMAT}, ...}}')
    return decoded


def _parsed(line: str, where: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BrokenRecord(f"{where} is not JSON ({error}): {line[:40]!r}") from None
    if not isinstance(entry, dict):
        raise BrokenRecord(f"{where} must be a JSON object, not {line[:40]!r}")
    return entry


def _from_head(head: dict[str, Any], where: str) -> Record:
    missing = [name for name in ("rookery", "game", "rules", "players", "options") if name not in head]
    if missing:
        raise BrokenRecord(f"{where}: the head of a record needs {', '.join(missing)}")
    if head["rookery"] != FORMAT:
        raise BrokenRecord(f"{where}: record format {head['rookery']!r}; this program reads format {FORMAT}")
    try:
        game = with_components(str(head["game"]), dict(head.get("components", {})))
    except UnknownGame as error:
        raise UnknownGame(f"{where}: {error}") from None
    except (UnknownRules, TypeError, ValueError) as error:
        raise UnknownRules(f"{where}: {error}") from None
    if head["rules"] != game.facts.rules_version:
        raise UnknownRules(
            f"{where}: played under version {head['rules']!r} of the rules of {game.facts.name}; "
            f"installed is version {game.facts.rules_version}"
        )
    try:
        options = {str(name): str(value) for name, value in dict(head["options"]).items()}
        names = [str(name) for name in head.get("names", ())]
        "".join(names).encode()  # half a character (JSON can say it) could not be written again
        return Record(game, head["players"], options, names, _luck(head["luck"]) if "luck" in head else None)
    except (Refusal, TypeError, ValueError, LookupError) as error:
        raise BrokenRecord(f"{where}: {error}") from None


def _replay(record: Record, entry: dict[str, Any], where: str) -> None:
    ply = record.plies + 1
    if entry.get("ply") != ply:
        raise BrokenRecord(f"{where}: ply {ply} is missing, found {entry.get('ply')!r}")
    action, remark = entry.get("action"), entry.get("remark", "")
    if not isinstance(action, str) or not action.isprintable() or len(action) > LONGEST:
        raise BrokenRecord(f"{where}: no action in notation")
    if not isinstance(remark, str) or not remark.isprintable() or len(remark) > LONGEST:  # half a character, too
        raise BrokenRecord(f"{where}: the remark is no line of text of at most {LONGEST} characters")
    mover = "chance" if record.position.mover == CHANCE else record.position.mover
    if entry.get("mover") != mover:
        raise BrokenRecord(f"{where}: the mover is {mover}, not {entry.get('mover')!r}")
    try:
        record.play(action, remark)
    except Refusal as error:
        raise BrokenRecord(f"{where}: {error}") from None
    if entry.get("key") != record.position.key:
        key = record.position.key
        raise BrokenRecord(f"{where}: the position after ply {ply} has the key {key}, not {entry.get('key')!r}")
    told = {name: entry[name] for name in Draw._fields if name in entry}
    if record.luck is not None and mover == "chance" and told != record.draw(ply)._asdict():
        raise BrokenRecord(f"{where}: these are not the odds of the ply, or something else came")


def _unsealed(lines: list[str], name: str) -> list[str]:
    """The lines without the seal, if there is one. Raises BrokenRecord when it is not theirs."""
    if not lines[-1].startswith('{"seal"') or len(lines) == 1:
        return lines
    if lines[-1] != seal("".join(line + "\n" for line in lines[:-1])):
        raise BrokenRecord(f"{name} was changed: its last line, the seal, does not fit the lines before it")
    return lines[:-1]


def _luck(told: dict[str, Any]) -> fair.Luck:
    """What is told, as far as its form goes; whether it is true is for verify.py. Raises ValueError, TypeError."""
    if missing := [name for name in fair.Luck._fields if name not in told]:
        raise ValueError(f"the luck of a record needs {', '.join(missing)}; an earlier Rookery wrote less")
    try:
        pledge = msgspec.convert(told["pledge"], fair.Pledge)
        fair.canonical(pledge)
    except msgspec.ValidationError as error:
        raise ValueError(f"the pledge cannot be read: {error}") from None
    except UnicodeEncodeError:
        raise ValueError("the pledge has half a character in it, which cannot be hashed") from None
    luck = fair.Luck(told["promise"], pledge, tuple(told["words"]), told["secret"])
    for text in (luck.promise, luck.secret, *luck.words):
        if not re.fullmatch(fair.WORD, text):
            raise ValueError(f"{text!r} is no hexadecimal number of at most 32 bytes")
    if any(len(text) not in (0, 64) for text in (luck.promise, luck.secret)):
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

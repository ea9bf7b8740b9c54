"""The record of a game: what it was and every action, chance included. Undo, replay and proof are then one file.

JSON lines. The first is the head, then one a ply, then (when the game is over) one with the outcome:

    {"rookery": 1, "game": "gleebs", "rules": 1, "players": 2, "options": {"grues": "random", "first": "random"}}
    {"ply": 1, "mover": "chance", "action": "K1@c2", "key": "5d0a63e2b3a1f0c4"}
    {"ply": 2, "mover": 0, "action": "Y3@b2", "key": "...", "remark": "proved: with perfect play this wins"}
    {"over": true, "utilities": [1.0, -1.0], "words": "..."}    with "conceded": [1, "resigned"] where somebody gave up

`key` is the hash of the position after the action (Position.key), so a replay proves that it is the same game.
`remark` is what a bot said of its action, to everybody; mostly nothing.

Where the house promised its draws before the game (fair.py), the head tells the promise, each ply of chance its odds
and which of them was drawn, and the last line is the hash of all lines before it:

    {"rookery": 1, ..., "luck": {"promise": "9c0e...", "tickets": 64, "words": ["4af1...", ""], "secret": ..., ...}}
    {"ply": 1, "mover": "chance", "action": "begin Y", "key": "...", "odds": [1.0, 1.0], "drawn": 1}
    {"seal": "5e8f..."}
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rookery.core import fair
from rookery.core.errors import BrokenRecord, CannotConcede, NoSuchPly, Refusal, UnknownGame, UnknownRules
from rookery.core.position import Game, Outcome, Position
from rookery.core.protocol import CHANCE
from rookery.core.registry import load

__all__ = ["CONCEDED", "Draw", "Record"]

FORMAT = 1
CONCEDED = ("resigned", "ran out of time")
MOST_TICKETS = 1 << 20  # a file that speaks of more would only keep the reader busy


class Draw(NamedTuple):
    """One ply of chance."""

    odds: list[float]  # of all that could come, in the order of Position.legal_actions
    drawn: int  # index of what came


class Record:
    """A game from its first position on; `play` and `draw` make it longer.

    `names`: who sat where, free text, may be empty."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        names: Sequence[str] = (),
        luck: fair.Luck | None = None,
    ) -> None:
        """Raises UnknownOption."""
        self.game = game
        self.names = tuple(names)
        self.luck = luck  # None: nobody promised anything
        self.actions: list[int] = []
        self.remarks: dict[int, str] = {}  # by ply
        self.conceded: tuple[int, str] | None = None  # the seat that gave up or ran out of time, and which of them
        self._positions = [game.start_with(game.facts.settings(players, options or {}))]

    # ── Playing ──────────────────────────────────────────────────────────────
    @property
    def position(self) -> Position:
        """The newest position."""
        return self._positions[-1]

    @property
    def plies(self) -> int:
        return len(self.actions)

    def play(self, action: int | str, remark: str = "") -> Position:
        """Play an action of the mover or of chance; the new position. Raises what Position.after raises."""
        if isinstance(action, str):
            action = self.position.parse(action)
        self._positions.append(self.position.after(action))
        self.actions.append(action)
        if remark:
            self.remarks[self.plies] = remark
        return self.position

    def settle(self, generator: np.random.Generator) -> Position:
        """Let chance play until a seat decides or the game is over."""
        while self.position.mover == CHANCE:
            self.play(self.position.draw(generator))
        return self.position

    @property
    def result(self) -> Outcome | None:
        """How the game ended, by its rules or because somebody gave up; None while it goes on."""
        if self.conceded is None:
            return self.position.outcome
        loser, how = self.conceded
        utilities = tuple(-1.0 if seat == loser else 1.0 for seat in range(self.position.players))
        role = self.game.facts.seats_at(self.position.players, self.position.options)[loser][0]
        return Outcome(utilities, (1 - loser,), f"{role} {how}.")

    def concede(self, seat: int, how: str = "resigned") -> Outcome:
        """One of two gives up, or runs out of time: `how`, one of CONCEDED. Raises CannotConcede."""
        if self.result is not None:
            raise CannotConcede("the game is over already")
        if self.position.players != 2 or self.game.facts.cooperative:
            raise CannotConcede(f"only one of two opponents can give up; here play {self.position.players}")
        if seat not in (0, 1) or how not in CONCEDED:
            raise CannotConcede(f"seat {seat!r} cannot have {how!r}; seats are 0 and 1, and it is one of {CONCEDED}")
        self.conceded = seat, how
        assert self.result is not None
        return self.result

    def take_back(self, plies: int) -> Position:
        """Forget everything after so many plies; the newest position then. Raises NoSuchPly."""
        self.at(plies)
        del self._positions[plies + 1 :], self.actions[plies:]
        self.remarks = {ply: remark for ply, remark in self.remarks.items() if ply <= plies}
        return self.position

    def at(self, ply: int) -> Position:
        """The position after that many plies. Raises NoSuchPly."""
        if not 0 <= ply <= self.plies:
            raise NoSuchPly(f"there is no ply {ply}; this game has the plies 0 to {self.plies}")
        return self._positions[ply]

    def text(self, ply: int) -> str:
        """The action that led to `at(ply)`, in notation; ply counts from 1."""
        return self.at(ply - 1).format(self.actions[ply - 1])

    def draw(self, ply: int) -> "Draw":
        """What chance could have brought at a ply of its own, counted from 1, and what it did."""
        before = self.at(ply - 1)
        return Draw(list(before.odds), before.legal_actions.index(self.actions[ply - 1]))

    def words(self, ply: int) -> str:
        """The same as one says it."""
        return self.at(ply - 1).words(self.actions[ply - 1])

    # ── JSON lines ───────────────────────────────────────────────────────────
    def lines(self) -> Iterator[str]:
        """The lines of the file, without line ends."""
        start = self._positions[0]
        head = {
            "rookery": FORMAT,
            "game": self.game.facts.title,
            "rules": self.game.facts.rules_version,
            "players": start.players,
            "options": start.options,
        }
        names = {"names": self.names} if self.names else {}
        luck = {"luck": self.luck._asdict()} if self.luck else {}
        yield json.dumps(head | names | luck, ensure_ascii=False)
        for ply in range(1, self.plies + 1):
            mover = self.at(ply - 1).mover
            who = "chance" if mover == CHANCE else mover
            entry = {"ply": ply, "mover": who, "action": self.text(ply), "key": self.at(ply).key}
            remark = {"remark": self.remarks[ply]} if ply in self.remarks else {}
            odds = self.draw(ply)._asdict() if self.luck and mover == CHANCE else {}
            yield json.dumps(entry | remark | odds, ensure_ascii=False)
        if (end := self.result) is not None:
            why = {"conceded": self.conceded} if self.conceded else {}
            over = {"over": True, **why, "utilities": end.utilities, "words": end.words}
            yield json.dumps(over, ensure_ascii=False)

    def dumps(self) -> str:
        text = "".join(line + "\n" for line in self.lines())
        return text + _seal(text) + "\n" if self.luck else text

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all: on a full disk an older one stays as it was. Raises OSError."""
        path = Path(path).resolve()  # a link stays a link
        draft = path.with_name(f".{path.name}-{os.getpid()}")
        try:
            draft.write_text(self.dumps(), "utf-8")
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise

    @staticmethod
    def load(path: str | Path) -> "Record":
        """Read and replay a file. Raises BrokenRecord (UnknownRules) naming file and line, UnknownGame, OSError."""
        return Record.loads(Path(path).read_bytes(), str(path))

    @staticmethod
    def loads(text: str | bytes, name: str = "record") -> "Record":
        """Read and replay a text, checking every action and every key. Raises as `load`; `name` is for the message."""
        lines = _decoded(text, name).split("\n")
        if lines[-1]:
            raise BrokenRecord(f"{name} stops in the middle of line {len(lines)}: {lines[-1][:40]!r}")
        lines = _unsealed(lines[:-1], name)
        record = _from_head(_parsed(lines[0], f"{name}, line 1"), f"{name}, line 1")
        for number, line in enumerate(lines[1:], start=2):
            where = f"{name}, line {number}"
            entry = _parsed(line, where)
            if "over" in entry:
                _check_end(record, entry, where)
                if number != len(lines):
                    raise BrokenRecord(f"{where}: the game is over here, but the file goes on")
            else:
                _replay(record, entry, where)
        return record


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
        game = load(str(head["game"]))
    except UnknownGame as error:
        raise UnknownGame(f"{where}: {error}") from None
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
    if not isinstance(entry.get("action"), str):
        raise BrokenRecord(f"{where}: no action in notation")
    remark = entry.get("remark", "")
    if not isinstance(remark, str) or not remark.isprintable():  # half a character could not be written again
        raise BrokenRecord(f"{where}: the remark is no line of text")
    mover = "chance" if record.position.mover == CHANCE else record.position.mover
    if entry.get("mover") != mover:
        raise BrokenRecord(f"{where}: the mover is {mover}, not {entry.get('mover')!r}")
    try:
        record.play(entry["action"], remark)
    except Refusal as error:
        raise BrokenRecord(f"{where}: {error}") from None
    if entry.get("key") != record.position.key:
        key = record.position.key
        raise BrokenRecord(f"{where}: the position after ply {ply} has the key {key}, not {entry.get('key')!r}")
    told = {name: entry[name] for name in Draw._fields if name in entry}
    if record.luck is not None and mover == "chance" and told != record.draw(ply)._asdict():
        raise BrokenRecord(f"{where}: these are not the odds of the ply, or something else came")


def _seal(text: str) -> str:
    """The last line of a record with a promise."""
    return json.dumps({"seal": hashlib.sha256(text.encode()).hexdigest()})


def _unsealed(lines: list[str], name: str) -> list[str]:
    """The lines without the seal. Raises BrokenRecord when it is not theirs, or when there should be one."""
    if not lines[-1].startswith('{"seal"'):
        if '"luck"' in lines[0]:
            raise BrokenRecord(f"{name} has no seal: as its draws are promised, its last line must hash the others")
        return lines
    if lines[-1] != _seal("".join(line + "\n" for line in lines[:-1])):
        raise BrokenRecord(f"{name} was changed: its seal, the last line, is not the hash of the lines before it")
    return lines[:-1]


def _luck(told: dict[str, Any]) -> fair.Luck:
    """Raises ValueError, TypeError, KeyError."""
    luck = fair.Luck(told["promise"], told["tickets"], tuple(told["words"]), told["secret"], told["since"])
    for text in (luck.promise, luck.secret, *luck.words):
        if not re.fullmatch(fair.WORD, text):
            raise ValueError(f"{text!r} is no hexadecimal number of at most 32 bytes")
    if not isinstance(luck.tickets, int) or not isinstance(luck.since, int) or not 1 <= luck.tickets <= MOST_TICKETS:
        raise ValueError(f"tickets and since must be numbers of plies, not {luck.tickets!r} and {luck.since!r}")
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

"""The record of a game: its settings and every action, chance included. Undo, replay and proof need nothing else.

A file of JSON lines: the head, one line a ply and, if the game is over, a line with the outcome:

    {"rookery": 1, "game": "gleebs", "rules": 1, "players": 2, "options": {"grues": "random", "first": "random"}}
    {"ply": 1, "mover": "chance", "action": "K1@c2", "key": "5d0a63e2b3a1f0c4"}
    {"ply": 2, "mover": 0, "action": "Y3@b2", "key": "...", "remark": "proved: with perfect play this wins"}
    {"over": true, "utilities": [1.0, -1.0], "words": "..."}    with "conceded": [1, "resigned"] if a seat conceded

`key` is the hash of the position after the action (Position.key), so a replay shows that it is the same game.
For a variant (variant.py), the head also has "components": the changed files, with hashes of their texts.
`remark` is what a bot told everybody about its action; most actions have none. `"stand_in": true` says that a bot
played it for a person who was away or late.

If draws were promised before the game (fair.py), the head contains the promise, each ply of chance its odds and the
index of the drawn outcome, and the last line is the hash of all lines before it:

    {"rookery": 1, ..., "luck": {"commitment": "9c0e...", "pledge": {...}, "client_seeds": ["4af1...", ""],
                                 "secret": "07d2..."}}
    {"ply": 1, "mover": "chance", "action": "begin Y", "key": "...", "odds": [1.0, 1.0], "drawn": 1}
    {"seal": "5e8f..."}
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rookery.core import fair
from rookery.core.errors import CannotConcede, NoSuchPly
from rookery.core.generator import AnyGenerator
from rookery.core.numbers import floats
from rookery.core.position import Game, Outcome, Position
from rookery.core.protocol import CHANCE
from rookery.legible import escaped, one_line
from rookery.whole_file import write_whole

RECORD_FORMAT = 1
CHECKPOINT_INTERVAL = 16  # plies between two positions that are kept, so that a long game takes little memory
CONCEDED = ("resigned", "ran out of time")


class Draw(NamedTuple):
    """One ply of chance."""

    odds: list[float]  # of all outcomes, in the order of Position.legal_actions
    drawn: int  # index of the drawn outcome


class Record:
    """A game from its first position on; `play` and `settle` add plies."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        names: Sequence[str] = (),
        luck: fair.Luck | None = None,
    ) -> None:
        """`names`: free text for each seat; may be empty. `luck`: what was promised about the draws, if anything.

        Raises UnknownOption."""
        self.game = game
        self.names = tuple(names)
        self.luck = luck  # None: no draws were promised
        self.actions: list[int] = []
        self.remarks: dict[int, str] = {}  # by ply
        self.stand_ins: set[int] = set()  # plies that a bot played for the person of the seat
        self.taken_back: list[int] = []  # for each take-back, the number of plies that were left
        self.conceded: tuple[int, str] | None = None  # the seat that conceded, and how: one of CONCEDED
        self.broken = ""  # why the rules break off here, in a sentence; "": they do not
        self._settings = game.facts.settings(players, options or {})
        self._movers: list[int | None] = []  # who played each ply
        self._newest = game.start_with(self._settings)
        self._before = self._newest  # one ply earlier: every new ply needs it
        # the states after 0, CHECKPOINT_INTERVAL, 2 * CHECKPOINT_INTERVAL ... plies; those between are replayed
        self._kept = [self._newest.states]
        self._cursor = 0, self._newest  # the position asked for last: the next one is likely to be near

    # ── Playing ──────────────────────────────────────────────────────────────
    @property
    def position(self) -> Position:
        """The newest position."""
        return self._newest

    @property
    def plies(self) -> int:
        return len(self.actions)

    def name(self, seat: int) -> str:
        """The name of who sat there, in one line; "" if there is none. Names are free text: `names` has them as they
        were given."""
        return one_line(self.names[seat]).strip() if seat < len(self.names) else ""

    def meant(self, action: int, key: str) -> int:
        """The action meant by one that was played here under other rules, which may have numbered actions differently.

        It is the only action that leads to the position with this key, or else `action` itself."""
        before = self.position
        leads = {one for one in before.legal_actions if before.after_unchecked(one).key == key}
        return action if action in leads or len(leads) != 1 else leads.pop()

    def play(self, action: int | str, remark: str = "") -> Position:
        """Play an action of the mover or of chance; return the new position. Raises what Position.after raises."""
        if isinstance(action, str):
            action = self.position.parse(action)
        return self.follow(action, self.position.after(action), remark)

    def follow(self, action: int, after: Position, remark: str = "", *, stand_in: bool = False) -> Position:
        """Add an action without a check and return the new position; `after` must be `position.after(action)`.
        `stand_in`: a bot played it for the person of the seat."""
        self._movers.append(self.position.mover)
        self._before, self._newest = self._newest, after
        self.actions.append(action)
        if self.plies % CHECKPOINT_INTERVAL == 0:
            self._kept.append(after.states)
        if remark:
            self.remarks[self.plies] = remark
        if stand_in:
            self.stand_ins.add(self.plies)
        return self.position

    def settle(self, generator: AnyGenerator) -> Position:
        """Let chance play until a seat decides or the game is over; return the new position."""
        while self.position.mover == CHANCE:
            self.play(self.position.draw(generator))
        return self.position

    @property
    def result(self) -> Outcome | None:
        """The outcome of the game, by its rules, by a concession, or because they break off; None if it is not over."""
        if self.broken:
            return Outcome((0.0,) * self.position.players, (), self.broken, "the rules of the game break off")
        if self.conceded is None:
            return self.position.outcome
        loser, how = self.conceded
        utilities = tuple(-1.0 if seat == loser else 1.0 for seat in range(self.position.players))
        role = self.game.facts.seats_at(self.position.players, self.position.options)[loser][0]
        return Outcome(utilities, (1 - loser,), f"{role} {how}.", f"{role} {how}")

    def concede(self, seat: int, how: str = "resigned") -> Outcome:
        """End a game of two opponents: the seat resigned or ran out of time (`how`, one of CONCEDED). Raises
        CannotConcede."""
        if self.result is not None:
            raise CannotConcede("the game is over already")
        if self.position.players != 2 or self.game.facts.cooperative:
            raise CannotConcede(f"only one of two opponents can give up; this game has {self.position.players} players")
        if type(seat) is not int or seat not in (0, 1) or how not in CONCEDED:
            raise CannotConcede(f"seat {seat!r}, {how!r}: the seat must be 0 or 1, and the way {' or '.join(CONCEDED)}")
        self.conceded = seat, how
        assert self.result is not None
        return self.result

    def take_back(self, plies: int) -> Position:
        """Remove all plies after the first `plies`; return the new last position. Raises NoSuchPly."""
        newest, before = self.at(plies), self.at(max(0, plies - 1))
        del self.actions[plies:], self._movers[plies:], self._kept[plies // CHECKPOINT_INTERVAL + 1 :]
        self._newest, self._before, self._cursor = newest, before, (plies, newest)
        self.taken_back.append(plies)
        self.remarks = {ply: remark for ply, remark in self.remarks.items() if ply <= plies}
        self.stand_ins = {ply for ply in self.stand_ins if ply <= plies}
        return self.position

    def at(self, ply: int) -> Position:
        """The position after `ply` plies. Raises NoSuchPly."""
        if not 0 <= ply <= self.plies:
            raise NoSuchPly(f"there is no ply {ply}; this game has the plies 0 to {self.plies}")
        if ply >= self.plies - 1:
            return self._newest if ply == self.plies else self._before
        start, position = self._cursor
        if not ply // CHECKPOINT_INTERVAL * CHECKPOINT_INTERVAL <= start <= ply:
            start = ply // CHECKPOINT_INTERVAL * CHECKPOINT_INTERVAL
            position = Position(self.game, self._kept[ply // CHECKPOINT_INTERVAL].copy(), self._settings)
        for action in self.actions[start:ply]:
            position = position.after_unchecked(action)
        self._cursor = ply, position
        return position

    def mover(self, ply: int) -> int | None:
        """The mover after `ply` plies: a seat, CHANCE, or None if the game is over. Raises NoSuchPly."""
        return self._movers[ply] if 0 <= ply < self.plies else self.at(ply).mover

    @property
    def moves(self) -> int:
        """The number of plies that seats played: people count these as moves."""
        return sum(mover != CHANCE for mover in self._movers)

    def text(self, ply: int) -> str:
        """The action that led to `at(ply)`, in notation; plies are counted from 1. Raises NoSuchPly."""
        return self.at(ply - 1).format(self.actions[ply - 1])

    def draw(self, ply: int) -> "Draw":
        """The odds and the outcome of a ply of chance; plies are counted from 1. Raises NoSuchPly."""
        before = self.at(ply - 1)
        return Draw(list(before.odds), before.legal_actions.index(self.actions[ply - 1]))

    def words(self, ply: int) -> str:
        """The action that led to `at(ply)`, in words; plies are counted from 1. Raises NoSuchPly."""
        return self.at(ply - 1).words(self.actions[ply - 1])

    # ── JSON lines ───────────────────────────────────────────────────────────
    def lines(self) -> Iterator[str]:
        """The lines of the file, without line ends."""
        yield self.head()
        for ply in range(1, self.plies + 1):
            yield self.line(ply)
        yield from self.end()

    def head(self) -> str:
        """The first line of the file."""
        start = self.at(0)
        head = {
            "rookery": RECORD_FORMAT,
            **self.game.identity,
            "players": start.players,
            "options": start.options,
        }
        names = {"names": self.names} if self.names else {}
        luck = {"luck": msgspec.to_builtins(self.luck)} if self.luck else {}
        return _one_line(head | names | luck)

    def line(self, ply: int) -> str:
        """The line of a ply, counted from 1. Raises NoSuchPly."""
        mover = self.mover(ply - 1)
        who = "chance" if mover == CHANCE else mover
        entry = {"ply": ply, "mover": who, "action": self.text(ply), "key": self.at(ply).key}
        remark = {"remark": self.remarks[ply]} if ply in self.remarks else {}
        stand_in = {"stand_in": True} if ply in self.stand_ins else {}
        drawn = self.draw(ply) if self.luck and mover == CHANCE else None
        odds = {} if drawn is None else {"odds": floats(drawn.odds), "drawn": drawn.drawn}
        return _one_line(entry | remark | stand_in | odds)

    def end(self) -> Iterator[str]:
        """The lines after the plies: the outcome, once there is one."""
        if (end := self.result) is not None:
            why = {"conceded": self.conceded} if self.conceded else {}
            over = {"over": True, **why, "utilities": floats(end.utilities), "words": end.words}
            yield _one_line(over)

    def dumps(self) -> str:
        text = "".join(line + "\n" for line in self.lines())
        return text + seal(text) + "\n" if self.luck else text

    def save(self, path: str | Path) -> None:
        """Write the file atomically: if that fails, an older file stays as it was. Raises OSError."""
        write_whole(Path(path), self.dumps().encode())

    @staticmethod
    def load(path: str | Path) -> "Record":
        """Read and replay a file. Raises BrokenRecord (UnknownRules) naming file and line, UnknownGame, OSError."""
        return Record.loads(Path(path).read_bytes(), str(path))

    @staticmethod
    def loads(text: str | bytes, name: str = "record") -> "Record":
        """Read and replay a text, checking every action and every key. Raises as `load`; messages call the text
        `name`."""
        from rookery.core.reading.record_reader import read

        return read(text, name)


def _one_line(entry: Mapping[str, Any]) -> str:
    return escaped(json.dumps(entry, ensure_ascii=False))


def seal(text: str) -> str:
    """The last line of a record with a promise, a hash of `text`, all other lines."""
    return seal_of(hashlib.sha256(text.encode()).hexdigest())


def seal_of(digest: str) -> str:
    """The same for a hash in hexadecimal."""
    return json.dumps({"seal": digest})

"""The record of a game: what it was and every action, chance included. Undo, replay and proof are then one file.

JSON lines. The first is the head, then one a ply, then (when the game is over) one with the outcome:

    {"rookery": 1, "game": "gleebs", "rules": 1, "players": 2, "options": {"grues": "random", "first": "random"}}
    {"ply": 1, "mover": "chance", "action": "K1@c2", "key": "5d0a63e2b3a1f0c4"}
    {"ply": 2, "mover": 0, "action": "Y3@b2", "key": "...", "remark": "proved: with perfect play this wins"}
    {"over": true, "utilities": [1.0, -1.0], "words": "..."}    with "conceded": [1, "resigned"] where somebody gave up

`key` is the hash of the position after the action (Position.key), so a replay proves that it is the same game.
Of a variant (variant.py) the head has "components", too: which files were changed, and hashes of their texts.
`remark` is what a bot said of its action, to everybody; mostly nothing.

Where the house promised its draws before the game (fair.py), the head tells the promise, each ply of chance its odds
and which of them was drawn, and the last line is the hash of all lines before it:

    {"rookery": 1, ..., "luck": {"promise": "9c0e...", "pledge": {...}, "words": ["4af1...", ""], "secret": "07d2..."}}
    {"ply": 1, "mover": "chance", "action": "begin Y", "key": "...", "odds": [1.0, 1.0], "drawn": 1}
    {"seal": "5e8f..."}
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from rookery.core import fair
from rookery.core.errors import CannotConcede, NoSuchPly
from rookery.core.position import Game, Outcome, Position
from rookery.core.protocol import CHANCE

__all__ = ["CONCEDED", "Draw", "Record"]

RECORD_FORMAT = 1
CHECKPOINT_INTERVAL = 16  # plies from one position that is kept to the next: a long game takes little memory
CONCEDED = ("resigned", "ran out of time")


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
        self.taken_back: list[int] = []  # each time that plies were taken back: how many were left
        self.conceded: tuple[int, str] | None = None  # the seat that gave up or ran out of time, and which of them
        self._settings = game.facts.settings(players, options or {})
        self._movers: list[int | None] = []  # who played each ply
        self._newest = game.start_with(self._settings)
        self._before = self._newest  # one ply earlier: whoever hears of a ply asks for it
        self._kept = [
            self._newest.states
        ]  # after 0, CHECKPOINT_INTERVAL, 2 CHECKPOINT_INTERVAL ... plies; between them it is played again
        self._cursor = 0, self._newest  # where somebody looked last, and will look on

    # ── Playing ──────────────────────────────────────────────────────────────
    @property
    def position(self) -> Position:
        """The newest position."""
        return self._newest

    @property
    def plies(self) -> int:
        return len(self.actions)

    def meant(self, action: int, key: str) -> int:
        """The action that was played here under other rules, which may number actions otherwise: the only one that
        leads to the position with this key, or `action` itself."""
        before = self.position
        leads = {one for one in before.legal_actions if before.after_unchecked(one).key == key}
        return action if action in leads or len(leads) != 1 else leads.pop()

    def play(self, action: int | str, remark: str = "") -> Position:
        """Play an action of the mover or of chance; the new position. Raises what Position.after raises."""
        if isinstance(action, str):
            action = self.position.parse(action)
        return self.follow(action, self.position.after(action), remark)

    def follow(self, action: int, after: Position, remark: str = "") -> Position:
        """Add an action that was played already; `after`: what `position.after(action)` gives. The new position."""
        self._movers.append(self.position.mover)
        self._before, self._newest = self._newest, after
        self.actions.append(action)
        if self.plies % CHECKPOINT_INTERVAL == 0:
            self._kept.append(after.states)
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
        return Outcome(utilities, (1 - loser,), f"{role} {how}.", f"{role} {how}")

    def concede(self, seat: int, how: str = "resigned") -> Outcome:
        """One of two gives up, or runs out of time: `how`, one of CONCEDED. Raises CannotConcede."""
        if self.result is not None:
            raise CannotConcede("the game is over already")
        if self.position.players != 2 or self.game.facts.cooperative:
            raise CannotConcede(f"only one of two opponents can give up; here play {self.position.players}")
        if type(seat) is not int or seat not in (0, 1) or how not in CONCEDED:
            raise CannotConcede(f"seat {seat!r} cannot have {how!r}; seats are 0 and 1, and it is one of {CONCEDED}")
        self.conceded = seat, how
        assert self.result is not None
        return self.result

    def take_back(self, plies: int) -> Position:
        """Forget everything after so many plies; the newest position then. Raises NoSuchPly."""
        newest, before = self.at(plies), self.at(max(0, plies - 1))
        del self.actions[plies:], self._movers[plies:], self._kept[plies // CHECKPOINT_INTERVAL + 1 :]
        self._newest, self._before, self._cursor = newest, before, (plies, newest)
        self.taken_back.append(plies)
        self.remarks = {ply: remark for ply, remark in self.remarks.items() if ply <= plies}
        return self.position

    def at(self, ply: int) -> Position:
        """The position after that many plies. Raises NoSuchPly."""
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
        """Who decides after so many plies: a seat, CHANCE, or None when it is over. Raises NoSuchPly."""
        return self._movers[ply] if 0 <= ply < self.plies else self.at(ply).mover

    @property
    def moves(self) -> int:
        """How many plies were played by seats: people count these."""
        return sum(mover != CHANCE for mover in self._movers)

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
        return json.dumps(head | names | luck, ensure_ascii=False)

    def line(self, ply: int) -> str:
        """The line of a ply, counted from 1. Raises NoSuchPly."""
        mover = self.mover(ply - 1)
        who = "chance" if mover == CHANCE else mover
        entry = {"ply": ply, "mover": who, "action": self.text(ply), "key": self.at(ply).key}
        remark = {"remark": self.remarks[ply]} if ply in self.remarks else {}
        odds = self.draw(ply)._asdict() if self.luck and mover == CHANCE else {}
        return json.dumps(entry | remark | odds, ensure_ascii=False)

    def end(self) -> Iterator[str]:
        """What comes after the plies: the outcome, once there is one."""
        if (end := self.result) is not None:
            why = {"conceded": self.conceded} if self.conceded else {}
            over = {"over": True, **why, "utilities": end.utilities, "words": end.words}
            yield json.dumps(over, ensure_ascii=False)

    def dumps(self) -> str:
        text = "".join(line + "\n" for line in self.lines())
        return text + seal(text) + "\n" if self.luck else text

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
        from rookery.core.record_reader import read

        return read(text, name)


def seal(text: str) -> str:
    """The last line of a record with a promise; `text`: all other lines."""
    return seal_of(hashlib.sha256(text.encode()).hexdigest())


def seal_of(digest: str) -> str:
    """The same of a hash that was made elsewhere."""
    return json.dumps({"seal": digest})

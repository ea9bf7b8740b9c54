"""Somebody who changes a record and recomputes all that can be recomputed: keys, odds, hashes, the seal, the pledge.

The forger is the house: it knows the secret. What it cannot change is what a player noted before the game.
"""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from rookery.core import fair
from rookery.core.errors import Refusal
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.core.verification import pledge

LETTERS = "0123456789abcdef"
NAMES = ["Mallory", "Ann", "Bob"]
Entry = dict[str, Any]


def sealed(lines: list[str]) -> str:
    """With the seal that such lines would have."""
    text = "".join(line + "\n" for line in lines)
    return text + json.dumps({"seal": hashlib.sha256(text.encode()).hexdigest()}) + "\n"


@dataclass
class Forger:
    """`truth`: a game that is over, with a promise."""

    truth: Record
    dice: random.Random

    def __post_init__(self) -> None:
        assert self.truth.luck is not None
        self.luck = self.truth.luck
        self.lines = self.truth.dumps().splitlines()[:-1]
        self.kinds: list[Callable[[], str]] = [
            self.value,
            self.value,
            self.value,
            self.field,
            self.twice,
            self.line,
            self.since,
            self.client_seed,
            self.secret,
            self.table,
            self.decisions,
            self.draw,
            self.end,
            self.said,
        ]

    def change(self) -> tuple[str, str]:
        """The kind of a random change, and the record that it makes of the true one."""
        while True:
            kind = self.dice.choice(self.kinds)
            try:
                text = kind()
            except Refusal:  # no such game: another one
                continue
            if text != self.truth.dumps():
                return kind.__name__, text

    # ── Changes of the text ──────────────────────────────────────────────────
    def value(self) -> str:
        """Any one value, anywhere."""
        return self._edited(lambda owner, key: owner.__setitem__(key, self._other(owner[key])))

    def field(self) -> str:
        """A field less, or one that nobody knows."""
        number = self.dice.randrange(len(self.lines))
        entry = json.loads(self.lines[number])
        if self.dice.random() < 0.5:
            del entry[self.dice.choice(list(entry))]
        else:
            entry[self.dice.choice(["comment", "winner", "luck2", "version"])] = self.dice.choice([0, "x", None])
        return self._with(number, json.dumps(entry, ensure_ascii=False))

    def twice(self) -> str:
        """A field twice: readers of JSON take the one or the other."""
        number = self.dice.randrange(len(self.lines))
        key, value = self.dice.choice(list(json.loads(self.lines[number]).items()))
        return self._with(number, f"{{{json.dumps(key)}: {json.dumps(self._other(value))}, {self.lines[number][1:]}")

    def line(self) -> str:
        """A line less, one more, two in another order, or one that is spaced otherwise."""
        lines, at = list(self.lines), self.dice.randrange(1, len(self.lines))
        match self.dice.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at - 1 : at + 1] = lines[at], lines[at - 1]
            case _:
                lines[at] = lines[at].replace(": ", ":")
        return sealed(lines)

    # ── Changes of the game, and all that follows from them ───────────────────
    def since(self) -> str:
        """The draws as one likes, said to come from another game."""
        ply = self.dice.choice([1, self.truth.plies // 2, self.truth.plies, 1_000_000])
        return self._played(since=ply, luckless=ply)

    def client_seed(self) -> str:
        """Somebody's word is thrown away, and one that suits better put in its place (F1)."""
        seat, words = self.dice.randrange(len(self.luck.client_seeds)), list(self.luck.client_seeds)
        words[seat] = "".join(self.dice.choices(LETTERS, k=self.dice.choice([0, 32])))
        return self._played(words=tuple(words))

    def secret(self) -> str:
        """Another secret, drawn until it suited."""
        return self._played(secret=self.dice.randbytes(32))

    def table(self) -> str:
        """The same tickets for another number of players or other options."""
        facts = self.truth.game.facts
        players = self.dice.choice(list(facts.players))
        options = {option.name: self.dice.choice(option.choices) for option in facts.options}
        return self._played(players=players, options=options)

    def decisions(self) -> str:
        """What the players did."""
        return self._played()

    def draw(self) -> str:
        """What chance did, from some ply on."""
        return self._played(luckless=self.dice.randrange(1, self.truth.plies + 1))

    def end(self) -> str:
        """Somebody is said to have given up."""
        record = self._copy(self.dice.randrange(self.truth.plies))
        if self.dice.random() < 0.7:
            record.concede(self.dice.randrange(2))
        return record.dumps()

    def said(self) -> str:
        """Names and remarks."""
        record = self._copy(self.truth.plies)
        record.names = tuple(self.dice.choices(NAMES, k=self.truth.position.players))
        record.remarks[self.dice.randrange(1, record.plies + 1)] = "proved: Mallory wins"
        return record.dumps()

    # ── How ──────────────────────────────────────────────────────────────────
    def _edited(self, edit: Callable[[Any, Any], None]) -> str:
        number = self.dice.randrange(len(self.lines)) if self.dice.random() < 0.7 else 0
        entry = json.loads(self.lines[number])
        edit(*self.dice.choice(list(_places(entry))))
        return self._with(number, json.dumps(entry, ensure_ascii=False))

    def _with(self, number: int, line: str) -> str:
        """With another line, and with the promise that its pledge would have, now and then."""
        if number == 0 and self.dice.random() < 0.5:
            line = _promised(line)
        return sealed([*self.lines[:number], line, *self.lines[number + 1 :]])

    def _other(self, value: Any) -> Any:
        match value:
            case bool():
                return not value
            case int() | float():
                return value + self.dice.choice([-1, 1, 2, 1000, 0.5])
            case str() if value and set(value) <= set(LETTERS):
                at = self.dice.randrange(len(value))
                return value[:at] + self.dice.choice(LETTERS.replace(value[at], "")) + value[at + 1 :]
            case str():
                return self.dice.choice([value + "x", value[:-1], "Mallory", value.upper()])
            case list():
                return self.dice.choice([[*value, 1], value[:-1], value[::-1]])
            case dict():
                return self.dice.choice([value | {"more": "1"}, {}])
            case _:
                return 0

    def _copy(self, plies: int) -> Record:
        start = self.truth.at(0)
        record = Record(self.truth.game, start.players, start.options, self.truth.names, self.luck)
        for action in self.truth.actions[:plies]:
            record.play(action)
        return record

    def _played(
        self,
        *,
        words: tuple[str, ...] = (),
        secret: bytes = b"",
        since: int = 0,
        luckless: int = 0,
        players: int | None = None,
        options: dict[str, str] | None = None,
    ) -> str:
        """Another game to its end: as in truth as long as that is legal, then at random; its draws are as the tickets
        say, but for `luckless` plies from the beginning. The promise is the true one or a fitting one."""
        start = self.truth.at(0)
        record = Record(self.truth.game, players or start.players, options or start.options)
        fixed = secret or bytes.fromhex(self.luck.secret)
        words = words or (*self.luck.client_seeds, *[""] * record.position.players)[: record.position.players]
        astray = self.dice.randrange(self.truth.plies)  # decisions are others from here on
        while (mover := record.position.mover) is not None:
            ply, position = record.plies + 1, record.position
            if mover == CHANCE and ply > luckless:
                number = fair.number(fair.ticket(fixed, ply), words)
                record.play(position.legal_actions[fair.drawn(number, position.odds)])
            else:
                record.play(self._choice(position, ply, astray if mover != CHANCE else 0))
        due = msgspec.structs.replace(pledge(record, min(since, record.plies), fixed), since=since)
        fitting = self.dice.random() < 0.5
        promise = fair.commitment(due) if fitting else self.luck.commitment
        told = due if fitting or self.dice.random() < 0.5 else self.luck.pledge
        record.luck = fair.Luck(promise, told, words, fixed.hex())
        return record.dumps()

    def _choice(self, position: Position, ply: int, astray: int) -> int:
        legal = position.legal_actions
        true = self.truth.actions[ply - 1] if ply <= min(self.truth.plies, astray) else None
        return true if true in legal else self.dice.choice(legal)


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Everything that can be set in a tree of JSON: where, and its key or number."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else []
    return [place for key in keys for place in ((tree, key), *_places(tree[key]))]


def _promised(head: str) -> str:
    """With the promise of its own pledge, where it has one."""
    try:
        entry = json.loads(head)
        entry["luck"]["commitment"] = fair.commitment(msgspec.convert(entry["luck"]["pledge"], fair.Pledge))
        return json.dumps(entry, ensure_ascii=False)
    except (LookupError, TypeError, msgspec.ValidationError):
        return head

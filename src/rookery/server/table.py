"""A table as a state machine: who sits there, the game so far, what may be asked of it. No sockets, clock or disk.

Every question that can be refused is a list of guards in a fixed order, each with its named refusal. A move is asked in
two steps, `answer` (what it leads to) and `play` (it happened), so that the server can make it durable in between.
"""

import unicodedata
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from rookery.core.errors import (
    GameOver,
    NoSuchPly,
    NotReady,
    NotYourTurn,
    Refusal,
    StaleMove,
    StoreTrouble,
    UnknownKey,
    UnknownRules,
    UnreadableMessage,
)  # fmt: skip
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.core.screen import viewer
from rookery.server.sheet import Played, Seat, Sheet, digest, new_id

__all__ = ["Seats", "Table"]

Seats = tuple[int, ...]  # the seats that one page plays, in order; () only watches


class Table:
    """A game that is being played, and the people it is played by."""

    def __init__(self, game: Game, sheet: Sheet, played: Iterable[Played] = ()) -> None:
        """Raises UnknownRules or StoreTrouble when the plies are not those of a game under the rules we have."""
        if sheet.rules != game.facts.rules_version:
            raise UnknownRules(
                f"table {sheet.id} is played under version {sheet.rules} of the rules of {game.facts.name}; "
                f"installed is version {game.facts.rules_version}"
            )
        self.game = game
        self.sheet = sheet
        self.record = Record(game, sheet.players, sheet.options)
        self._paths: dict[int, list[str]] = {}  # by ply
        self._scenes: dict[tuple[int, int, int], Scene] = {}
        try:
            for ply in played:
                self.play([ply])
        except Refusal as error:
            raise StoreTrouble(f"table {sheet.id} does not replay at ply {self.plies + 1}: {error}") from None

    # ── What it is ───────────────────────────────────────────────────────────
    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def plies(self) -> int:
        return self.record.plies

    @property
    def mover(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return self.position.mover

    @property
    def bot(self) -> Seat | None:
        """The bot that decides now, if one does."""
        seat = None if self.mover is None or self.mover == CHANCE else self.sheet.seats[self.mover]
        return seat if seat is not None and seat.kind == "bot" else None

    def at(self, ply: int) -> Position:
        """The position after that many plies. Raises NoSuchPly."""
        return self.record.at(ply)

    def scene(self, ply: int, seat: int, facing: int) -> Scene:
        """What a seat sees after so many plies; the two newest are kept, because every page asks for them."""
        key = (ply, seat, facing)
        if (scene := self._scenes.get(key)) is None:
            scene = self.at(ply).scene(seat, facing)
            if ply >= self.plies - 1:
                self._scenes[key] = scene
        return scene

    def mover_of(self, ply: int) -> int | None:
        """Who played a ply, counted from 1: a seat, or None for chance."""
        mover = self.record.at(ply - 1).mover
        return None if mover == CHANCE else mover

    # ── What may be asked ────────────────────────────────────────────────────
    def seats_of(self, keys: Sequence[str]) -> Seats:
        """The seats that keys open. Raises UnknownKey."""
        doors = {seat.key: index for index, seat in enumerate(self.sheet.seats) if seat.kind == "person"}
        try:
            return tuple(sorted({doors[digest(key)] for key in keys}))
        except KeyError:
            raise UnknownKey("this link opens no seat of the table; without a key one can watch") from None

    def may_move(self, seats: Seats, seat: int, ply: int) -> None:
        """Raises UnknownKey, GameOver, StaleMove or NotYourTurn, looked for in this order."""
        if seat not in seats:
            held = f"it plays seat {' and '.join(map(str, seats))}" if seats else "it only watches"
            raise UnknownKey(f"this page has no key for seat {seat}; {held}")
        if self.mover is None:
            raise GameOver("the game is over; a rematch is a new one")
        if ply != self.plies:
            raise StaleMove(f"you saw the game after {ply} moves, but it stands at {self.plies}; look again")
        if seat != self.mover:
            raise NotYourTurn(f"seat {self.mover} decides now, not seat {seat}")

    def may_preview(self, seats: Seats, ply: int) -> int:
        """The seat of the page that may try actions out: the mover's. Raises what `may_move` raises."""
        if not seats:
            raise UnknownKey("this page only watches; trying a move out needs the key of a seat")
        seat = next((seat for seat in seats if seat == self.mover), seats[0])
        self.may_move(seats, seat, ply)
        return seat

    def may_rematch(self, seats: Seats) -> None:
        """Raises UnknownKey for a spectator, NotReady while the game goes on."""
        if not seats:
            raise UnknownKey("only who plays at this table can ask for a rematch")
        if self.mover is not None:
            raise NotReady("a rematch can be had when this game is over")

    def renamed(self, seats: Seats, seat: int, name: str) -> tuple[Seat, ...]:
        """The seats with a new name at one. Raises UnknownKey, UnreadableMessage."""
        if seat not in seats:
            raise UnknownKey(f"only the page of seat {seat} can name who sits there")
        if not (plain := plain_name(name)):
            raise UnreadableMessage("a name needs at least one letter")
        renamed = list(self.sheet.seats)
        renamed[seat] = msgspec.structs.replace(renamed[seat], name=plain)
        return tuple(renamed)

    # ── What happens ─────────────────────────────────────────────────────────
    def answer(self, action: int | None, luck: np.random.Generator, remark: str = "") -> list[Played]:
        """What an action leads to: itself, then what chance draws until a seat decides. None: only the drawing.

        Changes nothing. Raises IllegalAction."""
        position = self.position
        played: list[Played] = []
        while action is not None or position.mover == CHANCE:
            seat = None if position.mover == CHANCE else position.mover
            action = position.draw(luck) if action is None else action
            position = position.after(action)
            played.append(Played(self.plies + len(played) + 1, seat, action, position.key, remark))
            action, remark = None, ""
        return played

    def play(self, played: Iterable[Played]) -> None:
        """Plies that happened. Raises Refusal when they do not follow from the position."""
        for ply in played:
            if ply.ply != self.plies + 1:
                raise NoSuchPly(f"ply {self.plies + 1} is missing, found {ply.ply}")
            mover, after = self.mover, self.position.after(ply.action)
            if (ply.seat, ply.key) != (None if mover == CHANCE else mover, after.key):
                raise StaleMove(f"ply {ply.ply} was played by another seat, or led to another position")
            self.record.play(ply.action, ply.remark)
            self._scenes = {key: scene for key, scene in self._scenes.items() if key[0] >= self.plies - 1}

    def rematch(self, created: str) -> Sheet:
        """The next table: everybody moves on by one seat, so that somebody else begins; the same keys open it."""
        seats = self.sheet.seats
        return msgspec.structs.replace(self.sheet, id=new_id(), seats=seats[1:] + seats[:1], created=created, next="")

    def path(self, ply: int) -> list[str]:
        """The clicks of the action of a seat that was ply number `ply`, counted from 1."""
        if ply not in self._paths:
            seat = viewer(self.record, range(self.sheet.players), ply - 1)
            self._paths[ply] = self.scene(ply - 1, seat, seat).touched(self.record.actions[ply - 1])
        return self._paths[ply]


def plain_name(name: str) -> str:
    """A name without control and formatting characters, single-spaced; may be empty."""
    return " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in name).split())

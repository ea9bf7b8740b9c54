"""A table as the sum of its events: who sits there, the game so far, who decides. No sockets, clock or disk.

What may be asked of a table, and which events follow from it, is said in asks.py.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from rookery.core import fair
from rookery.core.errors import NoSuchPly, Refusal, StaleMove, StoreTrouble, UnknownKey, UnknownRules
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.server.clock import Times
from rookery.server.events import (
    Answered,
    Asked,
    Begun,
    Came,
    Conceded,
    Event,
    Followed,
    Lent,
    Made,
    Named,
    Played,
    Reminds,
    Resumed,
    Said,
    Sat,
    Subscribed,
    TookBack,
)  # fmt: skip
from rookery.server.keys import digest
from rookery.server.late import Late
from rookery.server.turns import Turn

__all__ = ["Seats", "Table", "must_play", "plain_text"]

Seats = tuple[int, ...]  # the seats that one page plays, in order; () only watches
BROWSERS = 4  # of one seat that are told of its turns: the newest
TALK = 100  # lines of each room that are kept in memory and shown to who comes


class Table:
    """A game that is being played, and the people it is played by."""

    def __init__(self, game: Game, name: str, secret: bytes, events: Sequence[Event]) -> None:
        """`secret`: [32] what chance draws from. Raises StoreTrouble when the events are not those of a game under the
        rules we have, UnknownRules when it was begun under others."""
        made = events[0] if events else None
        if not isinstance(made, Made):
            raise StoreTrouble(f"table {name} does not begin with how it was made")
        self.game = game
        self.id = name
        self.secret = secret
        self.made = made
        self.seats = made.seats
        self.record = Record(game, made.players, made.options)
        self.late = Late(made.delay, made.since, [seat.level for seat in made.seats])
        self.times = Times(made.clock, made.players) if made.clock else None
        self.events = 1  # how many there were
        self.begun = False
        self.turn = Turn(None, 0, 0, made.at)
        self.webhooks: dict[int, Reminds] = {}  # by seat
        self.browsers: dict[int, tuple[Subscribed, ...]] = {}
        self.next = ""  # the table of the rematch
        self.takebacks = 0  # how often plies were taken back: a ply number alone does not name a position
        self.asked: Asked | None = None  # what waits for the others' consent
        self.agreed: frozenset[int] = frozenset()
        self._consented = False  # whether the newest taking back was agreed to
        self.talk: dict[bool, list[Said]] = {True: [], False: []}  # of the players, of the spectators
        try:
            self.add(events[1:])
        except Refusal as error:
            what = f"table {name} does not replay at ply {self.plies + 1}: {error}"
            if made.rules == game.facts.rules_version:
                raise StoreTrouble(what) from None
            # begun under other rules, it goes on under these where every ply is legal and leads to the same position
            raise UnknownRules(
                f"{what}; it was begun under version {made.rules} of the rules of {game.facts.name}, and installed is "
                f"version {game.facts.rules_version}"
            ) from None

    # ── What it is ───────────────────────────────────────────────────────────
    @property
    def players(self) -> int:
        return self.made.players

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def plies(self) -> int:
        return self.record.plies

    @property
    def mover(self) -> int | None:
        """The seat that decides; CHANCE before the game has begun; None when it is over."""
        if self.over:
            return None
        return self.position.mover if self.begun else CHANCE

    @property
    def over(self) -> bool:
        """By its rules, or because somebody gave up."""
        return self.record.result is not None

    @property
    def state(self) -> Literal["waiting", "playing", "over"]:
        return "over" if self.over else "playing" if self.begun else "waiting"

    @property
    def bot(self) -> str:
        """The level of the bot that decides now; "" when none does."""
        return "" if self.mover is None or self.mover == CHANCE else self.seats[self.mover].level

    @property
    def all_told(self) -> bool:
        """Whether everybody may know all of it: no secrets, and nothing that spectators are told late."""
        return self.over or not (self.game.facts.hidden or self.made.delay)

    @property
    def thinking(self) -> int | None:
        """The seat of a person who decides now."""
        return None if self.mover in (None, CHANCE) or self.bot else self.mover

    @property
    def by_itself(self) -> bool:
        """Whether bots play though nobody looks: where a person's time runs, they keep nobody waiting."""
        return self.times is not None and any(seat.kind == "person" for seat in self.seats)

    @property
    def due(self) -> int:
        """When a server has to look at the table though nobody asks for it, ms since 1970; 0: never."""
        if self.times is None or not self.times.clock.patient:
            return 0
        return int(self.by_itself and bool(self.bot)) or self.times.due  # at once, where a bot is to play

    def shown(self, seats: Seats) -> int:
        """How many plies a page may see."""
        return self.plies if seats or self.over else self.late.shown

    def levels(self, seats: Seats) -> tuple[str, ...]:
        """[P] of the bots that play, as far as a page may know it; "" where a person does."""
        return tuple(seat.level for seat in self.seats) if seats or self.over else self.late.levels

    def check_shown(self, seats: Seats, ply: int) -> None:
        """Raises NoSuchPly for what a page may not see, or not yet."""
        if not 0 <= ply <= (shown := self.shown(seats)):
            raise NoSuchPly(f"there is no ply {ply}; this page sees the plies 0 to {shown}")

    @property
    def words(self) -> tuple[str, ...]:
        """[P] what the seats added to the chance."""
        return tuple(seat.word or "" for seat in self.seats)

    @property
    def luck(self) -> fair.Luck:
        """What may be told of the chance of this game."""
        secret = self.secret.hex() if self.mover is None else ""
        return fair.Luck(self.made.promise, self.made.tickets, self.words, secret, self.made.since)

    def awaited(self) -> Seats:
        """Seats of people who have not come yet; nobody is awaited once the game has begun."""
        people = (index for index, seat in enumerate(self.seats) if not seat.level and seat.word is None)
        return () if self.begun else tuple(people)

    def at(self, ply: int) -> Position:
        """The position after that many plies. Raises NoSuchPly."""
        return self.record.at(ply)

    def seats_of(self, keys: Sequence[str]) -> Seats:
        """The seats that keys open. Raises UnknownKey."""
        doors = {seat.key: index for index, seat in enumerate(self.seats) if seat.kind == "person"}
        try:
            return tuple(sorted({doors[digest(key)] for key in keys}))
        except KeyError:
            raise UnknownKey("this link opens no seat of the table; without a key one can watch") from None

    def recorded(self) -> Record:
        """The game as a record, with the names of those who play and what is told of its chance."""
        self.record.names = tuple(seat.name for seat in self.seats) if any(seat.name for seat in self.seats) else ()
        self.record.luck = self.luck if self.made.promise else None
        return self.record

    # ── What happens ─────────────────────────────────────────────────────────
    def draw(self, position: Position, ply: int, words: Sequence[str]) -> int:
        """What chance brings as that ply; `words`: [P] of the seats. It has been decided since the game began."""
        number = fair.number(fair.ticket(self.secret, ply), words)
        return position.legal_actions[fair.drawn(number, position.odds)]

    def add(self, events: Iterable[Event]) -> None:
        """What happened. Raises Refusal when plies do not follow from the position."""
        for event in events:
            self._add(event)
            self.events += 1
            self.late.follow(self.plies)
            self.turn = self.turn.then(self, event.at)
            if self.times is not None:
                self._clock(self.times, event)

    def _add(self, event: Event) -> None:
        match event:
            case Played():
                self._play(event)
            case Came() if self.begun:  # too late for a word
                self._seat(event.seat, open=False)
            case Came():
                self._seat(event.seat, word=event.word, open=False)
            case Sat():  # the seat stays open until somebody comes: an answer may be lost on its way
                self._seat(event.seat, key=event.key, name=event.name)
                self.webhooks.pop(event.seat, None)
                self.browsers.pop(event.seat, None)
            case Begun():
                self.begun = True
            case Conceded():
                self.record.concede(event.seat, event.how)
            case Asked():
                self.asked, self.agreed = event, frozenset(event.seats)
            case Answered():
                self.asked, self.agreed = (self.asked, self.agreed | {event.seat}) if event.yes else (None, frozenset())
            case TookBack():
                self._take_back(event.plies)
            case Named():
                self._seat(event.seat, name=event.name)
            case Lent():
                self._seat(event.seat, level=event.level)
                self.late.lend(event.seat, event.level, self.plies)
            case Said():
                room = self.talk[event.seat is not None]
                room[:] = [*room[1 - TALK :], event]
            case Followed():
                self.next = event.table
            case Reminds():
                self.webhooks.pop(event.seat, None)
                self.webhooks |= {event.seat: event} if event.webhook else {}
            case Subscribed():
                others = (it for it in self.browsers.get(event.seat, ()) if it.endpoint != event.endpoint)
                self.browsers[event.seat] = (*others, *([event] if event.p256dh else []))[-BROWSERS:]
            case Resumed():
                pass
            case Made():
                raise StoreTrouble(f"table {self.id} is made twice")

    def _clock(self, times: Times, event: Event) -> None:
        """What an event that was added means for the clocks."""
        if isinstance(event, Resumed):
            times.run(None)  # nobody's clock ran since the event before
        times.note(event.at)
        match event:
            case Played(seat=int(seat)):
                times.decided(event.ply, seat, lent=bool(self.seats[seat].level))
            case TookBack() if isinstance(self.mover, int) and self.mover != CHANCE:
                times.took_back(event.plies, self.mover, agreed=self._consented)
        times.run(self._timed)

    @property
    def _timed(self) -> int | None:
        """The seat whose clock runs now: a bot that stands in plays on it, until nothing is left."""
        mover = self.mover
        if mover is None or mover == CHANCE or self.seats[mover].kind == "bot" or self.times is None:
            return None
        bot_stays = self.seats[mover].level and self.times.used_up(mover) and self.times.clock.zero == "bot"
        return None if bot_stays else mover

    def _play(self, ply: Played) -> None:
        if ply.ply != self.plies + 1:
            raise NoSuchPly(f"ply {self.plies + 1} is missing, found {ply.ply}")
        mover, after = self.position.mover, self.position.after(ply.action)
        if (ply.seat, ply.key) != (None if mover == CHANCE else mover, after.key):
            raise StaleMove(f"ply {ply.ply} was played by another seat, or led to another position")
        self.record.play(ply.action, ply.remark)
        self.asked, self.agreed = None, frozenset()

    def _take_back(self, plies: int) -> None:
        self._consented = self.asked is not None
        self.record.take_back(plies)
        self.takebacks += 1
        self.asked, self.agreed = None, frozenset()

    def _seat(self, index: int, **changes: str | bool) -> None:
        seats = list(self.seats)
        seats[index] = msgspec.structs.replace(seats[index], **changes)
        self.seats = tuple(seats)


def must_play(seats: Seats, what: str) -> None:
    """Raises UnknownKey for a spectator."""
    if not seats:
        raise UnknownKey(f"this page only watches; to {what} takes the key of a seat")


def plain_text(text: str) -> str:
    """A text without control and formatting characters, single-spaced; may be empty."""
    return " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in text).split())

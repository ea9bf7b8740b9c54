"""A table as the sum of its events: who sits there, the game so far, whose turn it is. No sockets, clock or disk.

commands/ decides what a page may ask for at a table, and which events follow.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, assert_never

from msgspec.structs import replace

from rookery.core import fair
from rookery.core.errors import BrokenRules, NoSuchPly, Refusal, UnknownRules
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.server.errors import DamagedTable, StaleMove, UnknownKey
from rookery.server.table import erasure, timing
from rookery.server.table.clock import ClockState
from rookery.server.table.events import (
    Agreed,
    Answered,
    Asked,
    Begun,
    Broke,
    Came,
    Conceded,
    Erased,
    Event,
    Followed,
    Keyed,
    Lent,
    Made,
    Named,
    Nudged,
    Opened,
    Paused,
    Played,
    Rated,
    Reminds,
    Resumed,
    Said,
    Sat,
    Seat,
    Subscribed,
    TookBack,
)
from rookery.server.table.keys import digest
from rookery.server.table.spectator_delay import SpectatorDelay

Seats = tuple[int, ...]  # the seats that one page plays, ascending; () for a spectator
MAX_NUDGES = 3  # in one turn
MAX_SUBSCRIPTIONS = 4  # browsers of one seat that are kept: the newest
MAX_DEVICES = 8  # further keys of one seat that are kept: the newest
MAX_CHAT_LINES = 100  # lines of each room that are kept in memory and sent to a new page


class Turn(NamedTuple):
    """The seat whose turn it is, and since when. A turn lasts until another seat decides, however many plies it has."""

    seat: int | None  # None: before the game and after it
    plies: int  # of the game when it began
    takebacks: int
    at: int  # when it began, ms since 1970

    def then(self, mover: int | None, plies: int, takebacks: int, at: int) -> "Turn":
        """The turn after an event at the time `at`: usually the same one."""
        return self if mover in (self.seat, CHANCE) else Turn(mover, plies, takebacks, at)


class Table:
    """A game in progress and the people who play it."""

    def __init__(self, game: Game, table_id: str, secret: bytes, events: Sequence[Event]) -> None:
        """`secret`: [32] bytes from which all draws follow. Raises DamagedTable if the
        events do not replay under the installed rules, UnknownRules if they were made under other rules."""
        made = events[0] if events else None
        if not isinstance(made, Made):
            raise DamagedTable(f"table {table_id} does not begin with how it was made")
        self.game = game
        self.id = table_id
        self.secret = secret
        self.made = made
        self._commitment = fair.commitment(made.pledge) if made.pledge is not None else ""
        self.seats = made.seats
        self.record = Record(game, made.players, made.options)
        self.late = SpectatorDelay(made.delay, made.since, [seat.level for seat in made.seats])
        self.times = ClockState(made.clock, made.players) if made.clock else None
        self.events = 1  # the number of events that have been added
        self.begun = False
        self.turn = Turn(None, 0, 0, made.at)
        self.webhooks: dict[int, Reminds] = {}  # by seat
        self.browsers: dict[int, tuple[Subscribed, ...]] = {}
        self.sitting: dict[int, int] = {}  # by open seat: when it was last taken, ms since 1970
        self.more_keys: dict[str, int] = {}  # hashes of the keys of further devices, and their seats
        self.erased: frozenset[int] = frozenset()  # seats whose people have left for good
        self.next = ""  # the id of the rematch
        self.agreed_to_rating: frozenset[int] = frozenset()  # seats
        self.counted: Rated | None = None  # the result of a rated game, once that is settled
        self.closed = bool(made.contest)  # nobody but the players may know anything of the table, nobody the secret
        self.nudges: list[int] = []  # times of the newest nudges, ms since 1970
        self.asked: Asked | None = None  # the take-back that waits for consent
        self.agreed: frozenset[int] = frozenset()
        self.declined: dict[int, int] = {}  # by seat: the plies of its take-back that was declined or withdrawn
        self._consented = False  # whether the newest take-back was agreed to
        self.chat: dict[bool, list[Said]] = {True: [], False: []}  # of the players, of the spectators
        # plies that a command has played and no event has added yet: position, action, position after it
        self._ahead: list[tuple[Position, int, Position]] = []
        for _ in self.replay(events[1:]):
            pass

    def check_secret(self) -> Iterator[None]:
        """Check, in steps, that the secret is the promised one. Raises DamagedTable."""
        if (pledge := self.made.pledge) is None:
            return
        for _ in fair.parts(self.secret, pledge.tickets):  # thousands of hashes
            yield
        if fair.tree(self.secret, pledge.tickets) != pledge.tree:
            raise DamagedTable(
                f"the secret of table {self.id} is not the one that was promised before the game, so nothing can be "
                "drawn from it; a backup may have the right one"
            )

    def replay(self, events: Iterable[Event]) -> Iterator[None]:
        """Add stored events, one per step. Raises DamagedTable, UnknownRules."""
        made, game = self.made, self.game
        try:
            for event in events:
                if isinstance(event, Played) and event.seat is None:
                    self._check_draw(event)
                self.add([event])
                yield
        except Refusal as error:
            what = f"table {self.id} does not replay at ply {self.plies + 1}: {error}"
            if made.rules == game.facts.rules_version:
                raise DamagedTable(what) from None
            # a game begun under other rules goes on only if its plies are legal and lead to the same positions
            raise UnknownRules(
                f"{what}; it was begun under version {made.rules} of the rules of {game.facts.name}, but version "
                f"{game.facts.rules_version} is installed"
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
    def takebacks(self) -> int:
        """The number of take-backs so far: a ply number alone does not name a position."""
        return len(self.record.taken_back)

    @property
    def mover(self) -> int | None:
        """The seat that decides; CHANCE before the game begins; None when it is over."""
        if self.over:
            return None
        return self.position.mover if self.begun else CHANCE

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or otherwise."""
        return self.stopped or self.record.position.is_over

    @property
    def stopped(self) -> bool:
        """Whether the game ended otherwise than by its rules."""
        return self.record.conceded is not None or bool(self.record.broken)

    @property
    def state(self) -> Literal["waiting", "playing", "over"]:
        return "over" if self.over else "playing" if self.begun else "waiting"

    @property
    def bot(self) -> str:
        """The level of the bot or stand-in that decides now; "" when none does."""
        return "" if self.mover is None or self.mover == CHANCE else self.seats[self.mover].level

    @property
    def all_told(self) -> bool:
        """Whether everybody may know the whole game: it has no secrets and no spectator delay, or it is over; and no
        others are to play with the same draws."""
        return not self.closed and (self.over or not (self.game.facts.hidden or self.delayed))

    @property
    def unrated(self) -> Seats:
        """The seats of people who have not agreed that the game is rated."""
        people = (index for index, seat in enumerate(self.seats) if seat.kind == "person")
        return tuple(seat for seat in people if seat not in self.agreed_to_rating)

    @property
    def rated(self) -> bool:
        """Whether the game counts for ratings; before it begins, whether it would if it began now."""
        return self.made.rated and not self.unrated

    @property
    def strict(self) -> bool:
        """Whether nobody may be helped now: the game is rated and goes on."""
        return self.rated and not self.over

    @property
    def delayed(self) -> bool:
        """Whether spectators see the game late."""
        return self.made.delay > 0 and not self.over

    @property
    def thinking(self) -> int | None:
        """The seat of the person who decides now; None: a bot, chance or nobody does."""
        return None if self.mover in (None, CHANCE) or self.bot else self.mover

    @property
    def nudged(self) -> list[int]:
        """The times of the nudges in this turn, ms since 1970."""
        return [at for at in self.nudges if at >= self.turn.at]

    def shown(self, seats: Seats) -> int:
        """The number of plies that a page may see."""
        return self.plies if seats or self.over else self.late.shown

    def levels(self, seats: Seats) -> tuple[str, ...]:
        """[P] levels of the bots and stand-ins that play, as far as a page may know; "" where a person plays."""
        return tuple(seat.level for seat in self.seats) if seats or self.over else self.late.levels

    def check_shown(self, seats: Seats, ply: int) -> None:
        """Raises NoSuchPly for a ply that does not exist or that the page may not see yet."""
        if not 0 <= ply <= (shown := self.shown(seats)):
            raise NoSuchPly(f"there is no ply {ply}; this page sees the plies 0 to {shown}")

    @property
    def client_seeds(self) -> tuple[str, ...]:
        """[P] the client seeds of the seats; "" where there is none."""
        return tuple(seat.client_seed or "" for seat in self.seats)

    @property
    def luck(self) -> fair.Luck | None:
        """The chance of this game, as far as it may be told now; None if nothing was pledged."""
        if (pledge := self.made.pledge) is None:
            return None
        public = self.mover is None and not self.closed
        return fair.Luck(self._commitment, pledge, self.client_seeds, self.secret.hex() if public else "")

    def awaited(self) -> Seats:
        """The seats of people who have not come yet; () once the game has begun."""
        people = (index for index, seat in enumerate(self.seats) if not seat.level and seat.client_seed is None)
        return () if self.begun else tuple(people)

    def called(self, seats: Seats) -> str:
        """Seats in words: "Ann and Blue". A player without a name is called as the game calls the seat."""
        roles = self.game.facts.seats_at(self.players, self.made.options)
        names = [self.seats[seat].name or roles[seat][0] for seat in seats if 0 <= seat < self.players]
        *most, last = names or ["a seat that is not at this table"]
        return f"{', '.join(most)} and {last}" if most else last

    def at(self, ply: int) -> Position:
        """The position after that many plies. Raises NoSuchPly."""
        return self.record.at(ply)

    def seats_of(self, keys: Sequence[str]) -> Seats:
        """The seats that keys open, ascending. Raises UnknownKey."""
        people = {seat.key_hash: index for index, seat in enumerate(self.seats) if seat.kind == "person"}
        seat_of = {**self.more_keys, **people}
        try:
            return tuple(sorted({seat_of[digest(key)] for key in keys}))
        except KeyError:
            watching = "" if self.closed else "; you can watch without a key"
            raise UnknownKey(f"this link opens no seat of the table{watching}") from None

    def key_hashes(self, seat: int) -> tuple[str, ...]:
        """The hashes of all keys that open a seat; () for a bot."""
        more = (key for key, opened in self.more_keys.items() if opened == seat)
        return (self.seats[seat].key_hash, *more) if self.seats[seat].kind == "person" else ()

    def recorded(self) -> Record:
        """The game as a record, with the players' names and what may be told about its chance."""
        self.record.names = tuple(seat.name for seat in self.seats) if any(seat.name for seat in self.seats) else ()
        self.record.luck = self.luck
        return self.record

    # ── What happens ─────────────────────────────────────────────────────────
    def draw(self, position: Position, ply: int, client_seeds: Sequence[str]) -> int:
        """The action that chance takes as ply `ply`, counted from 1. The secret and the client seeds ([P]) determine
        it, so it has been fixed since the game began."""
        number = fair.number(fair.ticket(self.secret, ply), client_seeds)
        return position.legal_actions[fair.drawn(number, position.odds)]

    def _check_draw(self, played: Played) -> None:
        """Raises DamagedTable for a stored draw that does not follow from the secret and the client seeds."""
        position, made = self.position, self.made
        # under other rules the same outcome may be another action
        checkable = made.pledge is not None and made.rules == self.game.facts.rules_version and position.mover == CHANCE
        if not checkable or not made.since < played.ply == self.plies + 1:
            return
        due = self.draw(position, played.ply, self.client_seeds)
        if played.action != due:
            raise DamagedTable(
                f"the draw of ply {played.ply} of table {self.id} does not follow from its secret and its words: one "
                "of them is damaged, and a backup may have the right one"
            )

    def play_ahead(self, position: Position, action: int) -> Position:
        """The position after an action. `add` reuses it for the event that the command makes.

        Raises IllegalAction (GameOver); BrokenRules, if the game could not go on from there."""
        if position is self.position:  # a new command: what an earlier one played ahead did not happen
            self._ahead.clear()
        after = position.after(action)
        self.game.vouch(after, position, action)
        if self.made.given and self.plies + len(self._ahead) >= (most := self.game.facts.longest):
            raise BrokenRules(f"this game of {self.game.facts.name} is longer than {most} plies, which its facts allow")
        self._ahead.append((position, action, after))
        return after

    def _after(self, action: int) -> Position:
        """The position after an action; the one that a command has computed ahead, if there is one."""
        if self._ahead:
            before, played, after = self._ahead.pop(0)
            if before is self.position and played == action:
                return after
            self._ahead.clear()
        return self.position.after(action)

    def add(self, events: Iterable[Event]) -> None:
        """Add events to the table. Raises Refusal if plies do not follow from the position."""
        for event in events:
            self._add(event)
            self.events += 1
            self.late.follow(self.plies)
            self.turn = self.turn.then(self.mover, self.plies, self.takebacks, event.at)
            if self.times is not None:
                timing.follow(self, self.times, event, agreed=self._consented)

    def _add(self, event: Event) -> None:
        match event:
            case Played():
                self._play(event)
            case Came():
                self._come(event)
            case Sat():
                self._sit(event)
            case Agreed() | Rated():
                self._rate(event)
            case Begun():
                self.begun = True
            case Conceded() | Broke():
                self._stop(event)
            case Asked():
                self.asked, self.agreed = event, frozenset(event.seats)
            case Answered():
                self._answer(event)
            case TookBack():
                self._take_back(event.plies)
            case Named():
                self._reseat(event.seat, replace(self.seats[event.seat], name=event.name, look=event.look))
            case Lent():
                lent = event.why if event.level else ""
                self._reseat(event.seat, replace(self.seats[event.seat], level=event.level, lent=lent))
                self.late.lend(event.seat, event.level, self.plies)
            case Said() if event.text:  # otherwise it was blanked
                room = self.chat[event.seat is not None]
                room[:] = [*room[1 - MAX_CHAT_LINES :], event]
            case Followed():
                self.next = event.table
            case Reminds():
                self.webhooks.pop(event.seat, None)
                self.webhooks |= {event.seat: event} if event.webhook else {}
            case Subscribed():
                others = (it for it in self.browsers.get(event.seat, ()) if it.endpoint != event.endpoint)
                self.browsers[event.seat] = (*others, *([event] if event.p256dh else []))[-MAX_SUBSCRIPTIONS:]
            case Keyed():
                self._open_to_another(event)
            case Erased():
                self._erase(event.seat)
            case Nudged():
                self.nudges = [*self.nudges, event.at][-MAX_NUDGES:]
            case Opened():
                self.closed = False
            case Paused() | Resumed() | Said():
                pass
            case Made():
                raise DamagedTable(f"table {self.id} was made twice")
            case _:  # mypy names a kind of event that has no case
                assert_never(event)

    def _stop(self, event: Conceded | Broke) -> None:
        if isinstance(event, Conceded):
            self.record.concede(event.seat, event.how)
        else:
            self.record.broken, self.asked = event.words, None

    def _come(self, event: Came) -> None:
        seat = replace(self.seats[event.seat], open=False)
        if not self.begun:  # otherwise it is too late for a client seed
            seat = replace(seat, client_seed=event.client_seed)
        self._reseat(event.seat, seat)

    def _rate(self, event: Agreed | Rated) -> None:
        if isinstance(event, Agreed):
            self.agreed_to_rating = self.agreed_to_rating | {event.seat}
        else:
            self.counted = event

    def _play(self, ply: Played) -> None:
        if ply.ply != self.plies + 1:
            raise NoSuchPly(f"ply {self.plies + 1} is missing, found {ply.ply}")
        action, mover = ply.action, self.position.mover
        if self.made.rules != self.game.facts.rules_version:
            action = self.record.meant(action, ply.position_key)
        after = self._after(action)
        if (ply.seat, ply.position_key) != (None if mover == CHANCE else mover, after.key):
            raise StaleMove(f"ply {ply.ply} was played by another seat, or led to another position")
        if ply.seat is not None:
            self.declined.pop(ply.seat, None)
        self.record.follow(action, after, ply.remark, stand_in=ply.seat is not None and bool(self.seats[ply.seat].lent))
        self.asked, self.agreed = None, frozenset()

    def _take_back(self, plies: int) -> None:
        self._consented = self.asked is not None  # takebacks.py withdraws a request before any other take-back
        self.record.take_back(plies)
        self.asked, self.agreed = None, frozenset()

    def _answer(self, event: Answered) -> None:
        if event.yes:
            self.agreed = self.agreed | {event.seat}
            return
        if self.asked is not None:
            self.declined |= dict.fromkeys(self.asked.seats, self.asked.plies)
        self.asked, self.agreed = None, frozenset()

    def _open_to_another(self, event: Keyed) -> None:
        keys = [*self.key_hashes(event.seat)[1:], event.key_hash][-MAX_DEVICES:]
        self._forget_keys(event.seat)
        self.more_keys |= dict.fromkeys(keys, event.seat)

    def _sit(self, event: Sat) -> None:
        """The seat stays open until the person comes, because the answer with the key may be lost."""
        seat = replace(self.seats[event.seat], key_hash=event.key_hash, name=event.name, look="")
        self._reseat(event.seat, seat)
        self.sitting[event.seat] = event.at
        self._forget_keys(event.seat)
        self.webhooks.pop(event.seat, None)
        self.browsers.pop(event.seat, None)

    def _erase(self, seat: int) -> None:
        """Forget all that names the person of a seat, as if it had been blanked before the table was loaded."""
        self.erased = self.erased | {seat}
        self.made = erasure.without(self.made, seat)
        self._reseat(seat, replace(self.seats[seat], name="", look=""))
        self._forget_keys(seat)
        self.webhooks.pop(seat, None)
        self.browsers.pop(seat, None)
        self.chat[True] = [line for line in self.chat[True] if line.seat != seat]

    def _forget_keys(self, seat: int) -> None:
        """Only the first key of a seat opens it."""
        self.more_keys = {key: opened for key, opened in self.more_keys.items() if opened != seat}

    def _reseat(self, index: int, seat: Seat) -> None:
        self.seats = (*self.seats[:index], seat, *self.seats[index + 1 :])

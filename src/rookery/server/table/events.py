"""The events of a table, as they are written to disk. A table is the sum of its events, in order, and nothing else.

Events are never removed, and changed in one case alone: when a person leaves, what names the person is blanked
(table/erasure.py). Moves that are taken back stay in the list. Each event is one line of JSON.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from rookery.core.fair import Pledge
from rookery.server.table.clock import Clock

BYTES_OF_A_TABLE = 8192  # a table that keeps so many more bytes counts as another one
Why = Literal[
    "asked", "late", "away"
]  # the person asked for it; the time ran out; others asked while the person was away


class Seat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place at a table and who sits there."""

    kind: Literal["person", "bot"]
    level: str = ""  # of the bot or stand-in that plays here; "": a person plays
    name: str = ""  # of a person; may be empty
    look: str = ""  # of a person with a name tag: the numbers of a bird and of a colour, as "12 3"
    # sha256 of the seat key, hexadecimal; the key itself is never stored. "" for a bot
    key_hash: str = field(default="", name="key")
    # the client seed of the seat (core/fair.py); None: the person has not come yet
    client_seed: str | None = field(default=None, name="word")
    open: bool = False  # anybody who finds the table may take this seat, and then gets a key
    lent: Why | Literal[""] = ""  # why a stand-in plays for this person; "": none does


class _Event(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="what", kw_only=True):
    at: int = 0  # ms since 1970


class Made(_Event, tag="made", frozen=True):
    """The first event of every table."""

    game: str  # its slug
    rules: int  # version of the rules under which it is played
    players: int
    options: dict[str, str]
    seats: tuple[Seat, ...]
    pledge: Pledge | None = None  # its hash is the commitment (core/fair.py); None: nothing was pledged
    public: bool = False  # whether the lobby shows it
    since: int = 0  # this many plies at the beginning come from another game and were not drawn here
    origin: str = ""  # the table of that game, if it is public; "": it is private, or the game comes from a record
    clock: Clock | None = None  # None: no time limit
    delay: int = 0  # plies by which spectators see the game late
    # others play with the same draws and the same secret, and this names them all: until `Opened`, nobody but the
    # players learns anything of the table, and nobody learns the secret. "": it is an ordinary table
    contest: str = ""
    rated: bool = False  # it counts for ratings if everybody agrees before it begins
    until: int = 0  # when a contest ends, ms since 1970; 0: it is opened when all its tables are over
    given: str = ""  # a game of strangers, packed (wasm/given_game.py); "": an installed one

    @property
    def counted_as(self) -> str:
        """The name under which an owner's numbers count the game: one for all that strangers made."""
        return "made" if self.given else self.game


class Came(_Event, tag="came", frozen=True):
    """A person comes to the table for the first time, and adds a client seed."""

    seat: int
    client_seed: str = field(name="word")


class Agreed(_Event, tag="agreed", frozen=True):
    """The person of a seat has claimed it for a name tag, and agrees that the game is rated."""

    seat: int


class Rated(_Event, tag="rated", frozen=True):
    """The result of a rated game has been counted."""

    why_not: str = ""  # it could not be; "": it was


class Sat(_Event, tag="sat", frozen=True):
    """A person takes an open seat and gets a new key for it."""

    seat: int
    key_hash: str = field(name="key")  # as in Seat
    name: str


class Begun(_Event, tag="begun", frozen=True):
    """The game begins: no more client seeds are accepted, and chance may draw."""


class Played(_Event, tag="played", frozen=True):
    """One ply."""

    ply: int  # counts from 1
    seat: int | None  # None: chance
    action: int
    position_key: str = field(name="key")  # Position.key after it, which proves that a replay is the same game
    remark: str = ""  # a bot's remark on it, for everybody
    screen: tuple[int, ...] = ()  # the seats that share the device on which it was played; () for one seat


class Asked(_Event, tag="asked", frozen=True):
    """The seats of a page ask for a take-back."""

    seats: tuple[int, ...]
    plies: int  # how many would be left


class Answered(_Event, tag="answered", frozen=True):
    """Another seat agrees or declines."""

    seat: int
    yes: bool


class TookBack(_Event, tag="took back", frozen=True):
    """Plies were taken back."""

    plies: int  # how many are left


class Conceded(_Event, tag="conceded", frozen=True):
    """One of two players gives up or runs out of time; the other one wins."""

    seat: int
    how: str  # one of core.record.CONCEDED


class Broke(_Event, tag="broke", frozen=True):
    """The rules, which strangers made, break off, so that the game ends without a winner."""

    words: str  # a sentence


class Named(_Event, tag="named", frozen=True):
    seat: int
    name: str
    look: str = ""  # as in Seat


class Lent(_Event, tag="lent", frozen=True):
    """A stand-in takes over a person's seat, or the person is back."""

    seat: int
    level: str  # of the stand-in; "": the person is back
    why: Why = "asked"


class Nudged(_Event, tag="nudged", frozen=True):
    """A player nudges the person who is to move."""

    seat: int  # the mover
    by: int


class Paused(_Event, tag="paused", frozen=True):
    """The server that held the table stops, or has stood still from here on; a running clock pauses here. Clocks of an
    hour or more pause only where the server's time of day was set."""


class Resumed(_Event, tag="resumed", frozen=True):
    """A server holds the table again, or goes on; the clock continues from where it was at the event before this one.
    That event is `Paused`, unless the previous server was killed."""


class Reminds(_Event, tag="reminds", frozen=True):
    """The webhook that tells the person of a seat about a turn while no page is open."""

    seat: int
    webhook: str  # "": none any more
    site: str = ""  # the origin of the page, for a link: https://example.org


class Subscribed(_Event, tag="subscribed", frozen=True):
    """A browser that receives web push about the turns of a seat."""

    seat: int
    endpoint: str
    p256dh: str = ""  # the browser's keys; "": the subscription ends
    auth: str = ""
    site: str = ""


class Said(_Event, tag="said", frozen=True):
    """A line of chat. Players and spectators have separate rooms."""

    seat: int | None  # None: a spectator
    text: str


class Opened(_Event, tag="opened", frozen=True):
    """The contest is over: everybody may know the whole game."""


class Followed(_Event, tag="followed", frozen=True):
    """A rematch was made."""

    table: str  # its id


class Keyed(_Event, tag="keyed", frozen=True):
    """Another device of the person of a seat gets a key of its own."""

    seat: int
    key_hash: str = field(name="key")  # as in Seat


class Erased(_Event, tag="erased", frozen=True):
    """The person of a seat has left for good: all that named the person in earlier events was blanked, and has to be
    blanked wherever the table is in memory."""

    seat: int


Event = (
    Made
    | Agreed
    | Rated
    | Sat
    | Came
    | Begun
    | Played
    | Asked
    | Answered
    | TookBack
    | Conceded
    | Broke
    | Named
    | Lent
    | Paused
    | Resumed
    | Said
    | Nudged
    | Followed
    | Opened
    | Reminds
    | Subscribed
    | Keyed
    | Erased
)

_EVENT_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_EVENT_ENCODER = msgspec.json.Encoder()


def encode(event: Event) -> str:
    return _EVENT_ENCODER.encode(event).decode()


def decode(text: str) -> Event:
    """Raises msgspec.DecodeError."""
    return _EVENT_DECODER.decode(text)


def slug_of(events: Sequence[Event]) -> str:
    """The slug of a table's game; "" if the first event does not name it, which Table refuses."""
    return next((event.game for event in events[:1] if isinstance(event, Made)), "")


def tables_worth(given: str) -> int:
    """As how many tables one with this game of strangers counts, because it is kept for ever."""
    return 1 + len(given) // BYTES_OF_A_TABLE


def given_of(events: Sequence[Event]) -> str:
    """The game of strangers that a table plays, packed; "": it plays an installed one."""
    return next((event.given for event in events[:1] if isinstance(event, Made)), "")

"""What can happen at a table, as it is written to disk: a table is the sum of its events, in order, and nothing else.

Events are never changed and never removed; what is taken back stays in the list. Each is one line of JSON.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from rookery.core.fair import Pledge
from rookery.server.table.clock import Clock

__all__ = [
    "Answered",
    "Asked",
    "Begun",
    "Came",
    "Conceded",
    "Event",
    "Followed",
    "Lent",
    "Made",
    "Named",
    "Nudged",
    "Paused",
    "Played",
    "Reminds",
    "Resumed",
    "Said",
    "Sat",
    "Seat",
    "Subscribed",
    "TookBack",
    "Why",
    "decode",
    "encode",
    "slug_of",
]


Why = Literal["asked", "late", "away"]  # the person asked for it; their time ran out; others did while they were away


class Seat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place at a table and who sits there."""

    kind: Literal["person", "bot"]
    level: str = ""  # of the bot that plays here: always of a bot, of a person while a bot stands in
    name: str = ""  # of a person; may be empty
    # sha256 of the seat key, hexadecimal: the key itself is kept nowhere. "" for a bot
    key_hash: str = field(default="", name="key")
    # what the seat adds to the chance of the game (core/fair.py); None: nobody has come yet
    client_seed: str | None = field(default=None, name="word")
    open: bool = False  # whoever finds the table may sit down here, and gets a key then
    lent: Why | Literal[""] = ""  # why a bot stands in for this person; "": none does


class _Event(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="what", kw_only=True):
    at: int = 0  # ms since 1970


class Made(_Event, tag="made", frozen=True):
    """The first event of every table."""

    game: str  # its slug
    rules: int  # version of the rules under which it is played
    players: int
    options: dict[str, str]
    seats: tuple[Seat, ...]
    pledge: Pledge | None = None  # whose hash is the promise (core/fair.py); None: nothing was promised
    public: bool = False  # the lobby shows it
    since: int = 0  # so many plies at the beginning come from another game: they were not drawn here
    origin: str = ""  # the table of that game, where the lobby showed it to everybody; "": not told, or a record's
    clock: Clock | None = None  # None: everybody may think for ever
    delay: int = 0  # spectators see the game so many plies late


class Came(_Event, tag="came", frozen=True):
    """Somebody sits down for the first time, and adds a client seed."""

    seat: int
    client_seed: str = field(name="word")


class Sat(_Event, tag="sat", frozen=True):
    """Somebody takes an open seat: its key is new."""

    seat: int
    key_hash: str = field(name="key")  # as in Seat
    name: str


class Begun(_Event, tag="begun", frozen=True):
    """From here on no client seed is accepted, and chance may draw."""


class Played(_Event, tag="played", frozen=True):
    """One ply."""

    ply: int  # counts from 1
    seat: int | None  # None: chance
    action: int
    position_key: str = field(name="key")  # Position.key after it: proves that a replay is the same game
    remark: str = ""  # what a bot said of it, to everybody
    screen: tuple[int, ...] = ()  # seats of the page that played it, where several hand one device over


class Asked(_Event, tag="asked", frozen=True):
    """The seats of a page would like to take back until only so many plies are left."""

    seats: tuple[int, ...]
    plies: int


class Answered(_Event, tag="answered", frozen=True):
    """Another seat agrees, or does not."""

    seat: int
    yes: bool


class TookBack(_Event, tag="took back", frozen=True):
    """The game has only so many plies again."""

    plies: int


class Conceded(_Event, tag="conceded", frozen=True):
    """One of two gives up, or runs out of time: the other one wins."""

    seat: int
    how: str  # one of core.record.CONCEDED


class Named(_Event, tag="named", frozen=True):
    seat: int
    name: str


class Lent(_Event, tag="lent", frozen=True):
    """A bot of a level stands in for a person; "": the person is back."""

    seat: int
    level: str
    why: Why = "asked"


class Nudged(_Event, tag="nudged", frozen=True):
    """Somebody waits for the person who decides, and says so."""

    seat: int  # who decides
    by: int


class Paused(_Event, tag="paused", frozen=True):
    """The server that held the table stops: a quick clock stands still from here on."""


class Resumed(_Event, tag="resumed", frozen=True):
    """A server holds the table again: the clock goes on from where it was at the event before this one, which is
    `Paused` unless the server before was killed."""


class Reminds(_Event, tag="reminds", frozen=True):
    """Where the person of a seat is told of a turn while no page is open."""

    seat: int
    webhook: str  # "": nowhere
    site: str = ""  # where the page is, for a link: https://example.org


class Subscribed(_Event, tag="subscribed", frozen=True):
    """A browser that is told of the turns of a seat, too: with web push."""

    seat: int
    endpoint: str
    p256dh: str = ""  # the browser's keys; without them it is told no longer
    auth: str = ""
    site: str = ""


class Said(_Event, tag="said", frozen=True):
    """A line of talk. Players and spectators talk in rooms of their own."""

    seat: int | None  # None: a spectator
    text: str


class Followed(_Event, tag="followed", frozen=True):
    """There is a rematch."""

    table: str


Event = (
    Made
    | Sat
    | Came
    | Begun
    | Played
    | Asked
    | Answered
    | TookBack
    | Conceded
    | Named
    | Lent
    | Paused
    | Resumed
    | Said
    | Nudged
    | Followed
    | Reminds
    | Subscribed
)

_EVENT_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_EVENT_ENCODER = msgspec.json.Encoder()


def encode(event: Event) -> str:
    return _EVENT_ENCODER.encode(event).decode()


def decode(text: str) -> Event:
    """Raises msgspec.DecodeError."""
    return _EVENT_DECODER.decode(text)


def slug_of(events: Sequence[Event]) -> str:
    """The game of a table; "" where the first event does not say it, which Table refuses."""
    return next((event.game for event in events[:1] if isinstance(event, Made)), "")

"""Every message between a page and the server, once. The page's TypeScript types are generated from this file.

One WebSocket a table, at /ws/{table}. The page speaks first (`Hello`), the server answers with `Welcome` or `Refused`.
Secret keys travel only inside messages and in the fragment of a link, never in an address that a log could keep.

    page                               server
    Hello(keys, word)             ->   Welcome(table, moves, moment, ...)     keys: [] watches only
    Begin()                       ->   Welcome to everybody                   without those who have not come yet
    Move(seat, ply, action)       ->   Moved(moves, moment) to everybody      after the move is durable
    Preview(ply, action)          ->   Previewed(action, scene)               what the action would do, for the asker
    WhyNot(ply, path, spot)       ->   Because(path, spot, words)             why a click there does nothing now
    Look(ply)                     ->   Looked(moment)                         an earlier position of this game
    TakeBack()                    ->   Welcome to everybody, or Tabled        table.asked: whom it is up to
    Answer(yes)                   ->   the same                               to what another page has asked
    Resign()                      ->   Welcome to everybody                   one of two opponents
    Lend(seat, level)             ->   Tabled(table) to everybody             a bot stands in; "": I am back
    Replace(seat)                 ->   Tabled(table) to everybody             a bot plays for another one who is away
    Nudge()                       ->   Nudging(seat, by) to the players       "it is your turn", once a minute
    Rename(seat, name)            ->   Tabled(table) to everybody
    Say(text)                     ->   ChatMessage(line) to the room          players and spectators have one each
    Check(ply)                    ->   Checked(ply, ticket, ...)              that a draw was fixed before the game
    Remind(seat, webhook)         ->   Tabled(table) to everybody             tell me of turns there; "": no longer
    Subscribe(seat, endpoint, ..) ->   the same                               this browser, with web push
    Rematch()                     ->   Tabled(table) to everybody             table.next names the new table
    anything wrong                ->   Refused(code, words)                   and nothing changes

Where a move was taken back a page that looked before is told apart by `takebacks`: how often that has happened.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from rookery.core import fair
from rookery.core.scene import Scene
from rookery.server.errors import CommitUncertain, StoreTrouble, UnreadableMessage
from rookery.server.table.clock import Clock
from rookery.server.table.events import Why

__all__ = [
    "NOTHING_SAVED",
    "SAVED_OR_NOT",
    "Answer",
    "AskedCard",
    "Because",
    "Begin",
    "ChatLine",
    "ChatMessage",
    "Check",
    "Checked",
    "Client",
    "Entry",
    "GameCard",
    "HeldTable",
    "Hello",
    "Lend",
    "LevelCard",
    "ListedSeat",
    "ListedTable",
    "Look",
    "Looked",
    "LuckCard",
    "Moment",
    "Move",
    "Moved",
    "NewSeat",
    "NewTable",
    "Nudge",
    "Nudging",
    "OptionCard",
    "Preview",
    "Previewed",
    "Refused",
    "Rematch",
    "Remind",
    "ReminderCard",
    "Rename",
    "RenamedSeats",
    "Replace",
    "Resign",
    "Say",
    "SeatCard",
    "SeatLink",
    "Server",
    "SitDown",
    "Status",
    "Subscribe",
    "TableCard",
    "TableLinks",
    "Tabled",
    "TakeBack",
    "TimesCard",
    "Welcome",
    "WhyNot",
    "YourTable",
    "Yours",
    "YoursAsked",
    "encode",
    "read",
    "refused",
]

NOTHING_SAVED = "the database cannot be used just now; nothing was changed, and the log of the server says why"
SAVED_OR_NOT = (
    "the database went away while it was writing; it is not known whether this was done: look when it is back"
)
MAX_MESSAGE_BYTES = 4096  # bytes; a longer message from a page is refused unread

Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]
Action = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
ClientSeed = Annotated[str, Meta(pattern=rf"\A{fair.CLIENT_SEED}\Z")]
Line = Annotated[str, Meta(min_length=1, max_length=500)]
Level = Annotated[str, Meta(max_length=32)]
Address = Annotated[str, Meta(max_length=1024)]
BrowserKey = Annotated[str, Meta(max_length=200, pattern=r"\A[A-Za-z0-9_-]*={0,2}\Z")]  # base64url
SpotName = Annotated[str, Meta(min_length=1, max_length=64)]
ShortText = Annotated[str, Meta(min_length=1, max_length=64)]


# ── From the page ────────────────────────────────────────────────────────────
class _FromPage(Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    pass


class Hello(_FromPage, tag="hello", frozen=True):
    """Who is there: the keys of all seats that this page plays; none to watch."""

    keys: Annotated[list[str], Meta(max_length=16)] = []  # any text: of a link that was cut short, too
    client_seed: ClientSeed = msgspec.field(
        default="", name="word"
    )  # what this page adds to the chance of the game, if it has not begun; hexadecimal


class Move(_FromPage, tag="move", frozen=True):
    """`ply`: the number of actions the page had seen; the server refuses a stale one."""

    seat: SeatIndex
    ply: Ply
    action: Action
    takebacks: Ply = 0


class Preview(_FromPage, tag="preview", frozen=True):
    ply: Ply
    action: Action
    takebacks: Ply = 0


class WhyNot(_FromPage, tag="why not", frozen=True):
    """After the clicks in `path`, spots of the scene."""

    ply: Ply
    path: Annotated[list[SpotName], Meta(max_length=8)]
    spot: SpotName
    takebacks: Ply = 0


class Look(_FromPage, tag="look", frozen=True):
    ply: Ply


class Begin(_FromPage, tag="begin", frozen=True):
    """Without those who have not come yet."""


class TakeBack(_FromPage, tag="take back", frozen=True):
    """This page's newest decision and all that came after it, where that is allowed (commands/takebacks.py)."""


class Answer(_FromPage, tag="answer", frozen=True):
    yes: bool


class Resign(_FromPage, tag="resign", frozen=True):
    """One of two opponents gives up."""


class Lend(_FromPage, tag="lend", frozen=True):
    """A bot of a level stands in; "": the person is back."""

    seat: SeatIndex
    level: Level


class Replace(_FromPage, tag="replace", frozen=True):
    """A bot plays for another person, who keeps the game waiting and is away; they can be back at any time."""

    seat: SeatIndex


class Nudge(_FromPage, tag="nudge", frozen=True):
    """Tell the person who is to move that somebody waits."""


class Say(_FromPage, tag="say", frozen=True):
    text: Line


class Check(_FromPage, tag="check", frozen=True):
    """A draw, as far as this page may know it."""

    ply: Ply


class Rematch(_FromPage, tag="rematch", frozen=True):
    """A new table with the same options and people, seats rotated. The same keys open it."""


class Rename(_FromPage, tag="rename", frozen=True):
    seat: SeatIndex
    name: Name


class Remind(_FromPage, tag="remind", frozen=True):
    """Tell the person of this seat of each turn that begins while no page is open; "": no longer."""

    seat: SeatIndex
    webhook: Address


class Subscribe(_FromPage, tag="subscribe", frozen=True):
    """The same with notifications of a browser (web push); without its keys: no longer."""

    seat: SeatIndex
    endpoint: Address
    p256dh: BrowserKey = ""
    auth: BrowserKey = ""


Client = (
    Hello
    | Begin
    | Move
    | Preview
    | WhyNot
    | Look
    | TakeBack
    | Answer
    | Resign
    | Lend
    | Replace
    | Nudge
    | Say
    | Check
    | Rematch
    | Rename
    | Remind
    | Subscribe
)


# ── From the server ──────────────────────────────────────────────────────────
class OptionCard(Struct, frozen=True):
    name: str  # "grues"
    choices: list[str]  # the first is the default
    only: dict[str, list[int]]  # choice -> the numbers of players that it is for; one not named is for any
    free_form: str  # how any other value looks ("three squares, for example a1 b2 c3"); "" = the choices only
    help: str


class LevelCard(Struct, frozen=True):
    """A strength that a bot can have."""

    id: str  # in messages: "greedy"
    name: str  # to read, alone and before "bot": "Very easy"
    words: str  # what to expect of it, one sentence; may be empty


class RenamedSeats(Struct, frozen=True):
    """What the seats are called where an option is not the usual one."""

    players: int
    option: str
    choice: str
    seats: list[str]


class GameCard(Struct, frozen=True):
    """What the front page shows of a game; made from its facts."""

    slug: str = msgspec.field(name="title")  # "gleebs": in addresses and records
    name: str  # "Gleebs and Grues"
    tagline: str  # one line: what a player does in it
    weight: int  # how much there is to learn, 1 (a minute) .. 5 (an evening)
    players: list[int]  # the numbers of players it can be played with
    seats: dict[int, list[str]]  # number of players -> what the seats are called
    minutes: int
    designers: list[str]
    publisher: str
    cooperative: bool
    hidden: bool
    chance: bool
    options: list[OptionCard]
    renamed: list[RenamedSeats]  # where an option decides what the seats are called
    levels: list[LevelCard]  # of bots, weakest first


class SeatCard(Struct, frozen=True):
    index: int
    role: str  # what the game calls this seat: "Blue and yellow"
    name: str  # who sits there
    kind: Literal["person", "bot"]
    level: str  # of the bot that plays here, also in a person's place; "" where the person does
    strength: str  # the same to read: "Very easy"
    lent: Why | Literal[""]  # why a bot plays in a person's place; "": none does
    open: bool  # whoever sees the table may sit down here: POST /api/tables/{table}/seats/{seat}
    came: bool  # False: of a person who has not sat down yet
    yours: bool  # this page holds the seat's key
    here: bool  # a person whose page is connected, or a bot
    style: str  # style tokens of the seat
    feed: str  # to the seat's own page: where its turns are told, but for .atom or .ics
    webhook: str  # to the same page: where they are told, too; "": nowhere


class AskedCard(Struct, frozen=True):
    """Some seats would like to take back; others have to agree."""

    seats: list[int]
    plies: int  # how many would be left
    of: list[int]  # the seats that have not answered yet


class LuckCard(Struct, frozen=True):
    """What is told of the chance of this game (core/fair.py), in hexadecimal."""

    commitment: str = msgspec.field(name="promise")  # SHA-256 of the pledge
    pledge: fair.Pledge
    client_seeds: list[str] = msgspec.field(
        name="words"
    )  # one a seat; "" of who has not come yet, and of who added none
    secret: str  # "" while the game goes on
    origin: str  # id of the table that the first plies come from; "": it was not public, or there is none


class TimesCard(Struct, frozen=True):
    """What is left on the clocks when the message is sent."""

    left: list[int]  # ms, one a seat
    running: int | None  # the seat whose clock runs
    pause: int  # ms until that clock begins to run, while a device is handed over
    late: list[int]  # moves in a row that a bot made because time was over, one a seat


class TableCard(Struct, frozen=True):
    id: str
    game: GameCard
    players: int
    options: dict[str, str]
    seats: list[SeatCard]
    begun: bool  # False: somebody has not come yet
    asked: AskedCard | None
    luck: LuckCard | None  # None: the table has no commitment
    watchers: int
    next: str  # id of the rematch table; "" while there is none
    clock: Clock | None  # what was agreed on; None: everybody may think for ever
    time: str  # the same in words: "3 days a move"; "" without a clock
    times: TimesCard | None  # None without a clock, and to who sees the game late
    delay: int  # spectators see the game so many plies late


class Entry(Struct, frozen=True):
    """A line of the move list."""

    ply: int  # counts from 1
    seat: int | None  # None: chance
    text: str  # notation; "?" where it is secret
    words: str  # spoken
    remark: str  # what the bot that played it said of it; mostly ""
    spots: list[str]  # those that it touched, to be marked; [] for chance, and where it is secret


class Moment(Struct, frozen=True):
    """A position as this page may see it."""

    ply: int  # actions played so far
    takebacks: int  # how often some were taken back
    mover: int | None  # the seat that decides; None when over, before it begins, and while chance has yet to play
    over: bool
    winners: list[int]  # seats; empty while it goes on, and when nobody wins
    reason: str  # why it ended, to follow a colon: "nobody can jump any more"; "" while it goes on
    scene: Scene  # its choices are empty unless one of this page's seats is to move in the newest position
    seen_by: int | None  # the seat whose view this is; None: a spectator's
    given_up: bool  # over though its rules would let it go on: another table can go on from here


class ChatLine(Struct, frozen=True):
    seat: int | None  # who said it; None: a spectator
    text: str
    at: int  # ms since 1970


class _FromServer(Struct, tag_field="type", frozen=True):
    pass


class Welcome(_FromServer, tag="welcome", frozen=True):
    table: TableCard
    moves: list[Entry]
    moment: Moment
    chat: list[ChatLine] = msgspec.field(name="talk")  # of this page's room
    nudges: int  # in this turn so far; 0 to spectators


class Moved(_FromServer, tag="moved", frozen=True):
    """A decision and what chance added to it, as far as it is seen through the same eyes."""

    moves: list[Entry]  # at least one
    moment: Moment  # after the last of them
    times: TimesCard | None  # as in TableCard


class Previewed(_FromServer, tag="previewed", frozen=True):
    ply: int
    action: int
    scene: Scene


class Because(_FromServer, tag="because", frozen=True):
    ply: int
    path: list[str]
    spot: str
    words: str  # a short reason, without a full stop


class Looked(_FromServer, tag="looked", frozen=True):
    moment: Moment


class Tabled(_FromServer, tag="tabled", frozen=True):
    table: TableCard


class Nudging(_FromServer, tag="nudging", frozen=True):
    """Somebody waits for the person of a seat."""

    seat: int
    by: int


class ChatMessage(_FromServer, tag="talked", frozen=True):
    line: ChatLine


class Checked(_FromServer, tag="checked", frozen=True):
    """What it takes to check one draw (core/fair.py): the ticket belongs to the commitment, and draws what came."""

    ply: int
    ticket: str
    audit_path: list[str] = msgspec.field(name="branch")
    odds: list[float]  # of all that could come
    drawn: int  # index of what came


class Refused(_FromServer, tag="refused", frozen=True):
    code: str  # a name from core/errors.py or server/errors.py: "IllegalAction", "StaleMove", ...
    words: str  # one sentence: what was asked, what is allowed
    ply: int  # where the game stands; -1 when no table was reached


Server = Welcome | Moved | Previewed | Because | Looked | Tabled | Nudging | ChatMessage | Checked | Refused


# ── Plain HTTP: making a table ───────────────────────────────────────────────
class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["person", "bot"] = "person"
    level: Annotated[str, Meta(max_length=32)] = ""
    name: Annotated[str, Meta(max_length=32)] = ""
    open: bool = False  # of a person: whoever finds the table may sit down here


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables -> TableLinks. As many seats as players."""

    game: ShortText
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=16)]
    options: dict[ShortText, Annotated[str, Meta(max_length=64)]] = {}
    public: bool = False  # the lobby shows it
    clock: Clock | None = None  # None: everybody may think for ever
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0  # spectators see the game so many plies late
    after: "Branch | None" = None  # play on from a position of another table, with its game, players and options


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a table: of a game without secrets, or one that is over."""

    table: ShortText
    ply: Ply


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats/{seat} -> SeatLink, of an open seat."""

    name: Annotated[str, Meta(max_length=32)] = ""


class ListedSeat(Struct, frozen=True):
    role: str
    name: str
    level: str
    open: bool
    strength: str = ""  # as of SeatCard


class ListedTable(Struct, frozen=True):
    """GET /api/tables -> what the lobby shows of public tables, those that wait for somebody first."""

    id: str
    game: str  # its slug
    name: str  # of the game
    state: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    at: int  # when it last changed, ms since 1970
    time: str = ""  # to think: "3 days a move"; "" without a clock


class HeldTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that a browser remembers."""

    id: ShortText
    keys: Annotated[list[ShortText], Meta(max_length=16)] = []  # of the seats it plays


class YoursAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/yours -> Yours."""

    tables: Annotated[list[HeldTable], Meta(max_length=24)]


class YourTable(Struct, frozen=True):
    """How a table stands, to who holds some of its seats, or may only watch."""

    id: str
    game: str  # its slug
    name: str  # of the game
    cooperative: bool
    state: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    yours: list[int]  # the seats whose keys were named
    turn: int | None  # the seat that decides; None: nobody does, or this may not be known yet
    winners: list[int]  # seats
    words: str  # how it ended; "" before
    reason: str  # why, as of Moment
    at: int  # since when it is that seat's turn, or over, ms since 1970
    time: str  # to think: "3 days a move"; "" without a clock


class Yours(Struct, frozen=True):
    tables: list[YourTable]
    gone: list[str]  # ids of tables that there are not


class ReminderCard(Struct, frozen=True):
    """GET /api/reminders -> by what people can be told who have no page open."""

    push: str  # the server's public key for web push, base64url; "": there is none
    webhooks: list[str]  # hosts that may be told


class Status(Struct, frozen=True):
    """GET /api/status: what a server says of itself to everybody. Counts begin with its last restart."""

    version: str
    started: str  # ISO 8601, UTC
    uptime: float  # seconds
    ready: bool
    words: str  # why it is not ready; "" when it is
    store: str  # what keeps the tables
    tables: int  # in memory now
    pages: int  # connected now
    tables_made: int
    games_over: int
    moves: int
    moves_per_second: float  # of the last minute
    wait_half: float | None  # ms: half of the moves of the last five minutes were on disk sooner; None: there were none
    wait_most: float | None  # ms: 99 of 100 were
    loop_lag: float  # ms


class SeatLink(Struct, frozen=True):
    seat: int
    role: str
    key: str  # the page's link is /t/{table}#{key}; several keys joined by commas make a hot seat
    link: str


class TableLinks(Struct, frozen=True):
    table: str
    watch: str  # link for spectators
    seats: list[SeatLink]  # of the persons only: bots have no key


# ── Reading and writing ──────────────────────────────────────────────────────
_CLIENT_DECODER: msgspec.json.Decoder[Client] = msgspec.json.Decoder(Client)
_SERVER_ENCODER = msgspec.json.Encoder()


def read(text: str) -> Client:
    """A page's message. Raises UnreadableMessage."""
    if len(text) > MAX_MESSAGE_BYTES or len(data := text.encode("utf-8", "replace")) > MAX_MESSAGE_BYTES:
        raise UnreadableMessage(f"a message may have {MAX_MESSAGE_BYTES} bytes; this one has more")
    try:
        return _CLIENT_DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableMessage(f"this is no message that a page can send: {error}") from None


def refused(error: Exception, ply: int = -1) -> Refused:
    """What everybody may hear of it: where the database lies is its owner's business, and stands in the log."""
    words = str(error)
    if isinstance(error, StoreTrouble):
        words = SAVED_OR_NOT if isinstance(error, CommitUncertain) else NOTHING_SAVED
    return Refused(type(error).__name__, words, ply)


def encode(message: Server) -> str:
    return _SERVER_ENCODER.encode(message).decode()

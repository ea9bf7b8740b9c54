"""All messages between a page and the server. The page's TypeScript types are generated from this file.

Each page has one WebSocket for a table, at /ws/{table}. The page speaks first (`Hello`), and the server answers with
`Welcome` or `Refused`. Seat keys travel only inside messages and in the fragment of a link, never in an address that
could be logged.

    page                               server
    Hello(keys, client_seed)      ->   Welcome(table, moves, moment, ...)     keys: [] for a spectator
    Begin()                       ->   Welcome to everybody                   without people who have not come yet
    Move(seat, ply, action)       ->   Moved(moves, moment) to everybody      after the move is durable
                                       or Changed(ply, moves, runs, ...)      to pages that said Hello(draws=true)
    AskView(ply, takebacks)       ->   Viewed(ply, view)                      what the seat knows, for a hint
    Look(ply)                     ->   Looked(moment)                         an earlier position of this game
    TakeBack()                    ->   Welcome to everybody, or Tabled        table.asked: whose consent is needed
    Answer(yes)                   ->   the same                               to a take-back that another page asked for
    Resign()                      ->   Welcome to everybody                   one of two opponents
    Lend(seat, level)             ->   Tabled(table) to everybody             a stand-in; "": the person is back
    Replace(seat)                 ->   Tabled(table) to everybody             a stand-in for another person who is away
    Nudge()                       ->   Nudging(seat, by) to the players       "it is your turn", once a minute
    Rename(seat, name)            ->   Tabled(table) to everybody
    Say(text)                     ->   ChatMessage(line) to the room          players and spectators have one each
    Check(ply)                    ->   Checked(ply, ticket, ...)              that a draw was fixed before the game
    Remind(seat, webhook)         ->   Tabled(table) to everybody             where to send reminders; "": nowhere
    Subscribe(seat, endpoint, ..) ->   the same                               reminders in this browser (web push)
    Rematch()                     ->   Tabled(table) to everybody             table.next names the new table
    anything wrong                ->   Refused(code, words)                   nothing changes
    PING                          ->   PONG to this page, out of turn         the connection lives

`takebacks` counts take-backs: a ply number alone does not identify a position once moves were taken back.
"""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from rookery.core import fair
from rookery.core.scene import Scene
from rookery.server.errors import StoreTrouble, UnreadableMessage
from rookery.server.table.clock import Clock
from rookery.server.table.events import Why

PROTOCOL = 4  # of these messages: it rises when a name or a meaning changes
MAX_MESSAGE_BYTES = 4096  # bytes; a longer message from a page is refused unread
# Scripts cannot see the pings of WebSockets, so a page that hears nothing asks in text. The connection answers by
# itself (ws/uvicorn_ws.py), so that a command that takes long is not taken for a dead connection.
PING, PONG = '{"type":"ping"}', '{"type":"pong"}'

Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]
Action = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
ClientSeed = Annotated[str, Meta(pattern=rf"\A{fair.CLIENT_SEED}\Z")]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
LevelName = Annotated[str, Meta(max_length=32)]
Address = Annotated[str, Meta(max_length=1024)]
BrowserKey = Annotated[str, Meta(max_length=200, pattern=r"\A[A-Za-z0-9_-]*={0,2}\Z")]  # base64url
ShortText = Annotated[str, Meta(min_length=1, max_length=64)]


# ── From the page ────────────────────────────────────────────────────────────
class _FromPage(Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    pass


class Hello(_FromPage, tag="hello", frozen=True):
    """A page introduces itself with the keys of all seats that it plays; a spectator has none."""

    keys: Annotated[list[str], Meta(max_length=16)] = []  # any text, because a link may have been cut short
    client_seed: ClientSeed = ""  # hexadecimal; counts only before the game begins
    draws: bool = False  # whether it draws positions itself, where it can: it gets views in place of pictures
    protocol: int = 1  # if so, PROTOCOL: the page may be older or newer than the server


class Move(_FromPage, tag="move", frozen=True):
    """`ply`: the number of plies that the page has seen; the server refuses a stale one."""

    seat: SeatIndex
    ply: Ply
    action: Action
    takebacks: Ply = 0


class AskView(_FromPage, tag="ask view", frozen=True):
    """Asks what the seat that decides knows, so that the page can look for a hint. Only where no other page plays."""

    ply: Ply
    takebacks: Ply = 0


class Look(_FromPage, tag="look", frozen=True):
    ply: Ply


class Begin(_FromPage, tag="begin", frozen=True):
    """Begin without the people who have not come yet."""


class TakeBack(_FromPage, tag="take back", frozen=True):
    """Take back this page's newest decision and everything after it, where that is allowed (commands/takebacks.py)."""


class Answer(_FromPage, tag="answer", frozen=True):
    yes: bool


class Resign(_FromPage, tag="resign", frozen=True):
    """One of two opponents gives up."""


class Lend(_FromPage, tag="lend", frozen=True):
    """Let a bot of a level stand in; "": the person is back."""

    seat: SeatIndex
    level: LevelName


class Replace(_FromPage, tag="replace", frozen=True):
    """Let a bot stand in for another person who is to move and away; the person can come back at any time."""

    seat: SeatIndex


class Nudge(_FromPage, tag="nudge", frozen=True):
    """Nudge the person who is to move."""


class Say(_FromPage, tag="say", frozen=True):
    text: ChatText


class Check(_FromPage, tag="check", frozen=True):
    """Ask for the proof of a draw, as far as this page may know it."""

    ply: Ply


class Rematch(_FromPage, tag="rematch", frozen=True):
    """Make a new table with the same options and people, in rotated seats. The same keys open it."""


class Rename(_FromPage, tag="rename", frozen=True):
    seat: SeatIndex
    name: Name


class Remind(_FromPage, tag="remind", frozen=True):
    """Send a reminder to a webhook for each turn of a seat that begins while no page is open; "": stop."""

    seat: SeatIndex
    webhook: Address


class Subscribe(_FromPage, tag="subscribe", frozen=True):
    """The same with notifications of a browser (web push); without the browser's keys: stop."""

    seat: SeatIndex
    endpoint: Address
    p256dh: BrowserKey = ""
    auth: BrowserKey = ""


Client = (
    Hello
    | Begin
    | Move
    | AskView
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
ASKED_AS: dict[type[Any], str] = {kind: str(kind.__struct_config__.tag) for kind in get_args(Client)}  # their names


# ── From the server ──────────────────────────────────────────────────────────
class OptionCard(Struct, frozen=True):
    name: str  # "grues"
    choices: list[str]  # the first is the default
    only: dict[str, list[int]]  # choice -> the numbers of players that allow it; a choice not listed is always allowed
    free_form: str  # the form of other values ("three squares, for example a1 b2 c3"); "": only the choices
    help: str


class LevelCard(Struct, frozen=True):
    """A level of bots."""

    id: str  # in messages: "greedy"
    name: str  # for display, alone or before "bot": "Very easy"
    words: str  # its play, described in one sentence; may be empty
    bird: str  # the name of its bird: "Gulp"; "": a plain bird without a name, which says nothing
    species: str  # after the name and "the": "gull"
    nature: str  # in a few words
    hello: str  # what it says when a game begins
    won: str  # when it has won against the reader
    lost: str  # when the reader has won against it


class RenamedSeats(Struct, frozen=True):
    """The names of the seats where a choice of an option changes them."""

    players: int
    option: str
    choice: str
    seats: list[str]


class GameCard(Struct, frozen=True):
    """A game as the front page shows it, made from its facts."""

    slug: str  # "gleebs": in addresses and records
    name: str  # "Gleebs and Grues"
    tagline: str  # the player's task in it, in one line
    weight: int  # the amount to learn, 1 (a minute) .. 5 (an evening)
    players: list[int]  # the possible numbers of players
    seats: dict[int, list[str]]  # number of players -> the names of the seats
    minutes: int  # the length of a game
    designers: list[str]
    publisher: str
    cooperative: bool
    hidden: bool
    chance: bool
    options: list[OptionCard]
    renamed: list[RenamedSeats]  # the choices that change the names of the seats
    levels: list[LevelCard]  # of bots, weakest first
    lessons: int  # how many it has
    course: list[str]  # the ids of those of the first course
    puzzles: int


class SeatCard(Struct, frozen=True):
    index: int
    role: str  # the game's name for this seat: "Blue and yellow"
    name: str  # of the person; may be empty
    look: str  # of a person with a name tag: the numbers of a bird and of a colour, as "12 3"
    kind: Literal["person", "bot"]
    level: str  # of the bot or stand-in that plays here; "" where the person does
    strength: str  # the same for display: "Very easy"
    bird: str  # of a bot whose bird no other bot here is: its name; "" otherwise
    lent: Why | Literal[""]  # why a stand-in plays; "": none does
    open: bool  # anybody who sees the table may sit down here: POST /api/tables/{table}/seats/{seat}
    came: bool  # False: the person has not come yet
    yours: bool  # this page holds the seat's key
    here: bool  # the person's page is connected, or a bot plays
    style: str  # style tokens of the seat
    feed: str  # the path of the seat's feed, without .atom or .ics; only for the seat's own page
    webhook: str  # the address to which reminders are sent; "": none; only for the seat's own page


class AskedCard(Struct, frozen=True):
    """Some seats ask for a take-back, and others have to agree."""

    seats: list[int]
    plies: int  # how many would be left
    of: list[int]  # the seats that have not answered yet


class LuckCard(Struct, frozen=True):
    """The chance of this game, as far as it may be told (core/fair.py), in hexadecimal."""

    commitment: str  # SHA-256 of the pledge
    pledge: fair.Pledge
    client_seeds: list[str]  # [P] "": the person has not come yet, or added none
    secret: str  # "" while the game goes on
    origin: str  # id of the table from which the first plies come; "": it is private, or there is none


class TimesCard(Struct, frozen=True):
    """The time left on the clocks when the message is sent."""

    left: list[int]  # [P] ms
    running: int | None  # the seat whose clock runs
    pause: int  # ms until that clock begins to run, while a device is handed over
    late: list[int]  # [P] consecutive moves that a bot made because time was up
    stops: int  # the number of times that the clocks have gone on after the server had stopped or stood still


class RatingState(Struct, frozen=True):
    """Whether the game counts for ratings."""

    rated: bool  # all have agreed; then nobody is helped, and no move is taken back
    missing: list[int]  # the seats of people who have not agreed
    counted: bool  # the result has been counted
    why_not: str  # it could not be counted; "" otherwise


class TableCard(Struct, frozen=True):
    id: str
    game: GameCard
    players: int
    options: dict[str, str]
    seats: list[SeatCard]
    begun: bool  # False: the table waits for people who have not come yet
    asked: AskedCard | None
    luck: LuckCard | None  # None: the table has no commitment
    watchers: int
    next: str  # id of the rematch table; "" while there is none
    clock: Clock | None  # None: no time limit
    time: str  # the same in words: "3 days a move"; "" without a clock
    times: TimesCard | None  # None without a clock, and for spectators with a delay
    delay: int  # plies by which spectators see the game late
    rating: "RatingState | None"  # None: nobody has asked for a rated game
    code: str  # the name of the game's code, with which pages draw it (/code/{name}); "": they cannot
    contest: str  # "day 20783": others play with the same draws; "": an ordinary table
    closed: bool  # until the contest is over, moves stand, nobody helps, and nobody else sees the table
    made: bool  # whether somebody made the game, who is not the server's owner; its slug then holds a hash of it


class Entry(Struct, frozen=True):
    """An entry of the move list."""

    ply: int  # counts from 1
    seat: int | None  # None: chance
    text: str  # notation; "?" where it is secret
    words: str  # spoken
    remark: str  # the remark of the bot that played it; usually ""
    spots: list[str]  # the spots that it touched, to be marked; [] for chance, and where it is secret


class Moment(Struct, frozen=True):
    """A position as this page may see it."""

    ply: int  # plies played so far
    takebacks: int  # the number of take-backs
    mover: int | None  # the seat that decides; None before the game, after it, and while chance is to move
    over: bool
    winners: list[int]  # seats; empty while the game goes on, and when nobody wins
    reason: str  # why it ended, to follow a colon: "nobody can jump any more"; "" while it goes on
    seen_by: int | None  # the seat whose view this is; None: a spectator's
    given_up: bool  # a player gave up or ran out of time, so another table can go on from here
    words: str  # how a game that was given up ended, in place of the picture's own words; "" otherwise
    view: str  # the state as its viewer may know it, in base64, for pages that draw; "" for others
    # for pages that do not draw; its choices are empty unless one of their seats is to move in the newest position
    scene: Scene | None


class ChatLine(Struct, frozen=True):
    seat: int | None  # that of the speaker; None: a spectator
    text: str
    at: int  # ms since 1970


class _FromServer(Struct, tag_field="type", frozen=True):
    pass


class Welcome(_FromServer, tag="welcome", frozen=True):
    table: TableCard
    moves: list[Entry]
    moment: Moment
    chat: list[ChatLine]  # of this page's room
    nudges: int  # in this turn so far; 0 to spectators


class Moved(_FromServer, tag="moved", frozen=True):
    """A decision and the draws after it, as far as the same viewer sees them."""

    moves: list[Entry]  # at least one
    moment: Moment  # after the last of them
    times: TimesCard | None  # as in TableCard


class BriefEntry(Struct, frozen=True, array_like=True):
    """An entry of the move list without its ply."""

    seat: int | None
    text: str
    words: str
    remark: str
    spots: list[str]


class Changed(_FromServer, tag="changed", frozen=True, omit_defaults=True):
    """The same as `Moved` for a page that draws, as what is different from the position before these moves.

    A page that has another position before them asks for the whole."""

    ply: int  # of the moment after the moves
    moves: list[BriefEntry]
    runs: str  # how its view follows from the one before (view_runs.py), in base64
    mover: int | None = None
    takebacks: int = 0
    over: bool = False
    winners: list[int] = []
    reason: str = ""
    seen_by: int | None = None
    times: TimesCard | None = None


class Viewed(_FromServer, tag="viewed", frozen=True):
    ply: int
    view: str  # of the seat that decides, as Position.to_json writes it


class Looked(_FromServer, tag="looked", frozen=True):
    moment: Moment


class Tabled(_FromServer, tag="tabled", frozen=True):
    table: TableCard


class Nudging(_FromServer, tag="nudging", frozen=True):
    """A player nudges the person of a seat."""

    seat: int
    by: int


class ChatMessage(_FromServer, tag="chat", frozen=True):
    line: ChatLine


class Checked(_FromServer, tag="checked", frozen=True):
    """The proof of one draw (core/fair.py): the ticket belongs to the commitment and leads to this outcome."""

    ply: int
    ticket: str
    audit_path: list[str]
    odds: list[float]  # of all outcomes
    drawn: int  # index of the outcome


class Refused(_FromServer, tag="refused", frozen=True):
    code: str  # a name from core/errors.py or server/errors.py: "IllegalAction", "StaleMove", ...
    words: str  # one sentence: what was asked, and what is allowed
    ply: int  # the number of plies that this page may see; -1 if no table was reached


WITHOUT_DEFAULTS = (Changed,)  # it leaves out what has its default

# of a question, to the page that asked
ToAsker = Viewed | Looked | Checked | Refused
Server = Welcome | Moved | Changed | Tabled | Nudging | ChatMessage | ToAsker


# ── Plain HTTP: making a table ───────────────────────────────────────────────
class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["person", "bot"] = "person"
    level: Annotated[str, Meta(max_length=32)] = ""
    name: Annotated[str, Meta(max_length=32)] = ""
    open: bool = False  # for a person: anybody who finds the table may sit down here


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of a table. There are as many seats as players."""

    game: ShortText
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=16)]
    options: dict[ShortText, Annotated[str, Meta(max_length=64)]] = {}
    public: bool = False  # whether the lobby shows it
    clock: Clock | None = None  # None: no time limit
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0  # plies by which spectators see the game late
    rated: bool = False  # if everybody agrees before it begins
    after: "Branch | None" = None  # play on from a position of another table, with its game, players and options


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of another table, whose game has no secrets or is over."""

    table: ShortText
    ply: Ply


class RatedCheck(Struct, frozen=True):
    """Whether a table could be rated."""

    why_not: str = ""  # one sentence; "": it could


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a person for an open seat."""

    name: Annotated[str, Meta(max_length=32)] = ""


class ListedSeat(Struct, frozen=True):
    role: str
    name: str
    level: str
    open: bool
    strength: str = ""  # as in SeatCard
    kind: Literal["person", "bot"] = "person"
    species: str = ""  # of a bot's bird, as in LevelCard


class ListedTables(Struct, frozen=True):
    """The newest public tables, those that wait for players first."""

    tables: list["ListedTable"]
    count: int  # how many there are of that game, or of all
    waiting: dict[str, int]  # by slug: how many tables wait for players


class ListedTable(Struct, frozen=True):
    """A public table as the lobby shows it."""

    id: str
    game: str  # its slug
    name: str  # of the game
    state: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    at: int  # when it last changed, ms since 1970; before a delayed game is over, when its table was made
    time: str = ""  # the time control: "3 days a move"; "" without a clock
    rated: bool = False


class HeldTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that a browser remembers."""

    id: ShortText
    keys: Annotated[list[ShortText], Meta(max_length=16)] = []  # of the seats it plays


class YoursAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables that a browser remembers."""

    tables: Annotated[list[HeldTable], Meta(max_length=24)]


class YourTable(Struct, frozen=True):
    """The state of a table for a player, or for a spectator."""

    id: str
    game: str  # its slug
    name: str  # of the game
    cooperative: bool
    state: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    yours: list[int]  # the seats whose keys were named
    turn: int | None  # the seat that decides; None: nobody does, or it may not be known yet
    winners: list[int]  # seats
    words: str  # how it ended; "" while it goes on
    reason: str  # why, as in Moment
    at: int  # since when it has been that seat's turn, or over, ms since 1970
    time: str  # the time control: "3 days a move"; "" without a clock


class Yours(Struct, frozen=True):
    tables: list[YourTable]
    gone: list[str]  # ids of tables that do not exist


class ReminderCard(Struct, frozen=True):
    """The ways in which people without an open page can be reminded."""

    push: str  # the server's public key for web push, base64url; "": no web push
    webhooks: list[str]  # hosts to which reminders may be sent


class Status(Struct, frozen=True):
    """The public state of a server. Counts begin with its last restart."""

    version: str
    started: str  # ISO 8601, UTC
    uptime: float  # seconds
    ready: bool
    words: str  # why it is not ready; "" when it is
    clock: str  # the trouble with its clock, so that its owner looks at it; "" usually
    store: str  # the database and the bus
    tables: int  # in memory now
    pages: int  # connected now
    tables_made: int
    games_over: int
    moves: int
    moves_per_second: float  # of the last minute
    wait_p50: float | None  # median ms until a move was on disk, over the last five minutes; None: no moves
    wait_p99: float | None  # the same, 99th percentile
    loop_lag: float  # ms, the newest delay of the event loop


class SeatLink(Struct, frozen=True):
    seat: int
    role: str
    key: str  # the page's link is /t/{table}#{key}; several keys joined by commas make a hot seat
    link: str


class TableLinks(Struct, frozen=True):
    table: str
    watch: str  # link for spectators
    seats: list[SeatLink]  # for people only: bots have no key


# ── Reading and writing ──────────────────────────────────────────────────────
_CLIENT_DECODER: msgspec.json.Decoder[Client] = msgspec.json.Decoder(Client)
_SERVER_ENCODER = msgspec.json.Encoder()


def read(text: str) -> Client:
    """A page's message. Raises UnreadableMessage."""
    if len(text) > MAX_MESSAGE_BYTES or len(data := text.encode("utf-8", "replace")) > MAX_MESSAGE_BYTES:
        raise UnreadableMessage(f"a message may have at most {MAX_MESSAGE_BYTES} bytes; this one has more")
    try:
        return _CLIENT_DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableMessage(f"the server does not understand this message: {error}") from None


def refused(error: Exception, ply: int = -1) -> Refused:
    """An error as everybody may see it. The address of the database appears only in the log."""
    words = error.told if isinstance(error, StoreTrouble) else str(error)
    return Refused(type(error).__name__, words, ply)


def encode(message: Server) -> str:
    return _SERVER_ENCODER.encode(message).decode()

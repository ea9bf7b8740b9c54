"""Messages about name tags. A request is a POST of a `Signed`, whose body is one of the others; api/routes.py lists
them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rookery.server.wire.messages import SeatIndex, ShortText, YourTable

Ms = Annotated[int, Meta(ge=0, le=2**53)]  # since 1970
PersonName = Annotated[str, Meta(max_length=32)]  # may be empty
Bird = Annotated[int, Meta(ge=0, le=255)]  # the page knows what it looks like
Colour = Annotated[int, Meta(ge=0, le=15)]
Sha256 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """A request that a device has signed (tags/statements.py). Its tag follows from the key."""

    site: Annotated[str, Meta(max_length=300)]  # the origin of the page
    key: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{87}\Z")]  # a point on the curve P-256, base64url
    at: Ms
    body: Annotated[str, Meta(max_length=12_000)]  # JSON
    signature: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{86}\Z")]  # two numbers of 32 bytes, base64url


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request that needs none."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """That a seat is mine. The other fields are for a tag that this makes."""

    table: ShortText
    key: ShortText  # of the seat
    rated: bool = False  # whether the person agrees that the game is rated
    name: PersonName = ""
    bird: Bird = 0
    colour: Colour = 0


class ChangeTag(Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName
    bird: Bird
    colour: Colour
    shown: bool  # whether everybody may see the profile


class TagCard(Struct, frozen=True):
    """The tag as its owner sees it."""

    id: str
    name: str
    bird: int
    colour: int
    shown: bool
    made: int  # ms since 1970
    devices: list[int]  # since when each may act for the tag, ms since 1970; the oldest first
    passkeys: list[int]  # the same
    words: bool  # whether a line of words opens it


# ── My games ─────────────────────────────────────────────────────────────────
class GamePlace(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The place of a game in a history: those where it is my turn, running ones, finished ones; the newest first."""

    place: Annotated[int, Meta(ge=0, le=2)]
    since: Ms
    table: ShortText


class GamesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64)] = ""  # its slug; "": all
    result: Literal["", "running", "won", "lost", "drawn"] = ""
    after: GamePlace | None = None  # the last one on the page before


class SeatAsked(Struct, frozen=True, forbid_unknown_fields=True):
    table: ShortText
    seat: SeatIndex


class RatingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    table: ShortText


class SkillCard(Struct, frozen=True):
    """A rating with its 95 % interval, in Elo."""

    mean: int
    low: int
    high: int
    games: int


class RatingCard(Struct, frozen=True):
    """A rating of a person, or of a team."""

    game: str  # its slug
    players: int  # at the table; 0: a team has one rating for all its tables
    people: int  # in the team; 1: a person alone
    others: list[str]  # their names at the newest table; [] in a profile
    skill: SkillCard


class RatingChange(Struct, frozen=True):
    """The change of the rating of a person or of a team by a game."""

    game: str
    players: int  # as in RatingCard
    before: SkillCard | None  # None: it was the first rated game
    after: SkillCard
    difficulty: str  # of a team's table; "" otherwise


class TableAsked(Struct, frozen=True, forbid_unknown_fields=True):
    table: ShortText


class SitAsked(Struct, frozen=True, forbid_unknown_fields=True):
    table: ShortText
    seat: SeatIndex
    name: PersonName = ""


class MuteSeat(Struct, frozen=True, forbid_unknown_fields=True):
    table: ShortText
    seat: SeatIndex
    block: bool  # whether they are not to meet me at a table either


class MuteCard(Struct, frozen=True):
    """A person whom I have muted."""

    table: str  # where we sat when I did, and the other one's seat there
    seat: int
    game: str  # its slug
    name: str  # as I read it there
    blocked: bool
    since: int  # ms since 1970


class Tally(Struct, frozen=True):
    """The number of games of a kind that somebody has."""

    game: str  # its slug
    running: int
    won: int
    lost: int
    drawn: int


class TagGames(Struct, frozen=True):
    games: list[YourTable]
    next: GamePlace | None  # to ask for the next page; None: this is the last one
    tallies: list[Tally]  # of all games; [] unless this is the first page
    ratings: list[RatingCard]  # the same


class Profile(Struct, frozen=True):
    """The public profile of somebody who wants one: finished games, and of these only public ones one by one."""

    name: str
    bird: int
    colour: int
    made: int  # ms since 1970
    tallies: list[Tally]
    games: list[YourTable]  # the newest
    ratings: list[RatingCard]


# ── Other devices ────────────────────────────────────────────────────────────
class SetWords(Struct, frozen=True, forbid_unknown_fields=True):
    digest: Sha256  # of the token that follows from the words


class JoinByWords(Struct, frozen=True, forbid_unknown_fields=True):
    token: Sha256  # follows from the words (web/src/tags/words.ts)


class PasskeyQuestion(Struct, frozen=True):
    options: str  # JSON for the browser
    ends: int  # until when it may be answered, ms since 1970


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    ends: Ms  # of the question
    answer: Annotated[str, Meta(max_length=8_000)]  # JSON from the browser

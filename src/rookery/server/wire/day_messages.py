"""Messages about the games of the day. Each game is played at an ordinary table."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.days.comparison import Achieved
from rookery.days.gathering import DAY_WORD

Who = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{16,64}\Z")]  # the name that a page gives its person: one try each


class DayGameCard(Struct, frozen=True):
    """The table of the day of one game."""

    slug: str
    name: str
    tagline: str
    minutes: int
    team: bool  # all seats win and lose together
    players: int
    options: dict[str, str]
    role: str  # of the person's seat
    level: str  # of the bots
    strength: str  # its name for people


class DaysCard(Struct, frozen=True):
    """The games of a day."""

    day: int  # its number since 1970 (UTC)
    value: str  # that chose the tables, and promises the secret of their draws; hexadecimal
    games: list[DayGameCard]
    ends_in: int  # ms until the day is over
    # a later day has begun already, because the server's clock was wrong: the draws may be known, and no game can begin
    spoilt: bool
    gathers: bool  # whether words for the next day are gathered here: only by a server


class DayWord(Struct, frozen=True, forbid_unknown_fields=True):
    """A word for the next day."""

    word: Annotated[str, Meta(pattern=rf"\A{DAY_WORD}\Z")]


class DayBegin(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who begins today's game, or asks for the table where it was begun."""

    who: Who
    name: Annotated[str, Meta(max_length=32)] = ""


class DayAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The person whose daily games are asked for."""

    who: Who


class DayTryCard(Struct, frozen=True):
    day: int
    slug: str
    over: bool  # it counts


class DayYours(Struct, frozen=True):
    """The daily games that a person has played."""

    streak: int  # days in a row with a finished game, up to today or yesterday
    tries: list[DayTryCard]  # of the last days, the newest first


class DayResultAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The person and the day of the result that is asked for."""

    who: Who
    day: int


class DayLevel(Struct, frozen=True):
    """The result of a level in the person's seat, with the same draws."""

    level: str
    strength: str  # its name for people
    runs: list[Achieved]


class DayResult(Struct, frozen=True):
    """A person's result beside everybody else's."""

    day: int
    game: DayGameCard
    table: str  # of this person; "": none
    over: bool  # nobody plays that day any more
    ends_in: int  # ms until then
    spoilt: bool  # the draws may have been known before, because the server's clock was wrong
    points: str  # the unit of the lead: "birds"; "": the game counts nothing
    own: Achieved | None  # None: this person has not finished that game
    others: list[Achieved]  # of everybody else who has finished, at most MAX_TOLD of them, the best first
    finished: int  # the number of others who have finished
    begun: int  # the number of others who have begun
    share: float | None  # of the others that one did better than, 0 .. 1, ties counting half; None: nobody to compare
    swing: float | None  # the mean against them on the concave scale
    levels: list[DayLevel]  # weakest first

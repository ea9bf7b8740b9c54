"""What a page asks about duplicate evenings. Their games are played at ordinary tables."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.days.gathering import DAY_WORD
from rookery.server.table.clock import Clock
from rookery.server.wire.day_messages import Who
from rookery.server.wire.messages import ShortText

__all__ = ["EveningAsked", "EveningCard", "EveningGuest", "EveningRound", "EveningSeat", "JoinEvening", "NewEvening"]


class NewEvening(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/evenings -> EveningCard"""

    who: Who
    game: ShortText
    players: int
    tables: Annotated[int, Meta(ge=2, le=8)]
    rounds: Annotated[int, Meta(ge=1, le=8)]
    level: ShortText  # of the bots in empty seats
    clock: Clock  # a bot plays on when time is up
    options: dict[ShortText, Annotated[str, Meta(max_length=64)]] = {}


class EveningAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/evenings/{evening} -> EveningCard; POST /api/evenings/{evening}/begin -> EveningCard"""

    who: Who


class JoinEvening(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/evenings/{evening}/guests -> Receipt"""

    who: Who
    word: Annotated[str, Meta(pattern=rf"\A{DAY_WORD}\Z")]
    name: Annotated[str, Meta(max_length=32)] = ""


class EveningGuest(Struct, frozen=True):
    """A person, or a bot in an empty seat. The place in the list is the number."""

    name: str
    strength: str  # of a bot, for people; "": a person
    group: int  # guests of one group are compared with each other
    share: float | None  # of matchpoints in all rounds that are over, 0 .. 1; None: there is none


class EveningSeat(Struct, frozen=True):
    """One seat of a table in a round. When it is over, also what was done there."""

    guest: int  # the number
    utility: float = 0.0  # -1 .. 1
    lead: int = 0  # as in Achieved
    matchpoints: float = 0.0  # 0 .. tables - 1
    stand_ins: int = 0  # decisions that a bot made for the person
    left: bool = False  # so many that the result is the bot's


class EveningTable(Struct, frozen=True):
    id: str
    over: bool
    seats: list[EveningSeat]


class EveningRound(Struct, frozen=True):
    ended: int  # when it was over, ms since 1970; 0: nothing is told of it yet
    tables: list[EveningTable]


class EveningCard(Struct, frozen=True):
    """An evening as one person may see it."""

    id: str
    game: str  # its slug
    name: str  # of the game
    team: bool  # all seats win and lose together
    counted: str  # what the game counts, as in DayResult
    players: int
    options: dict[str, str]
    tables: int
    rounds: int
    strength: str  # of bots
    time: str  # the time limit in words
    promise: str  # SHA-256 of the secret from which all draws follow; hexadecimal
    hosting: bool  # this person begins it
    yours: int | None  # the number of this person; None: no place
    key: str  # of all seats of this person; "": no place
    guests: list[EveningGuest]  # before it begins: people as they came
    played: list[EveningRound]  # the rounds that have begun
    next: int  # ms until the next round begins; 0: none is awaited
    over: bool

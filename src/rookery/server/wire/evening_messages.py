"""Messages about duplicate evenings. Their games are played at ordinary tables."""

from typing import Annotated

from msgspec import Meta, Struct

from rookery.days.comparison import Achieved
from rookery.days.gathering import DAY_WORD
from rookery.days.opened_evening import EveningPlan
from rookery.server.table.clock import Clock
from rookery.server.wire.day_messages import Who


class NewEvening(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of an evening."""

    who: Who
    plan: EveningPlan
    clock: Clock  # when time is up, a bot plays on


class EveningAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who asks for an evening, or lets it begin."""

    who: Who


class JoinEvening(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who takes a place."""

    who: Who
    word: Annotated[str, Meta(pattern=rf"\A{DAY_WORD}\Z")]
    name: Annotated[str, Meta(max_length=32)] = ""


class EveningGuest(Struct, frozen=True):
    """A person, or a bot in an empty seat."""

    name: str
    bot: bool
    share: float | None  # of matchpoints in all rounds that are over, 0 .. 1; None: there is none


class EveningSeat(Struct, frozen=True):
    """One seat of a table in a round."""

    guest: int  # place in the list of guests
    achieved: Achieved | None = None  # None until the round is over
    matchpoints: float = 0.0  # 0 .. tables - 1
    stand_ins: int = 0  # decisions that a bot made for the person; from MAX_LATE_MOVES on, the result is the bot's


class EveningTable(Struct, frozen=True):
    id: str
    over: bool
    seats: list[EveningSeat]


class EveningRound(Struct, frozen=True):
    over: bool
    tables: list[EveningTable]


class EveningCard(Struct, frozen=True):
    """An evening as one person may see it."""

    id: str
    plan: EveningPlan
    name: str  # of the game
    team: bool  # all seats win and lose together
    points: str  # the unit of the game, as in DayResult
    roles: list[str]  # [P] what the seats are called
    strength: str  # of bots
    time: str  # the time limit in words
    commitment: str  # SHA-256 of the secret from which all draws follow; hexadecimal
    hosting: bool  # this person begins it
    yours: int | None  # the place of this person in the list of guests; None: none
    key: str  # of all seats of this person; "": no place
    guests: list[EveningGuest]  # before it begins, people as they came
    played: list[EveningRound]  # the rounds that have begun
    next: int  # ms until the next round begins; 0: none is awaited
    over: bool

"""The result of a game as ratings read it: who sat where, and the utilities.

Decisions
    ranks        a higher utility is a better place. The point of a game goes to the seats of the best utility, that of
                 the others to the best among them, and so on (Plackett 1975)
    ties         seats that share a place share its point, as in the arena. Seats that lose together are not compared
                 with each other: most games for three or more say who won, and nothing about the others. If utilities
                 order the losers, too, a tie above a stranger can be worth less than the place below it
    stand-ins    a person for whom a bot decided once or more has left: the seat is placed behind all that stayed, even
                 if the bot won. So leaving gains nothing, and the others lose nothing by it
    resigning    is a loss, with the utilities of the record
    abandoned    a game without a result is not rated. Rated tables have a time limit, so each of their games ends
    two seats    a game in which one person had two seats is not rated: whoever wins, both did
    bots alone   is not rated
    seats        of unequal worth, as measured between equal bots (`seat_advantage`): a player is as strong there as
                 the seat makes it, so whoever wins in a better seat gains less
    teams        where all win or lose together, the team (its people, in any order) is rated as one player against the
                 difficulty. A team with a bot is not rated; with a stand-in it is rated if it lost
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rookery.core.errors import Refusal
from rookery.core.record import Record
from rookery.core.seats import shares_by_turn
from rookery.ratings.measured import difficulty

IN_A_TEAM = " + "  # between the names of its people


class NotRated(Refusal):
    """The game changes no ratings."""


class Seated(NamedTuple):
    """The person or bot in a seat."""

    name: str  # a person, a team, or an anchor of the scale
    anchor: bool = False  # the level of a bot, or a difficulty


@dataclass(frozen=True, slots=True)
class RatedResult:
    """The result of one table. Raises ValueError if there are not as many utilities or advantages as seats, or fewer
    than two."""

    table: str  # its id: a table counts once
    seats: tuple[Seated, ...]  # [P]
    utilities: tuple[float, ...]  # [P] -1 .. 1
    left: frozenset[int] = frozenset()  # seats of people who left
    advantages: tuple[float, ...] = ()  # [P] in Elo: what each seat is worth; () where all are worth the same

    def __post_init__(self) -> None:
        if not 2 <= len(self.seats) == len(self.utilities):
            raise ValueError(f"{len(self.utilities)} utilities for {len(self.seats)} seats; two or more, and as many")
        if len(self.advantages) not in (0, len(self.seats)):
            raise ValueError(f"{len(self.advantages)} advantages for {len(self.seats)} seats")


class Stage(NamedTuple):
    """One place that some seats competed for."""

    seats: tuple[int, ...]
    winners: frozenset[int]  # they share its point


def stages(result: RatedResult) -> list[Stage]:
    """The places that were decided, the best first."""
    worth = [float("-inf") if seat in result.left else value for seat, value in enumerate(result.utilities)]
    places, seats = list[Stage](), tuple(range(len(worth)))
    while not places or len({worth[seat] for seat in seats}) > 1:
        best = max(worth[seat] for seat in seats)
        winners = frozenset(seat for seat in seats if worth[seat] == best)
        places.append(Stage(seats, winners))
        seats = tuple(seat for seat in seats if seat not in winners)
    return places


def result_of(
    record: Record, table: str, names: Sequence[str], bots: Collection[int] = (), *, even: bool = False
) -> RatedResult:
    """The result of a record. `names`: [P] of the person of each seat, or the level of the bot; names of people must
    not contain " + ". `bots`: the seats of bots; `even`: all seats count as equal, whatever was measured. Raises
    NotRated for a game that is not over, and for teams as above; ValueError, BrokenSeats."""
    if record.result is None:
        raise NotRated("the game is not over")
    absent = frozenset(seat for ply in record.stand_ins if (seat := record.mover(ply - 1)) is not None)
    utilities = record.result.utilities
    if record.game.facts.cooperative:
        return _of_team(record, table, names, bool(bots), bool(absent))
    seats = tuple(Seated(name, seat in bots) for seat, name in enumerate(names))
    return RatedResult(table, seats, utilities, absent, () if even else advantages(record))


def _of_team(record: Record, table: str, names: Sequence[str], with_bots: bool, left: bool) -> RatedResult:
    """The game as an opponent of the team, whose strength is the difficulty."""
    assert record.result is not None
    won = record.result.utilities[0]
    if with_bots or (left and won >= 0):
        raise NotRated("a bot played in the team")
    if len({*names}) < len(names):
        raise NotRated("one person had two seats")
    position = record.position
    hard = difficulty(record.game, position.players, position.options)
    return RatedResult(table, (Seated(IN_A_TEAM.join(sorted(names))), Seated(hard, anchor=True)), (won, -won))


def advantages(record: Record) -> tuple[float, ...]:
    """[P] in Elo, by seat; () where no seat is better than another, or nothing was measured. Raises BrokenSeats."""
    position = record.position
    shares = shares_by_turn(record.game, position.players, position.options)
    movers = (record.mover(ply) for ply in range(record.plies + 1))
    first = next((seat for seat in movers if seat is not None and seat >= 0), None)
    if first is None or len({*shares}) == 1:
        return ()
    by_turn = [400 * math.log10(share * len(shares)) for share in shares]
    return tuple(by_turn[(seat - first) % len(shares)] for seat in range(len(shares)))

"""For whom a result counts, and the one rating of a person who has had several name tags.

Decisions
    careers      a result counts for the career that a person agreed to play it for, before the game began. Nothing that
                 happens to name tags during or after the game changes that. A tag that joins another brings its
                 careers along, and rated games that it agrees to later go on with the leading one
    joining      gains nothing, in any order: a person is rated at most as the leading career, which has the most games.
                 The others can lower this and never raise it. Otherwise somebody could play each game under a new tag,
                 and join those that won
    leaving      for good: the person becomes a stranger in all results, with what was believed before each of them
    teams        have a career of their own, for the people who agreed together
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rookery.ratings.rated_result import IN_A_TEAM, NotRated, RatedResult, Seated
from rookery.ratings.skill import DRIFT, ELO_UNIT, MIN_DEVIATION, Skill


class Career(NamedTuple):
    """The rated games of one scale that a person agreed to under one name."""

    player: str  # the name in the results
    start: Skill  # before its first game
    skill: Skill  # after its newest game
    idle: int = 0  # games of the leading career since


def leading(careers: Iterable[Career]) -> Career:
    """The career with the most games; of equal ones the stronger."""
    return max(careers, key=lambda career: (career.skill.games, career.skill.mean, career.player))


def together(careers: Sequence[Career]) -> Skill:
    """The rating of a person with one career or more.

    The games of a career are worth one observation of a strength: what it added to what was believed at its start.
    Those of the other careers are added to the leading one, if all together they speak against it. A career cannot
    speak against anything with more than the points that it lost: games against the weak are won by the strong, too."""
    lead = leading(careers)
    total, against = _weight(lead.skill), 0.0
    for career in careers:
        start, now = _weight(career.start), _weight(career.skill)
        if career.player != lead.player and (added := now - start) > 0:
            observed = (now * career.skill.mean - start * career.start.mean) / added
            weight = 1 / (1 / added + career.idle * DRIFT**2)  # of older games less is believed
            at_most = weight / added * career.skill.lost / ELO_UNIT  # the steepest slope of the curve
            total, against = total + weight, against + max(weight * (observed - lead.skill.mean), -at_most)
    games, lost = sum(career.skill.games for career in careers), math.fsum(career.skill.lost for career in careers)
    return Skill(lead.skill.mean + min(against / total, 0.0), lead.skill.deviation, games, lost)


def _weight(skill: Skill) -> float:
    return 1 / max(skill.deviation, MIN_DEVIATION) ** 2


# ── One result ───────────────────────────────────────────────────────────────
def players_of(result: RatedResult, agreed: Mapping[int, str]) -> dict[int, str]:
    """The players who are rated, by seat; "": a stranger. In the result, a person is called by the number of the seat,
    a team by those of its seats. `agreed`: by seat, the careers for which people agreed to play and who have not left
    for good. Raises NotRated."""
    players = dict[int, str]()
    for seats in _people(result):
        names = sorted(agreed.get(seat, "") for seat in seats)
        if len(seats) > 1 and ("" in names or len({*names}) < len(names)):
            raise NotRated("a person of the team has left for good, or had two seats")
        players |= dict.fromkeys(seats, IN_A_TEAM.join(names))
    return players


def with_players(result: RatedResult, players: Mapping[int, str]) -> RatedResult:
    """The result with their names in place of the numbers of seats."""
    named = {IN_A_TEAM.join(map(str, seats)): players[seats[0]] or stranger(seats[0]) for seats in _people(result)}
    return replace(result, seats=tuple(who if who.anchor else Seated(named[who.name]) for who in result.seats))


def stranger(seat: int) -> str:
    """The name of a person in one result who has left for good, or of their team, and of nobody in any other."""
    return f"stranger {seat}"


def _people(result: RatedResult) -> list[tuple[int, ...]]:
    """The seats of each person or team of a result."""
    return [tuple(map(int, who.name.split(IN_A_TEAM))) for who in result.seats if not who.anchor]

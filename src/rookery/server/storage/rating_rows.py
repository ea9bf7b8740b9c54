"""Rated games in the database: their results in order, and the rating of each person after each of them.

A result and the ratings that follow from it are written in one transaction, and a table has one row. Results of one
scale have numbers without gaps, so two processes that rate at the same time write the same number, and one of them
rates again. `replayed` reads the results and rates them all anew: it finds the same numbers.

Whoever leaves for good is nobody in every row. What was believed of a person before a game is kept with it, so that the
ratings of the others still follow from the results.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from rookery.ratings import NotRated, RatedResult, Scale, Seated, Skill, after
from rookery.ratings.rated_result import IN_A_TEAM
from rookery.server.errors import StoreTrouble
from rookery.server.storage.database import Database
from rookery.server.wire.messages import YourTable
from rookery.server.wire.tag_messages import RatingCard, RatingChange, SkillCard

__all__ = ["FORGET", "FORGET_PLAYER", "OF_A_TEAM", "ScaleName", "change_of", "count_result", "ratings_of", "replayed"]

OF_A_TEAM = 0  # in place of the number of players: a cooperative game has one scale
MAX_RATE_RETRIES = 100  # other processes may rate at the same time
SELECT_COUNTED = "SELECT number FROM rated_games WHERE table_id = ?"
SELECT_TAGS = "SELECT seat, tag FROM tagged_seats WHERE table_id = ?"
SELECT_NUMBER = "SELECT max(number) FROM rated_games WHERE game = ? AND players = ?"
SELECT_SKILL = """\
SELECT after FROM rated_seats WHERE player = ? AND game = ? AND players = ? ORDER BY number DESC LIMIT 1"""
INSERT_GAME = """\
INSERT INTO rated_games (table_id, game, players, number, result) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING number"""
INSERT_RATED_SEAT = """\
INSERT INTO rated_seats (table_id, seat, tag, player, game, players, number, before, after)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
SELECT_RESULTS = """\
SELECT rated_games.table_id, result, seat, player, before FROM rated_games
JOIN rated_seats ON rated_seats.table_id = rated_games.table_id
WHERE rated_games.game = ? AND rated_games.players = ? ORDER BY rated_games.number, seat"""
# first those of the person alone; somebody may have played in any number of teams
SELECT_LATEST = """\
SELECT game, players, player, max(number) FROM rated_seats WHERE tag = ? AND player != ''
GROUP BY game, players, player ORDER BY length(player), game, players, player LIMIT 100"""
SELECT_RATING = """\
SELECT seat, after, summary FROM rated_seats JOIN tables ON tables.id = table_id
WHERE tag = ? AND rated_seats.game = ? AND players = ? AND player = ? AND number = ?"""
SELECT_CHANGE = """\
SELECT rated_seats.game, rated_seats.players, before, after, result FROM rated_seats
JOIN rated_games ON rated_games.table_id = rated_seats.table_id WHERE rated_seats.table_id = ? AND tag = ?"""
# in this order: nobody is rated any more as this tag or in a team with it, and no row has the tag
FORGET_PLAYER = "UPDATE rated_seats SET player = '' WHERE player IN (SELECT player FROM rated_seats WHERE tag = ?)"
FORGET = FORGET_PLAYER, "UPDATE rated_seats SET tag = NULL WHERE tag = ?"


class ScaleName(NamedTuple):
    """Which results are rated together."""

    game: str  # its slug
    players: int  # or OF_A_TEAM


def count_result(
    database: Database, name: ScaleName, result: RatedResult, scale: Scale, seats: int
) -> NotRated | StoreTrouble | None:
    """Rate the people of a result, unless the table was counted before. Returns a refusal. In `result`,
    people are called by the numbers of their seats; `seats`: how many the table has."""
    for _ in range(MAX_RATE_RETRIES):
        if database.execute(SELECT_COUNTED, (result.table,)):
            return None
        number = 1 + (database.execute(SELECT_NUMBER, name)[0][0] or 0)  # before the ratings, so that none is outdated
        tags: dict[int, str] = dict(database.execute(SELECT_TAGS, (result.table,)))
        try:
            players = _players(name, result, tags, seats)
            before = _skills(database, name, {*players.values()} - {""})
            moved = after(before, _named(result, name, players), scale)
        except NotRated as refusal:
            return refusal
        if database.execute(INSERT_GAME, (result.table, *name, number, _text(result))):
            for seat, player in players.items():
                told = _text(before[player]) if player in before else "", _text(moved[player or _gone(seat)])
                database.execute(INSERT_RATED_SEAT, (result.table, seat, tags.get(seat), player, *name, number, *told))
            return None
    return StoreTrouble("too many games are rated at once; try again")


def replayed(database: Database, name: ScaleName, scale: Scale) -> dict[str, Skill]:
    """The ratings of all players of a scale, by player, from nothing but the results."""
    games: dict[str, list[Any]] = {}
    for table, *row in database.execute(SELECT_RESULTS, name):
        games.setdefault(table, []).append(row)
    skills: dict[str, Skill] = {}
    for seats in games.values():
        result = msgspec.json.decode(seats[0][0], type=RatedResult)
        players = {seat: player for _, seat, player, _ in seats}
        left = {_gone(seat): _skill(before) for _, seat, player, before in seats if not player and before}
        moved = after(skills | left, _named(result, name, players), scale)
        skills |= {player: skill for player, skill in moved.items() if player in players.values()}
    return skills


def _skills(database: Database, name: ScaleName, players: Iterable[str]) -> dict[str, Skill]:
    """The newest rating of each player who has one."""
    found = {player: database.execute(SELECT_SKILL, (player, *name)) for player in players}
    return {player: _skill(rows[0][0]) for player, rows in found.items() if rows}


def _players(name: ScaleName, result: RatedResult, tags: Mapping[int, str], seats: int) -> dict[int, str]:
    """Who is rated, by seat; "": a person who has left for good. Raises NotRated."""
    if name.players != OF_A_TEAM:
        return _once(result, {int(who.name): tags.get(int(who.name), "") for who in result.seats if not who.anchor})
    if len({*tags.values()}) < seats:
        raise NotRated("a person of the team has left for good, or had two seats")
    return dict.fromkeys(range(seats), IN_A_TEAM.join(sorted(tags.values())))


def _once(result: RatedResult, players: dict[int, str]) -> dict[int, str]:
    """The players with each person at one seat, the one that did worst: two tags of a person that became one during the
    game must not save that person a loss, nor the others a win. Raises NotRated if nobody else played."""
    if len(players) > 1 and len({*players.values()} - {""}) == 1 and "" not in players.values():
        raise NotRated("one person had two seats")
    place = {int(who.name): index for index, who in enumerate(result.seats) if not who.anchor}
    best_first = sorted(players, key=lambda seat: (place[seat] in result.left, -result.utilities[place[seat]]))
    worst = {players[seat]: seat for seat in best_first}
    return {seat: player if worst[player] == seat else "" for seat, player in players.items()}


def _named(result: RatedResult, name: ScaleName, players: Mapping[int, str]) -> RatedResult:
    """The result with the players' names."""
    if name.players == OF_A_TEAM:
        return replace(result, seats=(Seated(players[0] or _gone(0)), result.seats[1]))
    people = [who if who.anchor else Seated(players[int(who.name)] or _gone(int(who.name))) for who in result.seats]
    return replace(result, seats=tuple(people))


def _gone(seat: int) -> str:
    """How a person who has left for good is called in one result, and in no other."""
    return f"gone {seat}"


def _text(value: RatedResult | Skill) -> str:
    return msgspec.json.encode(value).decode()


def _skill(text: str) -> Skill:
    return msgspec.json.decode(text, type=Skill)


# ── What people are told ─────────────────────────────────────────────────────
def ratings_of(database: Database, tag: str) -> list[RatingCard]:
    """The ratings of a person, and of teams with that person."""
    found = []
    for game, players, player, number in database.execute(SELECT_LATEST, (tag,)):
        ((seat, text, summary),) = database.execute(SELECT_RATING, (tag, game, players, player, number))
        people = len(player.split(IN_A_TEAM))
        names = [one.name for one in msgspec.json.decode(summary, type=YourTable).seats] if summary else []
        others = [*names[:seat], *names[seat + 1 :]] if people > 1 else []
        found.append(RatingCard(game, players, people, others, _card(_skill(text))))
    return found


def change_of(database: Database, tag: str, table: str) -> RatingChange | None:
    """What a game did to a person's rating; None: nothing."""
    rows: Sequence[Any] = database.execute(SELECT_CHANGE, (table, tag))
    if not rows:
        return None
    game, players, before, now, result = rows[0]
    level = msgspec.json.decode(result, type=RatedResult).seats[1].name if players == OF_A_TEAM else ""
    return RatingChange(game, players, _card(_skill(before)) if before else None, _card(_skill(now)), level)


def _card(skill: Skill) -> SkillCard:
    low, high = skill.interval
    return SkillCard(round(skill.mean), round(low), round(high), skill.games)

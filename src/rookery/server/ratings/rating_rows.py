"""Rated games in the database: their results in order, and each career after each of them. ratings/careers.py decides
for which career a result counts, and what a person with several is rated.

A result and the ratings that follow from it are written in one transaction, and a table has one row. Results of one
scale have numbers without gaps, so two processes that rate at the same time write the same number, and one of them
rates again.

A person who leaves for good is nobody in every row. The skill of a person before a game is kept with it, so that the
ratings of the others still follow from the results.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from rookery.core.position import Game
from rookery.ratings import NotRated, RatedResult, Scale, Skill, after
from rookery.ratings.careers import Career, leading, players_of, stranger, together, with_players
from rookery.server.errors import StoreTrouble
from rookery.server.storage.database import Database
from rookery.server.wire.messages import YourTable
from rookery.server.wire.tag_messages import RatingCard, RatingChange, SkillCard

OF_A_TEAM = 0  # in place of the number of players: a cooperative game has one scale
MAX_RATE_RETRIES = 100  # other processes may rate at the same time
NEWEST = ALL_CAREERS = 2**62  # no game has such a number, and nobody so many careers
MAX_RATINGS = 100  # of a person, who may have played in any number of teams; of these, the latest
SELECT_COUNTED = "SELECT number FROM rated_games WHERE table_id = ?"
SELECT_AGREED = "SELECT seat, tag, career FROM tagged_seats WHERE table_id = ?"
SELECT_NUMBER = "SELECT max(number) FROM rated_games WHERE game = ? AND players = ?"
SELECT_SKILL = """\
SELECT after FROM rated_seats WHERE player = ? AND game = ? AND players = ? ORDER BY number DESC LIMIT 1"""
INSERT_GAME = """\
INSERT INTO rated_games (table_id, game, players, number, result) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING number"""
INSERT_RATED_SEAT = """\
INSERT INTO rated_seats (table_id, seat, tag, player, game, players, number, before, after)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
SELECT_SCALES = "SELECT DISTINCT game, players FROM rated_seats WHERE tag = ? AND player != '' ORDER BY game, players"
SELECT_CAREERS = """\
SELECT player, min(number), max(number) FROM rated_seats
WHERE tag = ? AND game = ? AND players = ? AND player != '' AND number <= ? GROUP BY player
ORDER BY max(number) DESC LIMIT ?"""
SELECT_ENDS = """\
SELECT number, table_id, before, after FROM rated_seats
WHERE player = ? AND game = ? AND players = ? AND number IN (?, ?) ORDER BY number"""
SELECT_IDLE = """\
SELECT count(DISTINCT number) FROM rated_seats
WHERE player = ? AND game = ? AND players = ? AND number > ? AND number <= ?"""
SELECT_TEAM = "SELECT seat, tag FROM rated_seats WHERE table_id = ?"
SELECT_NAMES = "SELECT summary FROM tables WHERE id = ?"
SELECT_CHANGE = """\
SELECT rated_seats.game, rated_seats.players, rated_seats.number, result FROM rated_seats
JOIN rated_games ON rated_games.table_id = rated_seats.table_id WHERE rated_seats.table_id = ? AND tag = ?"""
# in this order: nobody is rated any more as this tag or in a team with it, and no row has the tag
FORGET = (
    "UPDATE rated_seats SET player = '' WHERE player IN (SELECT player FROM rated_seats WHERE tag = ?)",
    "UPDATE rated_seats SET tag = NULL WHERE tag = ?",
)


class ScaleName(NamedTuple):
    """The name of a scale: the results of one scale are rated together."""

    game: str  # its slug
    players: int  # or OF_A_TEAM

    @classmethod
    def of(cls, game: Game, players: int) -> "ScaleName":
        return cls(game.facts.slug, OF_A_TEAM if game.facts.cooperative else players)


def career_for(database: Database, tag: str, name: ScaleName) -> str:
    """The career for which a tag agrees to play a rated game now."""
    careers = [] if name.players == OF_A_TEAM else _careers(database, tag, name, NEWEST)
    return leading(one.career for one in careers).player if careers else tag


def count_result(
    database: Database, name: ScaleName, result: RatedResult, scale: Scale, gone: Collection[int] = ()
) -> NotRated | StoreTrouble | None:
    """Rate the people of a result, unless the table was counted before. Returns a refusal. In `result`, people are
    called by the numbers of their seats; `gone`: the seats of those who have left for good."""
    for _ in range(MAX_RATE_RETRIES):
        if database.execute(SELECT_COUNTED, (result.table,)):
            return None
        number = 1 + (database.execute(SELECT_NUMBER, name)[0][0] or 0)  # before the ratings, so that none is outdated
        sat = [row for row in database.execute(SELECT_AGREED, (result.table,)) if row[0] not in gone]
        try:
            players = players_of(result, {seat: career for seat, _, career in sat})
            before = _skills(database, name, {*players.values()} - {""})
            moved = after(before, with_players(result, players), scale)
        except NotRated as refusal:
            return refusal
        if database.execute(INSERT_GAME, (result.table, *name, number, _text(result))):
            tags = {seat: tag for seat, tag, _ in sat}
            for seat, player in players.items():
                skills = before.get(player, scale.start), moved[player or stranger(seat)]
                row = result.table, seat, tags.get(seat), player, *name, number, *map(_text, skills)
                database.execute(INSERT_RATED_SEAT, row)
            return None
    return StoreTrouble("too many games are rated at once; try again")


def _skills(database: Database, name: ScaleName, players: Iterable[str]) -> dict[str, Skill]:
    """The newest rating of each player who has one."""
    found = {player: database.execute(SELECT_SKILL, (player, *name)) for player in players}
    return {player: _skill(rows[0][0]) for player, rows in found.items() if rows}


def _text(value: RatedResult | Skill) -> str:
    return msgspec.json.encode(value).decode()


def _skill(text: str) -> Skill:
    return msgspec.json.decode(text, type=Skill)


# ── What people are told ─────────────────────────────────────────────────────
class _Kept(NamedTuple):
    career: Career
    number: int  # of its newest game
    table: str  # of that game


def _careers(database: Database, tag: str, name: ScaleName, newest: int, most: int = ALL_CAREERS) -> list[_Kept]:
    """The careers of a tag, alone and in teams, up to a game. `most`: only so many, the latest ones."""
    careers = []
    for player, first, last in sorted(database.execute(SELECT_CAREERS, (tag, *name, newest, most))):
        ends = database.execute(SELECT_ENDS, (player, *name, first, last))
        (_, _, start, _), (number, table, _, now) = ends[0], ends[-1]
        careers.append(_Kept(Career(player, _skill(start), _skill(now)), number, table))
    return careers


def _rating(database: Database, name: ScaleName, careers: Sequence[_Kept], newest: int) -> Skill:
    """The skill that follows from the careers of the same people."""
    if len(careers) == 1:
        return careers[0].career.skill
    lead = leading(one.career for one in careers).player
    idle = [database.execute(SELECT_IDLE, (lead, *name, one.number, newest))[0][0] for one in careers]
    return together([one.career._replace(idle=games) for one, games in zip(careers, idle)])


def _people(database: Database, table: str) -> dict[int, str]:
    """The tags of those who were rated at a table, by seat."""
    return dict(database.execute(SELECT_TEAM, (table,)))


def _by_team(database: Database, careers: Iterable[_Kept]) -> dict[frozenset[str], list[_Kept]]:
    """The careers of teams, by the tags that their people have now. A team in which one person had two seats is none
    any more."""
    teams: dict[frozenset[str], list[_Kept]] = {}
    for one in careers:
        tags = _people(database, one.table).values()
        if len({*tags}) == len(tags):
            teams.setdefault(frozenset(tags), []).append(one)
    return teams


def ratings_of(database: Database, tag: str) -> list[RatingCard]:
    """The ratings of a person, first those of the person alone, and of teams with that person."""
    cards = []
    for name in [ScaleName(*row) for row in database.execute(SELECT_SCALES, (tag,))]:
        careers = _careers(database, tag, name, NEWEST, MAX_RATINGS if name.players == OF_A_TEAM else ALL_CAREERS)
        if name.players != OF_A_TEAM:
            cards.append(RatingCard(*name, 1, [], _card(_rating(database, name, careers, NEWEST))))
            continue
        for tags, group in _by_team(database, careers).items():
            others = _others(database, max(group, key=lambda one: one.number).table, tag)
            cards.append(RatingCard(*name, len(tags), others, _card(_rating(database, name, group, NEWEST))))
    return sorted(cards, key=lambda card: card.people)[:MAX_RATINGS]


def _others(database: Database, table: str, tag: str) -> list[str]:
    """The names of the others at a table."""
    own = {seat for seat, sitter in _people(database, table).items() if sitter == tag}
    ((summary,),) = database.execute(SELECT_NAMES, (table,))
    seats = msgspec.json.decode(summary, type=YourTable).seats if summary else []
    return [one.name for seat, one in enumerate(seats) if seat not in own]


def change_of(database: Database, tag: str, table: str) -> RatingChange | None:
    """The change of a person's rating by a game; None: there is none."""
    rows: Sequence[Any] = database.execute(SELECT_CHANGE, (table, tag))
    if not rows:
        return None
    game, players, number, result = rows[0]
    name, people, level = ScaleName(game, players), frozenset(_people(database, table).values()), ""
    ratings = []
    for newest in (number - 1, number):
        careers = _careers(database, tag, name, newest)
        if players == OF_A_TEAM:
            level = msgspec.json.decode(result, type=RatedResult).seats[1].name
            careers = _by_team(database, careers).get(people, [])
        ratings.append(_card(_rating(database, name, careers, newest)) if careers else None)
    before, now = ratings
    return None if now is None else RatingChange(game, players, before, now, level)


def _card(skill: Skill) -> SkillCard:
    low, high = skill.interval
    return SkillCard(round(skill.mean), round(low), round(high), skill.games)

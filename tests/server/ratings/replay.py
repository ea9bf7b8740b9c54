"""All ratings of a scale from nothing but its results, as whoever doubts what is kept can find them."""

from typing import Any

import msgspec

from rookery.ratings import RatedResult, Scale, Skill, after
from rookery.ratings.careers import stranger, with_players
from rookery.server.ratings.rating_rows import ScaleName
from rookery.server.storage.database import Database

SELECT_RESULTS = """\
SELECT rated_games.table_id, result, seat, player, before FROM rated_games
JOIN rated_seats ON rated_seats.table_id = rated_games.table_id
WHERE rated_games.game = ? AND rated_games.players = ? ORDER BY rated_games.number, seat"""


def replayed(database: Database, name: ScaleName, scale: Scale) -> dict[str, Skill]:
    """All careers of a scale, by player, from nothing but the results."""
    games: dict[str, list[Any]] = {}
    for table, *row in database.execute(SELECT_RESULTS, name):
        games.setdefault(table, []).append(row)
    skills: dict[str, Skill] = {}
    for seats in games.values():
        result = msgspec.json.decode(seats[0][0], type=RatedResult)
        players = {seat: player for _, seat, player, _ in seats}
        gone = [(stranger(seat), before) for _, seat, player, before in seats if not player]
        left = {name: msgspec.json.decode(before, type=Skill) for name, before in gone}
        moved = after(skills | left, with_players(result, players), scale)
        skills |= {player: skill for player, skill in moved.items() if player in players.values()}
    return skills

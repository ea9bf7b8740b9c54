"""The file of a match (search/work_file.py): its head, then one line per game in the order in which the games ended:

{"rookery_arena": 1, "game": "gleebs", "players": 2, "entrants": {"easy": "..."}, "seed": 0, "engine": "..."}
{"game": 3, "seats": ["easy", "greedy"], "utilities": [1.0, -1.0], "plies": 61, "key": "...", "seconds": {...}}
"""

from pathlib import Path
from typing import Any

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.search.work_file import WorkFile


def match_file(path: str | Path, match: Match) -> WorkFile[GameResult]:
    """The file, open for more games. Raises BrokenRecord if it is not the file of a match, OtherWork if it is another
    match's, OSError."""

    def read(line: Any) -> GameResult:
        game = GameResult.of_json(line)
        if match.scheduled(game.number).seats != game.seats:
            raise ValueError("the seats are not those of the schedule")
        return game

    return WorkFile(path, match.head, "game of this match", read, GameResult.as_json)

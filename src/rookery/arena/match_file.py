"""The file of a match (search/work_file.py): first its head, then one line a game, in the order in which they ended:

{"rookery_arena": 1, "game": "gleebs", "players": 2, "entrants": {"easy": "..."}, "seed": 0, "engine": "..."}
{"game": 3, "seats": ["easy", "greedy"], "utilities": [1.0, -1.0], "plies": 61, "key": "...", "seconds": {...}}
"""

from pathlib import Path
from typing import Any

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.search.work_file import WorkFile

__all__ = ["ledger"]


def ledger(path: str | Path, match: Match) -> WorkFile[GameResult]:
    """The file, open for more games. Raises BrokenRecord for what is no such file, OtherWork for that of another match,
    OSError."""

    def read(line: Any) -> GameResult:
        game = GameResult.of_json(line)
        if match.turn(game.number).seats != game.seats:
            raise ValueError("others sit here")
        return game

    return WorkFile(path, match.head, "game of this match", read, GameResult.as_json)

"""The games that each seat wins between equal bots. `seats.jsonl` in a game's folder has one measurement a line:

    {"players": 4, "options": {}, "level": "greedy", "games": 12000, "won": [3912.0, 3321.5, 2592.0, 2174.5],
     "command": "python -m benchmarks.seats ...", "machine": "date 2026-11-27 ..., rookery 0.2.0, ..."}

`won` counts by turn order: of the seat that takes the first decision of the game, of the next one, and so on. A win
that is shared counts in parts. So an option that only says who begins does not matter. `options` are those that differ
from the usual ones; a line holds for all tables that have them. The lines of a table go from the weakest level to the
strongest. A cooperative game has no such file: its seats win and lose together.
"""

import functools
import math
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.core.reading.json_lines import json_lines

SEATS_FILE = "seats.jsonl"
EVEN_GAMES = 20  # as many games, shared equally, are added: no share is 0, and few games say little


class BrokenSeats(Trouble):
    """A file that says how often each seat wins cannot be read or used."""


class SeatMeasurement(Struct, frozen=True):
    """Games between equal bots."""

    players: int
    options: dict[str, str]
    level: str
    games: int
    won: tuple[float, ...]  # [P] by turn order; the sum is `games`
    command: str
    machine: str


@functools.cache
def seats_measured(game: Game) -> tuple[SeatMeasurement, ...]:
    """The measurements of a game's seats; none if its folder has no seats.jsonl. Raises BrokenSeats."""
    return read_seats(game.path / SEATS_FILE, game)


def read_seats(path: Path, game: Game) -> tuple[SeatMeasurement, ...]:
    """The measurements in a file; nothing if there is no such file. Raises BrokenSeats, which names the line."""
    wrong = f"does not say how often each seat of {game.facts.name} wins"
    return json_lines(path, SeatMeasurement, functools.partial(_check, game), BrokenSeats, wrong)


def _check(game: Game, found: SeatMeasurement) -> None:
    """Raises ValueError for a table or a count that cannot be."""
    game.facts.settings(found.players, found.options)
    if game.facts.cooperative:
        raise ValueError("all seats win and lose together")
    if len(found.won) != found.players:
        raise ValueError(f"{len(found.won)} seats have won games at a table of {found.players}")
    if found.games < 1 or min(found.won) < 0 or abs(math.fsum(found.won) - found.games) > 0.01:
        raise ValueError(f"{found.games} games are not those that {[*found.won]} have won")


def shares_by_turn(game: Game, players: int, options: Mapping[str, str]) -> tuple[float, ...]:
    """[P] the share of games that each seat of a table wins, by turn order; equal shares if nothing was measured.

    `options`: of the table; usual ones may be missing. Of the lines that hold for it, the one with the most options
    counts, and the last of those. Raises BrokenSeats."""
    fitting = [one for one in seats_measured(game) if one.players == players and one.options.items() <= options.items()]
    if not fitting:
        return (1.0 / players,) * players
    most = max(len(one.options) for one in fitting)
    known = [one for one in fitting if len(one.options) == most][-1]
    return tuple((won + EVEN_GAMES / players) / (known.games + EVEN_GAMES) for won in known.won)

"""A puzzle: a position in which one action is right and no other is. `puzzles.jsonl` in a game's folder has one a line:

    {"key": "5d0a63e2b3a1f0c4", "game": "gleebs", "players": 2, "seat": 0, "view": "B1,-,Y3,...",
     "choices": 41, "solution": "c2-b2", "words": "...", "best": [1.0, 0.0], "second": [0.0, 0.0], "proved": true,
     "themes": ["win", "surprise"], "origin": {"levels": ["hard", "master"], "seed": 0, "game": 3, "ply": 31},
     "tries": 8, "solved": {"random": 1, "greedy": 0, ...}, "rating": 1623, "deviation": 97}

The position is the view of the seat that decides, so a puzzle has nothing that this seat does not know.
"""

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from rookery.core.errors import Refusal, Trouble
from rookery.core.position import Game, Position
from rookery.core.registry import load
from rookery.whole_file import write_whole

PUZZLES_FILE = "puzzles.jsonl"
MEAN_RATING = 1500  # of the puzzles of a file

Chance = Annotated[float, Meta(ge=0.0, le=1.0)]


class UnknownPuzzle(Refusal):
    """The game has no puzzle of that key."""


class BrokenPuzzles(Trouble):
    """A file of puzzles cannot be read."""


class Worth(Struct, frozen=True, array_like=True):
    """The chance of the seat to win after an action; in a cooperative game, that of the team."""

    chance: Chance
    margin: Chance  # half-width of its 95 % interval, as in rookery.analyse; 0 if proved

    @property
    def low(self) -> float:
        return self.chance - self.margin

    @property
    def high(self) -> float:
        return self.chance + self.margin


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of a puzzle: in a game of a match between bots (arena/match.py)."""

    levels: tuple[str, ...]  # the entrants of the match
    seed: int  # of the match
    game: int  # its number in the match
    ply: int  # plies played before


class Puzzle(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A puzzle, and what is known of it."""

    key: str  # of the view (Position.key): no two puzzles of a file have the same
    game: str  # its slug
    players: int
    options: dict[str, str] = {}  # those that differ from the usual ones
    seat: int  # that decides
    view: str  # what it sees, as Position.text writes it
    choices: int  # legal actions
    solution: str  # the action that is right, in notation
    words: str  # the same in words
    best: Worth  # after the solution
    second: Worth  # after the best of all other actions
    proved: bool = False  # exact search says so; else the two intervals are apart
    themes: tuple[str, ...] = ()  # see themes.py
    origin: Origin | None = None  # None: not said, as in what pages are sent
    tries: int = 0  # of each level of bots
    solved: dict[str, int] = {}  # level -> how many of them succeeded
    rating: int | None = None  # in Elo, among the puzzles of its file (rating.py); None: not rated yet
    deviation: int = 0  # standard deviation of the rating

    def position(self) -> Position:
        """The view from which it is solved. Raises UnknownGame, UnknownOption, UnreadablePosition."""
        return load(self.game).view(self.view, self.seat, self.players, **self.options)


def puzzle_line(puzzle: Puzzle) -> bytes:
    """A puzzle as a line of a file, with the line end."""
    return msgspec.json.encode(puzzle) + b"\n"


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file. Raises BrokenPuzzles, which names the line, and OSError."""
    puzzles, decoder = [], msgspec.json.Decoder(Puzzle)
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            puzzles.append(decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenPuzzles(f"{path}, line {number} is not a puzzle: {error}") from None
    return tuple(puzzles)


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file at once: if that fails, an older file stays as it was. Raises OSError."""
    write_whole(path, b"".join(map(puzzle_line, puzzles)))


@functools.cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if its folder has no puzzles.jsonl. Raises BrokenPuzzles."""
    path = game.path / PUZZLES_FILE
    if not path.exists():
        return ()
    puzzles = read_puzzles(path)
    if strange := next((puzzle for puzzle in puzzles if puzzle.game != game.facts.slug), None):
        raise BrokenPuzzles(f"{path} has a puzzle of {strange.game!r}, which is another game")
    return puzzles


def puzzle_of(game: Game, key: str) -> Puzzle:
    """A puzzle of a game. Raises UnknownPuzzle, BrokenPuzzles."""
    if (found := _by_key(game).get(key)) is None:
        raise UnknownPuzzle(f"{game.facts.name} has no puzzle {key!r}")
    return found


@functools.cache
def _by_key(game: Game) -> dict[str, Puzzle]:
    return {puzzle.key: puzzle for puzzle in puzzles_of(game)}

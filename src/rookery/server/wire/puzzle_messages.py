"""Messages about puzzles. The page judges the answers itself: somebody who looks ahead cheats nobody else."""

from msgspec import Struct

from rookery.server.wire.board_messages import BoardCard


class RatedPuzzle(Struct, frozen=True, array_like=True):
    key: str
    rating: int


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game."""

    name: str  # of the game
    puzzles: list[RatedPuzzle]  # the easiest first
    themes: dict[str, list[int]]  # theme -> the places in that list of the puzzles that have it


class PuzzleCard(Struct, frozen=True):
    """One puzzle."""

    key: str
    board: BoardCard  # its position, as the seat sees it
    seat: int  # that decides
    team: bool  # all seats win and lose together
    solution: int  # the action that is right
    words: str  # the same in words
    best: float  # the chance of the seat, or of the team, after the right action, 0 .. 1
    second: float  # and after the best of all others
    proved: bool  # exact search says so
    themes: list[str]  # a sentence each
    rating: int


class PuzzleOfTheDay(Struct, frozen=True):
    slug: str
    name: str  # of the game
    key: str
    rating: int
    first: RatedPuzzle  # another one, for somebody who has tried none of the game yet
    count: int  # the number of puzzles of the game


class PuzzlesOfTheDay(Struct, frozen=True):
    """The puzzles of a day."""

    day: int  # its number since 1970 (UTC)
    value: str  # the value that chose the puzzles, and promises those of all later days (puzzles/daily.py); hexadecimal
    ends_in: int  # ms until the day is over
    puzzles: list[PuzzleOfTheDay]  # one of each game that has any, the easiest game first

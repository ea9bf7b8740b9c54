"""Puzzles: positions in which one action is right and no other is; mined from games of bots, verified, rated.

>>> import rookery
>>> from rookery.puzzles import puzzles_of
>>> puzzle = puzzles_of(rookery.load("gleebs"))[0]
>>> print(puzzle.position(), puzzle.words, puzzle.rating)  # doctest: +SKIP
"""

from rookery.puzzles.mine_file import mine
from rookery.puzzles.mining import MiningLimits, mined
from rookery.puzzles.puzzle import (
    BrokenPuzzles,
    Origin,
    Puzzle,
    Worth,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from rookery.puzzles.rating import attempted, held_out, rated, raters
from rookery.puzzles.themes import THEMES, themes_of
from rookery.puzzles.verifying import refutation, verified

__all__ = [
    "THEMES",
    "BrokenPuzzles",
    "MiningLimits",
    "Origin",
    "Puzzle",
    "Worth",
    "attempted",
    "held_out",
    "mine",
    "mined",
    "puzzles_of",
    "rated",
    "raters",
    "read_puzzles",
    "refutation",
    "themes_of",
    "verified",
    "write_puzzles",
]

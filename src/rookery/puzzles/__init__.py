"""Puzzles: positions in which one action is right and no other is; mined from games of bots, verified, rated.

>>> import rookery
>>> from rookery.puzzles import puzzles_of
>>> puzzle = puzzles_of(rookery.load("gleebs"))[0]
>>> print(puzzle.position(), puzzle.words, puzzle.rating)  # doctest: +SKIP

Here is only what pages need to show puzzles: mining.py, verifying.py and rating.py load the engine.
"""

from rookery.puzzles.puzzle import (
    BrokenPuzzles,
    Origin,
    Puzzle,
    Worth,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)

__all__ = ["BrokenPuzzles", "Origin", "Puzzle", "Worth", "puzzles_of", "read_puzzles", "write_puzzles"]

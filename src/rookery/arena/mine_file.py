"""Mines puzzles into a file.

Games are mined in the order of their numbers, and the puzzles of each are written at once, so the last puzzle says
where to continue. The file is the same whatever the number of processes."""

from collections.abc import Callable
from io import FileIO
from pathlib import Path

from rookery.arena.match import Match
from rookery.arena.mining import MiningLimits, mined
from rookery.core.errors import OtherWork
from rookery.locks import locked
from rookery.puzzles.puzzle import Puzzle, puzzle_line, read_puzzles

MiningReport = Callable[[int, int], None]  # games that are mined, puzzles in the file


def mine(
    match: Match,
    path: Path,
    limits: MiningLimits | None = None,
    workers: int = 1,
    report: MiningReport = lambda games, puzzles: None,
) -> int:
    """Mine all games of a match that were not mined yet, and add their puzzles to a file; returns how many it holds.

    A file may hold the puzzles of several matches of one game; a position that it has already is not added. After
    Ctrl-C the file is valid, and the same call continues. Raises BrokenPuzzles, OtherWork for a file of another game or
    one that another process is writing, LostWorker, OSError, and what bots raise."""
    with path.open("a+b", buffering=0) as file:
        if not locked(file):
            raise OtherWork(f"{path} is being written by another process; wait for it, or name another file")
        held = _held(file, path)
        if strange := next((puzzle.game for puzzle in held if puzzle.game != match.game.facts.slug), None):
            raise OtherWork(f"{path} contains puzzles of {strange}, not of {match.game.facts.slug}; name another file")
        known, first = {puzzle.key for puzzle in held}, _first(match, held)
        report(first, len(known))
        for number, batch in mined(match, limits or MiningLimits(), range(first, match.total), workers):
            fresh = {puzzle.key: puzzle for puzzle in batch if puzzle.key not in known}
            file.write(b"".join(map(puzzle_line, fresh.values())))
            known |= fresh.keys()
            report(number + 1, len(known))
    return len(known)


def _held(file: FileIO, path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of the file, without an incomplete last line, which is cut off."""
    file.seek(0)
    text = file.readall()
    file.truncate(text.rfind(b"\n") + 1)
    return read_puzzles(path)


def _first(match: Match, held: tuple[Puzzle, ...]) -> int:
    """The game with which mining continues: the last one that left a puzzle, because it may have left only some."""

    games = [0]
    for puzzle in held:
        game, settings = puzzle.origin, match.game.facts.settings(puzzle.players, puzzle.options)
        if game and (game.levels, game.seed) == (match.entrants, match.seed) and (settings == match.settings).all():
            games.append(game.game)
    return max(games)

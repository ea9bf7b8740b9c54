"""Plays a match in this process, on all cores, or on many machines, and saves each game as soon as it has ended."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.arena.scores import as_text
from rookery.arena.workers import games_of, ready
from rookery.core.errors import UnknownOption
from rookery.search.work_file import WorkFile


class Results:
    """The games of a match played so far, in any order. `print` shows them as a table."""

    def __init__(self, match: Match, games: Iterable[GameResult] = ()) -> None:
        self.match = match
        self.games = list(games)

    @property
    def complete(self) -> bool:
        return len(self.games) >= self.match.total

    def __repr__(self) -> str:
        return f"<{len(self.games)} of {self.match.total} games of {self.match!r}>"

    def __str__(self) -> str:
        return as_text(self.match, self.games)


def match_file(path: str | Path, match: Match) -> WorkFile[GameResult]:
    """The file of a match, open for more games: its head, then one line per game in the order in which the games ended:

        {"rookery_arena": 1, "game": "gleebs", "players": 2, "entrants": {"easy": "..."}, "seed": 0, "engine": "..."}
        {"game": 3, "seats": ["easy", "greedy"], "utilities": [1.0, -1.0], "plies": 61, "key": "...", "seconds": {...}}

    Raises BrokenRecord if it is not the file of a match, OtherWork if it is another match's, OSError."""

    def read(line: Any) -> GameResult:
        game = GameResult.of_json(line)
        if match.scheduled(game.number).seats != game.seats:
            raise ValueError("the seats are not those of the schedule")
        return game

    return WorkFile(path, match.head, "game of this match", read, GameResult.as_json)


def play(
    match: Match,
    file: str | Path | None = None,
    *,
    workers: int | None = 1,
    dask: str = "",
    report: Callable[[Results], None] = lambda results: None,
) -> Results:
    """Play the rest of a match. The same match gives the same games with any number of workers, if its bots think for a
    number of simulations and not for a time.

    `file`: stores the games; games already in it are not played again. `workers`: processes, None for one per core.
    `dask`: the address of a scheduler whose workers play instead. `report(results)` is called first with the games of
    the file, then after each game. Raises what `match_file` raises; UnknownOption; MissingExtra; Trouble if dask does
    not answer; LostWorker if a process was killed; and what bots raise. After Ctrl-C the file is valid, and the same
    call continues."""
    if workers is not None and workers < 1:
        raise UnknownOption(f"a match cannot have {workers} workers; allowed: 1 or more, or None for one per core")
    with ExitStack() as stack:
        lines = stack.enter_context(match_file(file, match)) if file is not None else None
        finished = {game.number: game for game in lines.held if game.number < match.total} if lines else {}
        results = Results(match, finished.values())
        report(results)
        left = [number for number in range(match.total) if number not in finished]
        if left and not dask:
            ready(match)  # so that its workers find the kernels in the cache
        games: Iterator[GameResult] = games_of(match, left, workers, dask)
        for game in games:
            if lines is not None:
                lines.write(game)
            results.games.append(game)
            report(results)
    return results

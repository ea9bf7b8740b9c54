"""rookery solve: proves the value of a game under perfect play."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from rookery import load, slugs
from rookery.cli.console import fancy
from rookery.cli.hours import check_workers, check_writable, resumable
from rookery.cli.seating import chosen_options
from rookery.core.position import Position
from rookery.core.scene import plural
from rookery.search.solver import TABLE_BITS, UNIT_NODE_LIMIT, Progress, Solved, first_decision
from rookery.search.solver import solve as solved_by

EXAMPLES = """\
rookery solve {game} --out work.jsonl                               takes hours; the same command continues
rookery solve {game} --option NAME=VALUE --out work.jsonl           with an option
rookery solve {game} --position TEXT --workers 2                    from a given position, on two cores
rookery solve {game} --out work.jsonl --dask tcp://10.0.0.5:8786    on many machines
"""


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")],
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option. Repeatable.")] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Solve this position, not the beginning.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep proofs here; continue where the file ends.")
    ] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; by default one per core.")] = None,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Prove on the workers of this dask scheduler.")] = "",
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="Positions after which a piece of work is split.")
    ] = UNIT_NODE_LIMIT,
    table_bits: Annotated[
        int, typer.Option(metavar="N", min=1, max=32, help="Each process has a hash table of 2**N entries of 32 bytes.")
    ] = TABLE_BITS,
) -> None:
    """Prove the value of a game, or of a position, under perfect play.

    The work is split into pieces that are proved one by one, on all cores or on many machines. With --out, each piece
    is kept as soon as it is proved: after Ctrl-C or a crash, the same command continues. This works only for games
    without secrets, with two sides or one team."""
    from rookery.search.solve_file import solve_file
    from rookery.search.solve_workers import provers

    chosen, options = load(game), chosen_options(load(game), option or [])
    root = first_decision(chosen, players, options, position)
    count = workers or os.cpu_count() or 1
    check_workers(workers, dask)
    check_writable(out)
    with (
        resumable(out),
        nullcontext() if out is None else solve_file(out, root) as file,
        provers(count, table_bits, dask) as workers_,
        _progress_line() as shown,
    ):
        solved = solved_by(root, workers_, limit=limit, file=file, report=shown)
    _print(root, solved)


def example_game() -> str:
    """The slug of a game that can be solved: no secrets, two sides or one team, and if possible no chance."""

    def hindrances(slug: str) -> tuple[bool, bool]:
        facts = load(slug).facts
        return facts.hidden or (facts.players[0] > 2 and not facts.cooperative), facts.chance

    return min(slugs(), key=hindrances)


def _print(root: Position, solved: Solved) -> None:
    facts = root.game.facts
    roles = [role for role, _ in facts.seats_at(root.players, root.options)]
    worths = ", ".join(f"{role} {worth:+g}" for role, worth in zip(roles, solved.utilities))
    typer.echo(f"{facts.name}: {worths} (1 wins, -1 loses) under perfect play: proved.")
    if solved.line:
        texts, position = [], root
        for action in solved.line:
            texts.append(position.format(action))
            position = position.after(action)
        typer.echo(f"Best play begins {', '.join(texts)}.")
    pace = f" ({solved.nodes / solved.work:,.0f} positions/s)" if solved.work > 0 else ""
    typer.echo(
        f"{solved.units:,} {plural(solved.units, 'piece')} of work, {solved.nodes:,} "
        f"{plural(solved.nodes, 'position')}, {_time(solved.work)} of CPU time{pace}."
    )


@contextmanager
def _progress_line(clock: Callable[[], float] = monotonic) -> Iterator[Callable[[Progress], None]]:
    """Report progress on stderr: one line kept up to date on a terminal, elsewhere one line per minute."""

    words = _Words(clock)
    if fancy(sys.stderr):
        from rich.console import Console

        with Console(stderr=True).status("looking") as status:
            yield lambda progress: status.update(words(progress))
        return
    reported = -60.0

    def tell(progress: Progress) -> None:
        nonlocal reported
        line = words(progress)
        if clock() - reported >= 60:
            reported = clock()
            typer.echo(line, err=True)

    yield tell


class _Words:
    """Describes progress in words."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began: tuple[float, int] | None = None  # when, and how many positions were known from the file

    def __call__(self, progress: Progress) -> str:
        """One line. It estimates the time left only if the pieces done took long enough to estimate from."""
        seconds = progress.seconds or 0.0
        rest = f", {_time(seconds)} of CPU time if they are like the finished ones" if seconds >= 1 else ""
        return (
            f"{progress.question}? {progress.done:,} {plural(progress.done, 'piece')} done "
            f"({progress.nodes:,} {plural(progress.nodes, 'position')}{self._pace(progress.nodes)}), "
            f"{progress.running} running, at least {progress.needed:,} to go{rest}"
        )

    def _pace(self, nodes: int) -> str:
        """Positions per second of wall time since this command began, of all processes together."""
        now = self._clock()
        began, known = self._began = self._began or (now, nodes)
        return f", {(nodes - known) / (now - began):,.0f} a second" if now - began >= 1 else ""


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"

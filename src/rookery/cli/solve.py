"""rookery solve: the value of a whole game under perfect play."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from rookery.core.position import Position
from rookery.core.scene import plural
from rookery.search.solver import TABLE_BITS, UNIT_NODE_LIMIT, Progress, Solved, first_decision
from rookery.search.solver import solve as solved_by

EXAMPLES = """\
rookery solve {game} --out work.jsonl                               a long night; the same command goes on
rookery solve {game} --option NAME=VALUE --out work.jsonl           with an option
rookery solve {game} --position TEXT --workers 2                    from a position on, on two cores
rookery solve {game} --out work.jsonl --dask tcp://10.0.0.5:8786    on many machines
"""


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Title of a game.")],
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option. Repeatable.")] = None,
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="Begin here, not at the beginning.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep what is proved; go on where it ends.")] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; usually one a core.")] = None,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="A dask scheduler whose workers prove.")] = "",
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="Positions after which a piece of work is split.")
    ] = UNIT_NODE_LIMIT,
    table_bits: Annotated[
        int, typer.Option(metavar="N", min=1, max=32, help="Each process has a table of 2**N entries of 32 bytes.")
    ] = TABLE_BITS,
) -> None:
    """Prove what a game, or a position, is worth under perfect play.

    The work is split into pieces that are proved one by one, on all cores or on many machines. With --out each is
    kept as soon as it is proved: after Ctrl-C, or worse, the same command goes on. Only for games without secrets, for
    two sides or one team."""
    from rookery import load
    from rookery.cli.hours import going_on, own_or_afar, writable
    from rookery.cli.seating import chosen_options
    from rookery.search.solve_file import solve_file
    from rookery.search.solve_workers import afar, on_cores

    chosen, options = load(game), chosen_options(load(game), option or [])
    root = first_decision(chosen, players, options, position)
    count = workers or os.cpu_count() or 1
    own_or_afar(workers, dask)
    writable(out)
    with (
        going_on(out),
        nullcontext() if out is None else solve_file(out, root) as file,
        afar(dask, table_bits) if dask else on_cores(count, table_bits) as hands,
        _watched() as shown,
    ):
        solved = solved_by(root, hands, limit=limit, file=file, report=shown)
    _print(root, solved)


def example_game() -> str:
    """One without secrets, for two sides or one team; without chance, which may move first, where there is such."""
    from rookery import load, slugs

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
def _watched(clock: Callable[[], float] = monotonic) -> Iterator[Callable[[Progress], None]]:
    """One line on a terminal, kept up to date; elsewhere a line a minute."""
    from rookery.cli.console import fancy

    words = _Words(clock)
    if fancy(sys.stderr):
        from rich.console import Console

        with Console(stderr=True).status("getting ready") as status:
            yield lambda progress: status.update(words(progress))
        return
    told = -60.0

    def tell(progress: Progress) -> None:
        nonlocal told
        line = words(progress)
        if clock() - told >= 60:
            told = clock()
            typer.echo(line, err=True)

    yield tell


class _Words:
    """Puts progress into words."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began: tuple[float, int] | None = None  # when, and how many positions were known from the file

    def __call__(self, progress: Progress) -> str:
        """Where the pieces done took no time to speak of they say nothing of those to come."""
        seconds = progress.seconds or 0.0
        left = f", {_time(seconds)} of CPU time if they are like those done" if seconds >= 1 else ""
        return (
            f"{progress.question}? {progress.done:,} {plural(progress.done, 'piece')} done "
            f"({progress.nodes:,} {plural(progress.nodes, 'position')}{self._pace(progress.nodes)}), "
            f"{progress.running} running, at least {progress.needed:,} to go{left}"
        )

    def _pace(self, nodes: int) -> str:
        """Of all processes together, by the clock, since this command began."""
        now = self._clock()
        began, known = self._began = self._began or (now, nodes)
        return f", {(nodes - known) / (now - began):,.0f} a second" if now - began >= 1 else ""


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"

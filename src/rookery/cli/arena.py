"""rookery arena: matches and tournaments between bots, with ratings."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rookery import load
from rookery.cli.console import fancy
from rookery.cli.hours import check_workers, check_writable, resumable
from rookery.cli.seating import chosen_options
from rookery.core.errors import Trouble, UnknownOption
from rookery.machine import machine_words

if TYPE_CHECKING:
    from rich.table import Table

    from rookery.arena import Match, Rating, Results

EXAMPLES = """\
rookery arena {game} hard easy --games 200                    how often one beats the other
rookery arena {game} easy medium hard --ladder                each against the one before it
rookery arena {game} hard easy --out games.jsonl              keep the games; continue after Ctrl-C
rookery arena {game} random greedy easy --plot ratings.svg    a tournament, with a picture of the ratings
rookery arena {game} hard easy --dask tcp://10.0.0.5:8786     on many machines
rookery arena {game} medium                                   alone: are its winning chances accurate?
"""


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")],
    entrants: Annotated[
        list[str], typer.Argument(metavar="LEVEL LEVEL ...", help="Names of bots; `rookery games GAME` lists some.")
    ],
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games of each pair; of all, if they sit at one table or are teams.")
    ] = 100,
    players: Annotated[int | None, typer.Option(metavar="N", help="Seats at a table.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="Each level plays the one named before it.")] = False,
    together: Annotated[bool, typer.Option("--together", help="All levels play at one table.")] = False,
    table: Annotated[
        str,
        typer.Option(metavar="even|one", help="Each level has half of the seats, or the first has only one seat."),
    ] = "even",
    opening: Annotated[int, typer.Option(metavar="N", min=0, help="Random plies at the start of each game.")] = 0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed plays the same games.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the games here; continue where the file ends.")
    ] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; by default one per core.")] = None,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on the workers of this dask scheduler.")] = "",
    anchor: Annotated[str | None, typer.Option(metavar="LEVEL", help="The level whose rating is 0.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg|png", help="Draw the ratings.")] = None,
    page: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="Add the tables to the end of this file.")
    ] = None,
    measured: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the ratings as anchors for people: measured.jsonl.")
    ] = None,
) -> None:
    """Let bots play matches, and rate them on one scale.

    Seats rotate, and the games of a set begin alike. Two levels play a match; with more levels, each plays every other.
    If all players win or lose together, each level forms a team, and the teams are compared game by game. A single
    level plays itself, which checks its winning chances: of the positions that it gives a chance of 70 %, it should win
    about 70 %."""
    import rookery.arena as hall
    from rookery.arena.plot import drawing
    from rookery.ratings.measured import read_measurements

    pairing = _pairing(entrants, ladder, together, anchor, measured)
    check_workers(workers, dask)
    what = load(game)
    match = hall.Match(
        what,
        entrants,
        games=games,
        players=players,
        options=chosen_options(what, option or ()),
        pairing=pairing,
        table=table,
        opening=opening,
        seed=seed,
    )
    match.begin(0)  # reports a mistake before hours of play
    if pairing != "alone":
        hall.ratings(hall.Results(match), anchor)
    if plot is not None:
        drawing(plot)
    check_writable(out, plot, page, measured)
    if measured is not None:
        read_measurements(measured, what)  # refuses a broken file, or that of another game, before the games
    results = _played(match, out, workers, dask)
    ratings = [] if pairing == "alone" else hall.ratings(results, anchor)
    _print(results, ratings)
    if plot is not None:
        hall.plot(results, plot, anchor)
    if page is not None:
        text = page.read_text("utf-8") + "\n" if page.exists() else ""
        page.write_text(text + _markdown(results, ratings), "utf-8")
    if measured is not None:
        _keep(measured, results, ratings)


def _keep(measured: Path, results: "Results", ratings: "list[Rating]") -> None:
    from rookery.arena.keeping import keep

    try:
        keep(measured, results, ratings, shlex.join(["rookery", *sys.argv[1:]]), machine_words())
    except OSError as error:
        raise Trouble(f"{measured} cannot be written: {error.strerror}; nothing was measured") from None


def _pairing(entrants: list[str], ladder: bool, together: bool, anchor: str | None, measured: Path | None) -> str:
    """The pairing, a word of `Match`. Raises UnknownOption for options that exclude each other."""

    if ladder and together:
        raise UnknownOption("--ladder and --together both decide which levels meet; allowed: one of them")
    if len(entrants) > 1:
        return "ladder" if ladder else "together" if together else "pairs"
    options = {"--ladder": ladder, "--together": together, "--anchor": anchor, "--measured": measured}
    for name, value in options.items():
        if value:
            raise UnknownOption(f"{name} needs several levels; {entrants[0]} is the only one named")
    return "alone"


# ── While it runs ────────────────────────────────────────────────────────────
def _played(match: "Match", out: Path | None, workers: int | None, dask: str) -> "Results":
    """All games of the match, shown while they are played, and kept in `out`."""
    from rookery.arena import Results, play

    results = Results(match)
    with resumable(out, lambda: f" after {len(results.games)} of {match.total} games"), _live_table(match) as show:

        def report(so_far: "Results") -> None:
            nonlocal results
            results = so_far
            show(so_far)

        play(match, out, workers=workers, dask=dask, report=report)
    return results


@contextmanager
def _live_table(match: "Match") -> Iterator[Callable[["Results"], None]]:
    """A table of results on stderr, redrawn four times a second. A line for each tenth of the games replaces it where
    escape codes are unwelcome; none before the first game, because the match may turn out to be impossible."""
    from rookery.arena import Results

    newest = Results(match)
    if not fancy(sys.stderr):
        tenths = 0

        def tell(results: "Results") -> None:
            nonlocal tenths
            if (now := 10 * len(results.games) // match.total) > tenths:
                tenths = now
                typer.echo(f"{len(results.games):,} of {match.total:,} games", err=True)

        yield tell
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    bar = Progress(BarColumn(bar_width=40), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    task = bar.add_task("", total=match.total)

    def now() -> Group:
        bar.update(task, completed=len(newest.games))
        return Group(_table(newest), bar)

    def show(results: "Results") -> None:
        nonlocal newest
        if not newest.games and results.games:  # games read from the file took no time
            bar.reset(task, completed=len(results.games))
        newest = results

    with Live(get_renderable=now, console=Console(stderr=True), transient=True):
        yield show


# ── At the end ───────────────────────────────────────────────────────────────
def _table(results: "Results") -> "Table":
    from rich import box
    from rich.table import Table

    from rookery.arena import standings
    from rookery.arena.scores import HEADINGS, INTERVAL, NOTE, caption, cells

    match, games = results.match, list(results.games)
    table = Table(
        title=caption(match, games),
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        caption=NOTE,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading in HEADINGS:  # on a narrow screen, wrap intervals, not names
        table.add_column(heading, justify="left" if heading == HEADINGS[0] else "right", no_wrap=heading != INTERVAL)
    for standing in standings(match, games):
        table.add_row(*cells(standing))
    return table


def _print(results: "Results", ratings: "list[Rating]") -> None:
    from rich.console import Console

    Console().print(_table(results))
    for line in _findings(results, ratings):
        typer.echo(line)


def _findings(results: "Results", ratings: "list[Rating]") -> list[str]:
    """Verdicts and ratings; for a single level, how accurate its winning chances are."""
    from rookery.arena import points, tenths, verdicts

    if results.match.pairing == "alone":
        lines = [tenth.words for tenth in tenths(results)]
        totals = points(results)
        fit = f"[chances] in engine.toml would be most accurate with: {results.match.players} = {json.dumps(totals)}"
        return [*lines, fit if totals else "too few decisions to fit [chances] in engine.toml"]
    lines = [verdict.words for verdict in verdicts(results.match, results.games)]
    return [*lines, "ratings in Elo:", *(rating.words for rating in ratings)]


def _markdown(results: "Results", ratings: "list[Rating]") -> str:
    """The command, the machine, the table, the verdicts and the ratings of this run, as Markdown."""
    from rookery.arena import standings
    from rookery.arena.scores import HEADINGS, NOTE, caption, cells

    match = results.match
    lines = [
        f"    {shlex.join(['rookery', *sys.argv[1:]])}",
        "",
        f"{machine_words()}.",
        f"{caption(match, results.games)}.",
        "",
        f"| {' | '.join(HEADINGS)} |",
        f"| --- |{' ---: |' * (len(HEADINGS) - 1)}",
        *(f"| {' | '.join(cells(standing))} |" for standing in standings(match, results.games)),
        "",
        f"{NOTE}.",
        "",
        *(f"* {line}" for line in _findings(results, ratings)),
    ]
    return "\n".join(lines) + "\n"

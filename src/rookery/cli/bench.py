"""rookery bench: measures Rookery beside named peers, in one run."""

import json
import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer

from rookery.bench import Row

TERMINAL_WIDTH = 80  # columns of a terminal

EXAMPLES = """\
rookery bench                                 everything; each line is printed as soon as it is measured
rookery bench --game {game} --row "random games"
rookery bench --quick                         without the measurements that start fresh processes
rookery bench --json bench.json               also write rows of name, ours, peer, ratio, goal
rookery bench --markdown docs/figures.md      also write a page
"""

_HEADINGS = ("what", "ours", "peer", "theirs", "ratio", "worst to best", "", "goal", "")


def bench(
    file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Also write the rows as JSON.")] = None,
    page: Annotated[Path | None, typer.Option("--markdown", metavar="FILE", help="Also write a page.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Skip measurements that start fresh processes.")] = False,
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="GAME", help="Measure only this game. Repeatable.")
    ] = None,
    row: Annotated[str, typer.Option("--row", metavar="TEXT", help="Measure only rows whose name contains this.")] = "",
) -> None:
    """Measure the speed of Rookery beside named peers.

    Each row is printed, and written to the files, as soon as it is measured. Rates are per second of CPU time on one
    thread. Our rate and a peer's are measured in turn, three times. A peer that is not installed is skipped, and the
    row says so."""
    from rich.console import Console

    from rookery.bench import report, startup
    from rookery.cli.hours import check_writable
    from rookery.core.compiling.machine_code import Use, use_machine_code
    from rookery.core.registry import slugs

    check_writable(file, page)
    use_machine_code(Use.FIRST)
    where, found = report.machine(), list[Row]()

    def keep(new: Row) -> None:
        found.append(new)
        _print(new)
        if file is not None:
            data: dict[str, Any] = {"machine": where, "rows": [each.as_json() for each in found]}
            file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        if page is not None:
            page.write_text(_markdown([_cells(each) for each in found], report.machine_words(where)), "utf-8")

    typer.echo(report.machine_words(where))
    with Console(stderr=True).status("measuring") as status:
        for measured in report.run(
            lambda words: status.update(f"measuring {words}"), quick=quick, games=game or (), row=row
        ):
            keep(measured)
        if not (quick or game or row):
            status.update("measuring fresh processes; one of them compiles everything from scratch")
            for fresh in startup.rows(slugs()[0], "hard"):
                keep(fresh)


def _cells(row: Row) -> list[str]:
    goals = [f"{row.goal:,.9g}"] if row.goal is not None else []
    goals += [f"{row.ratio_goal:g} times"] if row.ratio_goal is not None else []
    return [
        row.name,
        f"{row.ours:,.{0 if row.ours >= 100 else 1}f} {row.unit}".strip(),
        row.peer,
        f"{row.theirs:,.0f}" if row.theirs is not None else "",
        _ratio(row.ratio) if row.ratio is not None else "",
        f"{_ratio(row.worst)} to {_ratio(row.best)}" if row.worst is not None and row.best is not None else "",
        row.note,
        " and ".join(goals),
        {True: "met", False: "missed", None: ""}[row.met],
    ]


def _ratio(ratio: float) -> str:
    return f"{ratio:.{1 if ratio >= 1 else 2}f}"


def _print(row: Row) -> None:
    """Print a row in at most 80 columns; the peer gets a line of its own."""
    from rich.console import Console
    from rich.markup import escape

    name, ours, peer, theirs, ratio, spread, note, goal, met = _cells(row)
    console = Console(soft_wrap=True, highlight=False)
    colours = {"met": "[green]met[/]", "missed": "[red]missed[/]"}
    wanted = f"goal {goal}: {colours.get(met, 'not known')}" if goal else ""
    if len(name) + len(ours) + 2 + (len(goal) + 14 if goal else 0) > TERMINAL_WIDTH:
        console.print(f"[bold]{escape(name)}[/]")
        console.print(f"  {escape(ours)}" + (f"  {wanted}" if wanted else ""))
    else:
        console.print(f"[bold]{escape(name)}[/]  {escape(ours)}" + (f"  {wanted}" if wanted else ""))
    details = [peer] + ([f"{theirs}, {ratio} times ({spread})"] if theirs else []) + ([note] if note else [])
    for line in textwrap.wrap("  ".join(details), TERMINAL_WIDTH - 2) if peer else ():
        console.print(f"  [dim]{escape(line)}[/]")


def _markdown(rows: list[list[str]], caption: str) -> str:
    """A page with the table of one run, in Markdown."""
    lines = [
        "# Figures",
        "",
        "Written by `make bench ARGS='--markdown docs/figures.md'`. Rates are per second of CPU time on one thread;",
        "times of whole processes are wall time. Our rate and a peer's are measured in turn, three times: the ratio is",
        "the median, with the worst and the best beside it. A goal in times is a goal for the ratio. A ratio with a",
        "note says little about the two libraries: they play different games, or do different work.",
        "",
        f"{caption}.",
        "",
        f"| {' | '.join(_HEADINGS)} |",
        "| --- | ---: | --- | ---: | ---: | ---: | --- | ---: | --- |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    return "\n".join(lines) + "\n"

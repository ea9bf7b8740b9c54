"""rookery bench: speeds beside named peers, in one run."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from rookery.bench import Row

EXAMPLES = """\
rookery bench                                 one table of everything
rookery bench --quick                         without what starts fresh processes
rookery bench --json bench.json               also as rows of name, ours, peer, ratio, goal
rookery bench --markdown docs/figures.md      also as a page
"""

_HEADINGS = ("what", "ours", "peer", "theirs", "ratio", "goal", "")


def bench(
    file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Also write the rows as JSON.")] = None,
    page: Annotated[Path | None, typer.Option("--markdown", metavar="FILE", help="Also write a page.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what starts fresh processes.")] = False,
) -> None:
    """Measure this house beside named peers and print one table.

    Rates are per second of CPU time on one thread. Peers that are not installed are skipped with a word."""
    from rich.console import Console

    from rookery.bench import house, report
    from rookery.cli.hours import writable
    from rookery.core.registry import titles

    writable(file, page)
    where = report.machine()
    with Console(stderr=True).status("measuring") as status:
        rows = list(report.run(lambda words: status.update(f"measuring {words}"), quick))
        if not quick:
            status.update("measuring fresh processes; one of them compiles everything anew")
            rows += house.rows(titles()[0], "hard")
    cells, caption = [_cells(row) for row in rows], report.machine_words(where)
    _print(cells, caption)
    if file is not None:
        data: dict[str, Any] = {"machine": where, "rows": [row.as_json() for row in rows]}
        file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    if page is not None:
        page.write_text(_markdown(cells, caption), "utf-8")


def _cells(row: Row) -> list[str]:
    goals = [f"{row.goal:,.9g}"] if row.goal is not None else []
    goals += [f"{row.ratio_goal:g} times"] if row.ratio_goal is not None else []
    return [
        row.name,
        f"{row.ours:,.{0 if row.ours >= 100 else 1}f} {row.unit}".strip(),
        row.peer,
        f"{row.theirs:,.0f}" if row.theirs is not None else "",
        f"{row.ratio:.1f}" if row.ratio is not None else "",
        " and ".join(goals),
        {True: "met", False: "missed", None: ""}[row.met],
    ]


def _print(rows: list[list[str]], caption: str) -> None:
    """Narrower than the page: a peer has a line of its own, so that names fit into 80 columns."""
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(caption=caption, box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for heading in ("what", "ours", "ratio", "goal", ""):
        table.add_column(heading, justify="left" if heading in ("what", "") else "right")
    colours = {"met": "[green]met[/]", "missed": "[red]missed[/]"}
    for name, ours, peer, theirs, ratio, goal, met in rows:
        table.add_row(name, ours, ratio, goal, colours.get(met, ""))
        if peer:
            table.add_row(f"[dim]  {escape(peer)}", f"[dim]{theirs}")
    Console().print(table)


def _markdown(rows: list[list[str]], caption: str) -> str:
    """A page with the table; every figure on it comes from the run that wrote it."""
    lines = [
        "# Figures",
        "",
        "Written by `make bench ARGS='--markdown docs/figures.md'`. Rates are per second of CPU time on one thread;",
        "times of whole processes are wall time. A goal of so many times is a goal for the ratio.",
        "",
        f"{caption}.",
        "",
        f"| {' | '.join(_HEADINGS)} |",
        "| --- | ---: | --- | ---: | ---: | ---: | --- |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    return "\n".join(lines) + "\n"

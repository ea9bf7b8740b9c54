"""rookery bench: speeds beside named peers, in one run."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from rookery.bench import Row


def bench(
    file: Annotated[Path | None, typer.Option("--json", help="Also write the rows to this file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what starts fresh processes.")] = False,
) -> None:
    """Measure this house beside named peers and print one table.

    Rates are per second of CPU time on one thread. Peers that are not installed are skipped with a word.

    Examples: rookery bench · rookery bench --json bench.json
    """
    from rookery.bench import house, report
    from rookery.core.registry import titles

    console, progress = Console(), Console(stderr=True)
    where = report.machine()
    with progress.status("measuring") as status:
        rows = list(report.run(lambda words: status.update(f"measuring {words}")))
        if not quick:
            status.update("measuring fresh processes; one of them compiles everything anew")
            rows += house.rows(titles()[0], "hard")
    console.print(_table(rows, ", ".join(f"{name} {value}" for name, value in where.items())))
    if file is not None:
        data = {"machine": where, "rows": [row.as_json() for row in rows]}
        file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def _table(rows: list[Row], caption: str) -> Table:
    table = Table(caption=caption)
    for heading in ("what", "ours", "peer", "theirs", "ratio", "goal", ""):
        table.add_column(heading, justify="left" if heading in ("what", "peer", "") else "right")
    for row in rows:
        goals = [f"{row.goal:,.0f}"] if row.goal is not None else []
        goals += [f"{row.ratio_goal:g} times"] if row.ratio_goal is not None else []
        table.add_row(
            row.name,
            f"{row.ours:,.{0 if row.ours >= 100 else 1}f} {row.unit}",
            row.peer,
            f"{row.theirs:,.0f}" if row.theirs is not None else "",
            f"{row.ratio:.1f}" if row.ratio is not None else "",
            " and ".join(goals),
            {True: "[green]met[/]", False: "[red]missed[/]", None: ""}[row.met],
        )
    return table

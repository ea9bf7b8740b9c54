"""rookery replay: checks a record of a game, and shows it."""

from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.console import chart_lines, interactive
from rookery.cli.local_game import LocalGame
from rookery.cli.records import read, read_all
from rookery.core.errors import Trouble
from rookery.core.picture import counters
from rookery.core.record import Record
from rookery.core.scene import plural

EXAMPLES = """\
rookery replay game.jsonl                     check the record; show the moves in words, and the end
rookery replay game.jsonl --ply 12            show the board after ply 12
rookery replay game.jsonl --step              step through the game on the full screen
rookery replay game.jsonl --ply 12 --svg o.svg   a picture of that moment
rookery replay - < game.jsonl                 read the record from the standard input
"""


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A record, such as `rookery play --save` writes, or several; - reads the standard input.",
        ),
    ],
    ply: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Show the board after N plies.", show_default="all")
    ] = None,
    step: Annotated[
        bool, typer.Option("--step/--plain", help="Step through on the full screen, or print lines.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Write a picture of the board to this file.")] = None,
) -> None:
    """Check a record of a game, and show it.

    A file may hold many records; the options are for one. Every move is played again under the rules, and the
    position is compared with the key in the file. A file that is damaged, cut off or from other rules is refused, and
    the refusal names the line."""

    if ply is None and svg is None and not step:
        for index, one in enumerate(read_all(file)):
            if index:
                typer.echo()
            _print(one, one.plies, moves=True)
        return
    record = read(file)
    last = record.plies if ply is None else ply
    record.at(last)  # refuses a ply that is not there
    if svg is not None:
        svg.write_text(record.at(last).svg(), "utf-8")
        typer.echo(f"Wrote a picture of ply {last} to {svg}.", err=True)
    if step:
        _step(record, last)
    else:
        _print(record, last, moves=ply is None)


def _step(record: Record, ply: int) -> None:
    if not interactive():
        raise Trouble("--step needs a terminal for its full screen; without --step the record is printed as lines")
    from rookery.cli.screen.full_screen import TableApp

    TableApp(LocalGame.of(record), watching=True, ply=ply).run()


def _print(record: Record, ply: int, *, moves: bool) -> None:
    local = LocalGame.of(record)
    facts = record.game.facts
    seats = f"{len(local.sitting)} {plural(len(local.sitting), 'player')}"
    typer.echo(f"{facts.name}, {seats}, {record.plies} {plural(record.plies, 'ply', 'plies')}; all keys match.")
    for name, value in record.at(0).options.items():
        typer.echo(f"  {name}: {value}")
    for line in local.lines() if moves else ():
        who = "chance" if line.seat is None else local.role(line.seat)
        typer.echo(f"{line.ply:4}  {line.text:8}  {who}: {line.description}")
    scene = local.scene(ply)
    typer.echo(f"\nAfter ply {ply}")
    typer.echo("\n".join([*chart_lines(scene), *counters(scene, local.role), scene.caption]))

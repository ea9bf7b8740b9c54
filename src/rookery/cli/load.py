"""rookery load: measures a server under a crowd of simulated players."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from rookery.core.errors import Trouble
from rookery.core.registry import load as load_game
from rookery.core.registry import slugs
from rookery.core.scene import plural
from rookery.machine import machine, machine_words

if TYPE_CHECKING:
    from rookery.crowds.crowd import Crowd, Scenario
    from rookery.crowds.load_server import LoadServer, Usage

# the growth of memory means something only from here on: gc_tuning.py then collects twice in each quarter of the time
LEAK_CHECK_SECONDS = 2400.0
MEMORY_SAMPLES = 60  # of the server's memory: the last quarter is compared with the quarter before
EXAMPLES = """\
rookery load                               its own server, 1,000 tables, a move every 2 seconds at each
rookery load --pause 0 --tables 64         the same, as fast as possible
rookery load http://127.0.0.1:8000         a running server, which should be your own
rookery load --game {game} --seconds 60    only one game, for longer
rookery load --tables 100 --seconds 3600   an hour: does the server's memory grow?
rookery load --database postgresql://...   its own server on a database that must be empty
"""


def load(
    address: Annotated[
        str,
        typer.Argument(metavar="[ADDRESS]", help="The server to load.", show_default="its own, in a new folder"),
    ] = "",
    tables: Annotated[int, typer.Option(metavar="N", min=1, max=20_000, help="Tables at once.")] = 1000,
    pause: Annotated[
        float, typer.Option(metavar="S", min=0, max=3600, help="Seconds between two moves at a table; 0 for no pause.")
    ] = 2.0,
    seconds: Annotated[float, typer.Option(metavar="S", min=1, max=86_400, help="Seconds to measure.")] = 20.0,
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Play only this game. Repeatable.", show_default="all")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The database of its own server.", show_default="a new file")
    ] = "",
    json_: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Also write the figures here.")] = None,
) -> None:
    """Load a server with a crowd of simulated players, and measure it.

    Every seat has its own connection, and plays at random among the moves that it is shown. The time of a move ends
    when the next player receives it, after the server has made it durable. The crowd runs on this machine, as does
    the server unless you name another one."""
    from rookery.crowds.crowd import Scenario

    chosen = tuple(game or slugs(examples=False))
    players = {slug: min(load_game(slug).facts.players, key=lambda count: (count != 2, count)) for slug in chosen}
    measurement = _measure(address, database, Scenario(tables, pause, seconds, chosen, players))
    rows, refused = _rows(measurement), measurement.crowd.figures.refused
    where = machine()
    typer.echo(machine_words(where))
    for name, value in rows.items():
        typer.echo(f"  {name.replace('_', ' '):22} {value:12,.1f}")
    if refused:
        typer.echo(f"  refused: {dict(refused)}")
    if json_ is not None:
        json_.write_text(json.dumps({"machine": where, "figures": rows}, indent=1) + "\n", "utf-8")


class LoadMeasurement(NamedTuple):
    """The measurements of a load test."""

    crowd: "Crowd"
    before: "Usage | None"  # of the server's resources, where it is our own
    after: "Usage | None"
    levels: list[float]  # of its memory, MB, at even times


def _measure(address: str, database: str, scenario: "Scenario") -> LoadMeasurement:
    """Let a crowd play on the server at the address, or without one on its own server. Raises Trouble."""
    import asyncio

    from rich.console import Console

    import rookery.crowds.load_server as load_server
    from rookery.crowds.crowd import Crowd
    from rookery.server.ops.backups import tables_in

    with contextlib.ExitStack() as stack:
        status = stack.enter_context(Console(stderr=True).status("opening"))
        house = None if address else stack.enter_context(load_server.opened(database))
        if house and database and (count := tables_in(database)):
            raise Trouble(f"that database already has {count:,} {plural(count, 'table')}; name an empty one")
        crowd = Crowd(house.address, scenario, lambda: house.usage().cpu) if house else Crowd(address, scenario)
        before = house.usage() if house else None
        levels = asyncio.run(_watched(crowd, scenario, house, status.update))
        return LoadMeasurement(crowd, before, house.usage() if house else None, levels)


async def _watched(
    crowd: "Crowd", scenario: "Scenario", house: "LoadServer | None", show: Callable[[str], None]
) -> list[float]:
    """Let the crowd play, and say how far it is. The memory of our own server meanwhile, MB."""
    import asyncio

    levels: list[float] = []

    async def watch() -> None:
        while house:
            await asyncio.sleep(scenario.seconds / MEMORY_SAMPLES)
            levels.extend([house.usage().megabytes] * crowd.measuring)
            show(f"{len(levels) / MEMORY_SAMPLES:.0%} of {scenario.seconds:g} seconds")

    watching = asyncio.create_task(watch())
    await crowd.play(lambda sitting: show(f"{sitting:,} of {scenario.tables:,} tables have sat down"))
    watching.cancel()
    return levels


def _rows(measured: LoadMeasurement) -> dict[str, float]:
    """The figures by name."""
    from rookery.crowds.crowd import quantile

    scenario, figures = measured.crowd.scenario, measured.crowd.figures
    waits = sorted(figures.waits)
    rows: dict[str, float] = {
        "tables": scenario.tables,
        "sockets": sum(scenario.players[scenario.slugs[i % len(scenario.slugs)]] for i in range(scenario.tables)),
        "moves_a_second": figures.moves / figures.seconds,
        "p50_ms": 1000 * quantile(waits, 0.5),
        "p99_ms": 1000 * quantile(waits, 0.99),
        "most_ms": 1000 * (waits[-1] if waits else 0),
        "games_ended": figures.games,
        "megabytes_a_second": figures.bytes / figures.seconds / 1e6,
        "refused": figures.refused.total(),
    }
    before, after = measured.before, measured.after
    if before and after:
        rows |= {"server_mb": after.megabytes, "server_mb_before": before.megabytes}
        rows |= {
            "server_cpu_s": figures.server_cpu,
            "server_cpu_ms_a_move": 1000 * figures.server_cpu / max(1, figures.moves),
        }
        if scenario.seconds >= LEAK_CHECK_SECONDS:
            rows["growth_mb_an_hour"] = _growth(measured.levels, scenario.seconds)
    return rows


def _growth(levels: list[float], seconds: float) -> float:
    """MB an hour, from the third quarter of the samples to the last."""
    from statistics import fmean

    third, last = levels[MEMORY_SAMPLES // 2 : MEMORY_SAMPLES * 3 // 4], levels[MEMORY_SAMPLES * 3 // 4 :]
    return (fmean(last or [0]) - fmean(third or [0])) * 4 * 3600 / seconds

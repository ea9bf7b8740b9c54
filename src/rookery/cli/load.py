"""rookery load: a crowd of players, to see what a server can take."""

from pathlib import Path
from typing import Annotated

import typer

LEAK_CHECK_SECONDS = (
    2400.0  # seconds from which on the growth of memory says something: each quarter has two looks of gc_tuning.py
)
MEMORY_SAMPLES = 60  # of the server's memory: the last quarter is held against the one before
EXAMPLES = """\
rookery load                               a server of its own, 1,000 tables, a move every 2 seconds at each
rookery load --pause 0 --tables 64         the same as fast as it goes
rookery load http://127.0.0.1:8000         a server that runs already; it should be your own
rookery load --game {game} --seconds 60    one game, longer
rookery load --tables 100 --seconds 3600   an hour: does the server's memory grow?
rookery load --database postgresql://...   a server of its own, on a database that is to have nothing else
"""


def load(
    address: Annotated[
        str, typer.Argument(metavar="[ADDRESS]", help="Of a server.", show_default="one of its own, in a new folder")
    ] = "",
    tables: Annotated[int, typer.Option(metavar="N", min=1, max=20_000, help="Tables at once.")] = 1000,
    pause: Annotated[
        float, typer.Option(metavar="S", min=0, max=3600, help="Seconds between two moves at a table; 0 for none.")
    ] = 2.0,
    seconds: Annotated[float, typer.Option(metavar="S", min=1, max=86_400, help="How long is measured.")] = 20.0,
    game: Annotated[
        list[str] | None, typer.Option(metavar="TITLE", help="Play only these.", show_default="all")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="ADDRESS", help="That its own server uses.", show_default="a new file")
    ] = "",
    json_: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Also write the figures here.")] = None,
) -> None:
    """Let a crowd of players loose on a server, and measure it.

    Every seat has a page of its own, and moves are chosen at random among those that it is shown. A move's time ends
    when the next player's page has it, after the server has made it durable. The crowd runs beside the server, on this
    machine unless you name another."""
    import asyncio
    import contextlib
    import json
    from statistics import fmean

    from rich.console import Console

    from rookery.bench import load_server, report
    from rookery.bench.crowd import Crowd, Scenario, quantile
    from rookery.core.errors import Trouble
    from rookery.core.registry import load as load_game
    from rookery.core.registry import slugs
    from rookery.server.ops.backups import tables_in

    chosen = tuple(game or slugs())
    players = {slug: min(load_game(slug).facts.players, key=lambda count: (count != 2, count)) for slug in chosen}
    plan = Scenario(tables, pause, seconds, chosen, players)
    with contextlib.ExitStack() as stack:
        status = stack.enter_context(Console(stderr=True).status("opening"))
        house = None if address else stack.enter_context(load_server.opened(database))
        if house and database and (found := tables_in(database)):
            raise Trouble(f"that database has {found:,} tables already; a crowd plays alone: name a new one")
        crowd = Crowd(house.address if house else address, plan)
        before = house.usage() if house else None

        levels: list[float] = []  # of the server's memory, MB

        async def watch() -> None:
            while house:
                await asyncio.sleep(seconds / MEMORY_SAMPLES)
                levels.extend([house.usage().megabytes] * crowd.measuring)
                status.update(f"{len(levels) / MEMORY_SAMPLES:.0%} of {seconds:g} seconds")

        async def play() -> None:
            watching = asyncio.create_task(watch())
            await crowd.play(lambda sitting: status.update(f"{sitting:,} of {tables:,} tables have sat down"))
            watching.cancel()

        asyncio.run(play())
        after = house.usage() if house else None
    figures = crowd.figures
    waits = sorted(figures.waits)
    told: dict[str, float] = {
        "tables": tables,
        "sockets": sum(players[chosen[number % len(chosen)]] for number in range(tables)),
        "moves_a_second": figures.moves / figures.seconds,
        "p50_ms": 1000 * quantile(waits, 0.5),
        "p99_ms": 1000 * quantile(waits, 0.99),
        "most_ms": 1000 * (waits[-1] if waits else 0),
        "games_ended": figures.games,
        "megabytes_a_second": figures.bytes / figures.seconds / 1e6,
        "refused": figures.refused.total(),
    }
    if before and after:
        told |= {"server_mb": after.megabytes, "server_mb_before": before.megabytes}
        told["server_cpu_s"] = after.cpu - before.cpu
    if after and seconds >= LEAK_CHECK_SECONDS:
        third, last = levels[MEMORY_SAMPLES // 2 : MEMORY_SAMPLES * 3 // 4], levels[MEMORY_SAMPLES * 3 // 4 :]
        told["growth_mb_an_hour"] = (fmean(last or [0]) - fmean(third or [0])) * 4 * 3600 / seconds
    where = report.machine()
    typer.echo(report.machine_words(where))
    for name, value in told.items():
        typer.echo(f"  {name.replace('_', ' '):22} {value:12,.1f}")
    if figures.refused:
        typer.echo(f"  refused: {dict(figures.refused)}")
    if json_ is not None:
        json_.write_text(json.dumps({"machine": where, "figures": told}, indent=1) + "\n", "utf-8")

"""rookery train: a small network that estimates positions of a game."""

import os
from pathlib import Path
from typing import Annotated

import typer

from rookery import load
from rookery.cli.console import progress
from rookery.cli.hours import check_workers, check_writable, resumable
from rookery.core.errors import Trouble
from rookery.core.networks import NETWORKS_FILE, Network, read_networks, write_network
from rookery.core.position import Game
from rookery.machine import machine_words

EXAMPLES = """\
rookery train {game}                                          for the usual number of players; run it again to continue
rookery train {game} --players 3 --workers 2                  for three, on two cores
rookery train {game} --write                                  and put the network into the game's folder
rookery train {game} --rounds 1 --positions 2000 --out try    a first try
"""


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")],
    *,
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players.")] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1_000, help="By default as engine.toml says.")
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(metavar="N", min=100, max=10**9, help="Of each round; some games take fewer in the first."),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="On machines alike, the same seed gives the same network.")
    ] = 1,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; by default one per core.")] = None,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on the workers of this dask scheduler.")] = "",
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where everything is kept meanwhile.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Put the network into the game's folder.")] = False,
) -> None:
    """Train a small network to estimate who will win.

    Bots play games, searches say what their positions are worth, and the network learns to say the same at once. The
    next round searches with it, so that it learns from better answers."""
    from dataclasses import replace

    from rookery.search import engine
    from rookery.training import Training
    from rookery.training import train as trained

    check_workers(workers, dask)
    what = load(game)
    what.facts.settings(players, {})  # refuses a number of players
    seats = players or what.facts.players[0]
    settings = engine(what).training
    limits = replace(settings, rounds=rounds or settings.rounds, positions=positions or settings.positions)
    folder = out or Path(f"{game}-{seats}-seed-{seed}")
    if write:
        check_writable(what.path / NETWORKS_FILE)
        # refuses a broken file before the training
        read_networks(what.path / NETWORKS_FILE, what.facts.name, what.network_shapes)
    wanted = [limits.of_round(number).positions for number in range(1, limits.rounds + 1)]
    total, done = sum(wanted), 0
    with (
        resumable(folder, lambda: f" after {done:,} of {total:,} positions"),
        progress(f"Training {what.facts.name} for {seats}", total) as advance,
    ):

        def report(number: int, count: int) -> None:
            nonlocal done
            done = sum(wanted[: number - 1]) + count
            advance(done, f"round {number} of {limits.rounds}")

        training = Training(what, seats, limits, seed, folder)
        for number, found in enumerate(trained(training, _workers(workers), report, dask)):
            typer.echo(
                f"round {number + 1}: learned from {found.positions:,} positions; error {found.trained:.4f} nats on "
                f"them, {found.held_out:.4f} on others (with even shares: {found.even:.4f})"
            )
    if write:
        made = f"rookery train {game} --players {seats} --seed {seed}, {limits}, {machine_words()}"
        _write(what, seats, replace(found.network, made=made), training.fitted(limits.rounds))


def _write(game: Game, players: int, network: Network, kept: Path) -> None:
    """Put a network into the game's folder, and say if no search uses it. `kept`: where it is anyway."""
    from rookery.search import engine

    file = game.path / NETWORKS_FILE
    try:
        write_network(file, players, network)
    except OSError as error:
        raise Trouble(f"{file} cannot be written: {error.strerror}; the network is in {kept}") from None
    used = engine(game).plan_for(players).learned
    typer.echo(f"{file}: written" + ("" if used else "; no search uses it until engine.toml says learned = true"))


def _workers(asked: int | None) -> int:
    return asked or os.cpu_count() or 1

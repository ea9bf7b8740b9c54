"""rookery play: plays a game in this terminal."""

from pathlib import Path
from typing import Annotated

import typer

from rookery import load, slugs
from rookery.cli.console import interactive
from rookery.cli.line_mode import play_lines
from rookery.cli.local_game import LocalGame
from rookery.cli.seating import chosen_options, seating

EXAMPLES = """\
rookery play                              the first game, against a bot of medium strength
rookery play {game} --bot hard            against a stronger one
rookery play {game} --seat 2              the other side of the table
rookery play {game} --seat all            hot seat: people in every seat
rookery play {game} --seat none           watch bots
rookery play {game} --plain               lines only: for pipes, screen readers and dumb terminals
rookery play {game} --save game.jsonl     save the record; `rookery replay game.jsonl` shows it
"""


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT", help="Seat for a person: a number, a name, all or none. Repeatable.", show_default="1"
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="LEVEL", help="Level of a bot for the other seats. Repeatable.", show_default="medium"),
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="Number of players.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option; `rookery games GAME` lists them. Repeatable."),
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Makes chance and bots repeatable.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Read and write lines, without a full screen.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Save the record here after every move.")
    ] = None,
) -> None:
    """Play a game in this terminal, against bots or against each other.

    On the full screen, use the cursor keys and Enter, use the mouse, or type moves; ? shows all keys. If the input or
    the output is not a terminal, the command reads and writes lines instead."""

    chosen = load(slugs()[0] if game is None else game)
    options = chosen_options(chosen, option or [])
    chosen.facts.settings(players, options)
    sitting = seating(chosen, players, seat or [], bot or [], options)
    lines = plain or not interactive()

    local = LocalGame(chosen, players, options, sitting, seed)
    if save is not None:
        local.save(save)
    run_game(local, lines, save)


def run_game(local: LocalGame, lines: bool, save: Path | None = None) -> None:
    """Play to the end, in lines or on the full screen."""
    if lines:
        play_lines(local, save)
    else:
        from rookery.cli.screen.full_screen import TableApp

        TableApp(local, save).run()

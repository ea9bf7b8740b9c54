"""rookery new: begins a game of one's own."""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery new                                      asks for a name, for what it begins with, and for the players
rookery new "Last Match"                         the same, in the folder last_match
rookery new heist --begin-with cards --players 3-5
"""


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the game.")] = "",
    begin_with: Annotated[
        str, typer.Option(metavar="KIND", help="The small game to begin with: squares, hexes, cards or dice.")
    ] = "",
    players: Annotated[str, typer.Option(metavar="N", help="Numbers of players, as 2-4 or 3,2: the usual first.")] = "",
) -> None:
    """Begin a game of your own from a small whole one.

    It is a folder. The game can be played at once, keeps all laws, and has a twin, a lesson and a test."""
    from rookery.workshop import new_game

    name = name or typer.prompt("The name of your game")
    slug = new_game.checked_name(name)
    kinds = new_game.kinds()
    if begin_with:
        new_game.check_kind(begin_with)
    else:
        for kind, tagline in kinds.items():
            typer.echo(f"  {kind:8} {tagline}")
        begin_with = typer.prompt("What it begins with", default=next(iter(kinds)))
        new_game.check_kind(begin_with)
    if not players:
        players = typer.prompt("Numbers of players", default="2-4")
    folder = Path(slug)
    new_game.write(folder, new_game.texts_of(slug, name.strip(), begin_with, new_game.read_players(players)))
    typer.echo(f"{folder} has your game. Change it, and see it change:")
    typer.echo(f"  cd {folder}\n  rookery dev {slug}")

"""rookery bots: lists the levels of bots."""

from typing import Annotated

import typer

from rookery import load, slugs
from rookery.core.position import Game

EXAMPLES = """\
rookery bots                         the levels for every game
rookery bots {game}                  the levels for one game
rookery arena {game} hard easy       how often one beats the other
"""


def bots(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")
    ] = None,
) -> None:
    """List the levels of bots.

    `rookery arena` lets levels play each other."""

    for index, slug in enumerate(slugs() if game is None else (game,)):
        typer.echo(("\n" if index else "") + "\n".join(_levels(load(slug))))


def _levels(game: Game) -> list[str]:
    from rookery.bots import level, levels
    from rookery.search import engine
    from rookery.strengths import strength

    names, settings = levels(game), engine(game)
    id_wide, name_wide = max(map(len, names)), max(len(strength(name).name) for name in names)
    rows = [f"  {n:{id_wide}}  {strength(n).name:{name_wide}}  {level(n, game).words}" for n in names]
    if not (settings.levels or settings.chances):  # measurements are kept in the game's engine.toml
        rows += [
            "  Not measured: every game has these levels. To check that each is stronger than the one before it:",
            f"  rookery arena {game.facts.slug} {' '.join(names)} --ladder",
        ]
    return [f"{game.facts.name} ({game.facts.slug})", *rows]

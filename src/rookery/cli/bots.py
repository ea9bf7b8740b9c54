"""rookery bots: the levels there are."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rookery.core.position import Game

EXAMPLES = """\
rookery bots                         the levels for every game
rookery bots {game}                  the levels for one
rookery arena {game} hard easy       how often one beats the other
"""


def bots(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Title of a game.")] = None,
) -> None:
    """List the levels of bots.

    `rookery arena` lets them play each other."""
    from rookery import load, titles

    for index, title in enumerate(titles() if game is None else (game,)):
        typer.echo(("\n" if index else "") + "\n".join(_levels(load(title))))


def _levels(game: "Game") -> list[str]:
    from rookery.bots import level, levels

    names = levels(game)
    wide = max(map(len, names))
    return [f"{game.facts.name} ({game.facts.title})", *(f"  {n:{wide}}  {level(n, game).words}" for n in names)]

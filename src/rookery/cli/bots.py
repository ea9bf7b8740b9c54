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
    from rookery.strengths import strength

    names = levels(game)
    id_wide, name_wide = max(map(len, names)), max(len(strength(name).name) for name in names)
    rows = (f"  {n:{id_wide}}  {strength(n).name:{name_wide}}  {level(n, game).words}" for n in names)
    return [f"{game.facts.name} ({game.facts.title})", *rows]

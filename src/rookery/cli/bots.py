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
    from rookery import load, slugs

    for index, slug in enumerate(slugs() if game is None else (game,)):
        typer.echo(("\n" if index else "") + "\n".join(_levels(load(slug))))


def _levels(game: "Game") -> list[str]:
    from rookery.bots import level, levels
    from rookery.search import engine
    from rookery.strengths import strength

    names, told = levels(game), engine(game)
    id_wide, name_wide = max(map(len, names)), max(len(strength(name).name) for name in names)
    rows = [f"  {n:{id_wide}}  {strength(n).name:{name_wide}}  {level(n, game).words}" for n in names]
    if not (told.levels or told.chances):  # whoever measures a game writes what came of it into its engine.toml
        rows += [
            "  Not measured: these are the levels of any game. To see whether each is above the one before it:",
            f"  rookery arena {game.facts.slug} {' '.join(names)} --ladder",
        ]
    return [f"{game.facts.name} ({game.facts.slug})", *rows]

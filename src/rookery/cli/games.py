"""rookery games: lists the installed games."""

from collections.abc import Sequence
from typing import Annotated

import typer

from rookery import load, slugs
from rookery.core.position import Game
from rookery.core.protocol import Facts

EXAMPLES = """\
rookery games                  all games
rookery games {game}           one game, with its seats, options and bots
"""


def games(
    slug: Annotated[str | None, typer.Argument(metavar="GAME", help="Show this game in full.")] = None,
) -> None:
    """List the installed games, or show one with its bots."""

    if slug is not None:
        typer.echo("\n".join([*_card(load(slug).facts), "", *_bots(load(slug))]))
        return
    for index, found in enumerate(slugs()):
        facts = load(found).facts
        typer.echo(f"{chr(10) if index else ''}{found}: {facts.name}. {facts.tagline}")
        typer.echo(f"  {_kind(facts)}")


def _kind(facts: Facts) -> str:
    return ", ".join(
        [
            f"{_any_of(facts.players)} players",
            f"about {facts.minutes} minutes",
            *(["together against the game"] if facts.cooperative else []),
            "with luck" if facts.chance else "without luck",
            "with secrets" if facts.hidden else "nothing hidden",
        ]
    )


def _card(facts: Facts) -> list[str]:
    lines = [f"{facts.name} ({facts.slug})", facts.tagline, "", f"  {_kind(facts)}"]
    if facts.designers:
        lines.append(f"  designed by {' and '.join(facts.designers)}")
    lines += [f"  {facts.publisher}", f"  rules: version {facts.rules_version}, from {facts.source}", "", "Seats"]
    for count, roles in sorted(facts.seats.items()):
        names = ", ".join(f"{seat} {role}" for seat, role in enumerate(roles, start=1))
        lines.append(f"  {count} player{'s' * (count > 1)}: {names}")
    if facts.options:
        lines += ["", "Options (--option name=value; the first choice is the usual one)"]
    for option in facts.options:
        free = f", or {option.free_form}" if option.free_form else ""
        choices = [choice + _only(option.only.get(choice, ())) for choice in option.choices]
        lines += [f"  {option.name}: {option.help}", f"    {', '.join(choices)}{free}"]
    return lines


def _bots(game: Game) -> list[str]:
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
    return ["Bots", *rows]


def _only(players: Sequence[int]) -> str:
    """The numbers of players that a choice is limited to, or "" where it is not limited."""
    return f" (only with {_any_of(players)})" if players else ""


def _any_of(numbers: Sequence[int]) -> str:
    """ "2 to 5", "2 or 4"."""
    least, most = min(numbers), max(numbers)
    if len(numbers) > 2 and most - least == len(numbers) - 1:
        return f"{least} to {most}"
    return " or ".join(map(str, sorted(numbers)))

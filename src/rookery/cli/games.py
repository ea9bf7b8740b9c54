"""rookery games: which games there are."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rookery.core.protocol import Facts

EXAMPLES = """\
rookery games                  all games
rookery games {game}           one of them, with its seats and options
"""


def games(
    title: Annotated[str | None, typer.Argument(metavar="GAME", help="Show this one in full.")] = None,
) -> None:
    """List the games found, with what is worth knowing of them."""
    from rookery import load, titles

    if title is not None:
        typer.echo("\n".join(_card(load(title).facts)))
        return
    for index, found in enumerate(titles()):
        facts = load(found).facts
        typer.echo(f"{chr(10) if index else ''}{found}: {facts.name}. {facts.tagline}")
        typer.echo(f"  {_kind(facts)}")


def _kind(facts: "Facts") -> str:
    players = f"{' or '.join(map(str, facts.players))} players"
    return ", ".join([
        players,
        f"about {facts.minutes} minutes",
        *(["together against the game"] if facts.cooperative else []),
        "with luck" if facts.chance else "without luck",
        "with secrets" if facts.hidden else "nothing hidden",
    ])  # fmt: skip


def _card(facts: "Facts") -> list[str]:
    lines = [f"{facts.name} ({facts.title})", facts.tagline, "", f"  {_kind(facts)}"]
    if facts.designers:
        lines.append(f"  designed by {' and '.join(facts.designers)}")
    lines += [f"  {facts.publisher}", f"  rules: version {facts.rules_version}, from {facts.source}", "", "Seats"]
    for count, roles in facts.seats.items():
        lines.append(f"  {count} players: {', '.join(f'{seat} {role}' for seat, role in enumerate(roles, start=1))}")
    if facts.options:
        lines += ["", "Options (--option name=value; the first choice is the usual one)"]
    for option in facts.options:
        free = f", or {option.free_form}" if option.free_form else ""
        lines += [f"  {option.name}: {option.help}", f"    {', '.join(option.choices)}{free}"]
    return lines

"""rookery balance: what games of programs tell about the balance of a game, and about a change of its rules."""

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rookery import load, variant
from rookery.cli.console import progress
from rookery.cli.hours import check_writable
from rookery.cli.seating import chosen_options
from rookery.core.errors import Trouble, UnknownOption
from rookery.core.seats import SEATS_FILE
from rookery.machine import machine_words
from rookery.whole_file import write_whole

if TYPE_CHECKING:
    from rookery.balance import BalanceFinding, BalanceTable, Change, ReportGames, Wanted

EXAMPLES = """\
rookery balance {game}                                        a minute of games, and what they tell
rookery balance {game} --seconds 600 --out report.html        narrower intervals, with pictures
rookery balance {game} --games 4000 --seed 7                  always the same games
rookery balance {game} --against-option NAME=VALUE            what an option changes
rookery balance {game} --change FILE.toml=MINE.toml           what other components change
"""


def balance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Short name of a game; `rookery games` lists them.")],
    players: Annotated[int | None, typer.Option(metavar="N", help="Seats at the table.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    move: Annotated[list[str] | None, typer.Option(metavar="MOVE", help="A move with which all games begin.")] = None,
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="The players; `rookery games GAME` lists them.")
    ] = "greedy",
    within: Annotated[
        float,
        typer.Option(metavar="PERCENT", min=0.1, help="Play until shares of wins are known to plus or minus this."),
    ] = 2.0,
    seconds: Annotated[float, typer.Option(metavar="N", min=1, help="Stop after this time.")] = 60.0,
    games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Play so many of each kind instead, whatever the time.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed plays the same games.")] = 0,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; by default one per core.")] = None,
    against: Annotated[str, typer.Option(metavar="GAME", help="Another version, to be compared.")] = "",
    against_option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the other version.")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option(metavar="NAME.toml=FILE", help="Components of the other version.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help="The report as a page with pictures.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the report to the end of this file.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Only count wins by seat, and keep them in seats.jsonl.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The report as JSON.")] = False,
) -> None:
    """Tell how balanced a game is, from games that programs play.

    Counts who wins, how a game is decided, which actions matter, what a player loses who does without one, and how much
    skill counts. Two versions are shown side by side."""
    from rookery.balance import Wanted, changes, findings, table_of
    from rookery.balance.kept import check_kept
    from rookery.bots import level as find_level

    what = load(game)
    check_writable(out, markdown)
    wanted = Wanted(level, within / 100, seconds, games, seed, workers or os.cpu_count() or 1, keep)
    tables = [table_of(what, players, chosen_options(what, option or ()), move or ())]
    find_level(level, what)  # refuses what is no level
    if keep:
        check_kept(tables[0])
    if against or against_option or change:
        tables.append(_other(against or game, players, option or [], against_option or [], change or []))
    played = [_played(table, wanted) for table in tables]
    if not all(one.equal.sums.games for one in played):
        raise Trouble("stopped before the first games were over; there is nothing to report")
    found = [findings(one) for one in played]
    changed = changes(*found) if len(found) == 2 else []
    _show(played[-1], found[-1], changed, out=out, json=json)
    if markdown is not None:
        text = markdown.read_text("utf-8") + "\n" if markdown.exists() else ""
        markdown.write_text(text + _markdown(played[-1], found[-1], changed), "utf-8")
    if keep:
        _keep(played[0])


def _other(slug: str, players: int | None, option: list[str], own: list[str], change: list[str]) -> "BalanceTable":
    """The table of the other version. Raises UnknownOption, and what a variant raises."""
    from rookery.balance import table_of

    texts = dict[str, str]()
    for one in change:
        name, equals, file = one.partition("=")
        if not equals:
            raise UnknownOption(f"--change {one!r} must look like NAME.toml=FILE")
        texts[name] = Path(file).read_text("utf-8")
    other = variant(slug, texts) if texts else load(slug)
    return table_of(other, players, chosen_options(other, option) | chosen_options(other, own))


def _played(table: "BalanceTable", wanted: "Wanted") -> "ReportGames":
    from rookery.balance import play

    with progress(f"Playing {table.game.facts.name}", round(wanted.seconds)) as advance:
        return play(table, wanted, lambda seconds, words: advance(round(seconds), words))


def _show(
    played: "ReportGames", found: "list[BalanceFinding]", changed: "list[Change]", *, out: Path | None, json: bool
) -> None:
    from rookery.balance.report_page import about, as_text, page

    if out is not None:
        write_whole(out, page(played, found, changed).encode())
    if json:
        typer.echo(_as_json(played, found, changed))
        return
    typer.echo(f"The balance of {played.table.game.facts.name}")
    typer.echo(about(played))
    for line in as_text(found, changed):
        typer.echo(line)


def _as_json(played: "ReportGames", found: "list[BalanceFinding]", changed: "list[Change]") -> str:
    import msgspec

    table, wanted = played.table, played.wanted
    told: dict[str, Any] = {
        **table.game.identity,
        "players": table.players,
        "options": table.begin.options,
        "wanted": wanted,
        "games": played.equal.sums.games,
        "stopped": played.stopped,
        "findings": found,
        "changes": changed,
    }
    return msgspec.json.encode(told).decode()


def _keep(played: "ReportGames") -> None:
    """Raises Trouble where the game's folder cannot be written."""
    from rookery.balance.kept import keep, measurement

    game, command = played.table.game, shlex.join(["rookery", *sys.argv[1:]])
    keep(game.path / SEATS_FILE, game, measurement(played, command, machine_words()))


def _markdown(played: "ReportGames", found: "list[BalanceFinding]", changed: "list[Change]") -> str:
    """The command, the machine and the report, as Markdown."""
    from rookery.balance.report_page import about, as_text

    lines = [f"    {shlex.join(['rookery', *sys.argv[1:]])}", "", f"{machine_words()}.", about(played)]
    for line in as_text(found, changed):
        lines += [f"* {line.strip()}"] if line.startswith(" ") else ["", f"{line}:", ""]
    return "\n".join(lines) + "\n"

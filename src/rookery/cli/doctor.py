"""rookery doctor: checks that all stored games replay under the installed rules."""

from typing import Annotated

import typer

from rookery.cli.console import progress

EXAMPLES = """\
rookery doctor                           check the usual database, even while the server runs
rookery doctor --database tables.db      check another one, for example before an upgrade
"""


def doctor(
    database: Annotated[
        str | None, typer.Option(metavar="FILE", help="Database to check.", show_default="in your data folder")
    ] = None,
) -> None:
    """Replay all stored games under the installed rules.

    Every ply must be legal and lead to the same position as when it was played. A game that began under earlier rules
    continues if this is so. If it is not, the game is named here, the server refuses its table, and the exit code is 1.
    The secret behind the draws of each game is compared with what was promised, and with all draws so far. Rows that
    decide a game have digests, which show damage. The exit code is also 1 for a damaged row, and for a file that SQLite
    finds damaged: such a file can cut a game short without a trace."""
    from rookery.server.config import read
    from rookery.server.errors import StoreTrouble
    from rookery.server.ops.backups import reading
    from rookery.server.ops.game_doctor import damaged_rows, examine
    from rookery.server.storage.database import shown

    source = read(database=database).database
    games = plies = migrated = 0
    ill, damage, rows = [], None, list[str]()
    with progress(f"Replaying the games of {shown(source)}", 1) as advance:
        try:
            for finding in examine(source, lambda done, total: advance(0, f"{done:,} of {total:,}")):
                games += 1
                plies += finding.plies
                migrated += finding.migrated
                if finding.trouble:
                    ill.append(finding)
        except StoreTrouble as error:  # report first what was found before it
            damage = error
        try:
            with reading(source) as opened:
                rows += damaged_rows(opened)
        except StoreTrouble as error:
            damage = damage or error
    for finding in ill:
        typer.echo(f"{finding.table} ({finding.game}): {finding.trouble}")
    for sentence in rows:
        typer.echo(sentence)
    if damage is not None and not games:
        raise damage
    older = f", {migrated:,} of which began under earlier rules" if migrated else ""
    typer.echo(f"{games - len(ill):,} of {games:,} games replay as they were played{older}; {plies:,} plies.")
    if damage is not None:
        raise damage
    if ill or rows:
        raise typer.Exit(1)

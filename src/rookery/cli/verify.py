"""rookery verify: were the draws of a game those that were promised before it?"""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery verify game.jsonl          a record that was downloaded from a table
rookery verify *.jsonl             many; the first that fails ends it
rookery verify game.jsonl --promise 9c0e...   the promise that you noted before the game
"""


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE ...", help="Records of games that are over.")],
    promise: Annotated[
        str, typer.Option(metavar="HEX", help="The promise, noted before the game.", show_default="the file's own")
    ] = "",
) -> None:
    """Check that the draws of a game are those that were promised.

    The game is played again under the rules, so moves, odds and positions are checked, too. docs/fair.md explains the
    promise, and has a program of thirty lines that checks the same draws without Rookery."""
    from rookery.cli.records import read
    from rookery.core.errors import BrokenPromise
    from rookery.core.verify import verify as draws

    for file in files:
        record = read(file)
        count, luck = draws(record), record.luck
        promised, since = (luck.promise, luck.since) if luck else ("", 0)
        if promise and promise != promised:
            raise BrokenPromise(f"{file} speaks of another promise: {promised}")
        played = f"{file}: {record.game.facts.name}, {record.plies} plies"
        before = f" after ply {since}" if since else ""
        typer.echo(f"{played}; all draws{before} ({count}) follow from the promise {promised}")

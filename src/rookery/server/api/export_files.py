"""The game of a table as a file."""

from typing import Protocol

import rookery
from rookery.core.errors import Refusal, Trouble
from rookery.core.record import Record
from rookery.server import wall_clock
from rookery.server.table.table import Table

MEDIA_TYPES = {  # file name extension -> media type
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "pdf": "application/pdf",
}
PREVIEW_KIND = "preview"  # the picture of a game beside a link to it
EXPORT_GIF_WIDTH = 640  # pixels of an animation


class FileMaker(Protocol):
    """Makes files of games."""

    async def file(self, text: str, kind: str, address: str) -> bytes:
        """The game of a record as a file. `text`: the record; `kind`: a key of MEDIA_TYPES; `address`: of the client.
        Raises TooBusy, MissingExtra, NeedsServer, Trouble."""


def file_name(table: Table, kind: str) -> str:
    """A file name made of the game, the day (UTC) on which the table was made, and the number of moves as the page
    counts them, so that the files of a game sort by day and then by moves."""
    return f"{table.made.game}-{wall_clock.day_of(table.made.at)}-move-{table.record.moves}.{kind}"


def drawn(text: str, kind: str) -> bytes:
    """Make a file. `text`, `kind`: as in FileMaker, or the slug of a game and PREVIEW_KIND. Raises Trouble,
    MissingExtra."""
    from rookery import export  # imported here because it is seldom needed
    from rookery.export.preview import preview

    if kind == PREVIEW_KIND:
        return preview(rookery.load(text))
    try:
        record = Record.loads(text)
    except Refusal as error:
        raise Trouble(f"the game does not replay: {error}") from None
    if kind == "txt":
        return export.notation(record).encode()
    if kind == "svg":
        return export.svg(record, theme="light").encode()
    if kind == "png":
        return export.png(record)
    return export.pdf(record) if kind == "pdf" else export.gif(record, width=EXPORT_GIF_WIDTH)

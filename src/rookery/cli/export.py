"""rookery export: writes a game as a text, a picture, an animation or a sheet to print."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from rookery import export as made
from rookery.cli.console import progress
from rookery.cli.hours import check_writable
from rookery.cli.records import read
from rookery.cli.seating import one_seat
from rookery.core.errors import Trouble, UnknownOption, one_of
from rookery.core.record import Record

EXAMPLES = """\
rookery export game.jsonl --to game.txt                      the moves, to read
rookery export game.jsonl --to game.gif --seconds 0.5        the whole game as an animation
rookery export game.jsonl --to end.png --width 2000          a picture of the end
rookery export game.jsonl --to then.svg --ply 12 --theme dark   a picture of another moment
rookery export game.jsonl --to game.pdf                      to print: pictures and moves on A4
rookery export game.jsonl --to mine.png --seat 2             as the second seat sees it
"""

# ending of the file -> the options it takes besides OUT
FORMAT_OPTIONS = {
    ".jsonl": (),
    ".txt": ("seat",),
    ".svg": ("ply", "seat", "theme"),
    ".png": ("ply", "seat", "theme", "width"),
    ".gif": ("ply", "seat", "theme", "width", "seconds"),
    ".pdf": ("seat",),
}
PROGRESS_STEPS = 100  # steps of the progress bar


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `rookery play --save` writes them.")],
    to: Annotated[
        Path,
        typer.Option(
            metavar="OUT", help=f"The file to write; its ending chooses the format: {' '.join(FORMAT_OPTIONS)}"
        ),
    ],
    ply: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Show the position after N plies; a GIF ends there.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Whose view: a number from 1, or a name. [default: what everybody may see]"),
    ] = None,
    theme: Annotated[str | None, typer.Option(metavar="NAME", help="light or dark; for .svg also auto.")] = None,
    width: Annotated[int | None, typer.Option(metavar="PIXELS", help="Width of a .png or .gif.")] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="How long each frame of a .gif is shown. [default: 1]")
    ] = None,
) -> None:
    """Write a game as a picture, an animation or a sheet to print.

    The record is checked first, as by `rookery replay`. A picture shows what everybody may see, or with --seat what
    that seat may see."""

    options = {"ply": ply, "seat": seat, "theme": theme, "width": width, "seconds": seconds}
    settings = {name: value for name, value in options.items() if value is not None}
    kind = _format(to, settings)
    check_writable(to)
    record = read(file)
    if seat is not None:
        from rookery.export.visible import roles

        settings["seat"] = one_seat(roles(record), seat)
    written = _made(record, kind, settings)
    try:
        to.write_bytes(written)
    except OSError as error:
        raise Trouble(f"{to} cannot be written: {error.strerror}") from None
    typer.echo(f"The game is in {to}.", err=True)


def _format(to: Path, chosen: Iterable[str]) -> str:
    """The ending of the file's name. Raises UnknownOption if no export has it, or if one lacks an option."""

    kind = to.suffix.lower()
    if kind not in FORMAT_OPTIONS:
        raise UnknownOption(
            f"there is no export as {to.name!r}; the ending chooses the format; {one_of(kind, FORMAT_OPTIONS)}"
        )
    for name in chosen:
        if name not in FORMAT_OPTIONS[kind]:
            allowed = ", ".join(other for other in FORMAT_OPTIONS if name in FORMAT_OPTIONS[other])
            raise UnknownOption(f"--{name} does not apply to a {kind} file; it applies to {allowed}")
    return kind


def _made(record: Record, kind: str, chosen: dict[str, Any]) -> bytes:
    """The content of the file. Formats that take seconds show their progress."""

    if kind == ".gif":
        if "ply" in chosen:
            chosen["last"] = chosen.pop("ply")
        with progress("Drawing the frames", PROGRESS_STEPS) as advance:

            def report(done: int, total: int) -> None:
                advance(PROGRESS_STEPS * done // total, f"{done} of {total}")

            return made.gif(record, report=report, **chosen)
    if kind == ".pdf":
        with progress("Drawing the sheets", 1):
            return made.pdf(record, **chosen)
    if kind == ".png":
        return made.png(record, **chosen)
    makers: dict[str, Callable[..., str]] = {".svg": made.svg, ".txt": made.notation, ".jsonl": made.jsonl}
    return makers[kind](record, **chosen).encode()

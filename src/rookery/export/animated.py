"""A whole game as an animated picture."""

import io
from collections.abc import Callable
from typing import Any

from rookery.core.errors import NoSuchPly, UnknownOption
from rookery.core.record import Record
from rookery.export.flat import Theme, flat_svg
from rookery.export.raster import check_theme, drawn, library, page
from rookery.export.visible import MoveLine, lines, newest, picture, roles, settled, touched

FrameReport = Callable[[int, int], None]  # frames drawn, frames in all
PALETTE_SIZE = 255  # of the 256 colours of a GIF; one is kept for unchanged pixels
PALETTE_FRAMES = 6  # frames from which the common palette is made
LAST_FRAME_FACTOR = 4.0  # the last frame is shown this many times as long
FRAME_SECONDS = (0.05, 60.0)


def gif(
    record: Record,
    seat: int | None = None,
    *,
    theme: Theme = "light",
    width: int = 640,
    seconds: float = 1.0,
    first: int = 0,
    last: int | None = None,
    report: FrameReport = lambda done, total: None,
) -> bytes:
    """The game from ply `first` to ply `last` (None: the newest) as an animated GIF that repeats for ever.

    `seat`: the viewer, None for a spectator. `width`: 64 .. 4096 pixels. `seconds`: 0.05 .. 60, the time for which a
    frame is shown; the last frame is shown four times as long. A ply has no frame if it changes nothing in the picture,
    or if it is a draw of chance that another draw follows. Raises NoSuchPly, UnknownOption, MissingExtra."""
    check_theme(theme)
    last = record.plies if last is None else last
    record.at(first), record.at(last)
    if first > last:
        raise NoSuchPly(f"a game cannot be shown from ply {first} to the earlier ply {last}")
    if not FRAME_SECONDS[0] <= seconds <= FRAME_SECONDS[1]:
        raise UnknownOption(
            f"a frame cannot be shown for {seconds:g} s; allowed: {FRAME_SECONDS[0]:g} to {FRAME_SECONDS[1]:g}"
        )
    plies, log = _shown(record, seat, theme, first, last), list(lines(record, seat))

    def image(index: int) -> Any:
        return _image(_frame(record, seat, theme, plies[index], log), width)

    sampled = {index: image(index) for index in _samples(len(plies))}
    palette, images = _palette(list(sampled.values())), []
    for index in range(len(plies)):
        report(index, len(plies))
        drawing = sampled.pop(index, None) or image(index)
        images.append(drawing.quantize(palette=palette, dither=library("PIL.Image").Dither.NONE))
    report(len(plies), len(plies))
    return _animated(images, round(seconds * 1000))


def _shown(record: Record, seat: int | None, theme: Theme, first: int, last: int) -> list[int]:
    """The plies that get a frame. Of equal pictures in a row the first is kept; at the end the last, because its words
    say how the game ended."""
    plies, before = list[int](), ""
    for ply in settled(record, first, last):
        now = flat_svg(picture(record, ply, seat), record.game.art, theme)
        if now != before:
            plies.append(ply)
        elif ply == last:
            plies[-1] = ply
        before = now
    return plies


def _frame(record: Record, seat: int | None, theme: Theme, ply: int, said: list[MoveLine]) -> str:
    """An SVG document: the picture with the last move marked, and the last move or the outcome in words below it."""
    outcome = record.result if ply == record.plies else None
    words = outcome.words if outcome else newest(said[:ply], roles(record))
    return page(picture(record, ply, seat), record.game.art, theme, words, marked=touched(record, ply, seat))


def _image(document: str, width: int) -> Any:
    return library("PIL.Image").open(io.BytesIO(drawn(document, width))).convert("RGB")


def _samples(frames: int) -> list[int]:
    """Indices of a few frames, including the first and the last."""
    return sorted({round(part * (frames - 1) / (PALETTE_FRAMES - 1)) for part in range(PALETTE_FRAMES)})


def _palette(images: list[Any]) -> Any:
    """One palette for all frames, made from a few of them. With a common palette, unchanged pixels need not be written
    again."""
    width, height = images[0].size
    together = library("PIL.Image").new("RGB", (width, height * len(images)))
    for row, image in enumerate(images):
        together.paste(image, (0, row * height))
    return together.quantize(PALETTE_SIZE)


def _animated(images: list[Any], milliseconds: int) -> bytes:
    durations = [milliseconds] * (len(images) - 1) + [round(milliseconds * LAST_FRAME_FACTOR)]
    out = io.BytesIO()
    # optimize: only the changed part of each frame is written
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0, optimize=True)
    return out.getvalue()

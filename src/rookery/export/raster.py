"""Pictures of one position: SVG, and PNG made from it."""

import importlib.util
import io
import types
from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import Literal

import numpy as np

from rookery.core.errors import MissingExtra, UnknownOption
from rookery.core.picture import PIXELS, to_svg
from rookery.core.protocol import Array
from rookery.core.record import Record
from rookery.core.scene import Scene
from rookery.export.flat import Theme, flat_svg
from rookery.export.visible import picture, touched

INSTALL_EXPORT = "pip install 'rookery-games[pictures]'"
PICTURE_PAPER = {"light": "#f3efe7", "dark": "#13141b"}  # background of a picture
PICTURE_INK = {"light": "#2a2620", "dark": "#e8e6e1"}
WIDTHS = (64, 4096)  # pixels
MARGIN = 0.025  # around a picture, of its width
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")  # part of matplotlib's package
BAND = 0.06  # height of the line of words below a picture, of its width


def svg(
    record: Record, ply: int | None = None, seat: int | None = None, theme: Literal["light", "dark", "auto"] = "auto"
) -> str:
    """The board after `ply` plies (None: now) as `seat` (None: a spectator) may see it, with the last move marked: an
    SVG document for browsers.

    The theme "auto" follows the reader's system. Raises NoSuchPly, UnknownOption."""
    check_theme(theme, "auto")
    return to_svg(picture(record, ply, seat), record.game.art, theme, marks=touched(record, ply, seat))


def png(
    record: Record, ply: int | None = None, seat: int | None = None, theme: Theme = "light", width: int = 1200
) -> bytes:
    """The same picture as a PNG file, `width` (64 .. 4096) pixels wide. Raises NoSuchPly, UnknownOption,
    MissingExtra."""
    check_theme(theme)
    scene = picture(record, ply, seat)
    return drawn(page(scene, record.game.art, theme, marked=touched(record, ply, seat)), width)


def page(
    scene: Scene,
    art: str,
    theme: Theme,
    words: str | None = None,
    *,
    marked: Collection[str] = (),
    paper: str = "",
    margin: float = MARGIN,
) -> str:
    """A picture on a background, with a line of `words` below it unless None: an SVG document that `drawn` can read.

    `marked`: ids of spots to mark. `margin`: a fraction of the picture's width."""
    edge = margin * scene.width
    wide, high = scene.width + 2 * edge, scene.height + 2 * edge
    inside, band = flat_svg(scene, art, theme, marked), 0.0
    if words is not None:
        band = BAND * wide
        letter = min(band * 0.55, 1.5 * wide / max(1, len(words)))  # font size; a letter is about 0.6 of it wide
        inside += (
            f'<text x="{scene.width / 2:g}" y="{scene.height + edge + band * 0.4:g}" font-size="{letter:g}" '
            f'text-anchor="middle" fill="{PICTURE_INK[theme]}">{escape(words)}</text>'
        )
    box = f"{-edge:g} {-edge:g} {wide:g} {high + band:g}"
    ground = f'<rect x="{-edge:g}" y="{-edge:g}" width="100%" height="100%" fill="{paper or PICTURE_PAPER[theme]}"/>'
    size = f'width="{wide * PIXELS:g}" height="{(high + band) * PIXELS:g}"'  # renderers round it to whole pixels
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size}>{ground}{inside}</svg>'


def drawn(document: str, width: int) -> bytes:
    """An SVG document without CSS as PNG. Raises MissingExtra; UnknownOption for a width beyond 64 .. 4096 pixels."""
    low, high = WIDTHS
    if not low <= width <= high:
        raise UnknownOption(f"a picture cannot be {width} pixels wide; allowed: {low} to {high}")
    resvg = library("resvg_py")
    family = "DejaVu Sans"
    image = resvg.svg_to_bytes(
        svg_string=document,
        width=width,
        skip_system_fonts=True,  # so that a picture is the same on every machine, even one without fonts
        font_files=[str(path) for path in fonts()],
        font_family=family,
        sans_serif_family=family,
    )
    return bytes(image)


def pixels(document: str, width: int) -> Array:
    """The same picture as [H, W, 3] np.uint8."""
    image = library("PIL.Image").open(io.BytesIO(drawn(document, width)))
    return np.array(image.convert("RGB"))


def fonts() -> list[Path]:
    """Files of a font with letters of many languages and many signs: regular, bold, oblique. Raises MissingExtra."""
    spec = importlib.util.find_spec("matplotlib")  # importing it would take as long as all the rest
    for folder in (spec and spec.submodule_search_locations) or ():
        files = [Path(folder, "mpl-data", "fonts", "ttf", name) for name in FONTS]
        if all(file.is_file() for file in files):
            return files
    raise MissingExtra(f"text in pictures needs the fonts of matplotlib: {INSTALL_EXPORT}")


def library(name: str) -> types.ModuleType:
    """Import a library that only exports need. Raises MissingExtra."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtra(f"PNG, GIF and PDF files need {name.partition('.')[0]}: {INSTALL_EXPORT}") from None


def check_theme(theme: str, *more: str) -> None:
    """Raises UnknownOption unless the theme is "light", "dark" or one of `more`."""
    if theme not in (allowed := ("light", "dark", *more)):
        raise UnknownOption(f"there is no theme {theme!r} for this kind of file; allowed: {', '.join(allowed)}")

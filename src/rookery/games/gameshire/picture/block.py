"""Building a scene from blocks. Each block has its own origin, and all blocks add to one collection.

An action changes few blocks. A block's drawing is kept (`Block.kept`), so that equal blocks are not drawn again, and
their parts need not be compared with each other.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from rookery.core.scene import Label, Piece, Rectangle, Spot, Zone, neat

# ── Measures, in boxes of the large map ──────────────────────────────────────
SHEET = 10.2  # width of the large map's sheet, and of everything beside it
SHEET_HEIGHT = 12.3  # height of the sheet
TALL = 14.35  # of the whole picture
GAP = 0.15
LETTER_WIDTH = 0.58  # mean width of a bold letter in the widest font in use, as a fraction of the text size
LEAST = 0.262  # size of the smallest text: 10.5 pixels on a screen 390 pixels wide, as the page enlarges text by 1/8


MOST_KEPT = 4096  # blocks, of about 3 KB each; a position has about twenty


@dataclass(slots=True)
class Drawn:
    """The parts of a scene that have been drawn so far."""

    zones: list[Zone] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def at(self, left: float, top: float) -> "Block":
        return Block(self, left, top)

    def add(self, more: "Drawn") -> None:
        self.zones += more.zones
        self.spots += more.spots
        self.pieces += more.pieces
        self.labels += more.labels


class Kept:
    """Blocks that were drawn. It is no constant: pages begin with none."""

    def __init__(self) -> None:
        self.blocks: dict[tuple[Hashable, ...], Drawn] = {}


_KEPT = Kept()


class Lettering(NamedTuple):
    """The largest size and width of a text."""

    size: float
    style: str = ""
    width: float | None = None


class Area(NamedTuple):
    """A zone without its place, its name and its words."""

    width: float
    height: float
    style: str = ""
    listed: bool = False
    quiet: bool = False
    grid: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of the picture. Its methods take coordinates relative to its top left corner."""

    drawn: Drawn
    left: float
    top: float

    def spot(self, name: str, zone: str, place: Rectangle, words: str, style: str) -> None:
        x, y, width, height = place
        area = neat(self.left + x), neat(self.top + y), neat(width), neat(height)
        self.drawn.spots.append(Spot.at(name, zone, area, words, "", style))

    def piece(self, name: str, laid: "Laid", symbol: str, words: str, text: str = "") -> None:
        spot, x, y, scale, style = laid
        centre = neat(self.left + x), neat(self.top + y)
        self.drawn.pieces.append(Piece.at(name, spot, centre, symbol, style, words, scale=neat(scale), text=text))

    def label(self, name: str, at: tuple[float, float], text: str, how: Lettering) -> None:
        """Add a text of at most that size and width, but never smaller than LEAST: see `letters`."""
        x, y, (size, style, width) = self.left + at[0], self.top + at[1], how
        if width is not None:
            size = min(size, width / max(1, len(text)) / LETTER_WIDTH)
        size = max(size, LEAST)
        self.drawn.labels.append(Label(id=name, x=neat(x), y=neat(y), text=text, size=neat(size), style=style))

    def at(self, left: float, top: float) -> "Block":
        return Block(self.drawn, self.left + left, self.top + top)

    def kept(self, draw: Callable[..., None], pos: object, *given: Hashable, by: Hashable) -> None:
        """Add what `draw(block, pos, *given)` adds. It must follow from the place of the block, from `given`, and from
        what of the position is in `by`: blocks that were drawn with the same are not drawn again."""
        key = draw, self.left, self.top, given, by
        drawing = _KEPT.blocks.get(key)
        if drawing is None:
            drawing = Drawn()
            draw(Block(drawing, self.left, self.top), pos, *given)
            if len(_KEPT.blocks) >= MOST_KEPT:
                _KEPT.blocks = {}
            _KEPT.blocks[key] = drawing
        self.drawn.add(drawing)

    def panel(self, name: str, words: str, area: Area) -> None:
        """Add a zone whose top left corner is that of the block."""
        width, height, style, listed, quiet, grid, symbol = area
        place = neat(self.left + width / 2), neat(self.top + height / 2), width, height
        zone = Zone.at(name, place, words, symbol, style, listed=listed, grid=grid)
        self.drawn.zones.append(replace(zone, quiet=True) if quiet else zone)


class Laid(NamedTuple):
    """The drawing of a piece: its spot, its centre, its scale and its style."""

    spot: str
    x: float
    y: float
    scale: float
    look: str = ""  # a style


def letters(width: float) -> int:
    """The number of letters of the smallest text that fit in a width."""
    return int(width / LETTER_WIDTH / LEAST)

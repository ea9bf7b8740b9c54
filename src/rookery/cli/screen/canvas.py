"""A scene as coloured characters. Coordinates are the scene's, scaled to characters per square."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rookery.cli import colours
from rookery.core.chart import lane, lanes, lying_on, parts, piles
from rookery.core.scene import Piece, Scene, Spot

ASPECT = 2.25  # height of a character, in widths
MAX_ROWS_PER_SQUARE = 7  # more rows would only add empty space
NARROWEST = 4  # columns of the narrowest spot: two letters, and a bracket on either side


class Glyph(NamedTuple):
    """One character with its colours."""

    text: str = " "
    ink: str = colours.TEXT_COLOUR
    ground: str = colours.BACKGROUND
    bold: bool = False


class CellRect(NamedTuple):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Marks:
    """Spots that are highlighted: under the cursor, clicked, clickable, touched by the last move."""

    cursor: str = ""
    chosen: Collection[str] = ()
    open: Collection[str] = ()
    last: Collection[str] = ()


@dataclass(slots=True)
class Canvas:
    """Rows of glyphs, and the rectangle of each spot."""

    width: int
    height: int
    boxes: dict[str, CellRect] = field(default_factory=dict)
    rows: list[list[Glyph]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = [[Glyph()] * self.width for _ in range(self.height)]

    def fill(self, box: CellRect, ground: str) -> None:
        for y in range(box.y, box.y + box.height):
            for x in range(box.x, box.x + box.width):
                self._set(x, y, Glyph(ground=ground))

    def write(self, x: int, y: int, text: str, ink: str, ground: str | None = None, bold: bool = False) -> None:
        """Write text from (x, y) to the right, cut off at the edges. Without `ground`, backgrounds stay as they are."""
        for i, letter in enumerate(text):
            if 0 <= y < self.height and 0 <= x + i < self.width:
                self._set(x + i, y, Glyph(letter, ink, ground or self.rows[y][x + i].ground, bold))

    def _set(self, x: int, y: int, glyph: Glyph) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = glyph

    def spot_at(self, x: int, y: int) -> str | None:
        return next((spot for spot, box in reversed(self.boxes.items()) if box.holds(x, y)), None)


def scale_for(scene: Scene, width: int, height: int) -> tuple[int, int]:
    """Characters per square, (across, down): as many as fit, but never so few that a spot becomes unreadable."""
    spots = [spot for spot in scene.spots if spot.drawn]
    narrow = min((spot.width / max(1, round(spot.width)) for spot in spots), default=1.0)
    low = min((spot.height / max(1, round(spot.height)) for spot in spots), default=1.0)
    least = math.ceil(1 / low), math.ceil(NARROWEST / narrow)
    for down in range(MAX_ROWS_PER_SQUARE, least[0] - 1, -1):
        across = max(least[1], round(down * ASPECT))
        if math.ceil(scene.width * across) <= width and math.ceil(scene.height * down) <= height:
            return across, down
    return least[1], least[0]


def draw(scene: Scene, art: str, scale: tuple[int, int], marks: Marks) -> Canvas:
    """The picture at `scale` characters per square, in the colours of the game's art."""
    across, down = scale
    canvas = Canvas(math.ceil(scene.width * across), math.ceil(scene.height * down))
    for zone in scene.zones:
        canvas.fill(_box(zone.x, zone.y, zone.width, zone.height, scale), colours.ZONE_BACKGROUND)
    spots = [spot for spot in scene.spots if spot.drawn]
    shades = _shades(spots)
    for spot in spots:
        box = canvas.boxes[spot.id] = _box(spot.x, spot.y, spot.width, spot.height, scale)
        canvas.fill(box, _ground(spot, marks)[shades[spot.id]])
    for label in scene.labels:
        x, y = round(label.x * across - len(label.text) / 2), int(label.y * down)
        canvas.write(x, y, label.text, colours.FAINT_COLOUR)
    lying = lying_on(scene.pieces)
    for spot in spots:
        _draw_pieces(canvas, spot, lying.get(spot.id, ()), scale, art)
        _draw_marks(canvas, canvas.boxes[spot.id], spot.id, marks)
    return canvas


def _box(x: float, y: float, width: float, height: float, scale: tuple[int, int]) -> CellRect:
    left, top = round((x - width / 2) * scale[0]), round((y - height / 2) * scale[1])
    right, bottom = round((x + width / 2) * scale[0]), round((y + height / 2) * scale[1])
    return CellRect(left, top, max(1, right - left), max(1, bottom - top))


def _shades(spots: Sequence[Spot]) -> dict[str, int]:
    """0 or 1 for each spot, alternating along the rows and columns of its zone, so that neighbours differ."""
    shades: dict[str, int] = {}
    for zone in {spot.zone for spot in spots}:
        own = [spot for spot in spots if spot.zone == zone]
        columns, rows = lanes(spot.x for spot in own), lanes(spot.y for spot in own)
        shades |= {spot.id: (lane(columns, spot.x) + lane(rows, spot.y)) % 2 for spot in own}
    return shades


def _ground(spot: Spot, marks: Marks) -> tuple[str, str]:
    if spot.id in marks.chosen:
        return colours.CLICKED_SHADES
    if spot.id in marks.open:
        return colours.OPEN
    return colours.LAST if spot.id in marks.last else colours.SPOT_SHADES


# ── Pieces ───────────────────────────────────────────────────────────────────
def _draw_pieces(canvas: Canvas, spot: Spot, pieces: Sequence[Piece], scale: tuple[int, int], art: str) -> None:
    width, height = spot.width / max(1, round(spot.width)), spot.height / max(1, round(spot.height))
    for (x, y), pile in piles(spot, pieces):
        box = _box(x, y, width, height, scale)
        if texts := [piece for piece in pile if piece.text]:
            _draw_pile(canvas, box, [(piece.text, colours.of_piece(art, piece.style)) for piece in texts])
        elif len(parts(spot)) > 1:
            canvas.write(box.x + (box.width - 1) // 2, box.y + (box.height - 1) // 2, "·", colours.FAINT_COLOUR)


def _draw_pile(canvas: Canvas, box: CellRect, pile: Sequence[tuple[str, str | None]]) -> None:
    """Chips from top to bottom, as many to a line as needed. If they do not fit, the last says how many more."""
    room = max(1, box.width - 2)  # the outer columns are the cursor's
    chips = [(text, ground or colours.FAINT_COLOUR) for text, ground in reversed(pile)]
    longest = max(len(text) for text, _ in chips)
    most = box.height * max(1, room // longest)
    if len(chips) > most:
        chips = [*chips[: most - 1], (f"+{len(chips) - most + 1}", colours.ZONE_BACKGROUND)]
    a_line = math.ceil(len(chips) / box.height)
    if a_line == 1:
        chips = [(f"{text:^{_chip_width(box, longest)}}", ground) for text, ground in chips]
    lines = [chips[i : i + a_line] for i in range(0, len(chips), a_line)]
    top = box.y + (box.height - len(lines)) // 2
    for row, line in enumerate(lines):
        x = box.x + (box.width - sum(len(text) for text, _ in line)) // 2
        if row == 0 and top > box.y:
            _draw_edge(canvas, x, top - 1, line, "▄")
        if row == len(lines) - 1 and top + row < box.y + box.height - 1:
            _draw_edge(canvas, x, top + row + 1, line, "▀")
        for text, ground in line:
            canvas.write(x, top + row, text, colours.ink_on(ground), ground, bold=True)
            x += len(text)


def _chip_width(box: CellRect, longest: int) -> int:
    """Columns of a chip: wider than its text where there is room, and such that it can be centred in its box."""
    width = min(box.width - 2, longest + (4 if box.height > 2 else 2))
    if (box.width - width) % 2 and width < box.width - 2:
        width += 1
    return max(longest, width)


def _draw_edge(canvas: Canvas, x: int, y: int, line: Sequence[tuple[str, str]], half: str) -> None:
    """Half a row more in the same colours, so that chips look like pieces rather than words."""
    for text, ground in line:
        canvas.write(x, y, half * len(text), ground)
        x += len(text)


# ── Marks ────────────────────────────────────────────────────────────────────
def _draw_marks(canvas: Canvas, box: CellRect, spot: str, marks: Marks) -> None:
    """Mark a spot with signs as well as colours: a dot if it is clickable, brackets around the cursor."""
    right, bottom = box.x + box.width - 1, box.y + box.height - 1
    if spot in marks.chosen:
        canvas.write(right, box.y, "◆", colours.CURSOR)
    elif spot in marks.open:
        canvas.write(right, box.y, "•", "#8fe3c8")
    if spot != marks.cursor:
        return
    signs = ("[", "]") if box.height == 1 else ("┏", "┓")
    canvas.write(box.x, box.y, signs[0], colours.CURSOR, bold=True)
    canvas.write(right, box.y, signs[1], colours.CURSOR, bold=True)
    if box.height > 1:
        canvas.write(box.x, bottom, "┗", colours.CURSOR, bold=True)
        canvas.write(right, bottom, "┛", colours.CURSOR, bold=True)

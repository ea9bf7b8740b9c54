"""Observations explained for readers: an index of a game's observation, and a picture of a position beside its numbers.

table(game)               Markdown: the fields of the flat array, with index, shape, range and meaning
picture(position, seat)   SVG: the scene of a seat, and each field of its observation drawn as grids
"""

import itertools
import re
import textwrap
from collections.abc import Iterator
from html import escape
from math import inf, prod
from typing import NamedTuple

import numpy as np

from rookery.core.observation import Slot, slots
from rookery.core.picture import to_svg
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.core.scene import plural
from rookery.search.checks import check_whole

# ── Measures, in pixels ──────────────────────────────────────────────────────
INDEX_WIDTH, INDEX_EDGE, BLOCK_GAP = 1040.0, 18.0, 22.0
MAX_SCENE_WIDTH = 540.0  # a scene is drawn no wider
STRIP_CELL, STRIP_PITCH = 13.0, 19.0  # the cell size of a field with one axis; the distance between two such fields
PLANE_WIDTH, MIN_CELL, MAX_CELL = 117.0, 5.0, 13.0  # preferred width of a plane; smallest and largest cell size
BLOCK_WORDS_WIDTH = 230.0  # room for the words of a field with planes
NAME_SIZE, TEXT_SIZE, SMALL_SIZE = 15.0, 12.5, 11.5  # font sizes
MEAN_LETTER_WIDTH, MEAN_CODE_WIDTH = 0.53, 0.62  # mean widths of letters, as a share of the font size

FROM_BOTTOM = "rows from the bottom"  # a field's meaning contains this if its first row is the lowest
_AXES = re.compile(r"\[([^\]]*)\] *")
_OPEN = re.compile(r"<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>")

STYLE = """
  :root { color-scheme: light dark }
  .see-paper { fill: light-dark(#fdfcfa, #16181d) } .see-none { fill: light-dark(#e9e5dd, #2a2e37) }
  .see-on { fill: light-dark(#1f5fa8, #7fb2f0) } .see-less { fill: light-dark(#b4531f, #f0a06a) }
  .see { font-family: system-ui, sans-serif; fill: light-dark(#23262d, #e8e6e1) }
  .see-soft { fill: light-dark(#6b6a67, #a09e99) } .see-code { font-family: ui-monospace, monospace; font-weight: 600 }
  .see-number { fill: light-dark(#ffffff, #10131a); font-weight: 600; text-anchor: middle }
"""


# ── The index ────────────────────────────────────────────────────────────────
def table(game: Game) -> str:
    """The fields of a game's observation, as a Markdown table. Raises CannotPlay for a game without observe.py."""
    rows = ["| numbers | field | shape | range | meaning |", "| ---: | --- | --- | --- | --- |"]
    for slot in slots(game.observation):
        shape = " × ".join(map(str, slot.shape)) or "one number"
        rows.append(f"| {_numbers(slot)} | `{slot.name}` | {shape} | {slot.low} .. {slot.high} | {slot.means} |")
    return "\n".join(rows) + "\n"


def _numbers(slot: Slot) -> str:
    return str(slot.start) if slot.stop == slot.start + 1 else f"{slot.start} .. {slot.stop - 1}"


def fields(position: Position, seat: int) -> dict[str, Array]:
    """Field name -> its numbers in their shape: the observation of a seat in a whole position (not a view).

    Raises CannotPlay for a view, and for a game without observe.py."""
    check_whole(position)
    flat = position.observation(seat).view(np.int8)
    return {slot.name: flat[slot.start : slot.stop].reshape(slot.shape) for slot in slots(position.game.observation)}


# ── The picture ──────────────────────────────────────────────────────────────
class Grid(NamedTuple):
    """Rows and columns of numbers, with a title above them."""

    numbers: Array  # [row, column]; the first row is drawn at the top
    title: str
    slot: Slot
    cell: float

    @property
    def width(self) -> float:
        return float(self.numbers.shape[1] * self.cell)

    @property
    def height(self) -> float:
        return float(self.numbers.shape[0] * self.cell)


class FieldBlock:
    """A field with two or more axes: its name and meaning, and below them its planes that are not empty."""

    def __init__(self, slot: Slot, numbers: Array, room: float) -> None:
        """`room`: the largest width, in pixels."""
        self.slot, self.grids = slot, list(_planes(slot, numbers))
        empty = prod(slot.shape[:-2]) - len(self.grids)
        told = slot.means
        if empty:
            told += f"; {empty} {plural(empty, 'plane')} more {plural(empty, 'is', 'are')} empty"
        across = sum(grid.width + BLOCK_GAP / 2 for grid in self.grids) - BLOCK_GAP / 2
        self.width = min(room, max(across, BLOCK_WORDS_WIDTH))
        self.lines = textwrap.wrap(told, int(self.width / SMALL_SIZE / MEAN_LETTER_WIDTH))
        self.places = list(self._places(NAME_SIZE + 11 + len(self.lines) * (SMALL_SIZE + 3)))
        self.height = max(y + grid.height for (_, y), grid in zip(self.places, self.grids, strict=True))

    def _places(self, y: float) -> Iterator[tuple[float, float]]:
        """The top left corners of the grids, row by row."""
        x, high, above = 0.0, 0.0, SMALL_SIZE + 3 if self.grids[0].title else 0.0
        for grid in self.grids:
            if x and x + grid.width > self.width + 0.5:
                x, y, high = 0.0, y + high + above + BLOCK_GAP / 3, 0.0
            yield x, y + above
            x, high = x + grid.width + BLOCK_GAP / 2, max(high, grid.height)

    def drawn(self, x: float, y: float) -> Iterator[str]:
        yield _text(x, y + NAME_SIZE - 2, self.slot.name, NAME_SIZE, "see see-code")
        yield _text(
            x + len(self.slot.name) * NAME_SIZE * MEAN_CODE_WIDTH + 8,
            y + NAME_SIZE - 2,
            _numbers(self.slot),
            SMALL_SIZE,
            "see see-soft",
        )
        for i, line in enumerate(self.lines):
            yield _text(x, y + NAME_SIZE + 4 + (i + 1) * (SMALL_SIZE + 3) - 4, line, SMALL_SIZE, "see see-soft")
        for (right, down), grid in zip(self.places, self.grids, strict=True):
            if grid.title:
                yield _text(x + right, y + down - 4, grid.title, SMALL_SIZE - 1, "see")
            yield from _grid(grid, x + right, y + down)


def _planes(slot: Slot, numbers: Array) -> Iterator[Grid]:
    """The planes that are not empty; if all are, the first one."""
    *leading, rows, columns = slot.shape
    axes = found[1].split(", ") if (found := _AXES.match(slot.means)) else []
    on_board = leading or axes[-1:] == ["column"]
    cell = min(MAX_CELL, max(MIN_CELL, PLANE_WIDTH // max(rows, columns))) if on_board else MAX_CELL
    places = list(itertools.product(*map(range, leading)))
    for place in [place for place in places if numbers[place].any()] or places[:1]:
        words = ", ".join(f"{axis} {number}" for axis, number in zip(axes, place, strict=False))
        fits = len(words) * (SMALL_SIZE - 1) * MEAN_LETTER_WIDTH <= columns * cell + BLOCK_GAP / 2 - 4
        plane = numbers[place][::-1] if FROM_BOTTOM in slot.means else numbers[place]
        yield Grid(plane, words if fits else ", ".join(map(str, place)), slot, cell)


def picture(position: Position, seat: int) -> str:
    """A position as a seat sees it, beside its observation as grids of numbers; a complete SVG document.

    `position`: a whole one, not a view. Raises CannotPlay for a view, and for a game without observe.py."""
    seen, index = fields(position, seat), slots(position.game.observation)
    view = position.view(seat)
    scene = view.scene(seat, seat).idle()
    strips = [slot for slot in index if len(slot.shape) < 2]
    high = len(strips) * STRIP_PITCH
    scale = min(MAX_SCENE_WIDTH / scene.width, max(high, MAX_SCENE_WIDTH) / scene.height)
    wide, tall = scene.width * scale, scene.height * scale
    opening = f'<svg x="{INDEX_EDGE:g}" y="{INDEX_EDGE:g}" width="{wide:.1f}" height="{tall:.1f}" \\1>'
    parts = [_OPEN.sub(opening, to_svg(scene, view.game.art), count=1)]
    beside = INDEX_EDGE + wide + BLOCK_GAP
    for i, slot in enumerate(strips):
        parts += _strip(
            slot, seen[slot.name], beside, INDEX_EDGE + i * STRIP_PITCH, max(len(slot.name) for slot in strips)
        )
    left = [(slot, seen[slot.name]) for slot in index if len(slot.shape) > 1]
    # fill the corner below the shorter column first, then the full width
    bottom = INDEX_EDGE + max(tall, high) + BLOCK_GAP
    corner = (beside, INDEX_EDGE + high + BLOCK_GAP, INDEX_WIDTH - INDEX_EDGE - beside, bottom)
    if high > tall:
        corner = (INDEX_EDGE, INDEX_EDGE + tall + BLOCK_GAP, wide, bottom)
    placed = list(_flow(left, *corner))
    placed += _flow(left[len(placed) :], INDEX_EDGE, bottom, INDEX_WIDTH - 2 * INDEX_EDGE, inf)
    for block, x, y in placed:
        parts += block.drawn(x, y)
        bottom = max(bottom, y + block.height + BLOCK_GAP)
    cells = {STRIP_CELL, *(grid.cell for block, _, _ in placed for grid in block.grids)}
    told = f"What seat {seat} sees of a position of {view.game.facts.name}, as a picture and as numbers"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {INDEX_WIDTH:g} {bottom:.1f}" width="{INDEX_WIDTH:g}" '
        f'height="{bottom:.1f}" role="img" aria-label="{escape(told)}"><title>{escape(told)}</title>'
        f"<style>{STYLE}</style><defs>{_patterns(cells)}</defs>"
        f'<rect class="see-paper" width="{INDEX_WIDTH:g}" height="{bottom:.1f}" rx="10"/>'
    )
    return "\n".join([head, *parts, "</svg>\n"])


def _flow(
    fields: list[tuple[Slot, Array]], x: float, y: float, room: float, limit: float
) -> Iterator[tuple[FieldBlock, float, float]]:
    """Arrange fields as blocks in rows, from (x, y) on, while rows end above `limit`. Yields (block, x, y)."""
    while fields:
        row: list[FieldBlock] = []
        for slot, numbers in fields:
            block = FieldBlock(slot, numbers, room)
            if row and sum(b.width + BLOCK_GAP for b in row) + block.width > room:
                break
            row.append(block)
        high = max(block.height for block in row)
        if y + high > limit:
            return
        right = x
        for block in row:
            yield block, right, y
            right += block.width + BLOCK_GAP
        fields, y = fields[len(row) :], y + high + BLOCK_GAP


def _strip(slot: Slot, numbers: Array, x: float, y: float, letters: int) -> Iterator[str]:
    """A field with one axis, or a single number. If there is room, its meaning or the names of the chosen values."""
    yield _text(x, y + STRIP_CELL - 3, slot.name, TEXT_SIZE, "see see-code")
    grid = Grid(numbers.reshape(1, -1), "", slot, STRIP_CELL)
    x += letters * TEXT_SIZE * MEAN_CODE_WIDTH + 10
    yield from _grid(grid, x, y)
    words = _AXES.sub("", slot.means)
    choices = words.rpartition(": ")[2].split(", ")
    if numbers.any() and len(choices) == numbers.size > 1:
        words = ", ".join(choices[i] for i in np.flatnonzero(numbers))
    x += grid.width + 8
    if x + len(words) * SMALL_SIZE * MEAN_LETTER_WIDTH <= INDEX_WIDTH - INDEX_EDGE:
        yield _text(x, y + STRIP_CELL - 3, words, SMALL_SIZE, "see see-soft")


def _grid(grid: Grid, x: float, y: float) -> Iterator[str]:
    """Fill the cells that are not 0. If the field can exceed 1, write the number into the cell."""
    cell = grid.cell
    yield f'<g transform="translate({x:.1f} {y:.1f})">'
    yield f'<rect width="{grid.width:g}" height="{grid.height:g}" fill="url(#see-{cell:g})"/>'
    counts = grid.slot.high > 1 or grid.slot.low < 0
    for value in np.unique(grid.numbers[grid.numbers != 0]).tolist():
        places = np.argwhere(grid.numbers == value)
        path = "".join(f"M{c * cell:g} {r * cell:g}h{cell - 1:g}v{cell - 1:g}h{1 - cell:g}z" for r, c in places)
        yield f'<path class="see-{"on" if value > 0 else "less"}" d="{path}"/>'
        if counts:
            size = cell * (0.78 if abs(value) < 10 else 0.62)
            middle = (cell - 1) / 2
            yield from (
                _text(c * cell + middle, r * cell + middle + size * 0.35, str(value), size, "see see-number")
                for r, c in places
            )
    yield "</g>"


def _patterns(cells: set[float]) -> str:
    """SVG patterns that draw empty cells of these sizes."""
    return "".join(
        f'<pattern id="see-{cell:g}" width="{cell:g}" height="{cell:g}" patternUnits="userSpaceOnUse">'
        f'<rect class="see-none" width="{cell - 1:g}" height="{cell - 1:g}"/></pattern>'
        for cell in sorted(cells)
    )


def _text(x: float, y: float, text: str, size: float, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" font-size="{size:.4g}">{escape(text)}</text>'

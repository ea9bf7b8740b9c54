"""Shapes of plans and demands: their drawings, and their orientations.

A drawing has the rows from top to bottom, separated by "/". "." is a gap; every other character is a box. Boxes are
numbered from 0 in reading order, which is the printed order.
"""

import functools
from typing import NamedTuple

MOST_BOXES, FEWEST_BOXES = 6, 2  # of a shape; with two boxes, one still remains when another is left out
WIDEST = 6  # most columns and rows of a drawing, as many as the white boxes have
TURNS = 4
LOOKS = 2 * TURNS  # 0 .. 3: so many quarter turns clockwise; 4 .. 7: the same after mirroring left to right

# Shapes with a name: a letter that they resemble, and their number of boxes
NAMED = {
    "I2": "##", "I3": "###", "V3": "##/#.",
    "I4": "####", "O4": "##/##", "L4": "###/#..", "T4": "###/.#.", "S4": "##./.##",
    "I5": "#####", "P5": "###/##.", "L5": "####/#...", "V5": "###/#../#..", "U5": "###/#.#", "T5": "###/.#./.#.",
    "W5": "##./.##/..#", "Y5": "####/.#..", "N5": "###./..##", "Z5": "##./.#./.##", "X5": ".#./###/.#.",
    "F5": ".##/##./.#.",
    "2x3": "###/###", "I6": "######",
}  # fmt: skip  # one row per size


class Shape(NamedTuple):
    """Boxes within the smallest rectangle around them."""

    height: int
    width: int
    boxes: tuple[tuple[int, int], ...]  # [box] row and column, from the top left of that rectangle


def drawn(drawing: str) -> tuple[Shape, str]:
    """The shape of a drawing and the characters in its boxes, in printed order. Raises ValueError if it is not a shape
    of FEWEST_BOXES to MOST_BOXES boxes."""
    rows = drawing.split("/")
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"{drawing!r} is not a shape: its rows differ in length")
    height, width = len(rows), len(rows[0])
    boxes = tuple((r, c) for r in range(height) for c in range(width) if rows[r][c] != ".")
    if not FEWEST_BOXES <= len(boxes) <= MOST_BOXES:
        raise ValueError(f"{drawing!r} has {len(boxes)} boxes; a shape has {FEWEST_BOXES} to {MOST_BOXES}")
    if max(height, width) > WIDEST:
        raise ValueError(f"{drawing!r} is too large; a shape is at most {WIDEST} boxes wide and high")
    if {r for r, _ in boxes} != set(range(height)) or {c for _, c in boxes} != set(range(width)):
        raise ValueError(f"{drawing!r} has an empty row or column")
    return Shape(height, width, boxes), "".join(rows[r][c] for r, c in boxes)


@functools.lru_cache(4096)
def oriented(shape: Shape, which: int) -> Shape:
    """A shape in one of its LOOKS orientations; its boxes keep their numbers."""
    height, width, boxes = shape
    if which >= TURNS:
        boxes = tuple((r, width - 1 - c) for r, c in boxes)
    for _ in range(which % TURNS):
        height, width, boxes = width, height, tuple((c, height - 1 - r) for r, c in boxes)
    return Shape(height, width, boxes)


def different(shape: Shape, contents: tuple[int, ...], allowed: tuple[int, ...]) -> tuple[int, ...]:
    """The allowed orientations that differ from all earlier ones, boxes compared with their contents."""
    seen, ways = set[frozenset[tuple[tuple[int, int], int]]](), list[int]()
    for which in allowed:
        seen_as = frozenset(zip(oriented(shape, which).boxes, contents, strict=True))
        if seen_as not in seen:
            seen.add(seen_as)
            ways.append(which)
    return tuple(ways)

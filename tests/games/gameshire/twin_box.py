"""What lies in the box, as the slow twin sees it: cards, maps and wrinkles of a set file, boxes and shapes.

Written from the rulebook and the set's own comments; shares no code with the fast rules. `GS-xx` are the rule IDs.

Boxes of a map are named by column and row; Z, G, 0 and 7 are the grey border, where nothing grows in Spring:

         Z  A  B  C  D  E  F  G
      0  .  .  .  .  .  .  .  .
      1  .  w  w  w  w  w  w  .
         ...                        w: white
      6  .  w  w  w  w  w  w  .
      7  .  .  .  .  .  .  .  .

Values are one letter each: crops W O R P G Y, cows 1 to 6. Cards and wrinkles are numbered from 1, as
they stand in the file.
"""

import functools
import itertools
import os
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import rookery
from rookery.core.environment import COMPONENTS
from rookery.games.gameshire.components.shapes import NAMED

Square = str  # "A1"
Value = str  # "W" or "4"

FOLDER = Path(rookery.__file__).parent / "games" / "gameshire"

COLUMNS, ROWS = "ZABCDEFG", "01234567"
SQUARES = [column + row for row in ROWS for column in COLUMNS]  # in reading order
WHITE = frozenset(square for square in SQUARES if square[0] in "ABCDEF" and square[1] in "123456")  # GS-05
CROPS, COWS = "WORPGY", "123456"  # GS-01
VALUES = CROPS + COWS
LINES: dict[str, list[Square]] = {  # the six white boxes of each column and each row (GS-17)
    **{column: [column + row for row in "123456"] for column in "ABCDEF"},
    **{row: [column + row for column in "ABCDEF"] for row in "123456"},
}


# ── Cards and maps ───────────────────────────────────────────────────────────
@dataclass(frozen=True)
class Map:
    """One player's sheet before anything is written on it (GS-05)."""

    crowns: dict[str, Square]  # column -> where its crown is
    hammers: frozenset[Square]


class Wrinkle(NamedTuple):
    """One of the twelve (GS-04)."""

    colour: str
    effect: str
    amount: int


@dataclass(frozen=True)
class Demand:
    """The Autumn side of a season card (GS-03)."""

    drawing: str  # "###/#.."
    asks: tuple[str, ...]  # "different crops 3"


@dataclass(frozen=True)
class Box:
    """One set of components. Cards are numbered from 1; entry 0 of each list is unused."""

    resources: list[tuple[Value, Value]]  # [18 + 1] a crop and a cow (GS-02)
    plans: list[str]  # [20 + 1] Spring sides, "#YG" or "Y3/#." (GS-03)
    demands: dict[int, list[Demand]]  # number of players -> [20 + 1] Autumn sides
    wrinkles: list[Wrinkle]  # [12 + 1]
    maps: list[Map]  # [6], by seat


def _map(rows: list[str]) -> Map:
    """A map from six rows of six boxes: "c" a crown, "h" a hammer."""
    marks = {"ABCDEF"[x] + "123456"[y]: mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    crowns = {square[0]: square for square, mark in marks.items() if mark == "c"}
    return Map(crowns, frozenset(square for square, mark in marks.items() if mark == "h"))


def _demand(text: str) -> Demand:
    """A demand from "L4: different crops 3, filled 4"."""
    shape, asks = text.split(":")
    return Demand(drawing(shape.strip()), tuple(ask.strip() for ask in asks.split(",")))


def drawing(shape: str) -> str:
    """A shape's drawing; how the named ones lie in print is data of the set's format."""
    return NAMED.get(shape, shape)


@functools.cache
def read_box(name: str) -> Box:
    """The set of that name: it comes with the game, or an owner of the box has added it."""
    folder = FOLDER if name == "house" else Path(os.environ[COMPONENTS]) / FOLDER.name
    data: dict[str, Any] = tomllib.loads((folder / f"set_{name}.toml").read_text("utf-8"))
    decks = {int(players): [_demand(text) for text in data["demands"][deck]] for players, deck in data["decks"].items()}
    unused = Demand("", ())
    return Box(
        [("", ""), *((text[0], text[1]) for text in data["resources"])],
        ["", *(card["spring"] for card in data["season"])],
        {players: [unused, *deck] for players, deck in decks.items()},
        [Wrinkle("", "", 0), *(Wrinkle(w["colour"], w["effect"], w.get("amount", 1)) for w in data["wrinkle"])],
        [_map(each["rows"]) for each in data["map"]],
    )


# ── Shapes on a map ──────────────────────────────────────────────────────────
Shape = list[tuple[int, int]]  # row and column of each box, in printed order (reading order)


def printed(picture: str) -> tuple[Shape, list[str]]:
    """The boxes of a card as printed, and what is printed in each."""
    boxes = [(y, x, mark) for y, row in enumerate(picture.split("/")) for x, mark in enumerate(row) if mark != "."]
    return [(y, x) for y, x, _ in boxes], [mark for *_, mark in boxes]


def mirrored(shape: Shape) -> Shape:
    """Left and right change sides."""
    width = max(x for _, x in shape)
    return [(y, width - x) for y, x in shape]


def quarter_turn(shape: Shape) -> Shape:
    """Turned clockwise."""
    height = max(y for y, _ in shape)
    return [(x, height - y) for y, x in shape]


def orientations(shape: Shape, contents: list[str], may_turn: bool = True, may_mirror: bool = True) -> list[Shape]:
    """The different ways to lay a shape (GS-12, GS-41): the four turns, then those of its mirror image."""
    ways, seen = [], set()
    for start in (shape, mirrored(shape))[: 1 + may_mirror]:
        for turns in range(4 if may_turn else 1):
            way = start
            for _ in range(turns):
                way = quarter_turn(way)
            if (look := frozenset(zip(way, contents, strict=True))) not in seen:
                seen.add(look)
                ways.append(way)
    return ways


@functools.cache
def placements(picture: str, may_turn: bool, may_mirror: bool, with_contents: bool) -> list[tuple[Square, ...]]:
    """Every way to lay a card on the 8 x 8 boxes of a map: the squares of its boxes, in printed order.

    `with_contents`: ways that differ only in which contents lie where are different (Spring)."""
    shape, contents = printed(picture)
    ways = orientations(shape, contents if with_contents else [""] * len(shape), may_turn, may_mirror)
    laid = []
    for way, down, right in itertools.product(ways, range(8), range(8)):
        at = [(y + down, x + right) for y, x in way]
        if max(max(place) for place in at) < 8:
            laid.append(tuple(COLUMNS[x] + ROWS[y] for y, x in at))
    return laid


# ── Requirements ─────────────────────────────────────────────────────────────
@functools.cache
def meets(ask: str, values: str) -> bool:
    """Whether an area that holds these values, " " for each blank box, has what is asked (GS-41)."""
    crops, cows = [v for v in values if v in CROPS], [v for v in values if v in COWS]
    filled = crops + cows
    if ask == "no blanks":
        return " " not in values
    if ask == "no two equal crops":
        return len(set(crops)) == len(crops)
    words, number = ask.rsplit(" ", 1)
    most = {name: max(Counter(group).values(), default=0) for name, group in zip("fcw", (filled, crops, cows))}
    reached = {
        "crops": len(crops),
        "cows": len(cows),
        "filled": len(filled),
        "different crops": len(set(crops)),
        "different cows": len(set(cows)),
        "different values": len(set(filled)),
        "alike": most["f"],
        "alike crops": most["c"],
        "alike cows": most["w"],
        "pairs": sum(count // 2 for count in Counter(filled).values()),
        "total": sum(map(int, cows)),
    }
    return reached[words] >= int(number)

"""Demands: each part of a requirement in the words of set files, and as the four numbers that kernels read.

L4: crops 2, different cows 3     the name or the drawing (###/#..) of a shape, then what its boxes must hold

crops n   cows n   filled n                                  at least n boxes hold a crop, a cow or any value
different crops n   different cows n   different values n    at least n different ones
alike n   alike crops n   alike cows n                       one value occurs at least n times
pairs n                                                      n pairs of boxes with equal values; pairs share no box
total n                                                      the cows add up to at least n
no blanks                                                    every box holds a value
no two equal crops                                           no crop occurs twice
"""

from typing import NamedTuple

from rookery.games.gameshire.components.shapes import NAMED, Shape, drawn

# Lowest and highest value: 1 .. 6 are W O R P G Y, 7 .. 12 are cows "1" .. "6"
CROP_VALUES, COW_VALUES, ANY_VALUES = (1, 6), (7, 12), (1, 12)
MOST_COWS = 6  # in one box
MOST_PARTS = 4  # in a requirement


class Asks(NamedTuple):
    """The demand of a part of a requirement on the boxes that hold a value from `low` to `high`."""

    NOTHING: int
    COUNT: int
    DIFFERENT: int
    ALIKE: int
    PAIRS: int
    TOTAL: int
    FULL: int
    UNLIKE: int


ASKS = Asks(*range(8))


_COUNTED = {
    "crops": (ASKS.COUNT, *CROP_VALUES), "cows": (ASKS.COUNT, *COW_VALUES), "filled": (ASKS.COUNT, *ANY_VALUES),
    "different crops": (ASKS.DIFFERENT, *CROP_VALUES), "different cows": (ASKS.DIFFERENT, *COW_VALUES),
    "different values": (ASKS.DIFFERENT, *ANY_VALUES),
    "alike": (ASKS.ALIKE, *ANY_VALUES),
    "alike crops": (ASKS.ALIKE, *CROP_VALUES), "alike cows": (ASKS.ALIKE, *COW_VALUES),
    "pairs": (ASKS.PAIRS, *ANY_VALUES), "total": (ASKS.TOTAL, *COW_VALUES),
}  # fmt: skip  # one row per way to count
_PLAIN = {"no blanks": (ASKS.FULL, *ANY_VALUES), "no two equal crops": (ASKS.UNLIKE, *CROP_VALUES)}


class Part(NamedTuple):
    """One part of a requirement."""

    asks: int  # ASKS.COUNT .. ASKS.UNLIKE
    low: int
    high: int
    amount: int  # 0 if the words have no number


class Demand(NamedTuple):
    """The Autumn side of a season card."""

    shape: Shape
    shape_words: str  # as the set file writes it
    words: str  # the requirement, also as the set file writes it
    parts: tuple[Part, ...]


def read_demand(text: str) -> Demand:
    """The demand that a line of a set file describes. Raises ValueError with the reason if it describes none."""
    name, colon, words = text.partition(":")
    name = name.strip()
    parts = tuple(_part(word) for word in words.split(",")) if colon and words.strip() else ()
    if not 1 <= len(parts) <= MOST_PARTS:
        raise ValueError(
            f'{text!r} is not a demand; a demand looks like "L4: crops 3", with 1 to {MOST_PARTS} requirements'
        )
    if name not in NAMED and not set(name) <= set("#./"):
        raise ValueError(f"{name!r} is not a shape; draw it as ###/#.. or use one of {', '.join(NAMED)}")
    shape, _ = drawn(NAMED.get(name, name))
    _must_be_possible(text, parts, len(shape.boxes))
    return Demand(shape, name, " ".join(words.split()), parts)


def _part(text: str) -> Part:
    words = text.split()
    if (plain := " ".join(words)) in _PLAIN:
        return Part(*_PLAIN[plain], 0)
    name = " ".join(words[:-1])
    if name not in _COUNTED or not words[-1].isdecimal():
        known = ", ".join([*(f"{name} n" for name in _COUNTED), *_PLAIN])
        raise ValueError(f"{plain!r} is not a requirement; the requirements are {known}")
    return Part(*_COUNTED[name], int(words[-1]))


def _must_be_possible(text: str, parts: tuple[Part, ...], boxes: int) -> None:
    most = dict.fromkeys((ASKS.COUNT, ASKS.DIFFERENT, ASKS.ALIKE), boxes)
    most |= {ASKS.PAIRS: boxes // 2, ASKS.TOTAL: boxes * MOST_COWS}
    for part in parts:
        if part.asks in most and not 1 <= part.amount <= min(most[part.asks], _values(part)):
            raise ValueError(f"{text!r} cannot be met with {boxes} boxes, or asks for nothing")
    counts = [part for part in parts if part.asks in (ASKS.COUNT, ASKS.DIFFERENT)]
    crops = max((part.amount for part in counts if part[1:3] == CROP_VALUES), default=0)
    cows = max((part.amount for part in counts if part[1:3] == COW_VALUES), default=0)
    if crops + cows > boxes:
        raise ValueError(f"{text!r} cannot be met with {boxes} boxes")


def _values(part: Part) -> int:
    """An upper limit of the amount of a part: for DIFFERENT the number of values, else more than any part can ask."""
    return part.high - part.low + 1 if part.asks == ASKS.DIFFERENT else MOST_COWS * MOST_COWS

"""Positions of Gameshire as text; reading.py reads them.

Season, what is to be done, the seat whose turn it is, then the maps, rows from the top ("." blank, "x" crossed
out). What else there is follows as name:value in this order; what is not there or nothing is left away.

    shaded       of each map 16 hexadecimal digits, two a row
    market       place by place season card + resource card; "-" an empty place        top       season card
    seasons, resources      cards discarded                                             seen, came     wrinkles
    gifts        column by column value@seat that chose it                              delivered      columns
    learned      skills           uses, spent    of skills, boons         boons          seat by seat, columns and rows
    out          seats            chosen         place                    records, asked, user            seats
    back         what is to be done after erase or write   left   boxes, gifts or pairs still to do
    omit         O is in force    covered        columns                  wrinkle        that is being resolved

    spring choose 2 ......../......../......../......../......../......../......../........ market:12+5,3+7,9+1 top:8
"""

from typing import Any

from rookery.games.gameshire.components.sets import CROPS, VALUES
from rookery.games.gameshire.rules import table
from rookery.games.gameshire.rules.table import NONE, SIDE, SQUARES
from rookery.games.gameshire.text.words import COLUMNS, PLACE_NAMES

SEASONS = ("spring", "autumn")  # as table.py numbers them
PHASES = (
    "begin",
    "pick",
    "top",
    "resource",
    "choose",
    "record",
    "crown",
    "erase",
    "write",
    "shade",
    "deliver",
    "refresh",
    "cross",
    "forget",
    "over",
)
COLUMN_NAMES = COLUMNS[1:-1]  # of white boxes
LINE_NAMES = (*COLUMN_NAMES, *(str(row) for row in range(1, table.FIELD + 1)))
CROSSED = "x"
_BLANK = "/".join(["." * SIDE] * SIDE)
POSITION_FORM = f"positions look like spring begin 1 {_BLANK},{_BLANK}"


# ── Writing ──────────────────────────────────────────────────────────────────
def position_text(pos: Any) -> str:
    """The position as one line."""
    seats = range(pos.players)
    maps = ",".join(_map_text(pos, seat) for seat in seats)
    gifts = [f"{VALUES[v]}@{s + 1}" if v else "-" for v, s in zip(pos.gifts, pos.giver)]
    boons = ["".join(LINE_NAMES[line] for line in _bits(pos.boons[seat])) or "-" for seat in seats]
    values = {
        "shaded": ",".join(_rows(pos.shaded[seat]) for seat in seats) if any(pos.shaded[: pos.players]) else "",
        "market": _market_text(pos),
        "top": _one(pos.top),
        "seasons": _many(pos.season_discard),
        "resources": _many(pos.resource_discard),
        "seen": _many(pos.picked),
        "came": _many(pos.drawn),
        "gifts": ",".join(gifts) if any(pos.gifts) else "",
        "delivered": _letters(COLUMN_NAMES, pos.delivered),
        "learned": _letters(CROPS, pos.learned),
        "uses": _number(pos.uses),
        "spent": _number(pos.spent),
        "boons": ",".join(boons) if any(pos.boons) else "",
        "out": _many(pos.out),
        "chosen": PLACE_NAMES[pos.chosen] if pos.chosen != NONE else "",
        "records": _one(pos.recorder),
        "asked": _one(pos.asked),
        "user": _one(pos.user),
        "back": PHASES[pos.back] if pos.back else "",
        "left": _number(pos.left),
        "omit": _number(pos.omit),
        "covered": _letters(COLUMN_NAMES, pos.covered),
        "wrinkle": _one(pos.wrinkle),
    }
    told = [f"{name}:{value}" for name, value in values.items() if value]
    return " ".join([SEASONS[pos.season], PHASES[pos.phase], str(pos.turn + 1), maps, *told])


def _map_text(pos: Any, seat: int) -> str:
    letters = [VALUES[value] for value in pos.boxes[seat]]
    for square in _bits(pos.crossed[seat] % (1 << SQUARES)):
        letters[square] = CROSSED
    return "/".join("".join(letters[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))


def _rows(mask: int) -> str:
    """A set of squares, two hexadecimal digits a row, the leftmost square first."""
    there = _bits(mask % (1 << SQUARES))
    return f"{sum(1 << (SQUARES - 1 - square) for square in there):016x}"


def _market_text(pos: Any) -> str:
    pairs = [(season, resource) for season, resource in zip(pos.market, pos.under)]
    texts = [_one(season) + ("+" + _one(resource) if resource != NONE else "") or "-" for season, resource in pairs]
    while texts and texts[-1] == "-":
        texts.pop()
    return ",".join(texts)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(SQUARES) if mask >> bit & 1]


def _one(number: int) -> str:
    return "" if number == NONE else str(number + 1)


def _many(mask: int) -> str:
    return "+".join(str(bit + 1) for bit in _bits(mask))


def _letters(names: str, mask: int) -> str:
    return "".join(names[bit] for bit in _bits(mask))


def _number(number: int) -> str:
    return str(number) if number else ""

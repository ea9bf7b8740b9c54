"""Names and phrases that the scene and the notation of Gameshire share: squares, values, gifts, states of farms."""

import functools
from typing import NamedTuple

from rookery.core.scene import plural
from rookery.games.gameshire.components import demands, sets
from rookery.games.gameshire.components.sets import VALUE_LETTERS
from rookery.games.gameshire.components.shapes import Shape
from rookery.games.gameshire.facts import FARM_NAMES
from rookery.games.gameshire.rules import layout, spring
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE

COLUMNS = "ZABCDEFG"
CROP_WORDS = ("white berries", "orange peppers", "red radishes", "purple root", "green grapes", "yellow yams")
VALUE_WORDS = ("blank", *CROP_WORDS, *(f"cow {number}" for number in sets.COW_DIGITS))  # [value]
SKILL_WORDS = ("erase", "leave out", "write", "new card", "add plan", "bring back")  # [skill] the label of its square
SKILL_HELP = (  # [skill]
    "everybody may erase one box, or remove the shading of one",
    "all players who have yet to write this card may leave out one box",
    "everybody may write a value of their choice in a blank box",
    "one resource card on the market is replaced by a new one",
    "one more pair comes to the market",
    "one discarded season card comes back to the market",
)
PLACE_NAMES = ("left", "centre", "right", *(f"extra{n}" for n in range(1, layout.PLACES - 2)))  # [place] in notation
PLACE_WORDS = tuple(name.replace("extra", "extra ") for name in PLACE_NAMES)


def square_name(square: int) -> str:
    """The name of a square, as "B3"; columns Z and G and rows 0 and 7 are the border."""
    return _NAMES[square]


_NAMES = tuple(f"{column}{row}" for row in range(layout.SIDE) for column in COLUMNS)


def square_named(name: str) -> int:
    """The square of that name. Raises ValueError if there is none."""
    return _NAMES.index(name)


def line_name(line: int) -> str:
    return f"column {COLUMNS[line + 1]}" if line < layout.FIELD else f"row {line - layout.FIELD + 1}"


def season(pos: State) -> str:
    return "autumn" if pos.season == layout.AUTUMN else "spring"


def box(pos: State) -> sets.Set:
    """The set of components that this table uses."""
    return layout.BOXES[int(pos.set)]


def cards_of(pos: State) -> tuple[int, int, int]:
    """The set, the deck and the season: they decide the drawing and the words of a season card."""
    return pos.set, pos.deck, pos.season


def demand(pos: State, card: int) -> demands.Demand:
    return box(pos).demands[int(pos.deck)][card]


def chosen_shape(pos: State) -> Shape:
    """The shape of the card that is being recorded, as printed."""
    card = pos.market[max(0, pos.chosen)]
    return demand(pos, card).shape if pos.season == layout.AUTUMN else box(pos).plans[card].shape


# ── Boxes of maps ────────────────────────────────────────────────────────────
VALUE_MASK = 15  # the bits of the contents of a box that hold its value; all higher bits are signs


class Signs(NamedTuple):
    """The signs on a box, each one bit of its contents."""

    SHADED: int = 16
    CROSSED: int = 32
    CROWN: int = 64
    CHOSEN: int = 128  # the gift of the crown's column is chosen
    HAMMER: int = 256


SIGN = Signs()


def contents(pos: State, seat: int) -> list[int]:
    """[square] the contents of a farm's map: a value, and the bits of SIGN."""
    boxes = list(pos.boxes[seat])
    for sign, squares in ((SIGN.SHADED, pos.shaded), (SIGN.CROSSED, pos.crossed), (SIGN.HAMMER, _HAMMERS[pos.set])):
        left = squares[seat] & _ALL_BOXES
        while left:
            boxes[(left & -left).bit_length() - 1] |= sign
            left &= left - 1
    for square, gift in zip(_CROWNS[pos.set][seat], pos.gifts, strict=True):
        boxes[square] |= SIGN.CROWN if gift == layout.BLANK else SIGN.CROWN | SIGN.CHOSEN
    return boxes


_ALL_BOXES = (1 << layout.SQUARES) - 1
_HAMMERS: list[list[int]] = layout.HAMMERS.tolist()
_CROWNS: list[list[list[int]]] = layout.CROWN_AT.tolist()


def is_white(square: int) -> bool:
    return bool(_WHITE >> square & 1)


_WHITE = int(layout.WHITE)


@functools.lru_cache(4096)
def square_words(square: int, content: int) -> str:
    """The contents of a square in words, as "B3: white berries, shaded"."""
    there = ["crossed out" if content & SIGN.CROSSED else VALUE_WORDS[content & VALUE_MASK]]
    if content & SIGN.SHADED:
        there.append("shaded")
    if not content & VALUE_MASK:
        if content & SIGN.CROWN:
            there.append("crown, its gift is chosen" if content & SIGN.CHOSEN else "crown")
        if content & SIGN.HAMMER:
            there.append("hammer")
        if not is_white(square):
            there.append("border")
    return f"{square_name(square)}: {', '.join(there)}"


# ── Gifts, boons, farms ──────────────────────────────────────────────────────
def gift_words(pos: State, column: int) -> str:
    """A gift and its state, as "Gift of column C: cow 4, chosen by Birch farm, delivered"."""
    value, name = pos.gifts[column], f"Gift of column {COLUMNS[column + 1]}"
    if not value:
        return f"{name}: not chosen yet"
    told = f"{name}: {VALUE_WORDS[value]}, chosen by {FARM_NAMES[pos.giver[column]]}"
    return told + (", delivered" if pos.delivered >> column & 1 else "")


def gift_name(pos: State, column: int) -> str:
    """A chosen gift, as "purple root (gift of column A)"."""
    return f"{VALUE_WORDS[pos.gifts[column]]} (gift of column {COLUMNS[column + 1]})"


def given(pos: State, seat: int) -> int:
    """The number of gifts that a seat has chosen."""
    return [*pos.giver].count(seat)


def gifts_done(pos: State) -> str:
    """The number of gifts chosen, or in Autumn delivered: "3 of 6"."""
    if pos.season == layout.AUTUMN:
        return f"{pos.delivered.bit_count()} of 6"
    return f"{sum(1 for value in pos.gifts if value)} of 6"


def share(pos: State) -> str:
    """The number of gifts that each seat may choose (GS-14): "3", or "1 or 2"."""
    low, more = spring.fair_share(pos.players)
    return f"{low} or {low + 1}" if more else str(low)


def gifts_of_share(pos: State) -> str:
    """ "gift" or "gifts", whichever follows the number of `share`."""
    return "gift" if share(pos) == "1" else "gifts"


def boons(number: int) -> str:
    return f"{number} {plural(number, 'boon')}"


def gifts(number: int) -> str:
    return f"{number} {plural(number, 'gift')}"


def asked_gift(pos: State) -> int:
    """The column of the gift for which a box is being shaded (GS-40), or NONE."""
    return layout.GIFTS - pos.left if pos.phase == PHASE.SHADING else layout.NONE


def state(pos: State, seat: int, mover: int | None) -> str:
    """The present task of a farm, in a few words. `mover`: the seat to decide, or None."""
    if pos.phase == PHASE.ENDED:
        return f"{gifts(given(pos, seat))} chosen" if pos.season == layout.SPRING else _earned(pos, seat)
    if seat == mover:
        return DOING.get(pos.phase, "decides")
    if pos.out >> seat & 1:
        return "out"
    if pos.phase in (PHASE.RECORDING, PHASE.CROWNING):
        past, verb = ("shaded", "shades") if pos.season == layout.AUTUMN else ("written", "writes")
        return f"has {past}" if _has_recorded(pos, seat) else f"{verb} later"
    if pos.season == layout.SPRING:
        return f"{given(pos, seat)} of {share(pos)} {gifts_of_share(pos)}"
    return _earned(pos, seat)


def short_state(pos: State, seat: int, mover: int | None) -> str:
    """The same in a word or two."""
    if pos.phase != PHASE.ENDED:
        if seat == mover:
            return DOING.get(pos.phase, "decides")
        if pos.out >> seat & 1:
            return "out"
        if pos.phase in (PHASE.RECORDING, PHASE.CROWNING):
            return "done" if _has_recorded(pos, seat) else "later"
    return gifts(given(pos, seat)) if pos.season == layout.SPRING else boons(pos.boons[seat].bit_count())


def _has_recorded(pos: State, seat: int) -> bool:
    """Whether a seat has had its turn to record the chosen card."""
    return bool((pos.recorder - pos.turn) % pos.players > (seat - pos.turn) % pos.players)


def _earned(pos: State, seat: int) -> str:
    return f"{boons(pos.boons[seat].bit_count())} earned"


DOING = {
    PHASE.CHOOSING: "chooses",
    PHASE.RECORDING: "decides where",
    PHASE.CROWNING: "picks a gift",
    PHASE.ERASING: "may erase",
    PHASE.WRITING: "may write",
    PHASE.SHADING: "shades",
    PHASE.DELIVERING: "delivers",
    PHASE.REFRESHING: "may discard",
    PHASE.CROSSING_OUT: "crosses out",
    PHASE.FORGETTING: "forgets",
}


# ── Cards ────────────────────────────────────────────────────────────────────
def resource_words(pos: State, card: int) -> str:
    """A resource card in words, as "white berries or cow 1"."""
    crop, cow = box(pos).resources[card]
    return f"{VALUE_WORDS[crop]} or {VALUE_WORDS[cow]}"


def resource_text(pos: State, card: int) -> str:
    crop, cow = box(pos).resources[card]
    return VALUE_LETTERS[crop] + VALUE_LETTERS[cow]


def requirement(part: demands.Part) -> str:
    """A part of a requirement in words that fit on a card."""
    n, one = part.amount, part.amount == 1
    kind = {demands.CROP_VALUES: "crop", demands.COW_VALUES: "cow"}.get((part.low, part.high), "")
    kind += "s" if kind and not one else ""
    return {
        demands.ASKS.COUNT: f"{n} {kind or 'filled'}",
        demands.ASKS.DIFFERENT: f"{n} different {kind or 'values'}",
        demands.ASKS.ALIKE: f"{n} {kind} alike" if kind else f"{n} alike",
        demands.ASKS.PAIRS: f"{n} pair{'' if one else 's'}",
        demands.ASKS.TOTAL: f"cows total {n}",
        demands.ASKS.FULL: "no blanks",
        demands.ASKS.UNLIKE: "no crop twice",
    }[part.asks]


@functools.cache
def demand_words(asked: demands.Demand) -> str:
    """A demand in words: its shape and its requirement, as "L4, 2 crops and 2 different cows"."""
    return f"{asked.shape_words}, {' and '.join(requirement(part) for part in asked.parts)}"


@functools.cache
def plan_words(plan: sets.SpringPlan) -> str:
    """The rows of a plan, as "row 1: W, 4, its crop; row 2: its cow, gap, gap"; "its" is the resource card's."""
    names = dict(enumerate(VALUE_LETTERS)) | {sets.CARD_NUMBER: "its cow", sets.CARD_CROP: "its crop"}
    held = dict(zip(plan.shape.boxes, plan.contents, strict=True))
    rows = [
        ", ".join(names[held[row, column]] if (row, column) in held else "gap" for column in range(plan.shape.width))
        for row in range(plan.shape.height)
    ]
    return "; ".join(f"row {number}: {row}" for number, row in enumerate(rows, 1)) if len(rows) > 1 else rows[0]


def season_card_words(pos: State, card: int) -> str:
    """The side of a season card that is in play."""
    return _side_words(pos, card, pos.season == layout.AUTUMN)


def deck_card_words(pos: State, card: int) -> str:
    """The side that the deck shows, which is not in play (GS-10, GS-40): "Autumn side up: I3, 2 cows"."""
    autumn = pos.season == layout.SPRING
    return f"{'Autumn' if autumn else 'Spring'} side up: {_side_words(pos, card, autumn)}"


def _side_words(pos: State, card: int, autumn: bool) -> str:
    return demand_words(demand(pos, card)) if autumn else plan_words(box(pos).plans[card])

"""The notation of Gameshire's positions, written and read. possible.py refuses those that contradict themselves.

A position begins with the season, the phase, the seat whose turn it is, and the maps, with rows from the top ("." is
a blank box, "x" a crossed-out one). Other fields follow as name:value in the order below, unless they are empty or 0.

    shaded       16 hexadecimal digits for each map, two per row
    market       place by place season card + resource card; "-" an empty place        top       season card
    seasons, resources      discarded cards                                             seen, came     wrinkles
    gifts        for each column value@seat that chose it                               delivered      columns
    learned      skills           uses, spent    of skills, of boons      boons          for each seat, columns and rows
    out          seats            chosen         place                    records, asked, user            seats
    back         the phase after erase or write            left   boxes, gifts or pairs that are still to come
    omit         O is in force    covered        columns                  wrinkle        the one that takes effect

    spring choose 2 ......../......../......../......../......../......../......../........ market:12+5,3+7,9+1 top:8
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rookery.core.reading.spelling import must, number_named, set_named
from rookery.games.gameshire.components.sets import CROP_LETTERS, VALUE_LETTERS, WRINKLES_PER_COLOUR
from rookery.games.gameshire.rules import layout, wrinkles
from rookery.games.gameshire.rules.layout import (
    BITS,
    BLANK,
    GIFTS,
    LINES,
    NONE,
    PLACES,
    RESOURCES,
    SEASONS,
    SEATS,
    SIDE,
    SQUARES,
    WRINKLES,
    State,
)
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import possible
from rookery.games.gameshire.text.words import COLUMNS, PLACE_NAMES

SEASON_NAMES = ("spring", "autumn")  # as layout.py numbers them
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
LINE_NAMES = (*COLUMN_NAMES, *(str(row) for row in range(1, layout.FIELD + 1)))
CROSSED_LETTER = "x"
_FROM_ZERO = tuple(str(number) for number in range(SEATS * LINES + 1))
_FROM_ONE = _FROM_ZERO[1:]
_BLANK = "/".join(["." * SIDE] * SIDE)
POSITION_FORM = f"positions look like spring begin 1 {_BLANK},{_BLANK}"


class Word(NamedTuple):
    """The form of a field after its name."""

    field: str
    value: Callable[[State], int]  # the field of a position
    names: Sequence[str]  # of its values or, of a set, of its members
    nothing: int = 0  # the value that is not written
    joint: str | None = None  # of a set: between its members


FIELD_WORDS: dict[str, Word | None] = {  # in their order; None: a list with a word for each map, place, column or seat
    "shaded": None,
    "market": None,
    "top": Word("top", lambda pos: pos.top, _FROM_ONE[:SEASONS], NONE),
    "seasons": Word("season_discard", lambda pos: pos.season_discard, _FROM_ONE[:SEASONS], joint="+"),
    "resources": Word("resource_discard", lambda pos: pos.resource_discard, _FROM_ONE[:RESOURCES], joint="+"),
    "seen": Word("picked", lambda pos: pos.picked, _FROM_ONE[:WRINKLES], joint="+"),
    "came": Word("drawn", lambda pos: pos.drawn, _FROM_ONE[:WRINKLES], joint="+"),
    "gifts": None,
    "delivered": Word("delivered", lambda pos: pos.delivered, COLUMN_NAMES, joint=""),
    "learned": Word("learned", lambda pos: pos.learned, CROP_LETTERS, joint=""),
    "uses": Word("uses", lambda pos: pos.uses, _FROM_ZERO[: layout.MOST_USES + 1]),
    "spent": Word("spent", lambda pos: pos.spent, _FROM_ZERO),
    "boons": None,
    "out": Word("out", lambda pos: pos.out, _FROM_ONE[:SEATS], joint="+"),
    "chosen": Word("chosen", lambda pos: pos.chosen, PLACE_NAMES, NONE),
    "records": Word("recorder", lambda pos: pos.recorder, _FROM_ONE[:SEATS], NONE),
    "asked": Word("asked", lambda pos: pos.asked, _FROM_ONE[:SEATS], NONE),
    "user": Word("user", lambda pos: pos.user, _FROM_ONE[:SEATS], NONE),
    "back": Word("back", lambda pos: pos.back, PHASES[: PHASE.RECORDING + 1]),
    "left": Word("left", lambda pos: pos.left, _FROM_ZERO[: SEATS + 1]),
    "omit": Word("omit", lambda pos: pos.omit, _FROM_ZERO[:2]),
    "covered": Word("covered", lambda pos: pos.covered, COLUMN_NAMES, joint=""),
    "wrinkle": Word("wrinkle", lambda pos: pos.wrinkle, _FROM_ONE[:WRINKLES], NONE),
}


# ── Writing ──────────────────────────────────────────────────────────────────
def position_text(pos: State) -> str:
    """The position as one line."""
    seats = range(pos.players)
    maps = ",".join(_map_text(pos, seat) for seat in seats)
    gifts = [f"{VALUE_LETTERS[v]}@{s + 1}" if v else "-" for v, s in zip(pos.gifts, pos.giver)]
    boons = ["".join(LINE_NAMES[line] for line in _bits(pos.boons[seat])) or "-" for seat in seats]
    values = {
        "shaded": ",".join(_rows(pos.shaded[seat]) for seat in seats) if any(pos.shaded[: pos.players]) else "",
        "market": _market_text(pos),
        "gifts": ",".join(gifts) if any(pos.gifts) else "",
        "boons": ",".join(boons) if any(pos.boons) else "",
    }
    for name, word in FIELD_WORDS.items():
        if word is not None:
            values[name] = _word_text(word, word.value(pos))
    fields = [f"{name}:{values[name]}" for name in FIELD_WORDS if values[name]]
    return " ".join([SEASON_NAMES[pos.season], PHASES[pos.phase], str(pos.turn + 1), maps, *fields])


def _word_text(word: Word, value: int) -> str:
    if word.joint is None:
        return "" if value == word.nothing else word.names[value]
    return word.joint.join(word.names[bit] for bit in _bits(value))


def _map_text(pos: State, seat: int) -> str:
    letters = [VALUE_LETTERS[value] for value in pos.boxes[seat]]
    for square in _bits(pos.crossed[seat] % (1 << SQUARES)):
        letters[square] = CROSSED_LETTER
    return "/".join("".join(letters[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))


def _rows(mask: int) -> str:
    """A set of squares, two hexadecimal digits per row; the highest bit is the leftmost square."""
    there = _bits(mask % (1 << SQUARES))
    return f"{sum(1 << (SQUARES - 1 - square) for square in there):016x}"


def _market_text(pos: State) -> str:
    texts = [
        "-" if season == NONE else f"{season + 1}" if resource == NONE else f"{season + 1}+{resource + 1}"
        for season, resource in zip(pos.market, pos.under)
    ]
    while texts and texts[-1] == "-":
        texts.pop()
    return ",".join(texts)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(SQUARES) if mask >> bit & 1]


# ── Reading ──────────────────────────────────────────────────────────────────
def read_position(text: str, pos: State) -> None:
    """Read a position into `pos`, which must be as `setup` wrote it. Raises ValueError with the reason if the text is
    malformed or contradicts itself."""
    words = text.split()
    must(len(words) >= 4, "a position begins with a season, a phase, a seat and the maps")
    begun, seats = pos.tobytes(), _FROM_ONE[: pos.players]
    pos.season, pos.phase = number_named(words[0], SEASON_NAMES, "a season"), number_named(words[1], PHASES, "a phase")
    pos.turn = number_named(words[2], seats, "a seat")
    _read_maps(words[3], pos)
    texts: dict[str, str] = {}
    for name, colon, value in (word.partition(":") for word in words[4:]):
        must(colon and value, f"{name + colon!r} is not a name and a value, as in top:7")
        must(name not in texts, f"{name!r} is given twice")
        number_named(name, [*FIELD_WORDS], "a known name")
        texts[name] = value
    for name, value in texts.items():
        if (word := FIELD_WORDS[name]) is None:
            _read_list(pos, name, value.split(","))
        elif word.joint is None:
            pos[word.field] = number_named(value, word.names, f"a value of {name}")
        else:
            pos[word.field] = set_named(value, word.names, f"a value of {name}", word.joint)
    _complete(pos)
    possible.check(pos, begun)


def _read_maps(text: str, pos: State) -> None:
    maps = text.split(",")
    must(len(maps) == pos.players, f"a position needs one map for each seat, {pos.players} in all")
    for seat, words in enumerate(maps):
        rows, letters = words.split("/"), words.replace("/", "")
        good = [len(row) for row in rows] == [SIDE] * SIDE and {*letters} <= {*VALUE_LETTERS, CROSSED_LETTER}
        must(good, f"map {seat + 1} is not {SIDE} rows of {SIDE} boxes, each of {VALUE_LETTERS}{CROSSED_LETTER}")
        boxes = [VALUE_LETTERS.index(letter) if letter != CROSSED_LETTER else BLANK for letter in letters]
        pos.boxes[seat] = boxes
        pos.crossed[seat] = _mask(square for square in range(SQUARES) if letters[square] == CROSSED_LETTER)
        for value in range(len(VALUE_LETTERS)):
            pos.holding[seat, value] = _mask(square for square in range(SQUARES) if boxes[square] == value)


def _mask(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        mask |= int(BITS[square])
    return mask


def _read_list(pos: State, name: str, words: list[str]) -> None:
    seats = _FROM_ONE[: pos.players]
    count = {"market": len(words), "gifts": GIFTS}.get(name, len(seats))
    must(len(words) == count <= PLACES, f"{name} must have {min(count, PLACES)} parts, separated by commas")
    for at, word in enumerate(words):
        if name == "shaded":
            must(re.fullmatch("[0-9a-f]{16}", word), f"{word!r} is not 16 hexadecimal digits")
            pos.shaded[at] = _mask(square for square in range(SQUARES) if int(word, 16) >> (SQUARES - 1 - square) & 1)
        elif word != "-" and name == "market":
            season, plus, resource = word.partition("+")
            pos.market[at] = number_named(season, _FROM_ONE[:SEASONS], "a season card")
            pos.under[at] = number_named(resource, _FROM_ONE[:RESOURCES], "a resource card") if plus else NONE
        elif word != "-" and name == "gifts":
            value, _, giver = word.partition("@")
            pos.gifts[at] = number_named(value, VALUE_LETTERS[1:], "the value of a gift, as in W@1") + 1
            pos.giver[at] = number_named(giver, seats, "a seat")
        elif word != "-":
            pos.boons[at] = set_named(word, LINE_NAMES, "a row or a column")


def _all_but(cards: list[int], discard: int, count: int) -> int:
    """The deck of `count` cards: the mask of those that neither lie in the market, or on the deck, nor are discarded.
    Raises ValueError if a card lies in two places."""
    lying = [card for card in cards if card != NONE] + [card for card in range(count) if discard >> card & 1]
    twice = [card for card in lying if lying.count(card) > 1]
    must(not twice, f"card {twice[0] + 1 if twice else ''} lies in two places")
    return ((1 << count) - 1) ^ sum(1 << card for card in lying)


def _complete(pos: State) -> None:
    """Derive the fields that the text omits: the decks, the effects of wrinkles, whether the first market is dealt."""
    pos.season_deck = _all_but([*pos.market.tolist(), int(pos.top)], int(pos.season_discard), SEASONS)
    pos.resource_deck = _all_but(pos.under.tolist(), int(pos.resource_discard), RESOURCES)
    untouched = not (pos.season or pos.out or pos.uses or pos.season_discard or any(map(any, pos.boxes.tolist())))
    pos.dealt = not (
        untouched
        and pos.phase
        in (PHASE.DRAWING_FIRST_SEAT, PHASE.PICKING_WRINKLES, PHASE.DRAWING_SEASON_CARD, PHASE.DRAWING_RESOURCE_CARD)
    )
    for wrinkle in range(WRINKLES):
        if int(pos.drawn) >> wrinkle & 1:
            pos.in_deck[wrinkle // WRINKLES_PER_COLOUR] -= 1
            wrinkles.apply_lasting_effect(pos, wrinkle)

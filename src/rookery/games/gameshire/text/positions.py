"""The notation of Gameshire's positions, written and read. possible.py checks whether a game can reach a position.

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
from collections.abc import Callable, Iterable
from typing import Any

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
_BLANK = "/".join(["." * SIDE] * SIDE)
POSITION_FORM = f"positions look like spring begin 1 {_BLANK},{_BLANK}"


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
        "top": _one(pos.top),
        "seasons": _many(pos.season_discard),
        "resources": _many(pos.resource_discard),
        "seen": _many(pos.picked),
        "came": _many(pos.drawn),
        "gifts": ",".join(gifts) if any(pos.gifts) else "",
        "delivered": _letters(COLUMN_NAMES, pos.delivered),
        "learned": _letters(CROP_LETTERS, pos.learned),
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
    return " ".join([SEASON_NAMES[pos.season], PHASES[pos.phase], str(pos.turn + 1), maps, *told])


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


# ── Reading ──────────────────────────────────────────────────────────────────
def read_position(text: str, pos: State) -> None:
    """Read a position into `pos`, which must be as `setup` wrote it. Raises ValueError with the reason if the text is
    malformed, or if no game can reach the position."""
    words = text.split()
    if len(words) < 4 or words[0] not in SEASON_NAMES or words[1] not in PHASES:
        raise ValueError("a position begins with a season, a phase, a seat and the maps")
    begun, players = pos.copy(), int(pos.players)
    pos.season, pos.phase = SEASON_NAMES.index(words[0]), PHASES.index(words[1])
    pos.turn = _seat(words[2], players)
    _read_maps(words[3], pos)
    told = dict(_named(word) for word in words[4:])
    if len(told) < len(words) - 4:
        raise ValueError("a name is given twice")
    for name, read in _READERS.items():
        read(pos, told.pop(name, ""))
    if told:
        raise ValueError(f"{next(iter(told))!r} is not a known name; the names are {', '.join(_READERS)}")
    _complete(pos)
    possible.check(pos, begun)


def _named(word: str) -> tuple[str, str]:
    name, colon, value = word.partition(":")
    if not colon or not value:
        raise ValueError(f"{word!r} is not a name and a value, as in top:7")
    return name, value


def _seat(text: str, players: int) -> int:
    if text not in [str(number + 1) for number in range(players)]:
        raise ValueError(f"{text!r} is not a seat; seats are 1 to {players}")
    return int(text) - 1


def _read_maps(text: str, pos: State) -> None:
    maps = text.split(",")
    if len(maps) != pos.players:
        raise ValueError(f"a position needs one map for each seat, {pos.players} in all")
    for seat, words in enumerate(maps):
        rows = words.split("/")
        if [len(row) for row in rows] != [SIDE] * SIDE or not set(words) <= {*VALUE_LETTERS, CROSSED_LETTER, "/"}:
            raise ValueError(
                f"map {seat + 1} is not {SIDE} rows of {SIDE} boxes, each one of {VALUE_LETTERS}{CROSSED_LETTER}"
            )
        letters = "".join(rows)
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


def _read_shaded(pos: State, text: str) -> None:
    words = _seat_by_seat(text, int(pos.players), "0" * 16)
    for seat, word in enumerate(words):
        if not re.fullmatch("[0-9a-f]{16}", word):
            raise ValueError(f"{word!r} is not 16 hexadecimal digits")
        pos.shaded[seat] = _mask(square for square in range(SQUARES) if int(word, 16) >> (SQUARES - 1 - square) & 1)


def _seat_by_seat(text: str, count: int, nothing: str) -> list[str]:
    words = text.split(",") if text else [nothing] * count
    if len(words) != count:
        raise ValueError(f"{text!r} must have {count} parts, separated by commas")
    return words


def _read_market(pos: State, text: str) -> None:
    words = text.split(",") if text else []
    if len(words) > PLACES:
        raise ValueError(f"the market has {PLACES} places")
    for place, word in enumerate(words):
        season, plus, resource = word.partition("+")
        if word != "-":
            pos.market[place] = _card(season, layout.SEASONS)
            pos.under[place] = _card(resource, RESOURCES) if plus else NONE


def _card(text: str, count: int) -> int:
    if not re.fullmatch("[1-9][0-9]?", text) or int(text) > count:
        raise ValueError(f"{text!r} must be a number from 1 to {count}")
    return int(text) - 1


def _read_gifts(pos: State, text: str) -> None:
    for column, word in enumerate(_seat_by_seat(text, GIFTS, "-")):
        value, at, seat = word.partition("@")
        if word != "-":
            if not at or len(value) != 1 or value not in VALUE_LETTERS[1:]:
                raise ValueError(f"{word!r} is not a gift; a gift is a value, @ and the seat that chose it, as in W@1")
            pos.gifts[column], pos.giver[column] = VALUE_LETTERS.index(value), _seat(seat, int(pos.players))


def _read_boons(pos: State, text: str) -> None:
    for seat, word in enumerate(_seat_by_seat(text, int(pos.players), "-")):
        pos.boons[seat] = 0 if word == "-" else _letter_mask(LINE_NAMES, word)


def _letter_mask(names: Any, text: str) -> int:
    for letter in text:
        if letter not in names or text.count(letter) > 1:
            raise ValueError(f"{text!r} must consist of letters of {''.join(names)}, each at most once")
    return sum(1 << names.index(letter) for letter in text)


_Reader = Callable[[Any, str], None]


def _sets(field: str, read: Callable[[str], int], nothing: int = 0) -> _Reader:
    """A reader that writes one number to a field, or `nothing` if the text is empty."""

    def reader(pos: State, text: str) -> None:
        pos[field] = read(text) if text else nothing

    return reader


def _cards(count: int) -> Callable[[str], int]:
    """A reader of cards as "1+3", which returns their mask."""

    def read(text: str) -> int:
        cards = [_card(word, count) for word in text.split("+")]
        if len(set(cards)) < len(cards):
            raise ValueError(f"{text!r} names a card twice")
        return sum(1 << card for card in cards)

    return read


def _number_to(most: int) -> Callable[[str], int]:
    return lambda text: _card(text, most) + 1


def _choice(names: tuple[str, ...]) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text not in names:
            raise ValueError(f"{text!r} must be one of {', '.join(names)}")
        return names.index(text)

    return read


def _seat_field(field: str) -> _Reader:
    def reader(pos: State, text: str) -> None:
        pos[field] = _seat(text, int(pos.players)) if text else NONE

    return reader


_READERS: dict[str, _Reader] = {
    "shaded": _read_shaded,
    "market": _read_market,
    "top": _sets("top", lambda text: _card(text, layout.SEASONS), NONE),
    "seasons": _sets("season_discard", _cards(layout.SEASONS)),
    "resources": _sets("resource_discard", _cards(RESOURCES)),
    "seen": _sets("picked", _cards(WRINKLES)),
    "came": _sets("drawn", _cards(WRINKLES)),
    "gifts": _read_gifts,
    "delivered": _sets("delivered", lambda text: _letter_mask(COLUMN_NAMES, text)),
    "learned": _sets("learned", lambda text: _letter_mask(CROP_LETTERS, text)),
    "uses": _sets("uses", _number_to(layout.MOST_USES)),
    "spent": _sets("spent", _number_to(layout.SEATS * LINES)),
    "boons": _read_boons,
    "out": lambda pos, text: _sets("out", _cards(int(pos.players)))(pos, text),
    "chosen": _sets("chosen", _choice(PLACE_NAMES), NONE),
    "records": _seat_field("recorder"),
    "asked": _seat_field("asked"),
    "user": _seat_field("user"),
    "back": _sets("back", _choice(PHASES[: PHASE.RECORDING + 1])),
    "left": _sets("left", _number_to(layout.SEATS)),
    "omit": _sets("omit", _number_to(1)),
    "covered": _sets("covered", lambda text: _letter_mask(COLUMN_NAMES, text)),
    "wrinkle": _sets("wrinkle", lambda text: _card(text, WRINKLES), NONE),
}


def _pack(cards: Iterable[int]) -> int:
    """The mask of these cards. Raises ValueError if a card occurs twice."""
    mask = 0
    for card in cards:
        if mask >> card & 1:
            raise ValueError(f"card {card + 1} lies in two places")
        mask |= 1 << card
    return mask


def _complete(pos: State) -> None:
    """Derive the fields that the text omits: the decks, the effects of wrinkles, whether the first market is dealt."""
    lying = _pack(card for card in [*pos.market.tolist(), int(pos.top)] if card != NONE)
    pos.season_deck = ~(lying | int(pos.season_discard)) & ((1 << layout.SEASONS) - 1)
    under = _pack(card for card in pos.under.tolist() if card != NONE)
    pos.resource_deck = ~(under | int(pos.resource_discard)) & ((1 << RESOURCES) - 1)
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

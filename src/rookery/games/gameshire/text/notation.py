"""The notation and the words of Gameshire's actions, and the words for how a game ended.

    choose left          choose a pair of the market: left, centre, right, extra1 .. extra8
    record B2 C2 B3      write or shade the boxes of the card, in printed order; -B3 is a box that is left out
    pass                 choose or record nothing
    use W                use a skill: W, O, R or G; `use P left` names a place, `use Y 7` a season card
    erase B3             the answer to W; to R it is `write W B3` or `write 4 Z0`; `decline` refuses either
    crown C              choose which of several covered crowns counts
    shade D4             shade a box for a gift, before Autumn begins
    deliver C            choose one of two gifts; `discard left` and `done` refresh the demands
    cross B2             cross out a box for a wrinkle; `forget O` forgets a skill for one
    seat 1 first, wrinkle 3, top 12, resource 5     what chance draws; cards count from 1

positions.py has the notation of positions.
"""

import functools
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from rookery.core.numbers import packed_of
from rookery.games.gameshire.components.sets import CROP_LETTERS, VALUE_LETTERS
from rookery.games.gameshire.facts import FARM_NAMES
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.actions import KIND_AT
from rookery.games.gameshire.rules.layout import (
    BOXES,
    GIFTS,
    OFFSETS,
    SIZES,
    SPRING,
    State,
)
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.skills import cost
from rookery.games.gameshire.text.gain_words import gains_in_words
from rookery.games.gameshire.text.positions import COLUMN_NAMES
from rookery.games.gameshire.text.words import (
    PLACE_NAMES,
    SIGN,
    SKILL_HELP,
    VALUE_WORDS,
    asked_gift,
    boons,
    contents,
    deck_card_words,
    gift_name,
    resource_words,
    season_card_words,
    square_name,
)

_PLACE, _CARD_NUMBER = f"(?:{'|'.join(PLACE_NAMES)})", "[1-9][0-9]?"
ACTION_PATTERN = re.compile(
    rf"(?:choose|discard|use P) {_PLACE}|record(?: -?[ZA-G][0-7])+|pass|use [WORG]|use Y {_CARD_NUMBER}|decline|done|"
    rf"(?:erase|shade|cross|write [{CROP_LETTERS}1-6]) [ZA-G][0-7]|(?:crown|deliver) [A-F]|forget [{CROP_LETTERS}]|"
    rf"seat [1-6] first|(?:wrinkle|top|resource) {_CARD_NUMBER}",
    re.IGNORECASE,
)
ACTION_FORM = "actions look like choose left, record B2 C2 B3, pass, use W or write W B3"


# ── Actions ──────────────────────────────────────────────────────────────────
class Side(NamedTuple):
    """The side of a season card that is being recorded."""

    set: int
    side: int  # 0 in Spring; in Autumn 1 + the deck
    card: int


def chosen_side(pos: State) -> Side:
    return Side(pos.set, 0 if pos.season == SPRING else 1 + pos.deck, pos.market[pos.chosen])


def area(side: Side, action: int) -> list[tuple[int, bool]]:
    """The squares of a record action in printed order, each with True if it is recorded, False if it is left out."""
    omit, look, at = KIND_AT[action].values(action)
    return [(at + offset, box != omit) for box, offset in enumerate(_offsets(side, look), 1)]


@functools.lru_cache(1024)
def _offsets(side: Side, look: int) -> tuple[int, ...]:
    """[box] how many squares after the top left corner of the shape each of its boxes comes."""
    return tuple(OFFSETS[*side, look, : SIZES[side]].tolist())


def action_text(pos: State, action: int) -> str:
    """A legal action in notation."""
    kind = KIND_AT[action]
    if kind.name == "record":
        return record_text(chosen_side(pos), action).text
    values = zip(kind.fields, kind.values(action), strict=True)
    return TEXTS[kind.name].format(**{field: _SPELT[field](value) for (field, _), value in values})


class RecordText(NamedTuple):
    """A record action in notation and in words."""

    text: str
    words: str  # without what it gains


@functools.lru_cache(16_384)  # the same cards come in every game
def record_text(side: Side, action: int) -> RecordText:
    here = area(side, action)
    text = " ".join(["record", *[("" if whole else "-") + square_name(at) for at, whole in here]])
    left = "".join([f", without {square_name(at)}" for at, whole in here if not whole])
    squares = " ".join([square_name(at) for at, whole in here if whole])
    return RecordText(text, f"{'Shade' if side.side else 'Write'} {squares}{left}")


TEXTS = {  # [name of a kind] its notation; that of `record` lists the boxes
    "choose": "choose {place}",
    "pass": "pass",
    "use_w": "use W",
    "use_o": "use O",
    "use_r": "use R",
    "use_g": "use G",
    "use_p": "use P {place}",
    "use_y": "use Y {season_card}",
    "erase": "erase {square}",
    "write": "write {value} {square}",
    "decline": "decline",
    "crown": "crown {column}",
    "shade": "shade {square}",
    "deliver": "deliver {column}",
    "discard": "discard {place}",
    "done": "done",
    "cross_out": "cross {square}",
    "forget": "forget {skill}",
    "first_seat": "seat {seat} first",
    "wrinkle": "wrinkle {wrinkle}",
    "season_card": "top {season_card}",
    "resource_card": "resource {resource_card}",
}


def _from_one(number: int) -> str:
    return str(number + 1)


_SPELT: dict[str, Callable[[int], str]] = {  # [name of a field] the notation of a value
    "place": PLACE_NAMES.__getitem__,
    "square": square_name,
    "value": lambda value: VALUE_LETTERS[value + 1],
    "column": COLUMN_NAMES.__getitem__,
    "skill": CROP_LETTERS.__getitem__,
    "seat": _from_one,
    "wrinkle": _from_one,
    "season_card": _from_one,
    "resource_card": _from_one,
}


def action_words(pos: State, action: int) -> str:
    """A legal action as a person says it."""
    return words_with(pos, action, gains_in_words(pos, [action])[action] if KIND_AT[action].name in _BRINGING else "")


def words_with(pos: State, action: int, brings: str) -> str:
    """The same for a caller that already knows the gains of the action (`gains_in_words`)."""
    kind = KIND_AT[action]
    if kind.name == "record":
        return record_words(record_text(chosen_side(pos), action), brings)
    if kind.name == "pass":
        return f"Pass: {brings}" if brings else "Pass, and be out for the season"
    return WORDS[kind.name](pos, *kind.values(action))


def record_words(told: RecordText, brings: str) -> str:
    """A record action as a person says it, with what it gains."""
    return f"{told.words}: {brings}" if brings else told.words


_BRINGING = ("record", "pass")  # the kinds of actions whose words include their gains


def _use(skill: str) -> Callable[[Any], str]:
    """ "Use W for 2 boons: everybody may erase one box, or remove the shading of one"."""
    return lambda pos: f"{_price(pos, skill)}{SKILL_HELP[CROP_LETTERS.index(skill)]}"


def _price(pos: State, skill: str) -> str:
    return f"Use {skill} for {boons(cost(packed_of(pos)))}: "


def _wrinkle_words(pos: State, number: int) -> str:
    wrinkle = BOXES[pos.set].wrinkles[number]
    return f"{'May come' if pos.phase == PHASE.PICKING_WRINKLES else 'A wrinkle'}: {wrinkle.name}. {wrinkle.words}"


def _erase_words(pos: State, square: int) -> str:
    shaded = contents(pos, pos.asked)[square] & SIGN.SHADED
    return f"{'Remove the shading of' if shaded else 'Erase'} {square_name(square)}"


def _crown_words(pos: State, column: int) -> str:
    value = pos.boxes[pos.recorder][layout.CROWN_AT[pos.set, pos.recorder, column]]
    return f"Choose the gift of column {COLUMN_NAMES[column]}: {VALUE_WORDS[value]}"


WORDS: dict[str, Callable[..., str]] = {  # [name of a kind] from a position and the values of the action's fields
    "choose": lambda pos, place: f"Choose {PLACE_NAMES[place]}: {season_card_words(pos, pos.market[place])}",
    "use_w": _use("W"),
    "use_o": _use("O"),
    "use_r": _use("R"),
    "use_g": _use("G"),
    "use_p": lambda pos, place: f"{_price(pos, 'P')}the resource card in the {PLACE_NAMES[place]} place is replaced",
    "use_y": lambda pos, card: f"{_price(pos, 'Y')}bring back {season_card_words(pos, card)}",
    "erase": _erase_words,
    "write": lambda _, value, square: f"Write {VALUE_WORDS[value + 1]} in {square_name(square)}",
    "decline": lambda _: "Decline",
    "crown": _crown_words,
    "shade": lambda pos, square: f"Shade {square_name(square)}: {gift_name(pos, asked_gift(pos))}",
    "deliver": lambda pos, at: f"Deliver the gift of column {COLUMN_NAMES[at]}: {VALUE_WORDS[pos.gifts[at]]}",
    "discard": lambda _, place: f"Discard the pair in the {PLACE_NAMES[place]} place",
    "done": lambda _: "Discard no more",
    "cross_out": lambda _, square: f"Cross out {square_name(square)}",
    "forget": lambda _, skill: f"Forget the skill {CROP_LETTERS[skill]}",
    "first_seat": lambda _, seat: f"{FARM_NAMES[seat]} begins",
    "wrinkle": _wrinkle_words,
    "season_card": lambda pos, card: f"On the deck, {deck_card_words(pos, card)}",
    "resource_card": lambda pos, card: f"Resource card: {resource_words(pos, card)}",
}


# ── How it ended ─────────────────────────────────────────────────────────────
def outcome_words(pos: State) -> str:
    """The outcome of the game, addressed to all players."""
    won = "won" if pos.delivered.bit_count() == GIFTS else "lost"
    return f"You have {'all ' if pos.players > 1 else ''}{won}: {outcome_reason(pos)}."


def outcome_reason(pos: State) -> str:
    """The reason for the end."""
    count = pos.delivered.bit_count()
    if count == GIFTS:
        return "all six gifts are delivered"
    if pos.season == SPRING:
        chosen = sum(1 for value in pos.gifts if value)
        return f"only {chosen} of 6 gifts are chosen, and nobody is left who may choose the rest"
    return f"nobody can go on, with {count} of 6 gifts delivered"

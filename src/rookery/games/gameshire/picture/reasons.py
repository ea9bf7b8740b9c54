"""The reason why a click on a spot of the scene does nothing now."""

from collections.abc import Callable
from typing import NamedTuple

from rookery.core.numbers import packed_of
from rookery.core.position import Position
from rookery.games.gameshire.components.sets import CROP_LETTERS
from rookery.games.gameshire.facts import FARM_NAMES
from rookery.games.gameshire.picture import sheet, stall
from rookery.games.gameshire.rules import layout, skills, spring
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.text import words

FIRST_DO = {  # [phase] what the player must do first
    PHASE.CHOOSING: "First choose a card on the market",
    PHASE.RECORDING: "First write the chosen card on your map",
    PHASE.CROWNING: "First choose one of the gifts",
    PHASE.ERASING: "First choose a box of your map, or decline",
    PHASE.WRITING: "First choose what to write, or decline",
    PHASE.SHADING: "First shade a box of your map",
    PHASE.DELIVERING: "First choose the gift to deliver",
    PHASE.REFRESHING: "First choose a card to discard, or be done",
    PHASE.CROSSING_OUT: "First cross out a blank box of your map",
    PHASE.FORGETTING: "First choose the skill to forget",
}


def why(view: Position, path: tuple[str, ...], spot: str) -> str:
    """The reason why a click on `spot` does nothing after the clicks of `path`: a short reason without a full stop."""
    pos: State = view.numbers
    seat = max(0, view.viewer or 0)
    kind, _, name = spot.partition("-")
    if kind.isdecimal():
        if int(kind) != seat:
            return f"That is {FARM_NAMES[int(kind)]}'s map: you write on your own"
        return _of_a_square(pos, seat, words.square_named(name), path)
    if kind == "skill":
        return of_a_skill(pos, CROP_LETTERS.index(name), price(pos))
    if kind == "gift":
        return of_a_gift(pos, words.COLUMNS.index(name) - 1)
    if kind == "market":
        return _of_a_place(pos, spot)
    if kind == "wrinkle":
        came = pos.drawn >> int(name) - 1 & 1
        return "This wrinkle is in force to the end" if came else "This wrinkle can still come"
    return {
        "deck": "The next card comes to the market by itself",
        "resources": "Resource cards come to the market by themselves",
        "discarded": of_a_skill(pos, CROP_LETTERS.index("Y"), price(pos)),
        "track": of_the_track(pos, price(pos)),
        "signs": "This explains the signs on your map",
    }.get(kind) or FIRST_DO[pos.phase]


def clicks(view: Position, text: str) -> tuple[str, ...]:
    """The path of an action in notation, legal or not. Of one that records a card: the first box that cannot be used,
    or the first one."""
    seat = max(0, view.viewer or 0)
    kind, *places = text.split()
    if kind == "record":
        squares = [words.square_named(name.removeprefix("-").upper()) for name in places]
        bad = [square for square in squares if _obstacle(view.numbers, seat, square)]
        return (sheet.spot_of(seat, (bad or squares)[0]),)
    return path_of(seat, text)


def path_of(seat: int, text: str) -> tuple[str, ...]:
    """The path of an action in notation, in any case of letters, unless it records a card."""
    kind, *told = [word if word in words.PLACE_NAMES else word.upper() for word in text.lower().split()]
    return PATHS[kind](seat, *told) if kind in PATHS else (text,)


def _box(seat: int, name: str) -> tuple[str, ...]:
    return (sheet.spot_of(seat, words.square_named(name)),)


def _pair(_: int, place: str) -> tuple[str, ...]:
    return (f"market-{place}",)


def _gift(_: int, column: str) -> tuple[str, ...]:
    return (f"gift-{column}",)


def _use(_: int, skill: str, what: str = "") -> tuple[str, ...]:
    return f"skill-{skill}", *([f"{'discarded' if what.isdecimal() else 'market'}-{what}"] if what else [])


PATHS: dict[str, Callable[..., tuple[str, ...]]] = {  # [the first word of a notation] from a seat and the other words
    "CHOOSE": _pair,
    "DISCARD": _pair,
    "USE": _use,
    "WRITE": lambda seat, value, name: (f"value-{value}", *_box(seat, name)),
    "ERASE": _box,
    "SHADE": _box,
    "CROSS": _box,
    "CROWN": _gift,
    "DELIVER": _gift,
    "FORGET": lambda _, skill: (f"skill-{skill}",),
}


class Price(NamedTuple):
    """The cost of the next use of a skill, and the team's means, in boons."""

    cost: int
    left: int


def price(pos: State) -> Price:
    state = packed_of(pos)
    return Price(int(skills.cost(state)), int(spring.boons_left(state)))


def of_the_track(pos: State, price: Price) -> str:
    """The number of uses of skills, and the cost of the next one."""
    told = f"Skills used so far: {pos.uses} of {layout.MOST_USES}"
    if pos.uses == layout.MOST_USES:
        return f"{told}: no skill can be used any more"
    return f"{told}. The next use costs {words.boons(price.cost)}, and the team has {price.left}"


# ── Skills ───────────────────────────────────────────────────────────────────
def of_a_skill(pos: State, skill: int, price: Price, *, ready: bool = False) -> str:
    """The effect of a skill, and why it cannot be used now; if it is `ready`, its cost."""
    crop = CROP_LETTERS[skill]
    name = f"Skill {crop}: {words.SKILL_HELP[skill]}"
    if not pos.learned >> skill & 1:
        grows = words.CROP_WORDS[skill]
        return f"{name}. Not learned yet: {f'write {grows} on a hammer' if pos.season == layout.SPRING else 'too late'}"
    if ready:
        return f"{name}. You can use it now, for {words.boons(price.cost)}"
    if pos.uses == layout.MOST_USES:
        return f"{name}. All {layout.MOST_USES} uses of skills are used up"
    if price.left < price.cost:
        return f"{name}. It costs {words.boons(price.cost)}, and the team has {price.left}"
    if skill == layout.SKILL.O and pos.omit:
        return f"{name}. It is in force already"
    if pos.phase not in (PHASE.CHOOSING, PHASE.RECORDING) or (pos.phase == PHASE.RECORDING and skill in _OF_THE_MARKET):
        return f"{name}. You can use it when a player has to choose a card"
    return f"{name}. It would change nothing now"


_OF_THE_MARKET = (layout.SKILL.P, layout.SKILL.G, layout.SKILL.Y)


# ── Gifts, cards ─────────────────────────────────────────────────────────────
def of_a_gift(pos: State, column: int) -> str:
    name = words.COLUMNS[column + 1]
    if pos.phase in (PHASE.CROWNING, PHASE.DELIVERING):
        return f"You cannot choose the gift of column {name} now"
    if pos.season == layout.AUTUMN:
        if pos.delivered >> column & 1:
            return f"The gift of column {name} is delivered"
        return f"The gift of column {name} is delivered by meeting a demand whose resource card shows it"
    if pos.gifts[column]:
        return f"The gift of column {name} is chosen for good"
    return f"The crop or cow on the crown of column {name} becomes its gift"


def _of_a_place(pos: State, spot: str) -> str:
    place = next(place for place in range(layout.PLACES) if stall.place_id(place) == spot)
    if pos.market[place] == layout.NONE:
        return "This place is empty"
    if pos.phase == PHASE.RECORDING and place == pos.chosen:
        return f"{FARM_NAMES[pos.turn]} chose this card: write it on your map"
    if pos.phase == PHASE.CHOOSING:
        return f"This {'plan' if pos.season == layout.SPRING else 'demand'} fits nowhere on your map"
    return FIRST_DO[pos.phase]


# ── Boxes of the player's own map ────────────────────────────────────────────
def _obstacle(pos: State, seat: int, square: int) -> str:
    """The reason why a card cannot be recorded over that box, however it lies; "" if it can."""
    filled = "" if pos.season == layout.AUTUMN else _filled(pos, seat, square)
    return _taken(pos, seat, square) or _outside(pos, square) or filled


def _taken(pos: State, seat: int, square: int) -> str:
    name, content = words.square_name(square), words.contents(pos, seat)[square]
    if content & words.SIGN.CROSSED:
        return f"{name} is crossed out"
    return f"{name} is shaded already" if content & words.SIGN.SHADED else ""


def _outside(pos: State, square: int) -> str:
    if pos.season == layout.AUTUMN or words.is_white(square):
        return ""
    return f"{words.square_name(square)} is on the border: write only inside it"


def _filled(pos: State, seat: int, square: int) -> str:
    return f"{words.square_name(square)} is not blank" if words.contents(pos, seat)[square] & words.VALUE_MASK else ""


def _of_a_square(pos: State, seat: int, square: int, path: tuple[str, ...]) -> str:
    name, content = words.square_name(square), words.contents(pos, seat)[square]
    value = words.VALUE_WORDS[content & words.VALUE_MASK]
    taken, outside, filled = _taken(pos, seat, square), _outside(pos, square), _filled(pos, seat, square)
    if pos.phase == PHASE.RECORDING:
        return _obstacle(pos, seat, square) or "The shape does not fit here in this orientation"
    if pos.phase == PHASE.ERASING:
        return f"There is nothing to erase in {name}"
    if pos.phase == PHASE.WRITING:
        return taken or outside or filled if path else FIRST_DO[pos.phase]
    if pos.phase == PHASE.SHADING:
        return taken or f"{name} holds {value}, and the gift is {_asked(pos)}"
    if pos.phase == PHASE.CROSSING_OUT:
        return taken or outside or filled or f"{name} is on the border: cross out only boxes inside it"
    return FIRST_DO[pos.phase]


def _asked(pos: State) -> str:
    return words.gift_name(pos, words.asked_gift(pos))

"""The zones beside the maps: the market with both decks, the team's skills, wrinkles, discarded season cards.

A season card keeps its id wherever it is, so that pages can animate it from the deck to the market and away.
"""

import functools
import textwrap
from typing import NamedTuple

from rookery.core.numbers import packed_of
from rookery.core.scene import plural, total
from rookery.games.gameshire.components import sets
from rookery.games.gameshire.components.sets import CROP_LETTERS, VALUE_LETTERS
from rookery.games.gameshire.components.shapes import Shape
from rookery.games.gameshire.picture.block import LEAST, SHEET, Area, Block, Laid, Lettering, letters
from rookery.games.gameshire.rules import layout, skills, spring
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.text import words

# ── Measures, in boxes of the large map ──────────────────────────────────────
MARKET = 4.0  # height of the market until skills add rows
PLACES_LEFT, PLACES_WIDE = 0.1, 8.1  # left edge and total width of the places
DECK, DECK_WIDE, DECK_CARD = 9.2, 1.92, 0.78  # centre and width of the decks, and the scale of the top card
PLACE_PITCH, PLACE_HIGH = 2.7, 3.8  # width and height of a place at full size
CARD_WIDE, CARD_HIGH = 2.4, 2.2  # size of a season card; see art.svg
CARD_UP, RESOURCE_DOWN = 0.26, 1.28  # from the centre of a place up to its season card, and down to its resource card
BOX, PICTURED = 0.6, 0.5  # largest size of a box on a card; from PICTURED on, values are pictures and not only letters
NEEDS, NEED_LINE_HEIGHT = 0.29, 0.29  # text size and line height of a requirement
READABLE_CARD, SPACIOUS = 0.6, 0.75  # least scales of cards that show their requirement: shortened, and in full

TEAM = 1.9  # height of the skills
CELL = 1.69  # width of a skill
TRACK, STEP = 0.38, 0.34  # centre of the first box of the skill-use track, and the distance to the next one

WRINKLE_HEIGHT, WRINKLE_LINE = 0.44, 0.3  # height of a wrinkle without its words; of a line of them
WRINKLE_LETTERS = 29  # letters in a line
TINY, TINY_CARD, TINY_ROW = 0.98, 0.38, 10  # discarded cards: height of a row, scale of a card, cards in a row
ASKED_HIGH, ASKED, ASKED_ROW = 1.56, 0.66, 6  # the same while skill Y can bring one of them back


# ── The market ───────────────────────────────────────────────────────────────
def market(block: Block, pos: State, barred: dict[int, str], news: bool) -> None:
    """The market. `barred`: the places that the mover cannot choose, and why. `news`: the mover's actions change the
    market in different ways, so previews show it; otherwise it is quiet."""
    block.kept(_market_zone, pos, market_high(pos), news, by=None)
    box = words.cards_of(pos)
    for place, at in enumerate(_places(pos)):
        lies = box, pos.market[place], pos.under[place], place == pos.chosen
        block.kept(_place, pos, place, at, barred.get(place, ""), by=lies)
    decks = box, pos.season_deck.bit_count(), pos.top, pos.resource_deck.bit_count(), tuple(pos.in_deck)
    block.kept(_decks, pos, by=decks)


def _market_zone(block: Block, pos: State, high: float, news: bool) -> None:
    block.panel("market", "Market", Area(SHEET, high, "market", listed=True, quiet=not news))


def _place(block: Block, pos: State, place: int, at: tuple[float, float, float], barred: str) -> None:
    """A place of the market and its cards. `at`: its centre and its scale; `barred`: why it cannot be chosen."""
    x, y, scale = at
    card, resource, name = pos.market[place], pos.under[place], place_id(place)
    chosen = " chosen" if place == pos.chosen else " off" if barred else ""
    look, why = ("dim", f". {barred}") if barred else ("", "")
    area = x, y, (PLACE_PITCH - 0.1) * scale, PLACE_HIGH * scale
    block.spot(name, "market", area, _place_words(pos, place) + why, f"place{chosen}")
    block.label(f"label-{name}", (x, y - 1.69 * scale), words.PLACE_WORDS[place], Lettering(0.26 * scale, "on-wood"))
    if resource != layout.NONE:
        _resource(block, pos, resource, Laid(name, x, y + RESOURCE_DOWN * scale, scale, look))
    if card != layout.NONE:
        _card(block, pos, card, resource, Laid(name, x, y - CARD_UP * scale, scale, look))


def market_high(pos: State) -> float:
    *_, (_, y, scale) = _places(pos)
    return max(MARKET, y + PLACE_HIGH / 2 * scale + 0.1)


def place_id(place: int) -> str:
    return f"market-{words.PLACE_NAMES[place]}"


def _places(pos: State) -> list[tuple[float, float, float]]:
    """[place] its centre and its scale. Extra places make all places smaller; a row has four at most."""
    used = [place for place in range(layout.PLACES) if pos.market[place] != layout.NONE]
    count = max(layout.MARKET_WIDTH, used[-1] + 1 if used else 0)
    columns = min(4, count)
    wide = PLACES_WIDE / columns
    scale = min(1.0, wide / PLACE_PITCH)
    high = max(MARKET / -(-count // columns), (PLACE_HIGH + 0.1) * scale)
    return [(PLACES_LEFT + (i % columns + 0.5) * wide, (i // columns + 0.5) * high, scale) for i in range(count)]


def _place_words(pos: State, place: int) -> str:
    """A place in words, as "Left: # Y G, with white berries or cow 1"."""
    card, resource, name = pos.market[place], pos.under[place], words.PLACE_WORDS[place].capitalize()
    if card == layout.NONE:
        return f"{name}: empty"
    told = f"{name}: {words.season_card_words(pos, card)}"
    return told if resource == layout.NONE else f"{told}, with {words.resource_words(pos, resource)}"


def _card(block: Block, pos: State, card: int, resource: int, laid: Laid) -> None:
    """A season card: the side that is in play or, on the deck, the other side (GS-10)."""
    spot, x, y, scale, look = laid
    label = words.deck_card_words(pos, card) if spot == "deck" else words.season_card_words(pos, card)
    autumn, readable = (pos.season == layout.AUTUMN) != (spot == "deck"), scale >= READABLE_CARD
    symbol, letter = ("h-demand", "D") if autumn else ("h-plan", "P")
    block.piece(f"card-{card}", laid, symbol, label, f"{letter}{card + 1}")
    if readable:
        corner, how = (x - 0.9 * scale, y - 0.87 * scale), Lettering(0.25 * scale, f"on-card {look}".rstrip())
        block.label(f"number-{card}", corner, str(card + 1), how)
    top, bottom = -0.62 * scale, scale
    if autumn and readable:
        top = _needs(block.at(x, y), pos, card, scale, f"needs {look}".rstrip())
    shape = words.demand(pos, card).shape if autumn else words.box(pos).plans[card].shape
    contents = None if autumn else words.box(pos).plans[card].contents
    area = ((CARD_WIDE - 0.3) * scale, bottom - top)
    face = Face(f"card-{card}", shape, contents, resource)
    _shape(block, pos, face, Laid(spot, x, y + (top + bottom) / 2, scale, look), area)


def _needs(block: Block, pos: State, card: int, scale: float, style: str) -> float:
    """The requirement of a demand, in lines. Returns the y at which they end. `block` begins at the card's centre."""
    width, pace = (CARD_WIDE - 0.12) * scale, max(LEAST + 0.01, NEED_LINE_HEIGHT * scale)
    parts = [words.requirement(part) for part in words.demand(pos, card).parts]
    if scale < SPACIOUS:
        parts = [part.replace("different", "unlike") for part in parts]  # saves a line
    lines = [line for part in parts for line in _wrapped(part, letters(width))]
    first = -0.7 * scale + pace / 2
    for i, line in enumerate(lines):
        block.label(f"needs-{card}-{i}", (0, first + pace * i), line, Lettering(NEEDS * scale, style, width))
    return first + pace * (len(lines) - 0.45)


@functools.lru_cache(1024)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    """A text in lines of at most `width` letters, except for longer words."""
    return tuple(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))


class Face(NamedTuple):
    """The drawing on a season card: its shape, and the contents of its boxes."""

    name: str
    shape: Shape
    contents: tuple[int, ...] | None  # [box] of a plan; None for a demand
    resource: int  # the resource card under it, or NONE


def _shape(block: Block, pos: State, face: Face, laid: Laid, area: tuple[float, float]) -> None:
    """The boxes of a card, centred where it is laid and as large as the area (width, height) allows. If the resource
    card is known, boxes that depend on it show its values, with a mark."""
    shape = face.shape
    box = min(BOX * laid.scale, area[0] / shape.width, area[1] / shape.height)
    for k, (row, column) in enumerate(shape.boxes):
        right = laid.x + (column - (shape.width - 1) / 2) * box
        down = laid.y + (row - (shape.height - 1) / 2) * box
        content = face.contents[k] if face.contents is not None else None
        symbol, label = box_look(pos, content, face.resource, "h-" if box >= PICTURED else "h-small-")
        block.piece(f"{face.name}-{k}", Laid(laid.spot, right, down, box * 0.96, laid.look), symbol, label)
        if content in (sets.CARD_NUMBER, sets.CARD_CROP) and face.resource != layout.NONE:
            mark = "h-from-cow" if content == sets.CARD_NUMBER else "h-from-crop"
            upon = Laid(laid.spot, right, down, box * 0.9, laid.look)
            block.piece(f"{face.name}-{k}-mark", upon, mark, "from the resource card")


def box_look(pos: State, content: int | None, resource: int, sizes: str) -> tuple[str, str]:
    """Symbol and words of a box of a card. `content`: None for a demand. `sizes`: the prefix of symbols."""
    if content is None:
        return "h-any", "box"
    if content in (sets.CARD_NUMBER, sets.CARD_CROP):
        if resource == layout.NONE:
            return ("h-hash", "a number") if content == sets.CARD_NUMBER else ("h-rainbow-box", "a crop")
        crop, cow = words.box(pos).resources[resource]
        content = cow if content == sets.CARD_NUMBER else crop
    return sizes + VALUE_LETTERS[content], words.VALUE_WORDS[content]


def _resource(block: Block, pos: State, card: int, laid: Laid) -> None:
    """A resource card. The season card covers its upper half and, in Spring, the word between its signs."""
    spot, x, y, scale, look = laid
    label, text = words.resource_words(pos, card), words.resource_text(pos, card)
    block.piece(f"resource-{card}", laid, "h-resource", label, text)
    size = 0.56 * scale
    sizes = "h-" if size >= PICTURED else "h-small-"
    for side, value in zip((-0.62, 0.62), words.box(pos).resources[card], strict=True):
        here, symbol = Laid(spot, x + side * scale, y + 0.16 * scale, size, look), f"{sizes}{VALUE_LETTERS[value]}"
        block.piece(f"resource-{card}-{side:g}", here, symbol, words.VALUE_WORDS[value])
    if pos.season == layout.AUTUMN:
        block.label(f"or-{card}", (x, y + 0.17 * scale), "or", Lettering(0.34 * scale, f"on-card {look}".rstrip()))


# ── Decks ────────────────────────────────────────────────────────────────────
def _decks(block: Block, pos: State) -> None:
    _season_deck(block, pos)
    _resource_deck(block, pos)
    _coming(block, pos)


def _season_deck(block: Block, pos: State) -> None:
    """The top card, and the number of cards below it."""
    seasons, top = pos.season_deck.bit_count(), pos.top
    label = words.deck_card_words(pos, top) if top != layout.NONE else "no card in sight"
    block.spot("deck", "market", (DECK, 1.23, DECK_WIDE, 2.3), f"Season deck, {label}; {seasons} more below", "flat")
    block.label("deck", (DECK, 0.22), "deck", Lettering(0.26, "on-wood"))
    if top != layout.NONE:
        _card(block, pos, top, layout.NONE, Laid("deck", DECK, 1.23, DECK_CARD))
    block.label("seasons", (DECK, 2.26), f"{seasons} more", Lettering(LEAST, "on-wood"))


def _resource_deck(block: Block, pos: State) -> None:
    """The number of cards in the deck; the words of its spot also name its wrinkles."""
    resources = pos.resource_deck.bit_count()
    troubles = [f"{number} {colour}" for number, colour in zip(pos.in_deck, sets.COLOURS, strict=True) if number]
    also = f", and wrinkles: {', '.join(troubles)}" if troubles else ""
    label = f"Resource deck: {resources} {plural(resources, 'card')}{also}"
    block.spot("resources", "market", (DECK, 3.2, DECK_WIDE, 1.5), label, "flat")
    if resources or troubles:
        block.piece("resource-deck", Laid("resources", DECK, 2.9, 0.9), "h-back", "resource deck", str(resources))
    block.label("resources", (DECK, 2.87), str(resources), Lettering(0.42, "on-card" if resources else "on-wood"))
    block.label("resource-cards", (DECK, 3.48), "resources", Lettering(LEAST, "on-wood"))


def _coming(block: Block, pos: State) -> None:
    """The number of wrinkles of each colour in the resource deck."""
    for i, (number, colour) in enumerate(zip(pos.in_deck, sets.COLOURS, strict=True)):
        if number:
            x, name, told = DECK + (i - 1) * 0.6, f"coming-{colour}", f"{number} {colour} wrinkles to come"
            block.piece(name, Laid("resources", x - 0.1, 3.77, 0.46), f"h-wrinkle-{colour}", told)
            block.label(name, (x + 0.16, 3.78), str(number), Lettering(0.26, "on-wood"))


# ── Skills ───────────────────────────────────────────────────────────────────
def team(block: Block, pos: State, ready: frozenset[int]) -> None:
    """The skills, the track of their uses, and the boons left. `ready`: the skills that can be used now."""
    block.kept(_skills, pos, ready, by=pos.learned)
    packed = packed_of(pos)
    block.kept(_track, pos, spring.boons_left(packed), skills.cost(packed), by=(pos.uses, pos.set))


def _skills(block: Block, pos: State, ready: frozenset[int]) -> None:
    block.panel("team", "Skills of all", Area(SHEET, TEAM, "strip", listed=True))
    for skill in range(len(CROP_LETTERS)):
        _skill(block, pos, skill, skill in ready)


def _skill(block: Block, pos: State, skill: int, ready: bool) -> None:
    crop, known = CROP_LETTERS[skill], pos.learned >> skill & 1
    x, name = (SHEET - 6 * CELL) / 2 + CELL * (skill + 0.5), f"skill-{crop}"
    style = "skill" + (" known" if known else "") + (" ready" if ready else "")
    state = "can be used now" if ready else "learned" if known else "not learned"
    label = f"Skill {crop}, {words.SKILL_HELP[skill]}: {state}"
    block.spot(name, "team", (x, 0.68, CELL - 0.08, 1.18), label, style)
    here = Laid(name, x, 0.5, 0.72, "" if known else "faint")
    block.piece(name, here, f"h-{crop}", f"skill {crop}", crop if known else "-")
    block.label(name, (x, 1.06), words.SKILL_WORDS[skill], Lettering(0.27, "strong" if known else "faded", 1.54))


def _track(block: Block, pos: State, left: int, cost: int) -> None:
    """The uses of skills, the boons that are left for more uses, and how many the next one costs."""
    uses, y = pos.uses, 1.59
    label = f"{uses} of {layout.MOST_USES} uses of skills; {words.boons(left)} to spend, the next use costs {cost}"
    block.spot("track", "team", (3.4, y, 6.7, 0.5), label, "flat")
    for use in range(layout.MOST_USES):
        symbol = "h-step-done" if use < uses else "h-step-next" if use == uses else "h-step"
        x = TRACK + use * STEP
        block.piece(f"use-{use + 1}", Laid("track", x, y, 0.86), symbol, f"use {use + 1}")
        block.label(f"use-{use + 1}", (x, y), str(use + 1), Lettering(LEAST, "soft" if use >= uses else "on-card"))
    block.piece("boons", Laid("track", 3.24, y, 0.66), "h-boon", "boons", str(left))
    costs = f"{words.boons(left)}, {f'next use {cost}' if uses < layout.MOST_USES else 'all used'}"
    block.label("boons", (5.16, y), costs, Lettering(0.28, "strong", 3.1))
    block.label("set", (8.5, y), words.box(pos).label, Lettering(0.27, "soft", 3.2))


# ── Wrinkles, discarded cards ────────────────────────────────────────────────
def in_sight(pos: State) -> list[int]:
    """The wrinkles to show: those that came, and those that everybody saw at the start."""
    shown = pos.drawn | pos.picked
    return [wrinkle for wrinkle in range(layout.WRINKLES) if shown >> wrinkle & 1]


def wrinkles_high(pos: State) -> float:
    return total(_wrinkle_rows(pos)) + 0.1


def _wrinkle_rows(pos: State) -> list[float]:
    """The height of each row of two wrinkles; the one with more lines decides."""
    lines = [len(_wrinkle_lines(pos, wrinkle)) for wrinkle in in_sight(pos)]
    return [WRINKLE_HEIGHT + WRINKLE_LINE * max(lines[i : i + 2]) for i in range(0, len(lines), 2)]


def _wrinkle_lines(pos: State, wrinkle: int) -> tuple[str, ...]:
    return _wrapped(words.box(pos).wrinkles[wrinkle].words, WRINKLE_LETTERS)


def wrinkles(block: Block, pos: State) -> None:
    block.panel("wrinkles", "Wrinkles", Area(SHEET, wrinkles_high(pos), "strip", listed=True))
    rows = _wrinkle_rows(pos)
    for i, wrinkle in enumerate(in_sight(pos)):
        card, came = words.box(pos).wrinkles[wrinkle], pos.drawn >> wrinkle & 1
        high, colour = rows[i // 2], sets.COLOURS[card.colour]
        x, y = SHEET / 4 * (1 + i % 2 * 2), 0.05 + total(rows[: i // 2]) + high / 2
        state = "in force" if came else "still to come"
        spot = f"wrinkle-{wrinkle + 1}"
        area, label = (x, y, SHEET / 2 - 0.14, high - 0.06), f"{card.name}, {colour}, {state}: {card.words}"
        block.spot(spot, "wrinkles", area, label, f"wrinkle {colour}")
        sign = Laid(spot, x - SHEET / 4 + 0.4, y, 0.6, "" if came else "faint")
        block.piece(spot, sign, f"h-wrinkle-{colour}", f"{colour} wrinkle", "!" if came else "?")
        lines = _wrinkle_lines(pos, wrinkle)
        down = y - WRINKLE_LINE / 2 * len(lines)
        block.label(f"{spot}-name", (x + 0.3, down), card.name, Lettering(0.27, "strong" if came else "faded", 4.0))
        for j, line in enumerate(lines):
            below = down + WRINKLE_LINE * (j + 1)
            block.label(f"{spot}-{j}", (x + 0.3, below), line, Lettering(LEAST, "" if came else "faint", 4.3))


def discards_high(pos: State, asked: bool) -> float:
    """The height of the discarded season cards, 0 if they are not shown. `asked`: skill Y can be used now."""
    rows = -(-pos.season_discard.bit_count() // (ASKED_ROW if asked else TINY_ROW))
    return 0.1 + rows * (ASKED_HIGH if asked else TINY) if discards_shown(pos) else 0.0


def discards_shown(pos: State) -> bool:
    return bool(pos.learned >> layout.SKILL.Y & 1 and pos.season_discard)


def discards(block: Block, pos: State, asked: bool) -> None:
    block.kept(_discards, pos, asked, by=(words.cards_of(pos), pos.season_discard, pos.learned))


def _discards(block: Block, pos: State, asked: bool) -> None:
    area = Area(SHEET, discards_high(pos, asked), "market", listed=True, quiet=not asked)
    block.panel("discarded", "Discarded season cards", area)
    cards = [card for card in range(layout.SEASONS) if pos.season_discard >> card & 1]
    row, high, scale = (ASKED_ROW, ASKED_HIGH, ASKED) if asked else (TINY_ROW, TINY, TINY_CARD)
    wide = (SHEET - 0.2) / row
    for i, card in enumerate(cards):
        x, y, spot = 0.1 + (i % row + 0.5) * wide, 0.05 + high * (i // row + 0.5), f"discarded-{card + 1}"
        label = f"Card {card + 1}: {words.season_card_words(pos, card)}"
        block.spot(spot, "discarded", (x, y, wide - 0.04, high - 0.04), label, "place")
        _card(block, pos, card, layout.NONE, Laid(spot, x, y, scale))

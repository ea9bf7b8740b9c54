"""What lies beside the maps: the market with both decks, the skills of the team, wrinkles, discarded season cards.

A season card keeps its id wherever it lies, so that it is seen to wander: from the deck to the market and away.
"""

import textwrap
from typing import Any

from rookery.core.scene import Piece, Spot
from rookery.games.gameshire import sets, skills, spring, table, words
from rookery.games.gameshire.block import SHEET, Block
from rookery.games.gameshire.sets import CROPS, VALUES
from rookery.games.gameshire.shapes import Shape

# ── Measures, in boxes of the large map ──────────────────────────────────────
MARKET = 3.75  # height of the market
PLACES_LEFT, PLACES_WIDE = 0.12, 8.1  # where places begin, and their width in all
DECK = 9.2  # centre of the decks
PITCH, PLACE_HIGH = 2.7, 3.3  # a place of full size
CARD_WIDE, CARD_HIGH = 2.4, 2.2  # a season card; see art.svg
CARD_UP, RESOURCE_DOWN = 0.24, 1.14  # from the middle of a place to those of its cards
BOX = 0.6  # a box on a card, at most

TEAM = 1.55  # height of the skills
SKILL = 0.98
TRACK, STEP = 6.55, 0.43  # where the skill-use track begins, and from one of its boxes to the next

WRINKLE = 0.8  # height of a wrinkle, two in a row
LINE = 44  # letters in a line of a wrinkle
TINY = 0.98  # a discarded card; ten in a row


# ── The market ───────────────────────────────────────────────────────────────
def market(block: Block, pos: Any) -> None:
    block.panel("market", "Market", SHEET, MARKET, "market", listed=True)
    for place, (x, y, scale) in enumerate(_places(pos)):
        card, resource, name = int(pos.market[place]), int(pos.under[place]), place_id(place)
        chosen = " chosen" if place == pos.chosen else ""
        block.spot(Spot(id=name, zone="market", x=x, y=y, width=(PITCH - 0.12) * scale, height=PLACE_HIGH * scale,
                        words=_place_words(pos, place), style=f"place{chosen}"))  # fmt: skip
        block.label(f"label-{name}", x, y - 1.5 * scale, words.PLACE_WORDS[place], 0.22 * scale, "on-wood")
        if resource != table.NONE:
            _resource(block, pos, resource, name, x, y + RESOURCE_DOWN * scale, scale)
        if card != table.NONE:
            _card(block, pos, card, resource, name, x, y - CARD_UP * scale, scale)
    _decks(block, pos)


def place_id(place: int) -> str:
    return f"market-{words.PLACE_NAMES[place]}"


def _places(pos: Any) -> list[tuple[float, float, float]]:
    """[place] centre and scale; extra places make all of them smaller."""
    used = [place for place in range(table.PLACES) if pos.market[place] != table.NONE]
    count = max(table.WIDTH, used[-1] + 1 if used else 0)
    rows = 1 if count <= 4 else 2
    columns = -(-count // rows)
    scale = min(1.0, PLACES_WIDE / columns / PITCH, (MARKET - 0.2) / rows / PLACE_HIGH)
    wide, high = PLACES_WIDE / columns, (MARKET - 0.1) / rows
    return [
        (PLACES_LEFT + (i % columns + 0.5) * wide, 0.05 + (i // columns + 0.5) * high, scale) for i in range(count)
    ]


def _place_words(pos: Any, place: int) -> str:
    """ "Left: # Y G, with white berries or cow 1"."""
    card, resource, name = int(pos.market[place]), int(pos.under[place]), words.PLACE_WORDS[place].capitalize()
    if card == table.NONE:
        return f"{name}: empty"
    told = f"{name}: {words.season_card_words(pos, card)}"
    return told if resource == table.NONE else f"{told}, with {words.resource_words(pos, resource)}"


def _card(block: Block, pos: Any, card: int, resource: int, spot: str, x: float, y: float, scale: float) -> None:
    """A season card with the side up that is in play."""
    told = words.season_card_words(pos, card)
    autumn = pos.season == table.AUTUMN
    text = f"{'D' if autumn else 'P'}{card + 1}"
    block.piece(Piece(id=f"card-{card}", spot=spot, x=x, y=y, symbol="h-demand" if autumn else "h-plan", scale=scale,
                      words=told, text=text))  # fmt: skip
    block.label(f"number-{card}", x - 0.9 * scale, y - 0.86 * scale, str(card + 1), 0.24 * scale, "on-card")
    lines = [words.requirement(part) for part in words.demand(pos, card).parts] if autumn else []
    for i, line in enumerate(lines):
        block.label(f"needs-{card}-{i}", x, y + (-0.5 + 0.3 * i) * scale, line, 0.29 * scale, "needs", 2.25 * scale)
    top, bottom = (-0.32 + 0.3 * (len(lines) - 1), 1.0) if lines else (-0.62, 1.0)
    shape = words.demand(pos, card).shape if autumn else words.box(pos).plans[card].shape
    area = (CARD_WIDE - 0.3, bottom - top)
    contents = None if autumn else words.box(pos).plans[card].contents
    _shape(block, pos, f"card-{card}", spot, shape, contents, resource, x, y + (top + bottom) / 2 * scale, area, scale)


def _shape(
    block: Block, pos: Any, name: str, spot: str, shape: Shape, contents: tuple[int, ...] | None, resource: int,
    x: float, y: float, area: tuple[float, float], scale: float,
) -> None:  # fmt: skip
    """The boxes of a card around (x, y). Where the resource card is known, they show what it brings, with its mark."""
    box = min(BOX, area[0] / shape.width, area[1] / shape.height) * scale
    for k, (row, column) in enumerate(shape.boxes):
        right, down = x + (column - (shape.width - 1) / 2) * box, y + (row - (shape.height - 1) / 2) * box
        content = contents[k] if contents is not None else None
        symbol, told = box_look(pos, content, resource)
        block.piece(Piece(id=f"{name}-{k}", spot=spot, x=right, y=down, symbol=symbol, scale=box * 0.96, words=told))
        if content in (sets.NUMBER, sets.RAINBOW) and resource != table.NONE:
            mark = "h-from-cow" if content == sets.NUMBER else "h-from-crop"
            block.piece(Piece(id=f"{name}-{k}-mark", spot=spot, x=right, y=down, symbol=mark, scale=box * 0.9,
                              words="from the resource card"))  # fmt: skip


def box_look(pos: Any, content: int | None, resource: int) -> tuple[str, str]:
    """Symbol and words of a box of a card; `content` None: of a demand."""
    if content is None:
        return "h-any", "box"
    if content in (sets.NUMBER, sets.RAINBOW):
        if resource == table.NONE:
            return ("h-hash", "a number") if content == sets.NUMBER else ("h-rainbow-box", "a crop")
        crop, cow = words.box(pos).resources[resource]
        content = cow if content == sets.NUMBER else crop
    return f"h-{VALUES[content]}", words.VALUE_WORDS[content]


def _resource(block: Block, pos: Any, card: int, spot: str, x: float, y: float, scale: float) -> None:
    """A resource card; the season card covers its upper half, and in Spring the word between its signs."""
    block.piece(Piece(id=f"resource-{card}", spot=spot, x=x, y=y, symbol="h-resource", scale=scale,
                      words=words.resource_words(pos, card), text=words.resource_text(pos, card)))  # fmt: skip
    for side, value in zip((-0.62, 0.62), words.box(pos).resources[card], strict=True):
        block.piece(Piece(id=f"resource-{card}-{side:g}", spot=spot, x=x + side * scale, y=y + 0.16 * scale,
                          symbol=f"h-{VALUES[value]}", scale=0.54 * scale, words=words.VALUE_WORDS[value]))  # fmt: skip
    if pos.season == table.AUTUMN:
        block.label(f"or-{card}", x, y + 0.17 * scale, "or", 0.34 * scale, "on-card")


# ── Decks ────────────────────────────────────────────────────────────────────
def _decks(block: Block, pos: Any) -> None:
    """The top season card, how many there are, and the resource deck with the wrinkles that are in it."""
    seasons, resources = int(pos.season_deck).bit_count(), int(pos.resource_deck).bit_count()
    coming = [int(number) for number in pos.in_deck]
    top = int(pos.top)
    told = f"next {words.season_card_words(pos, top)}" if top != table.NONE else "no card in sight"
    block.spot(Spot(id="deck", zone="market", x=DECK, y=1.14, width=1.6, height=1.95, style="flat",
                    words=f"Season deck: {told}; {seasons} more"))  # fmt: skip
    block.label("next", DECK, 0.3, "next", 0.24, "on-wood")
    if top != table.NONE:
        _card(block, pos, top, table.NONE, "deck", DECK, 1.12, 0.62)
    block.label("seasons", DECK, 1.98, f"{seasons} more", 0.26, "on-wood")
    troubles = [f"{number} {colour}" for number, colour in zip(coming, sets.COLOURS, strict=True) if number]
    also = f", and wrinkles: {', '.join(troubles)}" if troubles else ""
    block.spot(Spot(id="resources", zone="market", x=DECK, y=2.72, width=1.6, height=0.98, style="flat",
                    words=f"Resource deck: {resources} card{'' if resources == 1 else 's'}{also}"))  # fmt: skip
    if resources or troubles:
        block.piece(Piece(id="resource-deck", spot="resources", x=DECK, y=2.66, symbol="h-back",
                          words="resource deck", text=str(resources)))  # fmt: skip
    block.label("resources", DECK, 2.63, str(resources), 0.46, "on-card" if resources else "on-wood")
    for i, (number, colour) in enumerate(zip(coming, sets.COLOURS, strict=True)):
        if number:
            x = DECK + (i - 1) * 0.56
            block.piece(Piece(id=f"coming-{colour}", spot="resources", x=x - 0.1, y=3.33, symbol=f"h-wrinkle-{colour}",
                              scale=0.52, words=f"{number} {colour} wrinkles to come"))  # fmt: skip
            block.label(f"coming-{colour}", x + 0.16, 3.34, str(number), 0.26, "on-wood")


# ── Skills ───────────────────────────────────────────────────────────────────
def team(block: Block, pos: Any, ready: frozenset[int]) -> None:
    """Skills, the track of their uses, boons left. `ready`: skills that can be used now."""
    block.panel("team", "Skills of all", SHEET, TEAM, "strip", listed=True)
    for skill, crop in enumerate(CROPS):
        x, known = 0.62 + 1.0 * skill, int(pos.learned) >> skill & 1
        style = "skill" + (" known" if known else "") + (" ready" if skill in ready else "")
        state = "can be used now" if skill in ready else "learned" if known else "not learned"
        block.spot(Spot(id=f"skill-{crop}", zone="team", x=x, y=0.76, width=SKILL - 0.06, height=1.36, style=style,
                        words=f"Skill {crop}, {words.SKILL_HELP[skill]}: {state}"))  # fmt: skip
        block.piece(Piece(id=f"skill-{crop}", spot=f"skill-{crop}", x=x, y=0.54, symbol=f"h-{crop}", scale=0.76,
                          style="" if known else "faint", words=f"skill {crop}",
                          text=crop if known else "-"))  # fmt: skip
        block.label(f"skill-{crop}", x, 1.2, words.SKILL_WORDS[skill], 0.22, "strong" if known else "faded", 0.88)
    uses = int(pos.uses)
    block.spot(Spot(id="track", zone="team", x=TRACK + 3.5 * STEP, y=0.5, width=8 * STEP, height=0.7, style="flat",
                    words=f"{uses} of {table.MOST_USES} uses of skills; {_boons(pos)}"))  # fmt: skip
    for use in range(table.MOST_USES):
        symbol = "h-step-done" if use < uses else "h-step-next" if use == uses else "h-step"
        x = TRACK + use * STEP
        block.piece(Piece(id=f"use-{use + 1}", spot="track", x=x, y=0.42, symbol=symbol, words=f"use {use + 1}"))
        block.label(f"use-{use + 1}", x, 0.42, str(use + 1), 0.24, "soft" if use >= uses else "on-card")
    left = spring.boons_left(pos)
    block.piece(Piece(id="boons", spot="track", x=TRACK, y=0.96, symbol="h-boon", scale=0.72, words="boons",
                      text=str(left)))  # fmt: skip
    costs = f"{words.boons(left)}, {f'next use {skills.cost(pos)}' if uses < table.MOST_USES else 'all used'}"
    block.label("boons", TRACK + 1.83, 0.96, costs, 0.3, "strong", 3.05)
    block.label("set", TRACK + 1.5, 1.37, words.box(pos).label, 0.2, "soft", 3.6)


def _boons(pos: Any) -> str:
    return f"{words.boons(spring.boons_left(pos))} to spend, the next use costs {skills.cost(pos)}"


# ── Wrinkles, discarded cards ────────────────────────────────────────────────
def in_sight(pos: Any) -> list[int]:
    """Wrinkles to show: those that came, and with them those that everybody saw at the start."""
    shown = int(pos.drawn) | int(pos.picked)
    return [wrinkle for wrinkle in range(table.WRINKLES) if shown >> wrinkle & 1]


def wrinkles_high(pos: Any) -> float:
    rows = -(-len(in_sight(pos)) // 2)
    return rows * WRINKLE + 0.1 if rows else 0.0


def wrinkles(block: Block, pos: Any) -> None:
    block.panel("wrinkles", "Wrinkles", SHEET, wrinkles_high(pos), "strip", listed=True)
    for i, wrinkle in enumerate(in_sight(pos)):
        card, came = words.box(pos).wrinkles[wrinkle], int(pos.drawn) >> wrinkle & 1
        x, y, colour = SHEET / 4 * (1 + i % 2 * 2), 0.05 + WRINKLE * (i // 2 + 0.5), sets.COLOURS[card.colour]
        state = "in force" if came else "still to come"
        spot = f"wrinkle-{wrinkle + 1}"
        block.spot(Spot(id=spot, zone="wrinkles", x=x, y=y, width=SHEET / 2 - 0.14, height=WRINKLE - 0.06,
                        words=f"{card.name}, {colour}, {state}: {card.words}", style=f"wrinkle {colour}"))  # fmt: skip
        block.piece(Piece(id=spot, spot=spot, x=x - SHEET / 4 + 0.4, y=y, symbol=f"h-wrinkle-{colour}", scale=0.6,
                          style="" if came else "faint", words=f"{colour} wrinkle",
                          text="!" if came else "?"))  # fmt: skip
        lines = textwrap.wrap(card.words, LINE)
        down = y - 0.09 * len(lines)
        block.label(f"{spot}-name", x + 0.24, down, card.name, 0.22, "strong" if came else "faded", 4.0)
        for j, line in enumerate(lines):
            block.label(f"{spot}-{j}", x + 0.24, down + 0.22 + 0.19 * j, line, 0.19, "" if came else "faded", 4.2)


def discards_high(pos: Any) -> float:
    """Room for the discarded season cards, which skill Y brings back."""
    return 0.1 + TINY * -(-int(pos.season_discard).bit_count() // 10) if discards_shown(pos) else 0.0


def discards_shown(pos: Any) -> bool:
    return bool(int(pos.learned) >> table.Y & 1 and pos.season_discard)


def discards(block: Block, pos: Any) -> None:
    block.panel("discarded", "Discarded season cards", SHEET, discards_high(pos), "market", listed=True)
    cards = [card for card in range(table.SEASONS) if int(pos.season_discard) >> card & 1]
    for i, card in enumerate(cards):
        x, y, spot = 0.68 + i % 10 * TINY, 0.05 + TINY * (i // 10 + 0.5), f"discarded-{card + 1}"
        block.spot(Spot(id=spot, zone="discarded", x=x, y=y, width=0.94, height=0.94, style="place",
                        words=f"Card {card + 1}: {words.season_card_words(pos, card)}"))  # fmt: skip
        _card(block, pos, card, table.NONE, spot, x, y, 0.38)

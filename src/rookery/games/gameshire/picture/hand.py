"""The player's hand, and the tools below the large map: poses of a card's shape, values to write, buttons.

The shape is held by its anchor, the box nearest to its centre: a click on a square puts the anchor there.
"""

import functools
from dataclasses import dataclass

from rookery.core.numbers import packed_of
from rookery.core.scene import Box, Pose, Reason
from rookery.games.gameshire.components import demands
from rookery.games.gameshire.components.sets import VALUE_LETTERS
from rookery.games.gameshire.components.shapes import TURNS, Shape, oriented
from rookery.games.gameshire.picture.block import SHEET, Area, Block, Laid, Lettering
from rookery.games.gameshire.picture.sheet import TOOLS, spot_of
from rookery.games.gameshire.rules import layout, maps
from rookery.games.gameshire.rules.actions import KIND_AT
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.text import notation, words

# ── Measures, in boxes of the large map ──────────────────────────────────────
HIGH = 0.98  # height of the tools
LEFT = 0.2  # left margin of the tools
POSE_PITCH = 1.45  # largest distance between the centres of two poses
MINI_BOX = 0.34  # largest size of a box in the drawing on a pose's button
VALUE_PITCH = 0.68  # distance between the centres of two values
BUTTON_X, BUTTON_WIDTH = 9.24, 1.66  # centre and width of the button at the right

LIES = (  # [orientation]
    "as printed",
    "a quarter turn clockwise",
    "upside down",
    "a quarter turn counter-clockwise",
    "mirrored",
    "mirrored, a quarter turn clockwise",
    "mirrored, upside down",
    "mirrored, a quarter turn counter-clockwise",
)
SHORT = ("0", "90", "180", "270", "m0", "m90", "m180", "m270")  # [orientation] for the terminal
MINI_SYMBOLS = {"h-reap": "h-any"}  # symbols that a button shows instead; values have small versions of their own
BUTTONS = {"pass": "Pass", "decline": "Decline", "done": "Done"}  # [name of a kind] the label of its button


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """The card that is being recorded, and how it may lie. Cards are kept: equal ones are the same object."""

    side: notation.Side
    shape: Shape
    contents: tuple[int, ...]  # [box] values; 0 in Autumn
    looks: tuple[int, ...]  # the allowed orientations that differ from each other
    omits: tuple[int, ...]  # the boxes that may be left out, counted from 1; 0 for none
    sides: tuple[int, ...]  # all allowed orientations
    anchors: dict[int, int]  # [orientation] how many squares after the top left corner the anchor comes


def card_of(pos: State) -> Card:
    """The chosen card of a position in which one is being recorded."""
    return _card(notation.chosen_side(pos), words.chosen_shape(pos), pos.under[pos.chosen], pos.ways, bool(pos.omit))


@functools.lru_cache(1024)
def _card(side: notation.Side, shape: Shape, resource: int, ways: int, omit: bool) -> Card:
    size, (number, face, card) = len(shape.boxes), side
    contents = tuple(0 if face else int(v) for v in layout.WRITTEN[number, card, resource, :size])
    differ = int(layout.DISTINCT_LOOKS[number, face, card, resource, ways])
    looks = tuple(which for which in range(2 * TURNS) if differ >> which & 1)
    anchors = {which: row * layout.SIDE + column for which in looks for row, column in [anchor(oriented(shape, which))]}
    return Card(side, shape, contents, looks, tuple(range(size + 1)) if omit else (0,), layout.ALLOWED[ways], anchors)


def pose_id(omit: int, which: int) -> str:
    return f"lie-{which}" if omit == 0 else f"lie-{which}-{omit}"


def anchor(shape: Shape) -> tuple[int, int]:
    """Row and column of the box by which a shape is held: the one nearest to its centre."""
    middle = (shape.height - 1) / 2, (shape.width - 1) / 2
    return min(shape.boxes, key=lambda at: (abs(at[0] - middle[0]) + abs(at[1] - middle[1]), at))


def place_of(card: Card, seat: int, action: int) -> tuple[str, str]:
    """The path of a record action of a seat: its pose and the square of the anchor."""
    omit, which, corner = KIND_AT[action].values(action)
    return pose_id(omit, which), spot_of(seat, corner + card.anchors[which])


# ── Poses ────────────────────────────────────────────────────────────────────
@functools.lru_cache(256)
def poses(card: Card) -> tuple[Pose, ...]:
    """All poses of the card, first those without an omitted box."""
    seen_as = {_key(card, omit, which): pose_id(omit, which) for omit in card.omits for which in card.looks}
    return tuple(_pose(card, seen_as, omit, which) for omit in card.omits for which in card.looks)


def _key(card: Card, omit: int, which: int) -> object:
    """A key that is equal for poses that look the same."""
    boxes = oriented(card.shape, which).boxes
    return frozenset(zip(boxes, card.contents, strict=True)), boxes[omit - 1] if omit else None


def _pose(card: Card, seen_as: dict[object, str], omit: int, which: int) -> Pose:
    shape, label = oriented(card.shape, which), LIES[which]
    row, column = anchor(shape)
    boxes = []
    for k, (r, c) in enumerate(shape.boxes):
        left_out = k == omit - 1
        symbol = "h-omitted" if left_out else _symbol(card.contents[k])
        boxes.append(Box(dx=c - column, dy=r - row, symbol=symbol))
    if omit:
        label += f", without box {omit}"
    turned = TURNS * (which // TURNS) + (which + 1) % TURNS
    mirrored = TURNS * (1 - which // TURNS) + -which % TURNS
    sides = card.sides
    return Pose(
        id=pose_id(omit, which),
        words=label,
        boxes=tuple(boxes),
        turned=seen_as[_key(card, omit, turned)] if turned in sides else "",
        mirrored=seen_as[_key(card, omit, mirrored)] if mirrored in sides else "",
        varied=pose_id((omit + 1) % len(card.omits), which) if len(card.omits) > 1 else "",
    )


def _symbol(value: int) -> str:
    return f"h-{VALUE_LETTERS[value]}" if value else "h-reap"


# ── Why an area is not allowed ───────────────────────────────────────────────
def reasons(pos: State, card: Card, seat: int) -> tuple[Reason, ...]:
    """The part of a demand that is missing in each area that is free but does not meet it."""
    number, state = pos.market[pos.chosen], packed_of(pos)
    free, rows = maps.free(state, seat), []
    for which in card.looks:
        lacking = maps.fitting_places(state, number, which, 0, free) & ~maps.recordable_places(
            state, seat, number, which, 0, free
        )
        if not lacking:
            continue
        parts = [(part, _met(pos, seat, number, which, part)) for part in words.demand(pos, number).parts]
        for corner in range(layout.SQUARES):
            if lacking >> corner & 1:
                missing = [lacks(part, _has(met, corner)) for part, met in parts if not met[-1] >> corner & 1]
                lack = missing[0] if missing else f"Needs {pos.needed} boxes that are not blank"
                name = spot_of(seat, corner + card.anchors[which])
                rows.append(Reason(pose=pose_id(0, which), spot=name, words=lack))
    return tuple(rows)


def _met(pos: State, seat: int, card: int, which: int, part: demands.Part) -> list[int]:
    """[amount - 1] the corners where the shape meets that amount of a part; the last entry is the whole part."""
    amounts = range(1, part.amount + 1) if part.amount else (0,)
    return [int(maps.meeting_part(packed_of(pos), seat, card, which, 0, part._replace(amount=n))) for n in amounts]


def _has(met: list[int], corner: int) -> int:
    return sum(mask >> corner & 1 for mask in met)


def lacks(part: demands.Part, has: int) -> str:
    """ "Needs 3 different crops but has 2"."""
    if part.asks == demands.ASKS.TOTAL:
        return f"The cows must total {part.amount}, but total {has} here"
    if part.asks == demands.ASKS.FULL:
        return "It may not have a blank box"
    if part.asks == demands.ASKS.UNLIKE:
        return "It may not have a crop twice"
    return f"Needs {words.requirement(part)} but has {has}"


# ── The tools below the large map ────────────────────────────────────────────
def tools(block: Block, pos: State, kinds: frozenset[str], card: Card | None) -> None:
    """The poses, the values to write, and the buttons. `kinds`: of the actions, by name; `card`: the one in hand."""
    block.kept(_tools, pos, kinds, card, by=None)


def _tools(block: Block, pos: State, kinds: frozenset[str], card: Card | None) -> None:
    at = block.at(0, TOOLS)
    at.panel("tools", "At hand", Area(SHEET, HIGH, "inside", listed=True, quiet=True))
    _pose_buttons(at, poses(card) if card is not None else ())
    if "write" in kinds:
        _values(at)
    for name, text in BUTTONS.items():
        if name in kinds:
            at.spot(name, "tools", (BUTTON_X, HIGH / 2, BUTTON_WIDTH, 0.84), text, "button")
            at.label(name, (BUTTON_X, HIGH / 2), text, Lettering(0.36, "strong", BUTTON_WIDTH - 0.2))


def _pose_buttons(block: Block, shown: tuple[Pose, ...]) -> None:
    """A button for each pose without an omitted box. Poses with one have invisible spots: players reach these poses by
    turning and varying the shape that they hold."""
    ways = [pose for pose in shown if pose.id.count("-") == 1]
    wide = min(POSE_PITCH, (SHEET - 2 * LEFT) / max(1, len(ways)))
    for i, pose in enumerate(ways):
        _pose_button(block, pose, LEFT + (i + 0.5) * wide, wide - 0.08)
    for pose in shown:
        if pose not in ways:
            block.spot(pose.id, "tools", (LEFT, HIGH / 2, 0.0, 0.0), f"The shape {pose.words}", "unseen")


def _pose_button(block: Block, pose: Pose, x: float, size: float) -> None:
    y = HIGH / 2
    block.spot(pose.id, "tools", (x, y, size, 0.96), f"The shape {pose.words}", "button")
    columns, rows = [box.dx for box in pose.boxes], [box.dy for box in pose.boxes]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    scale = min(MINI_BOX, (size - 0.12) / wide, 0.86 / high)
    for k, box in enumerate(pose.boxes):
        dx = (box.dx - (max(columns) + min(columns)) / 2) * scale
        dy = (box.dy - (max(rows) + min(rows)) / 2) * scale
        symbol = MINI_SYMBOLS.get(box.symbol) or box.symbol.replace("h-", "h-small-")
        text = "" if k else SHORT[int(pose.id.split("-")[1])]
        block.piece(f"{pose.id}-{k}", Laid(pose.id, x + dx, y + dy, scale * 0.98), symbol, "box", text)


def _values(block: Block) -> None:
    for value in range(1, layout.VALUES):
        letter, told = VALUE_LETTERS[value], words.VALUE_WORDS[value]
        name, x, y = f"value-{letter}", LEFT + (value - 0.5) * VALUE_PITCH, HIGH / 2
        block.spot(name, "tools", (x, y, VALUE_PITCH - 0.04, 0.9), told, "button")
        block.piece(name, Laid(name, x, y, 0.58), f"h-{letter}", told, letter)

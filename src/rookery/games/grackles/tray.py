"""The tray below the board: the stack, how many tiles of each kind are in it, and four buttons.

The buttons are the turns of the drawn tile while it is placed, else turns to rotate a tile by, and pass.
"""

import functools
from collections.abc import Iterator

from rookery.core.numbers import packed_of
from rookery.core.scene import Ask, Box, Label, Pose, Spot, Zone, plural
from rookery.games.grackles import notation, rules
from rookery.games.grackles.board import ENDED, PLACING, QUARTERS, SHOWN, TURN, WHO_BEGINS, State
from rookery.games.grackles.facts import COLOUR_LETTERS, STYLES
from rookery.games.grackles.tiles import ARRANGEMENTS

# ── Measures, in spots ───────────────────────────────────────────────────────
MIDDLE, TRAY_HEIGHT = 14.15, 2.6  # centre and height of the tray
STACK_X, STACK_Y, STACK = 1.3, MIDDLE - 0.2, 2.0  # centre and width
KIND_X, KIND_PITCH = 2.8, 1.22  # centre of the first kind of tiles, distance to the next
KINDS_PER_ROW = 3
BUTTON_X, BUTTON = 7.25, 1.56  # centre of the first button, distance to the next
BUTTON_HEIGHT, LOW_BUTTON_HEIGHT = 2.0, 1.66  # without and with words above it that its rim would cross
TOP, FEET = MIDDLE - 1.05, MIDDLE + 0.98  # centres of the words above and below the buttons
TRAY_LETTER_SIZE, NUMBER = 0.36, 0.42

WAYS = ("", "right", "half", "left")  # [turn] below the button that rotates a tile
CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))  # clockwise from the top left, from a tile's centre


def zone(pos: State, width: float) -> Zone:
    """The tray, with an edge in the colour of the seat whose turn it is."""
    return _zone("" if pos.phase in (WHO_BEGINS, ENDED) else f" {STYLES[pos.own[pos.turn]]}", width)


@functools.lru_cache(64)
def _zone(seat: str, width: float) -> Zone:
    return Zone.at("tray", (width / 2, MIDDLE, width, TRAY_HEIGHT), "Tray", "g-tray", f"tray{seat}", listed=True)


def stacked(pos: State) -> int:
    """The number of tiles not drawn yet."""
    return sum(pos.left)


def spots(pos: State) -> tuple[Spot, ...]:
    buttons = _placing(pos.drawn) if pos.phase == PLACING else _rotating(may_rotate(pos), may_pass(pos))
    return (_stack(stacked(pos)), *(_left(kind, number) for kind, number in enumerate(pos.left)), *buttons)


@functools.lru_cache(64)
def _stack(tiles: int) -> Spot:
    pile = 0 if tiles == 0 else 1 if tiles == 1 else 2 if tiles < 9 else 3
    words = f"Stack: {tiles} {plural(tiles, 'tile')} left"
    return Spot.at("stack", "tray", (STACK_X, STACK_Y, STACK, STACK), words, f"g-stack-{pile}")


@functools.lru_cache(256)
def _left(kind: int, number: int) -> Spot:
    """A kind of tiles, and how many are left of it."""
    (x, y), arrangement = _kind(kind), ARRANGEMENTS[kind]
    words, style = f"{notation.arrangement_words(kind)}: {number} left".capitalize(), "kind" if number else "kind none"
    return Spot.at(f"kind-{arrangement}", "tray", (x, y, 1.0, 1.0), words, f"g-mini-{arrangement}", style)


@functools.lru_cache(64)
def _placing(drawn: int) -> tuple[Spot, ...]:
    """Four buttons that show the drawn tile in its four rotations."""
    buttons = list[Spot]()
    for turn in range(QUARTERS):
        look = drawn * QUARTERS + turn
        words, symbol = f"The drawn tile, {notation.corner_words(look)}", f"g-hand-{notation.look_text(look)}"
        buttons.append(_button(f"r{90 * turn}", turn, symbol, words, True, LOW_BUTTON_HEIGHT))
    return tuple(buttons)


def poses(pos: State) -> tuple[Pose, ...]:
    """The drawn tile under the pointer, one pose for each of these buttons."""
    return _poses(pos.drawn) if pos.phase == PLACING else ()


@functools.lru_cache(64)
def _poses(drawn: int) -> tuple[Pose, ...]:
    shapes = list[Pose]()
    for turn in range(QUARTERS):
        look = drawn * QUARTERS + turn
        boxes = [Box(dx=0, dy=0, symbol="g-tile")]
        for (dx, dy), colour in zip(CORNERS, SHOWN[look].tolist(), strict=True):
            boxes.append(Box(dx=dx, dy=dy, symbol=f"g-socket-{COLOUR_LETTERS[colour]}"))
        name, turned, words = f"r{90 * turn}", f"r{90 * ((turn + 1) % QUARTERS)}", notation.corner_words(look)
        shapes.append(Pose(id=name, words=words.capitalize(), boxes=tuple(boxes), turned=turned))
    return tuple(shapes)


@functools.cache
def _rotating(able: bool, passing: bool) -> tuple[Spot, ...]:
    """Three buttons that rotate a tile, and pass; faint while they are not allowed."""
    found = list[Spot]()
    for turn in range(1, QUARTERS):
        words = f"{WAYS[turn].capitalize()}: rotate a tile {notation.TURN_WORDS[turn]}"
        found.append(_button(f"r{90 * turn}", turn - 1, f"g-turn-{90 * turn}", words, able))
    return (*found, _button("pass", QUARTERS - 1, "g-pass", "Pass", passing))


def may_rotate(pos: State) -> bool:
    """Whether the seat whose turn it is may rotate a tile now."""
    return bool(pos.phase == TURN and could_rotate(pos, pos.turn))


def could_rotate(pos: State, seat: int) -> bool:
    """Whether a seat has a token, and a tile to rotate (GR-12)."""
    return bool(pos.tokens[seat] > 0 and any(pos.loose))


def asks(pos: State) -> Iterator[Ask]:
    """After a rotation, the prompt asks for a tile and not for the other end of a line."""
    for turn in range(1, QUARTERS) if may_rotate(pos) else ():
        yield Ask(after=f"r{90 * turn}", words=f"Choose the tile to rotate {notation.TURN_WORDS[turn]}")


def may_pass(pos: State) -> bool:
    """Whether the seat whose turn it is may pass: no tile is left, and it can do nothing but rotate (GR-15)."""
    return bool(pos.phase == TURN and stacked(pos) == 0 and not rules.can_settle(packed_of(pos), pos.turn))


def _button(name: str, place: int, symbol: str, words: str, able: bool, high: float = BUTTON_HEIGHT) -> Spot:
    rectangle = BUTTON_X + place * BUTTON, MIDDLE + 0.9 - high / 2, 1.4, high
    return Spot.at(name, "tray", rectangle, words, symbol, "button" if able else "button off")


def _kind(kind: int) -> tuple[float, float]:
    return KIND_X + kind % KINDS_PER_ROW * KIND_PITCH, MIDDLE + (-0.55 if kind < KINDS_PER_ROW else 0.55)


def labels(pos: State) -> tuple[Label, ...]:
    return _labels(tuple(pos.left), pos.phase == PLACING)


@functools.lru_cache(4096)
def _labels(left: tuple[int, ...], placing: bool) -> tuple[Label, ...]:
    """`left`: [arrangement] tiles in the stack."""
    pile = Label(id="stack-left", x=STACK_X, y=STACK_Y, text=str(sum(left)), size=0.7, style="pile")
    return (pile, *(_number(kind, number) for kind, number in enumerate(left)), *_words_of_buttons(placing))


@functools.lru_cache(256)
def _number(kind: int, number: int) -> Label:
    x, y = _kind(kind)
    return Label(id=f"left-{ARRANGEMENTS[kind]}", x=x + 0.6, y=y, text=str(number), size=NUMBER, style="number")


@functools.cache
def _words_of_buttons(placing: bool) -> tuple[Label, ...]:
    places = [("stack", STACK_X, FEET, "stack")]
    if placing:
        places.append(("lies", BUTTON_X + BUTTON * (QUARTERS - 1) / 2, TOP, "how it lies"))
    else:
        places.append(("rotate", BUTTON_X + BUTTON, TOP, "rotate a tile"))
        places += [(f"r{90 * turn}", BUTTON_X + (turn - 1) * BUTTON, FEET, WAYS[turn]) for turn in range(1, QUARTERS)]
        places.append(("pass", BUTTON_X + (QUARTERS - 1) * BUTTON, FEET, "pass"))
    size, style = TRAY_LETTER_SIZE, "number"
    return tuple(Label(id=f"label-{name}", x=x, y=y, text=text, size=size, style=style) for name, x, y, text in places)

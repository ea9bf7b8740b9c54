"""The picture of a position as data: what a seat sees, and which clicks make which action.

A game's `scene.py` turns a view into one `Scene`. The browser, the terminal, notebooks and documents all draw from it;
none of them knows a game. Units: one board square. x grows to the right, y downwards, both measured to an object's
*centre*, so the square in column i and row j has its centre at (i + 0.5, j + 0.5).

    Scene ── zones    areas with a name (board, reserve): drawn behind, spoken as groups
          ├─ spots    places one can point at; a click on a spot is one step of an action's path
          ├─ pieces   drawn symbols with ids that stay the same through a game: pages animate by id
          ├─ labels   plain text on the picture (coordinates, pips)
          ├─ counters numbers beside the picture (points, tiles left)
          └─ choices  every legal action: its path of clicks, its notation, its words
"""

from dataclasses import dataclass

__all__ = ["Choice", "Counter", "Label", "Piece", "Scene", "Spot", "Zone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """An area with a name. `style` tokens are CSS classes that the game's art.svg colours."""

    id: str
    x: float  # centre, squares
    y: float
    width: float
    height: float
    words: str  # spoken name: "Board", "Your reserve"
    symbol: str = ""  # id of a drawing in art.svg, drawn around the centre; "" = a plain panel
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place that can be pointed at: a square, a slot, a whole column, a button."""

    id: str
    zone: str  # id of the zone it belongs to
    x: float  # centre, squares
    y: float
    width: float = 1.0
    height: float = 1.0
    words: str  # spoken: "b2: large blue on small red"
    symbol: str = ""  # drawing under the pieces; "" = a plain square
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A drawn thing. The order of `Scene.pieces` is the drawing order, later over earlier."""

    id: str  # the same thing keeps its id from scene to scene
    spot: str  # id of the spot it lies on; a click on the piece is a click there
    x: float  # centre, squares
    y: float
    symbol: str  # id of a drawing in art.svg, drawn around (0, 0) in units of one square
    style: str = ""  # CSS classes, for example "blue pinned"
    scale: float = 1.0
    turn: float = 0.0  # degrees, clockwise
    words: str = ""  # spoken name: "large blue gleeb"
    text: str = ""  # a short name for the terminal: "B3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """Plain text on the picture, centred on (x, y)."""

    id: str
    x: float
    y: float
    text: str
    size: float = 0.2  # height of a letter, squares
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A number worth knowing, shown beside the seat (or, with seat None, beside the board)."""

    id: str
    label: str  # "points"
    value: str  # "12"
    seat: int | None = None
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A legal action and the path of clicks that makes it. No path is the beginning of another one."""

    action: int
    path: tuple[str, ...]  # ids of spots, at least one
    text: str  # notation: "b2-b4"
    words: str  # spoken: "Large blue from b2 onto small red at b4"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that one seat sees of one position."""

    width: float  # squares
    height: float
    caption: str  # who does what now: "Blue and yellow: move a gleeb"; or how it ended
    prompts: tuple[str, ...] = ()  # what to click at the first, second ... step of a path
    zones: tuple[Zone, ...] = ()
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    labels: tuple[Label, ...] = ()
    counters: tuple[Counter, ...] = ()
    choices: tuple[Choice, ...] = ()  # empty when the seat that looks has nothing to decide

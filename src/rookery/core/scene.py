"""The picture of a position as data: what a seat sees, and which clicks make which action.

A game's `scene.py` turns a view into one `Scene`. The browser, the terminal, notebooks and documents all draw from it;
none of them knows a game. Units: one board square. x grows to the right, y downwards, both measured to an object's
*centre*, so the square in column i and row j has its centre at (i + 0.5, j + 0.5).

    Scene ── zones    areas with a name (board, reserve): drawn behind, spoken as groups
          ├─ spots    places to click; a click on a spot is one step of an action's path
          ├─ pieces   drawn symbols with ids that stay the same through a game: pages animate by id
          ├─ labels   plain text on the picture (coordinates, pips)
          ├─ counters numbers beside the picture (points, tiles left)
          ├─ choices  every legal action: its path of clicks, its notation, its words
          ├─ poses    ways in which the thing in the hand can lie, drawn under the pointer before it is placed
          ├─ reasons  why it cannot be placed somewhere
          ├─ asks     what to click next, if that depends on the last click
          ├─ tips     what a spot is for, shown to who points at it
          ├─ guide    what matters now, for people who play for the first time
          ├─ score    what counted, once the game is over
          └─ narrow   where the zones go in a picture that is taller than wide

From scene to scene, pages let pieces of the same id glide, and others appear and vanish. The scenery of a game may have
`MOTIONS`, which gives pieces of a style, or with a drawing, a motion of their own.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

# created ten times as fast as a frozen dataclass; a scene has hundreds of parts. The garbage collector need not visit
# them (gc=False), because they form no cycles
from msgspec import Struct
from msgspec.structs import replace

__all__ = [
    "Ask",
    "Box",
    "Choice",
    "Counter",
    "Guide",
    "Label",
    "Narrow",
    "Piece",
    "Pose",
    "Reason",
    "Scene",
    "ScoreLine",
    "ScorePart",
    "Shift",
    "Spot",
    "Tip",
    "Zone",
    "motions_of",
    "neat",
    "plural",
    "total",
]


Rectangle = tuple[float, float, float, float]  # x and y of its centre, its width, its height


class Zone(Struct, frozen=True, kw_only=True, gc=False):
    """An area with a name. `style` tokens are CSS classes that the game's art.svg colours."""

    id: str
    x: float  # centre, squares
    y: float
    width: float
    height: float
    words: str  # spoken name: "Board", "Your reserve"
    symbol: str = ""  # id of a drawing in art.svg, drawn around the centre; "" = a plain panel
    style: str = ""
    # in characters, each of its spots is a line (cards, buttons). The line is the words of the spot, so they must say
    # what lies there
    listed: bool = False
    grid: bool = False  # spots with the same y form a row: spoken as a grid with rows
    quiet: bool = False  # left out of previews: every action changes it in the same way

    @classmethod
    def at(
        cls,
        name: str,
        place: Rectangle,
        words: str,
        symbol: str,
        style: str = "",
        *,
        listed: bool = False,
        grid: bool = False,
    ) -> "Zone":
        """A zone in the order of its fields."""
        x, y, width, height = place
        return cls(
            id=name,
            x=x,
            y=y,
            width=width,
            height=height,
            words=words,
            symbol=symbol,
            style=style,
            listed=listed,
            grid=grid,
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the zone, edges included."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


class Spot(Struct, frozen=True, kw_only=True, gc=False):
    """A place to click: a square, a slot, a whole column, a button.

    The button of a pose may have width 0: it is then not drawn and cannot be clicked, and is only a step of paths."""

    id: str
    zone: str  # id of the zone it belongs to
    x: float  # centre, squares
    y: float
    width: float = 1.0
    height: float = 1.0
    words: str  # spoken: "b2: large blue on small red"
    symbol: str = ""  # drawing under the pieces; "" = a plain square
    style: str = ""  # CSS classes; with "hex", it and its marks are hexagons with a corner on top

    @classmethod
    def at(cls, name: str, zone: str, place: Rectangle, words: str, symbol: str = "", style: str = "") -> "Spot":
        """A spot in the order of its fields."""
        x, y, width, height = place
        return cls(id=name, zone=zone, x=x, y=y, width=width, height=height, words=words, symbol=symbol, style=style)

    @property
    def drawn(self) -> bool:
        """Whether the picture shows it."""
        return self.width > 0


class Piece(Struct, frozen=True, kw_only=True, gc=False):
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
    text: str = ""  # a short name for the terminal: "B3"; "" = not shown there
    letters: str = ""  # drawn on it; by default its text, unless the drawing shows that (core/picture.py)

    @classmethod
    def at(
        cls,
        name: str,
        spot: str,
        place: tuple[float, float],
        symbol: str,
        style: str,
        words: str,
        *,
        scale: float = 1.0,
        text: str = "",
    ) -> "Piece":
        """A piece in the order of its fields. `place`: its centre."""
        x, y = place
        return cls(id=name, spot=spot, x=x, y=y, symbol=symbol, style=style, scale=scale, words=words, text=text)


class Label(Struct, frozen=True, kw_only=True, gc=False):
    """Plain text on the picture, centred on (x, y)."""

    id: str
    x: float
    y: float
    text: str
    size: float = 0.2  # height of the letters, squares
    style: str = ""


_Part = TypeVar("_Part", Zone, Spot, Piece, Label)  # the parts that have a place


class Counter(Struct, frozen=True, kw_only=True, gc=False):
    """A number worth knowing, shown beside the seat (or, with seat None, beside the board)."""

    id: str
    label: str  # "points"
    value: str  # "12"
    seat: int | None = None
    style: str = ""


class Choice(Struct, frozen=True, kw_only=True, gc=False):
    """A legal action and the path of clicks that makes it. No path is a prefix of another."""

    action: int
    path: tuple[str, ...]  # ids of spots, at least one
    text: str  # notation: "b2-b4"
    words: str  # spoken: "Large blue from b2 onto small red at b4"
    also: tuple[tuple[str, ...], ...] = ()  # other paths that make it: a line drawn from its other end

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """All its paths."""
        return self.path, *self.also


class Box(Struct, frozen=True, kw_only=True, gc=False):
    """One part of a pose, drawn before it is placed: a square of a shape, a spot of a tile."""

    dx: float  # from the centre of the spot under the pointer to the centre of this part, squares
    dy: float
    symbol: str = ""  # id of a drawing in art.svg; "" = a plain square
    style: str = ""
    scale: float = 1.0
    text: str = ""  # written on it


class Pose(Struct, frozen=True, kw_only=True, gc=False):
    """A way in which the thing in the hand can lie.

    Its id is a step in the paths of choices, and the step after it is the place: (..., pose, place). The page draws the
    boxes under the pointer, and shows for each place whether a path continues there. Poses that lead to one another by
    turning, mirroring and varying are one thing in the hand; it starts in the first of them with which a path can
    continue."""

    id: str  # of the spot that is its button
    words: str  # spoken: "purple at the top left, then blue, green, black"
    boxes: tuple[Box, ...]
    turned: str = ""  # the pose after a quarter turn clockwise, itself if that changes nothing; "" = it does not turn
    mirrored: str = ""  # the pose with left and right exchanged; "" = it cannot be mirrored
    varied: str = ""  # the next variant, for example another box left out; "" = there is none


class Reason(Struct, frozen=True, kw_only=True, gc=False):
    """The reason why something cannot be placed there, if there is more to say than that it does not fit."""

    pose: str  # id; "" = any pose
    spot: str  # id of the place
    words: str  # spoken: "needs 3 different crops, and has 2"


class Ask(Struct, frozen=True, kw_only=True, gc=False):
    """The prompt after a click on this spot, if `Scene.prompts` do not fit, as when one kind of action has its own
    button."""

    after: str  # id of the spot
    words: str  # "Choose the tile to turn"


class Tip(Struct, frozen=True, kw_only=True, gc=False):
    """The purpose of a spot, and whether it can be used now: shown beside it to people who point at it or tap it."""

    spot: str  # id
    words: str  # "Skill W: everybody may erase one box. It costs 1 boon"; without a full stop


class Guide(Struct, frozen=True, kw_only=True, gc=False):
    """For people who play for the first time: what to do now, and what they need not look at yet."""

    words: str  # a sentence or two: what was drawn, what may be done with it, where it may go
    waits: tuple[str, ...] = ()  # ids of the zones that do not matter now; a page may let them fade


class ScorePart(Struct, frozen=True, kw_only=True, gc=False):
    """Pieces that counted together: a group, a stack, a line of birds."""

    pieces: tuple[str, ...]  # ids
    points: int = 0  # 0: it decided the game, or might have, and is not added up


class ScoreLine(Struct, frozen=True, kw_only=True, gc=False):
    """Something that counted when the game ended. The lines of a seat add up to its points."""

    seat: int | None  # None: all seats together, or nobody
    words: str  # "3 groups", without their points
    counter: str = ""  # id of the counter that starts with the sum of its lines; "" = they are not added up
    parts: tuple[ScorePart, ...] = ()  # in the order in which they are counted


class Shift(Struct, frozen=True, kw_only=True, gc=False):
    """The place of a zone in the narrow arrangement."""

    zone: str  # id
    x: float  # its new centre
    y: float


class Narrow(Struct, frozen=True, kw_only=True, gc=False):
    """The arrangement for a picture that is taller than wide, as on a phone.

    A zone takes along its spots, the pieces on them, and the labels in it (if zones overlap, the smallest takes
    them)."""

    width: float
    height: float
    shifts: tuple[Shift, ...]  # other zones stay where they are


class Scene(Struct, frozen=True, kw_only=True, gc=False):
    """All that one seat sees of one position."""

    width: float  # squares
    height: float
    caption: str  # who does what now: "Blue and yellow: move a gleeb"; or how it ended
    prompts: tuple[str, ...] = ()  # what to click at each step of a path
    zones: tuple[Zone, ...] = ()
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    labels: tuple[Label, ...] = ()
    counters: tuple[Counter, ...] = ()
    choices: tuple[Choice, ...] = ()  # empty if the seat has nothing to decide
    poses: tuple[Pose, ...] = ()  # empty if nothing has to be turned before it is placed
    reasons: tuple[Reason, ...] = ()
    asks: tuple[Ask, ...] = ()  # replace prompts after some clicks
    tips: tuple[Tip, ...] = ()  # at most one for each spot
    score: tuple[ScoreLine, ...] = ()  # empty until the game is over
    guide: Guide | None = None  # None: the prompts are enough, or there is nothing to decide
    narrow: Narrow | None = None  # None: there is only one arrangement

    def idle(self) -> "Scene":
        """The same picture with nothing to choose."""
        return replace(self, choices=(), poses=(), reasons=(), asks=(), guide=None)

    def onward(self, path: Sequence[str]) -> dict[str, bool]:
        """Spot id -> whether it completes a choice, for the spots with which paths continue after the clicks in
        `path`."""
        at, steps = len(path), dict[str, bool]()
        for choice in self.choices:
            for way in choice.ways:
                if len(way) > at and way[:at] == tuple(path):
                    steps[way[at]] = steps.get(way[at], False) or len(way) == at + 1
        return steps

    def prompt(self, path: Sequence[str]) -> str:
        """The prompt after the clicks in `path`; the page does the same (web/src/board/select.svelte.ts)."""
        asked = next((ask.words for ask in self.asks if path and ask.after == path[-1]), "")
        return asked or (self.prompts[len(path)] if len(path) < len(self.prompts) else self.caption)

    def refusal(self, path: tuple[str, ...], spot: str) -> str | None:
        """The reason why a click on a spot does nothing after the clicks in `path`, as far as paths tell: "" if it does
        something; None if only the game can say."""
        if spot in path or spot in self.onward(path):
            return ""
        for length in reversed(range(len(path))):  # the page restarts the path there (web/src/scene/paths.ts)
            complete = self.onward(path[:length]).get(spot)
            if complete is not None:
                return "First take back the choice that you have begun" if complete else ""
        return None

    def explained(self, told: str, path: Sequence[str]) -> str:
        """The words shown where a click does nothing: the game's reason, or else the prompt."""
        return told or f"Not possible now: {self.prompt(path)}"

    def lettered(self, shown: frozenset[str] | None) -> "Scene":
        """The scene in which each piece has the letters that are drawn on it. `shown`: the symbols that show its text
        themselves; None: all do."""
        if shown is None:
            return self
        pieces = (
            piece if piece.letters or not piece.text or piece.symbol in shown else replace(piece, letters=piece.text)
            for piece in self.pieces
        )
        return replace(self, pieces=tuple(pieces))

    def narrowed(self) -> "Scene":
        """The scene in its narrow arrangement; the page does the same (web/src/scene/layout.ts)."""
        if self.narrow is None:
            return self
        places = {shift.zone: shift for shift in self.narrow.shifts}
        ways = {z.id: (places[z.id].x - z.x, places[z.id].y - z.y) if z.id in places else (0, 0) for z in self.zones}
        homes = {spot.id: spot.zone for spot in self.spots}

        def shifted(part: _Part, zone: str) -> _Part:
            right, down = ways.get(zone, (0, 0))
            return replace(part, x=part.x + right, y=part.y + down)

        def home(label: Label) -> str:
            around = [zone for zone in self.zones if zone.holds(label.x, label.y)]
            return min(around, key=lambda zone: zone.width * zone.height).id if around else ""

        return replace(
            self,
            width=self.narrow.width,
            height=self.narrow.height,
            zones=tuple(shifted(zone, zone.id) for zone in self.zones),
            spots=tuple(shifted(spot, spot.zone) for spot in self.spots),
            pieces=tuple(shifted(piece, homes[piece.spot]) for piece in self.pieces),
            labels=tuple(shifted(label, home(label)) for label in self.labels),
            narrow=None,
        )

    def only(self, names: Collection[str]) -> "Scene":
        """The part of the scene that these zones cover, with nothing to choose: for examples of one thing."""
        zones = [zone for zone in self.zones if zone.id in names]
        left, top = min(zone.x - zone.width / 2 for zone in zones), min(zone.y - zone.height / 2 for zone in zones)
        width = max(zone.x + zone.width / 2 for zone in zones) - left
        height = max(zone.y + zone.height / 2 for zone in zones) - top
        frame = Zone(id="", x=left + width / 2, y=top + height / 2, width=width, height=height, words="")

        def kept(parts: Iterable[_Part]) -> tuple[_Part, ...]:
            inside = [part for part in parts if frame.holds(part.x, part.y)]
            return tuple(replace(part, x=part.x - left, y=part.y - top) for part in inside)

        return replace(
            self.idle(),
            width=width,
            height=height,
            zones=kept(self.zones),
            spots=kept(self.spots),
            pieces=kept(self.pieces),
            labels=kept(self.labels),
            tips=(),
            score=(),
            narrow=None,
        )


MOTION_NAMES = (
    # a new piece comes in an arc: from a piece that has gone and has a style in common with it, else from what was
    # drawn just now in its row or column, else from where the move began
    "flies",
    "falls",  # a new piece falls from the upper edge of its spot, and bounces
    "turns",  # pieces that move at once turn around their middle
    "shakes",  # a piece that comes to look so shakes, when those that move have arrived
)


def motions_of(scenery: Any) -> list[tuple[str, str]]:
    """The motions of a game, by style or drawing, as pages read them. Raises ValueError."""
    own: dict[str, str] = dict(getattr(scenery, "MOTIONS", {}))
    if unknown := set(own.values()).difference(MOTION_NAMES):
        raise ValueError(f"there is no motion {', '.join(sorted(unknown))}; allowed: {', '.join(MOTION_NAMES)}")
    return [*own.items()]


def neat(number: float) -> float:
    """A length or a place in squares, rounded to what a screen can show: 5.24 instead of 5.240000000000001."""
    return round(number, 4)


def total(lengths: Iterable[float]) -> float:
    """The sum of lengths, added one after another: newer Pythons' `sum` adds floats in another way than older ones."""
    found = 0.0
    for length in lengths:
        found += length
    return found


def plural(number: int, one: str, more: str = "") -> str:
    """The form of a noun that fits a number: `one` for 1, else `more`, which is by default `one` with an "s"."""
    return one if number == 1 else more or f"{one}s"

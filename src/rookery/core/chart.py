"""A scene as rows and columns of characters, for terminals, logs and printed positions."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence

from rookery.core.scene import Label, Piece, Scene, Spot, Zone

LANE_TOLERANCE = 0.3  # squares: centres closer than this are in one row or column
EMPTY_SPOT = "·"


def chart(scene: Scene, lettered: Callable[[str], str] = str) -> list[str]:
    """The lines of the chart: each zone as a grid of its pieces' short names, or as a list of its spots if it is
    `listed`.

    The names of stacked pieces are joined from bottom to top. `lettered`: puts the text of a cell into letters that
    an output has."""
    lines = []
    homes = [(label, _home(label, scene.zones)) for label in scene.labels]
    lying = lying_on(scene.pieces)
    for zone in scene.zones:
        spots = [spot for spot in scene.spots if spot.zone == zone.id and spot.drawn]
        labels = [label for label, home in homes if home is zone]
        if spots and zone.listed:
            lines += [zone.words, *(f"  {spot.words}" for spot in spots)]
        elif spots:
            lines += [zone.words, *_grid(spots, lying, labels, lettered)]
        elif labels:  # a heading
            lines.append(", ".join(label.text for label in labels))
    lines += [label.text for label, home in homes if home is None]
    return lines


def _grid(
    spots: Sequence[Spot], lying: Mapping[str, Sequence[Piece]], labels: Iterable[Label], lettered: Callable[[str], str]
) -> list[str]:
    cells: list[tuple[float, float, str]] = []  # x, y, text
    for spot in spots:
        cells += [
            (x, y, "".join(piece.text for piece in pile) or EMPTY_SPOT)
            for (x, y), pile in piles(spot, lying.get(spot.id, ()))
        ]
    cells += [(label.x, label.y, label.text) for label in labels]
    columns, rows = lanes(x for x, _, _ in cells), lanes(y for _, y, _ in cells)
    grid = [["" for _ in columns] for _ in rows]
    for x, y, text in cells:
        grid[lane(rows, y)][lane(columns, x)] += lettered(text)
    wide = [max(len(row[c]) for row in grid) for c in range(len(columns))]
    return ["  " + " ".join(text.ljust(w) for text, w in zip(row, wide, strict=True)).rstrip() for row in grid]


def parts(spot: Spot) -> list[tuple[float, float]]:
    """The centres of the squares that a spot covers."""
    across, down = max(1, round(spot.width)), max(1, round(spot.height))
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    return [
        (left + (i + 0.5) * spot.width / across, top + (j + 0.5) * spot.height / down)
        for j in range(down)
        for i in range(across)
    ]


def lying_on(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Spot id -> the pieces on it, from bottom to top."""
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.spot, []).append(piece)
    return found


def piles(spot: Spot, pieces: Iterable[Piece]) -> list[tuple[tuple[float, float], list[Piece]]]:
    """Each square of `parts(spot)` with the pieces on it, from bottom to top. A piece is on the square whose centre is
    nearest."""
    centres = parts(spot)
    if len(centres) == 1:
        return [(centres[0], list(pieces))]
    piles_at: list[tuple[tuple[float, float], list[Piece]]] = [(centre, []) for centre in centres]
    for piece in pieces:
        distances = [abs(x - piece.x) + abs(y - piece.y) for x, y in centres]
        piles_at[distances.index(min(distances))][1].append(piece)
    return piles_at


def lanes(values: Iterable[float]) -> list[float]:
    """The first coordinate of each row (or column): sorted values, without those within LANE_TOLERANCE of it."""
    lanes: list[float] = []
    for value in sorted(values):
        if not lanes or value - lanes[-1] > LANE_TOLERANCE:
            lanes.append(value)
    return lanes


def lane(lanes: Sequence[float], value: float) -> int:
    """The index of the lane that contains a value; the value must be one of those given to `lanes`."""
    return bisect_right(lanes, value) - 1


def _home(label: Label, zones: Iterable[Zone]) -> Zone | None:
    """The smallest zone that contains a label, else the nearest zone within one square of it."""
    inside = [zone for zone in zones if zone.holds(label.x, label.y)]
    if inside:
        return min(inside, key=lambda z: z.width * z.height)
    beside = [z for z in zones if abs(label.x - z.x) <= z.width / 2 + 1 and abs(label.y - z.y) <= z.height / 2 + 1]
    return min(beside, key=lambda z: abs(label.x - z.x) + abs(label.y - z.y)) if beside else None

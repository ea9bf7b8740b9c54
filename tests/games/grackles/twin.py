"""The slow twin of Grackles: written from the rulebook alone, for reading and never for speed.

Tests play it beside the fast kernels and compare every ply, so it shares no code with them. `GR-xx` are the rule IDs.

The frame floats (GR-07), so cells are named on a lattice that holds every frame around the starting tiles D5 and E5:
tile columns A..H, tile rows 1..9 from bottom to top. Each tile covers 2 x 2 spots, columns a..p, rows 1..18:

    cell D5 =  g10 h10      cell E5 =  i10 j10
               g9  h9                  i9  j9

An arrangement is a tile's four colours, P B G K (purple, blue, green, black), clockwise from its top left spot when
unturned; a tile is an arrangement and the degrees it is turned by, clockwise.

Actions, in the order of a game:

    seat 1 first          who begins, by chance, seats counted from 1; absent when the table has settled it
    draw                  the player draws a tile
    tile PBKG             which one, by chance, as likely as there are such tiles left
    D6 r90                the drawn tile is placed
    g9-k9                 a new line, written from its west or south end
    k9+n9                 a line is extended, from the spot where it ends to the spot where it shall end
    rotate D6 r90         a tile is turned by so much more
    pass                  only where GR-15 allows it
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from typing import Literal

# ── Vocabulary ───────────────────────────────────────────────────────────────

Cell = str  # tile column and tile row, "D5"
Spot = str  # spot column and spot row, "g10"
Tiles = dict[Cell, tuple[str, int]]  # arrangement, and degrees turned: 0, 90, 180 or 270
Line = tuple[int, Literal["row", "column"], Spot, Spot]  # seat, what it runs along, west or south end, other end
Step = Literal["who begins", "turn", "drawing", "placing", "over"]

COLOURS = {"purple": "P", "blue": "B", "green": "G", "black": "K"}  # GR-04
BIRDS, TOKENS, SIDE, TILES = 45, 5, 5, 25  # GR-01, GR-04
X = "PBGK"  # GR-03
MIX = {X: 5, "PBKG": 4, "PGBK": 4, "PGKB": 4, "PKBG": 4, "PKGB": 4}  # GR-02
STARTING: Tiles = {"D5": (X, 0), "E5": (X, 180)}  # GR-03
EAST, WEST, NORTH, SOUTH = (1, 0), (-1, 0), (0, 1), (0, -1)


def neighbour(name: str, direction: tuple[int, int]) -> str:
    """The next cell of a cell, or the next spot of a spot; a name outside the lattice if it is there."""
    return chr(ord(name[0]) + direction[0]) + str(int(name[1:]) + direction[1])


def corners(cell: Cell) -> list[Spot]:
    """A cell's four spots, clockwise from the top left one (GR-01)."""
    left, bottom = 2 * "ABCDEFGH".index(cell[0]), 2 * int(cell[1:]) - 1
    west, east = "abcdefghijklmnop"[left], "abcdefghijklmnop"[left + 1]
    return [f"{west}{bottom + 1}", f"{east}{bottom + 1}", f"{east}{bottom}", f"{west}{bottom}"]


def turned(arrangement: str, degrees: int) -> str:
    """The colours clockwise from the top left: each quarter turn brings the last one there (GR-07, GR-12)."""
    for _ in range(degrees // 90):
        arrangement = arrangement[-1] + arrangement[:-1]
    return arrangement


def colours_of(tiles: Tiles) -> dict[Spot, str]:
    """The colour of every spot that has a tile (GR-01)."""
    return {spot: colour for cell in tiles for spot, colour in zip(corners(cell), turned(*tiles[cell]), strict=True)}


def straight(start: Spot, end: Spot) -> list[Spot]:
    """All spots from start to end, both included; they share a row or a column (GR-08)."""
    if start[0] == end[0]:
        direction = NORTH if int(start[1:]) < int(end[1:]) else SOUTH
    else:
        direction = EAST if start[0] < end[0] else WEST
    spots = [start]
    while spots[-1] != end:
        spots.append(neighbour(spots[-1], direction))
    return spots


def within_frame(cells: list[Cell]) -> bool:
    """Whether one square of 5 x 5 cells can hold them all (GR-07)."""
    columns, rows = [ord(cell[0]) for cell in cells], [int(cell[1:]) for cell in cells]
    return max(columns) - min(columns) < SIDE and max(rows) - min(rows) < SIDE


def spaces(tiles: Tiles) -> list[Cell]:
    """Empty cells beside a tile, the board staying within five columns and five rows (GR-07)."""
    beside = {neighbour(cell, direction) for cell in tiles for direction in (EAST, WEST, NORTH, SOUTH)}
    return sorted(cell for cell in beside if cell not in tiles and within_frame([*tiles, cell]))


# ── The game ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Twin:
    """One position. `after` makes a new one and changes nothing."""

    players: int  # 2 to 4
    step: Step
    turn_of: int  # seat; of no meaning until who begins is settled
    tiles: Tiles
    birds: dict[Spot, int]  # spot -> seat
    lines: frozenset[Line]
    tokens: tuple[int, ...]  # rotate tokens not spent, by seat
    supply: tuple[int, ...]  # birds not on the board, by seat
    left: dict[str, int]  # face-down tiles by arrangement; the drawn one is no longer among them
    drawn: str | None  # arrangement of the tile to be placed
    idle: int  # skips and passes that have followed each other (GR-16)
    palette: str  # colours by seat, then those of nobody (GR-04)

    @classmethod
    def start(cls, players: int, first: str = "random", colours: str = "as usual") -> Twin:
        """The two starting tiles and nothing else (GR-03, GR-04, GR-05).

        `players`: 2 to 4. `first`: "random", or "seat 1" to "seat 4" as far as there are such seats. `colours`: those
        that play, in the order of the seats; "as usual", and for seats without one: the next of the box.
        ValueError for anything else.
        """
        if players not in (2, 3, 4):
            raise ValueError(f"players: 2, 3 or 4, not {players!r}")
        seats = [f"seat {seat + 1}" for seat in range(players)]
        if first not in ["random", *seats]:
            raise ValueError(f"first: 'random' or one of {', '.join(map(repr, seats))}, not {first!r}")
        named = "".join(letter for word in re.findall("[a-z]+", colours) for letter in COLOURS.get(word, ""))
        palette = named + "".join(letter for letter in COLOURS.values() if letter not in named)
        left = {**MIX, X: MIX[X] - len(STARTING)}
        tokens, supply = (TOKENS,) * players, (BIRDS,) * players
        table = cls(players, "who begins", 0, dict(STARTING), {}, frozenset(), tokens, supply, left, None, 0, palette)
        return table if first == "random" else replace(table, step="turn", turn_of=seats.index(first))

    @property
    def mover(self) -> int | Literal["chance"] | None:
        """The seat whose turn it is (GR-05); chance settles who begins and what is drawn; None when over."""
        if self.step == "over":
            return None
        return "chance" if self.step in ("who begins", "drawing") else self.turn_of

    def legal(self) -> list[str]:
        """Texts of all actions, in no promised order; empty exactly when the game is over."""
        return self._legal

    @functools.cached_property
    def _legal(self) -> list[str]:
        if self.step in ("who begins", "drawing"):
            return list(self.weights())
        if self.step == "placing":
            return [f"{cell} r{degrees}" for cell in spaces(self.tiles) for degrees in (0, 90, 180, 270)]  # GR-07
        return self._turns() if self.step == "turn" else []

    def weights(self) -> dict[str, int]:
        """How likely each text of a chance ply is, against the others (GR-05, GR-06)."""
        if self.step == "who begins":
            return {f"seat {seat + 1} first": 1 for seat in range(self.players)}
        if self.step == "drawing":
            return {f"tile {arrangement}": number for arrangement, number in self.left.items() if number}
        return {}

    def _turns(self) -> list[str]:
        """Draw, line, extension or rotation (GR-05); pass as GR-14 and GR-15 have it; nothing means a skip."""
        plays, rotations = self.plays(), self.rotations()
        if any(self.left.values()):
            return ["draw", *plays, *rotations]
        return [*plays, *rotations, *(["pass"] if rotations and not plays else [])]

    def plays(self) -> dict[str, int]:
        """New lines and extensions of the player whose turn it is, with the birds they take (GR-08 to GR-11, GR-13)."""
        found = {}
        colours = colours_of(self.tiles)
        for start, colour in colours.items():
            if colour == self.palette[self.turn_of] and start not in self.birds:
                for direction in (EAST, NORTH):
                    for new, end in self._ends(colours, start, direction):
                        found[f"{start}-{end}"] = new + 1  # the start takes one as well
        for seat, axis, lower, upper in self.lines:
            if seat == self.turn_of:
                back, on = (WEST, EAST) if axis == "row" else (SOUTH, NORTH)
                for spot, direction in ((lower, back), (upper, on)):
                    for new, end in self._ends(colours, spot, direction):
                        found[f"{spot}+{end}"] = new
        return {text: birds for text, birds in found.items() if birds <= self.supply[self.turn_of]}  # GR-13

    def _ends(self, colours: dict[Spot, str], spot: Spot, direction: tuple[int, int]) -> list[tuple[int, Spot]]:
        """How far to each own-colour spot ahead, over tiles all the way and up to any bird (GR-08 to GR-10)."""
        found, distance = [], 1
        ahead = neighbour(spot, direction)
        while ahead in colours and ahead not in self.birds:
            if colours[ahead] == self.palette[self.turn_of]:
                found.append((distance, ahead))
            ahead, distance = neighbour(ahead, direction), distance + 1
        return found

    def rotations(self) -> list[str]:
        """Every tile without birds, but for the starting ones, while tokens last; never by 0 (GR-12)."""
        if not self.tokens[self.turn_of]:
            return []
        free = [cell for cell in self.tiles if cell not in STARTING and self.birds.keys().isdisjoint(corners(cell))]
        return [f"rotate {cell} r{degrees}" for cell in free for degrees in (90, 180, 270)]

    def scores(self) -> tuple[int, ...]:
        """Birds on the board, by seat (GR-17)."""
        return tuple(list(self.birds.values()).count(seat) for seat in range(self.players))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """All seats with the most birds (GR-17); None until the game is over."""
        if self.step != "over":
            return None
        return tuple(seat for seat, score in enumerate(self.scores()) if score == max(self.scores()))

    def after(self, text: str) -> Twin:
        """The position after one action, skips included (GR-15). ValueError when it is not legal."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal ({self.step}); legal: {', '.join(self.legal()) or 'nothing'}")
        if self.step == "who begins":
            return replace(self, step="turn", turn_of=int(text.split()[1]) - 1)  # GR-05
        if self.step == "drawing":
            drawn = text.split()[1]
            left = {**self.left, drawn: self.left[drawn] - 1}
            return replace(self, step="placing", left=left, drawn=drawn)  # GR-06
        if self.step == "placing":
            return self._with_placed(*text.split(" r"))
        if text == "draw":
            return replace(self, step="drawing")  # GR-06
        if text == "pass":
            return self._with_turn_ended(idle=self.idle + 1)
        if text.startswith("rotate"):
            return self._with_rotated(*text.removeprefix("rotate ").split(" r"))
        return self._with_line(*text.split("-")) if "-" in text else self._with_extension(*text.split("+"))

    def _with_placed(self, cell: Cell, degrees: str) -> Twin:
        """The drawn tile lies there, and that was the turn (GR-05 to GR-07)."""
        assert self.drawn is not None
        tiles = {**self.tiles, cell: (self.drawn, int(degrees))}
        return replace(self, tiles=tiles, drawn=None)._with_turn_ended(idle=0)

    def _with_rotated(self, cell: Cell, degrees: str) -> Twin:
        """Turned on from how it lay, for one token (GR-12)."""
        arrangement, before = self.tiles[cell]
        tiles = {**self.tiles, cell: (arrangement, (before + int(degrees)) % 360)}
        tokens = tuple(number - (seat == self.turn_of) for seat, number in enumerate(self.tokens))
        return replace(self, tiles=tiles, tokens=tokens)._with_turn_ended(idle=0)

    def _with_line(self, lower: Spot, upper: Spot) -> Twin:
        """A line of its own, also where it touches another (GR-08, GR-11)."""
        line: Line = (self.turn_of, "column" if lower[0] == upper[0] else "row", lower, upper)
        return self._with_birds(straight(lower, upper), self.lines | {line})

    def _with_extension(self, spot: Spot, end: Spot) -> Twin:
        """The one line that ends on that spot is longer now; only the new birds are paid (GR-10)."""
        (line,) = [line for line in self.lines if spot in line[2:]]
        seat, axis, lower, upper = line
        longer: Line = (seat, axis, lower, end) if spot == upper else (seat, axis, end, upper)
        return self._with_birds(straight(spot, end)[1:], self.lines - {line} | {longer})

    def _with_birds(self, spots: list[Spot], lines: frozenset[Line]) -> Twin:
        """One bird from the supply on each of the spots, whatever their colours (GR-08, GR-13)."""
        birds = {**self.birds, **dict.fromkeys(spots, self.turn_of)}
        supply = tuple(number - len(spots) * (seat == self.turn_of) for seat, number in enumerate(self.supply))
        return replace(self, birds=birds, supply=supply, lines=lines)._with_turn_ended(idle=0)

    def _with_turn_ended(self, idle: int) -> Twin:
        """The next player who can do anything; over after a round of skips and passes (GR-05, GR-15, GR-16)."""
        if idle == self.players:
            return replace(self, step="over", idle=idle)
        twin = replace(self, step="turn", turn_of=(self.turn_of + 1) % self.players, idle=idle)
        return twin if twin.legal() else twin._with_turn_ended(idle + 1)

    def __str__(self) -> str:
        """The frame's spots: `p` an empty purple one, `P` a purple bird on any colour, `.` no tile."""
        seen = colours_of(self.tiles)
        cells = {spot: self.palette[self.birds[spot]] if spot in self.birds else seen[spot].lower() for spot in seen}
        columns = [c for c in "abcdefghijklmnop" if any(spot[0] == c for spot in seen)]
        rows = sorted({int(spot[1:]) for spot in seen}, reverse=True)
        lines = [f"{row:2}  " + " ".join(cells.get(f"{column}{row}", ".") for column in columns) for row in rows]
        return "\n".join([*lines, "    " + " ".join(columns)])

"""The slow twin of Gleebs and Grues: written from the rulebook alone, for reading and never for speed.

Tests play it beside the fast kernels and compare every ply, so it shares no code with them. `GG-xx` are the rule IDs.

Squares, columns from left to right and rows from bottom to top:

    a4 b4 c4 d4
    a3 b3 c3 d3
    a2 b2 c2 d2
    a1 b1 c1 d1

Pieces are a colour and a number of pips: `Y3` is the large yellow gleeb, `K1` the small grue.

Actions, in the order of a game:

    BY first, GR first    who begins, by chance; absent when the table has settled it
    K1@a1                 a grue is placed: small, medium, large; absent when the table has settled them
    Y3@b2                 a gleeb is placed
    b2-b4                 a gleeb's stack moves, or a grue moves
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

# ── Vocabulary ───────────────────────────────────────────────────────────────

Piece = str  # colour letter and pips, "Y3"
Square = str  # column letter and row, "b2"
Stacks = dict[Square, tuple[Piece, ...]]  # pieces from bottom to top; occupied squares only
Step = Literal["who begins", "grues", "placement", "gleeb movement", "grue movement", "over"]
Outcome = Literal["blue and yellow", "green and red", "grues"]

COLUMNS, ROWS, PIPS = "abcd", "1234", "123"
SQUARES: list[Square] = [column + row for row in ROWS for column in COLUMNS]  # GG-01
GRUES: list[Piece] = ["K" + pips for pips in PIPS]  # GG-01, GG-02: small, medium, large
GLEEBS: list[Piece] = [colour + pips for colour in "BYGR" for pips in PIPS]  # GG-01
SEAT_OF = {"B": 0, "Y": 0, "G": 1, "R": 1}  # GG-04; black is nobody's
SEAT_NAMES: list[Outcome] = ["blue and yellow", "green and red"]
WHO_BEGINS = ["BY first", "GR first"]  # by seat


def size(piece: Piece) -> int:
    """Pips, 1 to 3 (GG-01)."""
    return int(piece[1])


# ── Stacks ───────────────────────────────────────────────────────────────────


def top(stack: tuple[Piece, ...]) -> Piece:
    """The only piece that a stack counts as (GG-11)."""
    return stack[-1]


def is_grue(stack: tuple[Piece, ...]) -> bool:
    """A grue on top makes the stack a grue, free or pinning (GG-11, GG-16)."""
    return top(stack) in GRUES


def controlled(stacks: Stacks, seat: int) -> list[Square]:
    """Squares of the stacks with one of this player's gleebs on top; pinned ones are nobody's (GG-11, GG-16)."""
    return [square for square, stack in stacks.items() if not is_grue(stack) and SEAT_OF[top(stack)[0]] == seat]


def grues_waiting(stacks: Stacks) -> list[Piece]:
    """Grues still to be placed, in their order (GG-03); a placed one stays on the board, and on top."""
    return [grue for grue in GRUES if all(top(stack) != grue for stack in stacks.values())]


# ── Movement ─────────────────────────────────────────────────────────────────


def in_line(square: Square) -> list[Square]:
    """All other squares of the same column or row; what stands between does not matter (GG-08)."""
    return [other for other in SQUARES if other != square and (other[0] == square[0] or other[1] == square[1])]


def gleeb_moves(stacks: Stacks, seat: int) -> list[str]:
    """Each controlled stack onto each gleeb in line of another colour, of either owner (GG-08, GG-09, GG-10, GG-11)."""
    return [
        f"{start}-{end}"
        for start in controlled(stacks, seat)
        for end in in_line(start)
        if end in stacks and not is_grue(stacks[end]) and top(stacks[end])[0] != top(stacks[start])[0]
    ]


def grue_moves(stacks: Stacks) -> list[str]:
    """Any free grue onto a gleeb of its size; to empty squares if none can land (GG-08, GG-13, GG-14)."""
    landings, strolls = [], []
    for start, stack in stacks.items():
        if is_grue(stack) and len(stack) == 1:  # one that stands on gleebs has pinned them and stays (GG-16)
            for end in in_line(start):
                if end not in stacks:
                    strolls.append(f"{start}-{end}")
                elif not is_grue(stacks[end]) and size(top(stacks[end])) == size(top(stack)):
                    landings.append(f"{start}-{end}")
    return landings or strolls


# ── Scoring ──────────────────────────────────────────────────────────────────


def score(stacks: Stacks, seat: int) -> int:
    """Pips of every gleeb in this player's stacks, absorbed enemies included (GG-19)."""
    return sum(size(piece) for square in controlled(stacks, seat) for piece in stacks[square])


def scoring_phase(stacks: Stacks) -> Outcome:
    """More points wins; a tie, also at nothing each, is the grues' (GG-20, GG-21)."""
    if score(stacks, 0) == score(stacks, 1):
        return "grues"
    return SEAT_NAMES[0] if score(stacks, 0) > score(stacks, 1) else SEAT_NAMES[1]


def outcome_after_turn(stacks: Stacks) -> Outcome | None:
    """The end test after a grue step; None when the game goes on (GG-18)."""
    if not gleeb_moves(stacks, 0) and not gleeb_moves(stacks, 1):
        return scoring_phase(stacks)
    for seat in (0, 1):
        if controlled(stacks, seat) and not controlled(stacks, 1 - seat):
            return SEAT_NAMES[seat]
    return None


# ── The game ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Twin:
    """One position. `after` makes a new one and changes nothing."""

    step: Step
    grues_by: str  # GG-03: "random", "second player places", or the given triple
    first: int  # seat of the player who goes first in both phases (GG-05); of no meaning until settled
    turn_of: int  # seat whose placement or movement turn it is; of no meaning before the placement phase
    turns: int  # movement turns finished
    stacks: Stacks
    unplaced: frozenset[Piece]  # gleebs still to be placed
    eaten: frozenset[Piece]  # gleebs removed for good (GG-15)
    outcome: Outcome | None  # None until the game is over (GG-21)

    @classmethod
    def start(cls, grues: str = "random", first: str = "random") -> Twin:
        """The empty table, with what its options settle already settled (GG-02, GG-03, GG-05).

        `grues`: "random", "second player places", or the squares of the small, medium and large grue, "a1 b2 c3".
        `first`: "random", "blue and yellow" or "green and red". ValueError for anything else.
        """
        stacks: Stacks = {}
        if grues not in ("random", "second player places"):
            squares = grues.split()
            if len(squares) != 3 or len(set(squares)) != 3 or not set(squares) <= set(SQUARES):
                raise ValueError(f"grues: 'random', 'second player places' or squares like 'a1 b2 c3', not {grues!r}")
            stacks = {square: (grue,) for square, grue in zip(squares, GRUES, strict=True)}
        if first not in ["random", *SEAT_NAMES]:
            raise ValueError(f"first: 'random', 'blue and yellow' or 'green and red', not {first!r}")
        table = cls("who begins", grues, 0, 0, 0, stacks, frozenset(GLEEBS), frozenset(), None)
        return table if first == "random" else table._begun_by(0 if first == SEAT_NAMES[0] else 1)

    @property
    def mover(self) -> int | Literal["chance"] | None:
        """Seat 0 is blue and yellow, 1 green and red (GG-04); None when the game is over."""
        if self.step == "over":
            return None
        if self.step == "who begins" or (self.step == "grues" and self.grues_by == "random"):
            return "chance"  # GG-03, GG-05
        return 1 - self.first if self.step == "grues" else self.turn_of  # GG-03

    def legal(self) -> list[str]:
        """Texts of all actions, in no promised order; empty exactly when the game is over."""
        empty = [square for square in SQUARES if square not in self.stacks]
        if self.step == "who begins":
            return list(WHO_BEGINS)  # GG-05
        if self.step == "grues":
            return [f"{grues_waiting(self.stacks)[0]}@{square}" for square in empty]  # GG-02, GG-03
        if self.step == "placement":
            own = [gleeb for gleeb in self.unplaced if SEAT_OF[gleeb[0]] == self.turn_of]
            return [f"{gleeb}@{square}" for gleeb in own for square in empty]  # GG-06
        if self.step == "gleeb movement":
            return gleeb_moves(self.stacks, self.turn_of)
        return grue_moves(self.stacks) if self.step == "grue movement" else []

    def scores(self) -> tuple[int, int]:
        """Pips in controlled stacks as they stand now, by seat (GG-19)."""
        return score(self.stacks, 0), score(self.stacks, 1)

    def after(self, text: str) -> Twin:
        """The position after one action. ValueError when it is not legal."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal ({self.step}); legal: {', '.join(self.legal()) or 'nothing'}")
        if self.step == "who begins":
            return self._begun_by(WHO_BEGINS.index(text))
        if self.step in ("grues", "placement"):
            return self._with_placed(*text.split("@"))
        if self.step == "gleeb movement":
            return self._with_gleeb_moved(*text.split("-"))
        return self._with_grue_moved(*text.split("-"))

    def _begun_by(self, seat: int) -> Twin:
        """The same player goes first in both phases (GG-05); the grues stand before anybody places (GG-02)."""
        return replace(self, first=seat, turn_of=seat, step="grues" if grues_waiting(self.stacks) else "placement")

    def _with_placed(self, piece: Piece, square: Square) -> Twin:
        """Three grues, then twelve gleebs in turn, then the first player's movement turn (GG-02, GG-05, GG-06)."""
        placed = replace(self, stacks={**self.stacks, square: (piece,)}, unplaced=self.unplaced - {piece})
        if self.step == "grues":
            return placed if grues_waiting(placed.stacks) else replace(placed, step="placement")
        if placed.unplaced:
            return replace(placed, turn_of=1 - self.turn_of)
        return replace(placed, step="gleeb movement", turn_of=self.first)._without_impossible_steps()

    def _with_gleeb_moved(self, start: Square, end: Square) -> Twin:
        """The whole stack goes on top of the other (GG-09); the grue step follows (GG-07)."""
        stacks = {square: stack for square, stack in self.stacks.items() if square != start}
        stacks[end] = self.stacks[end] + self.stacks[start]
        return replace(self, stacks=stacks, step="grue movement")._without_impossible_steps()

    def _with_grue_moved(self, start: Square, end: Square) -> Twin:
        """Onto nothing, eating a single gleeb (GG-15), or pinning a stack of two or more (GG-16)."""
        grue = self.stacks[start]
        landed_on = self.stacks.get(end, ())
        stacks = {square: stack for square, stack in self.stacks.items() if square != start}
        stacks[end] = landed_on + grue if len(landed_on) > 1 else grue
        eaten = self.eaten | set(landed_on) if len(landed_on) == 1 else self.eaten
        return replace(self, stacks=stacks, eaten=eaten)._with_turn_ended()._without_impossible_steps()

    def _with_turn_ended(self) -> Twin:
        """After the grue step, made or skipped: over, or the other player's turn (GG-18)."""
        outcome = outcome_after_turn(self.stacks)
        step: Step = "gleeb movement" if outcome is None else "over"
        return replace(self, outcome=outcome, step=step, turn_of=1 - self.turn_of, turns=self.turns + 1)

    def _without_impossible_steps(self) -> Twin:
        """Skips steps in which nothing can move; the game never ends between the two steps (GG-12, GG-17, GG-18)."""
        twin = self
        while twin.step != "over" and not twin.legal():
            twin = replace(twin, step="grue movement") if twin.step == "gleeb movement" else twin._with_turn_ended()
        return twin

    def __str__(self) -> str:
        """The board as seen from blue and yellow's side; `Y1B3` is a large blue gleeb on a small yellow one."""
        cells = {square: "".join(self.stacks.get(square, (".",))) for square in SQUARES}
        width = max(len(cell) for cell in cells.values())
        lines = [row + "  " + " ".join(cells[c + row].ljust(width) for c in COLUMNS) for row in reversed(ROWS)]
        return "\n".join([*lines, "   " + " ".join(column.ljust(width) for column in COLUMNS)])

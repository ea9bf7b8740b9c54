"""The slow twin of Blockers!: written from the rulebook alone, for reading and never for speed.

Tests play it beside the fast kernels and compare every ply, so it shares no code with them. `BL-xx` are the rule IDs.

Spaces are a row letter and a column digit, `G2`; each block of 3 x 3 has a symbol:

          1-3       4-6     7-9
    A-C   triangle  spade   star
    D-F   club      circle  diamond
    G-I   moon      heart   square

Tiles are a colour and what names their spaces: `R7` column 7, `RG` row G, `Rmoon` the block of the moon, `Rwild` any.

Actions, in the order of a game:

    seat 1 first    who begins, by chance; absent when the table has settled it
    draw R7         a colour draws a tile, by chance: five each at first, then one after each play of that colour
    R7@G2           a tile is placed, and captures what lay there
    skip            nothing can be placed
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

# ── Vocabulary ───────────────────────────────────────────────────────────────

Space = str  # row letter and column digit, "G2"
Colour = str  # its letter, "R"
Tile = str  # colour and kind, "R7"
Board = dict[Space, Tile]  # occupied spaces only

ROWS, COLUMNS = "ABCDEFGHI", "123456789"
SPACES: list[Space] = [row + column for row in ROWS for column in COLUMNS]  # BL-01
SYMBOLS = ["triangle", "spade", "star", "club", "circle", "diamond", "moon", "heart", "square"]  # BL-01
KINDS: list[str] = [*COLUMNS, *ROWS, *SYMBOLS, "wild"]  # BL-02: the 28 tiles of a colour
COLOURS: list[Colour] = list("RBGYO")  # BL-02: red, blue, green, yellow, orange
RACK = 5  # BL-03
LEFT_OVER = 4  # tiles that every colour keeps to the end (BL-11, BL-24)

FIRST = ["random", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5"]  # BL-04
SCORINGS = ["blockers", "uptown", "fair start"]  # BL-12, BL-30, BL-31
OWN_SECOND_COLOUR = ["may be captured", "safe"]  # BL-22
PAIRS = {  # BL-20: the colours of two players, by seat
    "red and green against blue and yellow": ["RG", "BY"],
    "red and blue against green and yellow": ["RB", "GY"],
    "red and yellow against blue and green": ["RY", "BG"],
}


def symbol(space: Space) -> str:
    """The symbol of the block that a space lies in (BL-01)."""
    return SYMBOLS[ROWS.index(space[0]) // 3 * 3 + COLUMNS.index(space[1]) // 3]


def names(tile: Tile, space: Space) -> bool:
    """Whether the tile names the space: its row, its column, its block, or any (BL-05)."""
    return tile[1:] in (space[0], space[1], symbol(space), "wild")


def in_order(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Tiles of one colour in the order of their kinds (BL-02)."""
    return tuple(sorted(tiles, key=lambda tile: KINDS.index(tile[1:])))


# ── Groups and captures ──────────────────────────────────────────────────────


def neighbours(space: Space) -> list[Space]:
    """The two to four spaces beside this one; diagonals do not count (BL-12)."""
    row, column = ROWS.index(space[0]), COLUMNS.index(space[1])
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [ROWS[r] + COLUMNS[c] for r, c in beside if 0 <= r < 9 and 0 <= c < 9]


def group_at(board: Board, space: Space) -> set[Space]:
    """All spaces connected with this occupied one by tiles of its colour, itself included (BL-12)."""
    group, to_visit = {space}, [space]
    while to_visit:
        for other in neighbours(to_visit.pop()):
            if other not in group and other in board and board[other][0] == board[space][0]:
                group.add(other)
                to_visit.append(other)
    return group


def count_groups(board: Board, colour: Colour) -> int:
    """Groups of this colour on the board; a lone tile is one (BL-12)."""
    to_count = {space for space, tile in board.items() if tile[0] == colour}
    groups = 0
    while to_count:
        to_count -= group_at(board, min(to_count))
        groups += 1
    return groups


def is_loose(board: Board, space: Space) -> bool:
    """Whether the tile here can go without splitting its group: it is alone, or the rest stays one (BL-07)."""
    rest = group_at(board, space) - {space}
    without = {other: tile for other, tile in board.items() if other != space}
    return not rest or group_at(without, min(rest)) == rest


# ── The game ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Twin:
    """One position. `after` makes a new one and changes nothing."""

    owns: tuple[str, ...]  # by seat: the letters of the colours that it plays, two for two players (BL-20)
    scoring: str  # one of SCORINGS
    own_second_colour: str  # one of OWN_SECOND_COLOUR; of no meaning for three and more players
    first: int | None  # the seat that begins (BL-04); None until chance has said so
    turn_of: int | None  # the seat whose turn it is, its draw included; None before the first turn and after the last
    to_draw: tuple[Colour, ...]  # the draws that come before the next play
    board: Board
    racks: dict[Colour, tuple[Tile, ...]]  # in the order of their kinds
    piles: dict[Colour, frozenset[Tile]]  # the tiles that a colour has not drawn; they have no order yet (BL-03)
    trophies: dict[int, tuple[Tile, ...]]  # by seat: what it has captured, in that order, open to all (BL-09)
    skipped: int  # turns passed over so far because nothing could be played (BL-14)

    @classmethod
    def start(
        cls,
        players: int = 4,
        first: str = "random",
        scoring: str = "blockers",
        own_second_colour: str = "may be captured",
        colours: str = "red and green against blue and yellow",
    ) -> Twin:
        """The empty board and full piles; chance deals the racks, colour by colour (BL-03, BL-20).

        `players`: 2 to 5. The other options: a text of FIRST (a seat of this table), SCORINGS, OWN_SECOND_COLOUR and
        PAIRS; the last two matter for two players only. ValueError for anything else.
        """
        if players not in (2, 3, 4, 5):
            raise ValueError(f"players: 2 to 5, not {players!r}")
        for option, value, allowed in [
            ("first", first, FIRST[: players + 1]),
            ("scoring", scoring, SCORINGS),
            ("own_second_colour", own_second_colour, OWN_SECOND_COLOUR),
            ("colours", colours, list(PAIRS)),
        ]:
            if value not in allowed:
                raise ValueError(f"{option}: {', '.join(map(repr, allowed))}, not {value!r}")
        owns = PAIRS[colours] if players == 2 else COLOURS[:players]
        in_play = [colour for colour in COLOURS if colour in "".join(owns)]
        return cls(
            owns=tuple(owns),
            scoring=scoring,
            own_second_colour=own_second_colour,
            first=None if first == "random" else FIRST.index(first) - 1,
            turn_of=None,
            to_draw=tuple(colour for colour in in_play for _ in range(RACK)),
            board={},
            racks=dict.fromkeys(in_play, ()),
            piles={colour: frozenset(colour + kind for kind in KINDS) for colour in in_play},
            trophies=dict.fromkeys(range(players), ()),
            skipped=0,
        )

    # ── What there is to see ─────────────────────────────────────────────────

    @property
    def mover(self) -> int | Literal["chance"] | None:
        """The seat that plays; chance says who begins and what is drawn (BL-03, BL-04); None when the game is over."""
        return "chance" if self.to_draw else self.turn_of

    @property
    def captured(self) -> dict[int, dict[Colour, int]]:
        """How many tiles each seat has captured of each colour in play (BL-09)."""
        colours = {seat: [tile[0] for tile in tiles] for seat, tiles in self.trophies.items()}
        return {seat: {colour: colours[seat].count(colour) for colour in self.racks} for seat in colours}

    def groups(self, colour: Colour) -> int:
        """Groups of this colour as the board is now (BL-12)."""
        return count_groups(self.board, colour)

    def scores(self) -> tuple[int, ...]:
        """By seat, fewest is best: groups of the own colours, each colour by itself (BL-12, BL-20, BL-25), and the
        captures of the one colour captured most, even an own one (BL-12, BL-25), which do not count in Uptown (BL-30).
        """
        groups = [sum(self.groups(colour) for colour in own) for own in self.owns]
        penalties = [max(self.captured[seat].values()) if self.scoring != "uptown" else 0 for seat in self.captured]
        return tuple(count + penalty for count, penalty in zip(groups, penalties, strict=True))

    def ties(self) -> tuple[int, ...]:
        """By seat: all captures together, which settle a tie; fewest is best (BL-13, BL-25, BL-30). With a fair start,
        each player adds one for every player who began later (BL-31)."""
        captures, players = [len(tiles) for tiles in self.trophies.values()], len(self.owns)
        if self.scoring != "fair start" or self.first is None:
            return tuple(captures)
        began = [(seat - self.first) % players for seat in range(players)]
        return tuple(count + players - 1 - place for count, place in zip(captures, began, strict=True))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win, several when even their captures tie (BL-13); none until the game is over."""
        standings = list(zip(self.scores(), self.ties(), strict=True))
        best = [seat for seat, standing in enumerate(standings) if standing == min(standings)]
        return tuple(best) if self.mover is None else ()

    def finished(self, colour: Colour) -> bool:
        """Nothing left to draw and four tiles left on the rack: 24 have been played (BL-11, BL-23)."""
        return not self.piles[colour] and len(self.racks[colour]) == LEFT_OVER

    # ── What can be done ─────────────────────────────────────────────────────

    def legal(self) -> list[str]:
        """Texts of all actions, in no promised order; empty exactly when the game is over."""
        return self._legal

    @functools.cached_property
    def _legal(self) -> list[str]:
        if self.first is None:
            return [f"seat {seat} first" for seat in range(1, len(self.owns) + 1)]  # BL-04
        if self.to_draw:
            return [f"draw {tile}" for tile in self.piles[self.to_draw[0]]]  # BL-03, BL-10
        return [] if self.turn_of is None else self.plays(self.turn_of) or ["skip"]  # BL-14

    def plays(self, seat: int) -> list[str]:
        """What this seat could play: one tile of any own colour that is not finished (BL-05, BL-21, BL-23).

        Captures are free to choose beside empty spaces (BL-06); when they are all there is, they are forced.
        """
        loose = [space for space in self.board if is_loose(self.board, space)]
        plays = []
        for colour in self.owns[seat]:
            protected = self.owns[seat] if self.own_second_colour == "safe" else colour  # BL-08, BL-22
            spaces = [space for space in SPACES if space not in self.board]
            spaces += [space for space in loose if self.board[space][0] not in protected]
            tiles = () if self.finished(colour) else self.racks[colour]
            plays += [f"{tile}@{space}" for tile in tiles for space in spaces if names(tile, space)]
        return plays

    def after(self, text: str) -> Twin:
        """The position after one action. ValueError when it is not legal."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal; legal: {', '.join(sorted(self.legal())) or 'nothing'}")
        if self.first is None:
            return replace(self, first=int(text.split()[1]) - 1)
        if text == "skip":
            return self._with_skipped()
        if self.to_draw:
            return self._with_drawn(text.removeprefix("draw "))
        return self._with_played(*text.split("@"))

    def _with_drawn(self, tile: Tile) -> Twin:
        """From the pile to the rack of its colour; after the last draw comes the next turn (BL-03, BL-10)."""
        colour = tile[0]
        racks = {**self.racks, colour: in_order([*self.racks[colour], tile])}
        piles = {**self.piles, colour: self.piles[colour] - {tile}}
        drawn = replace(self, racks=racks, piles=piles, to_draw=self.to_draw[1:])
        return drawn if drawn.to_draw else drawn._with_next_turn()

    def _with_played(self, tile: Tile, space: Space) -> Twin:
        """What lay there is the player's for good (BL-09); the same colour draws if it can (BL-10, BL-21)."""
        assert self.turn_of is not None, "only players play"
        colour, trophies = tile[0], dict(self.trophies)
        if space in self.board:
            trophies[self.turn_of] += (self.board[space],)
        racks = {**self.racks, colour: tuple(other for other in self.racks[colour] if other != tile)}
        played = replace(self, board={**self.board, space: tile}, racks=racks, trophies=trophies)
        return replace(played, to_draw=(colour,)) if self.piles[colour] else played._with_next_turn()

    def _with_skipped(self) -> Twin:
        """Who cannot play draws nothing; over when nobody else can play either (BL-14)."""
        skipped = replace(self, skipped=self.skipped + 1)
        anybody = any(self.plays(seat) for seat in range(len(self.owns)))
        return skipped._with_next_turn() if anybody else replace(skipped, turn_of=None)

    def _with_next_turn(self) -> Twin:
        """The next seat clockwise that has tiles to play (BL-04); over when none has (BL-11, BL-24)."""
        assert self.first is not None, "draws come after this is settled"
        players = len(self.owns)
        nearest = self.first if self.turn_of is None else self.turn_of + 1
        for seat in [(nearest + step) % players for step in range(players)]:
            if not all(self.finished(colour) for colour in self.owns[seat]):
                return replace(self, turn_of=seat)
        return replace(self, turn_of=None)

    def __str__(self) -> str:
        """The board by colours; what a tile says no longer matters on it."""
        lines = [row + "  " + " ".join(self.board.get(row + column, ".")[0] for column in COLUMNS) for row in ROWS]
        return "\n".join([*lines, "   " + " ".join(COLUMNS)])

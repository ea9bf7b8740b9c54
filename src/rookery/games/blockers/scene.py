"""The table of Blockers! as data, from top to bottom:

    panels    one for each colour that the seat that looks does not play: its rack as backs, its pile, what it captured
    board     9 x 9 spaces, A1 top left for everybody
    shelves   one for each of the seat's own colours: its rack, its pile, what the seat captured

A tile's id is its name in notation, a space's is its name, and the place of R7 on its rack is rack-R7. A rack is drawn
in the order of kinds, which says nothing of the order in which tiles came.
"""

from typing import Any

from rookery.core.position import Position
from rookery.core.scene import Choice, Counter, Label, Piece, Scene, Spot, Zone
from rookery.games.blockers import notation, rules
from rookery.games.blockers.facts import COLOURS
from rookery.games.blockers.rules import LEFT_OVER
from rookery.games.blockers.spaces import BITS, KINDS, SIDE, SPACES, loose

# The middle of a game, for the front page
PICTURE = (
    "RA,B2,BA,B4,1,Y6,Y7,YA,1/RB,Rtriangle,Btriangle,Bspade,Gspade,GB,YB,2/RC,Rwild,1,BC,Rspade,1,Gstar,1,Y9/"
    "Rclub,Y2,Yclub,R4,Rcircle,Gcircle,GD,G8,YD/1,GE,2,R5,Ywild,Gdiamond,Bdiamond,B9/1,Gclub,3,YF,G7,1,BF/"
    "G1,Gwild,Gmoon,BG,1,Yheart,YG,Y8,1/2,Bmoon,BH,Bheart,R6,R7,2/6,Rsquare,2 play 3 ?5,?5,?5,?5 -,-,-,-"
)

# ── Measures, in squares ─────────────────────────────────────────────────────
WIDTH = 10.0
LEFT, HEAD, FOOT = 0.66, 0.6, 0.34  # beside, above and below the spaces in the frame of the board
FRAME = HEAD + SIDE + FOOT
GAP = 0.14
LETTER, SMALL = 0.32, 0.26

PANEL = 1.62  # height of a panel
NAME, BACKS, TAKEN = 0.3, 0.76, 1.3  # below its upper edge: the name, the rack, what was captured
BACK = 0.5  # scale of tiles in a panel
ROOMY = 3.0  # width of a panel in which there is room for more than a name
FAN = 0.29  # from a back to the next

SHELF = 1.66
TILE, STEP = 1.36, 1.36  # on a shelf: scale of a tile, and from one to the next
OWN = 0.62  # scale of what else is on a shelf
SIDEBOARD = 7.5  # there that begins
PLATE = 0.04  # the plate of a tile is so far left of its centre and below it

PROMPTS = ("Choose a tile from your rack", "Choose a space that it names")
LAST_PROMPTS = ("Your last turn: choose a tile from your rack", "Your last turn: choose a space that it names")
STUCK_PROMPTS = ("Nothing on your rack can be played: choose the rack to skip this turn",)
SHORT = (*notation.COLUMNS, *notation.ROWS, *"▲♠★♣●♦☾♥■*")  # [kind] for the terminal


class _Table:
    """What has been put on the table so far; and the numbers that are asked for again and again, as plain ones."""

    def __init__(self, pos: Any) -> None:
        colours = range(rules.colours_of(pos))
        self.pos = pos
        self.owners = [rules.owner(pos, colour) for colour in colours]  # [colour]
        self.held, self.pile, self.racks = pos.held.tolist(), pos.pile.tolist(), pos.rack.tolist()  # [colour]
        self.captured = [[kinds.bit_count() for kinds in row[: len(colours)]] for row in pos.captured.tolist()]
        self.left = [0] * int(pos.players)  # [seat] how many tiles it has yet to play
        for colour, owner in enumerate(self.owners):
            self.left[owner] += self.pile[colour] + self.held[colour] - LEFT_OVER
        self.turn = int(pos.turn) if pos.phase == rules.PLAY else None  # the seat that is to play
        self.zones: list[Zone] = []
        self.spots: list[Spot] = []
        self.pieces: list[Piece] = []
        self.labels: list[Label] = []

    def place(self, spot: Spot, *pieces: Piece) -> None:
        self.spots.append(spot)
        self.pieces += pieces

    def write(self, name: str, x: float, y: float, text: str, style: str, size: float = SMALL) -> None:
        self.labels.append(Label(id=name, x=x, y=y, text=text, size=size, style=style))


def scene(view: Position, facing: int) -> Scene:
    """What a seat sees. The board never turns, so it makes no difference at whose side of the table one sits."""
    pos, table = view.record, _Table(view.record)
    own = [colour for colour, owner in enumerate(table.owners) if owner == view.viewer]
    others = [colour for colour in range(len(table.owners)) if colour not in own]
    for index, colour in enumerate(others):
        _panel(table, colour, index, len(others))
    top = PANEL + GAP
    _board(table, top)
    for index, colour in enumerate(own):
        _shelf(table, colour, top + FRAME + GAP + index * (SHELF + GAP))
    stuck = rules.SKIP in view.legal_actions
    if stuck:
        _nothing_fits(table, f"shelf-{COLOURS[own[0]]}", top + FRAME + GAP + SHELF / 2)
    return Scene(
        width=WIDTH,
        height=top + FRAME + len(own) * (GAP + SHELF),
        caption=_caption(table),
        prompts=STUCK_PROMPTS if stuck else LAST_PROMPTS if table.left[pos.turn] == 1 else PROMPTS,
        zones=tuple(table.zones),
        spots=tuple(table.spots),
        pieces=tuple(table.pieces),
        labels=tuple(table.labels),
        counters=_counters(table),
        choices=tuple(_choice(pos, action) for action in view.legal_actions),
    )


# ── The board ────────────────────────────────────────────────────────────────
def _board(table: _Table, top: float) -> None:
    middle = top + FRAME / 2
    table.zones.append(Zone(id="board", x=WIDTH / 2, y=middle, width=WIDTH, height=FRAME, words="Board",
                            symbol="b-board", style="board"))  # fmt: skip
    for index in range(SIDE):
        x, y = LEFT + index + 0.5, top + HEAD + index + 0.5
        table.write(f"column-{index}", x, top + HEAD / 2 + 0.04, notation.COLUMNS[index], "frame", LETTER)
        table.write(f"row-{index}", LEFT / 2 + 0.02, y, notation.ROWS[index], "frame", LETTER)
    tight, lying = _protected(table.pos), table.pos.board.tolist()
    for space, tile in enumerate(lying):
        row, column = divmod(space, SIDE)
        symbol = notation.SYMBOLS[row // 3 * 3 + column // 3]
        name, words = notation.space_name(space), "empty"
        if tile != rules.EMPTY:
            words = notation.tile_words(tile) + (", protected" if space in tight else "")
        shade = "even" if (row // 3 + column // 3) % 2 else "odd"
        spot = Spot(id=name, zone="board", x=LEFT + column + 0.5, y=top + HEAD + row + 0.5,
                    words=f"{name}, {symbol}: {words}", symbol=f"b-space-{symbol}", style=f"space {shade}")  # fmt: skip
        table.place(spot)
        if tile != rules.EMPTY:
            style = f"lying{' protected' if space in tight else ''}{_bonds(lying, space)}"
            table.pieces.append(_tile(tile, spot.id, spot.x, spot.y, 1.0, style))


_BITS: list[list[int]] = BITS.tolist()  # plain numbers are read faster


def _protected(pos: Any) -> set[int]:
    """The spaces whose tile nobody can capture without splitting its group (BL-07)."""
    found_low = found_high = 0
    for low, high in pos.spaces.tolist():
        loose_low, loose_high = loose(low, high)
        found_low |= low & ~loose_low
        found_high |= high & ~loose_high
    return {space for space, (low, high) in enumerate(_BITS) if low & found_low or high & found_high}


def _bonds(lying: list[int], space: int) -> str:
    """Styles for a tile that is joined to its left, and above. `lying`: [space] the tile there."""
    colour = lying[space] // KINDS
    left = space % SIDE > 0 and lying[space - 1] // KINDS == colour
    above = space >= SIDE and lying[space - SIDE] // KINDS == colour
    return (" left" if left else "") + (" above" if above else "")


# ── Racks, piles and captures ────────────────────────────────────────────────
def _panel(table: _Table, colour: int, index: int, count: int) -> None:
    """What others show of a colour."""
    width = (WIDTH - (count - 1) * GAP) / count
    left, name = index * (width + GAP), COLOURS[colour]
    zone = f"panel-{name}"
    turn = " turn" if _to_move(table, colour) else ""
    table.zones.append(Zone(id=zone, x=left + width / 2, y=PANEL / 2, width=width, height=PANEL,
                            words=f"{name.capitalize()}'s tiles", symbol=f"b-panel-{count}",
                            style=f"panel {name}{turn}"))  # fmt: skip
    over = ", finished" if width > ROOMY and rules.finished(table.pos, colour) else ""
    table.write(f"name-{name}", left + width / 2, NAME, name.capitalize() + over, f"name {name}")
    room = width - 0.9
    held = table.held[colour]
    kinds = notation.tiles_of(colour, table.racks[colour])
    step = min(BACK if kinds else FAN, (room - BACK) / (rules.RACK - 1))
    spot = f"hand-{name}"
    xs = [left + 0.16 + BACK / 2 + i * step for i in range(held)]
    if kinds:
        pieces = [_tile(tile, spot, x, BACKS, BACK, "shown") for tile, x in zip(kinds, xs, strict=True)]
        words = "left over: " + ", ".join(notation.tile_words(tile) for tile in kinds)
    else:
        pieces = [_back(f"back-{name}-{i}", spot, x, BACKS, BACK, colour) for i, x in enumerate(xs)]
        words = f"rack, {held} hidden tiles"
    table.place(Spot(id=spot, zone=zone, x=left + 0.1 + room / 2, y=BACKS, width=room, height=BACK,
                     words=f"{name.capitalize()}'s {words}", symbol="b-nothing"), *pieces)  # fmt: skip
    _pile(table, colour, zone, left + width - 0.4, BACKS, BACK)
    if _first_of_seat(table, colour):
        _captures(table, colour, zone, left + 0.1, TAKEN, width - 0.2, BACK)


def _shelf(table: _Table, colour: int, top: float) -> None:
    """An own colour: its tiles lie open, large."""
    name, middle = COLOURS[colour], top + SHELF / 2
    zone = f"shelf-{name}"
    turn = " turn" if _to_move(table, colour) else ""
    table.zones.append(Zone(id=zone, x=WIDTH / 2, y=middle, width=WIDTH, height=SHELF, words=f"Your {name} tiles",
                            symbol="b-shelf", style=f"shelf {name}{turn}"))  # fmt: skip
    for index, tile in enumerate(notation.tiles_of(colour, table.racks[colour])):
        x = 0.2 + TILE / 2 + index * STEP
        words = notation.tile_words(tile)
        spot = Spot(id=f"rack-{notation.tile_name(tile)}", zone=zone, x=x, y=middle, width=TILE, height=TILE,
                    words=f"{words[0].upper()}{words[1:]}, on your rack", symbol="b-nothing")  # fmt: skip
        table.place(spot, _tile(tile, spot.id, x, middle, TILE, "own"))
    if rules.finished(table.pos, colour):
        table.write(f"name-{name}", 0.2 + (rules.RACK - 0.5) * STEP, middle, "finished", f"name {name}")
    if _first_of_seat(table, colour):
        _pile(table, colour, zone, WIDTH - 0.5, top + 0.46, OWN)
        _captures(table, colour, zone, SIDEBOARD - 0.25, top + 1.16, WIDTH - SIDEBOARD + 0.15, OWN)
    else:
        _pile(table, colour, zone, WIDTH - 0.5, middle, OWN)


def _nothing_fits(table: _Table, zone: str, middle: float) -> None:
    """A click anywhere on the rack skips the turn (BL-14)."""
    width = rules.RACK * STEP
    table.place(Spot(id="skip", zone=zone, x=0.2 + width / 2, y=middle, width=width, height=TILE,
                     words="Your rack: nothing on it can be played", symbol="b-nothing"))  # fmt: skip


def _to_move(table: _Table, colour: int) -> bool:
    """Whether this colour could play now."""
    return table.owners[colour] == table.turn and not rules.finished(table.pos, colour)


def _first_of_seat(table: _Table, colour: int) -> bool:
    """What a seat captured lies beside the first of its colours."""
    return table.owners.index(table.owners[colour]) == colour


def _pile(table: _Table, colour: int, zone: str, x: float, y: float, scale: float) -> None:
    """What a colour has not drawn: a back, with the number of tiles on it."""
    name, count = COLOURS[colour], table.pile[colour]
    spot = Spot(id=f"pile-{name}", zone=zone, x=x, y=y, width=scale, height=scale,
                words=f"{name.capitalize()}'s pile: {count} tiles", symbol="b-pile")  # fmt: skip
    table.place(spot, *([_back(f"top-{name}", spot.id, x, y, scale, colour)] if count else []))
    table.write(f"count-{name}", x, y, str(count), f"count {'on' if count else 'off'}", scale * 0.5)


def _captures(
    table: _Table, colour: int, zone: str, left: float, y: float, width: float, scale: float
) -> None:
    """What a seat captured, in a heap for each colour; the tallest one counts (BL-12)."""
    pos, seat = table.pos, table.owners[colour]
    counts = table.captured[seat]
    spot, step = f"captured-{seat}", width / len(counts)
    told = ", ".join(f"{count} {COLOURS[other]}" for other, count in enumerate(counts) if count)
    table.place(Spot(id=spot, zone=zone, x=left + width / 2, y=y, width=width, height=scale,
                     words=f"Captured by {notation.seats_of(pos)[seat].lower()}: {told or 'nothing'}",
                     symbol="b-nothing"))  # fmt: skip
    filled = [other for other, count in enumerate(counts) if count]
    for place, other in enumerate(filled):
        x = left + scale / 2 + place * min(step, scale * 1.1)
        for tile in notation.tiles_of(other, int(pos.captured[seat, other])):
            table.pieces.append(_tile(tile, spot, x, y, scale, "captured", symbol="b-blank"))
        style = "count most" if counts[other] == max(counts) and pos.scoring != rules.UPTOWN else "count heap"
        at_x, at_y = x - PLATE * scale, y + PLATE * scale
        table.write(f"heap-{seat}-{other}", at_x, at_y, str(counts[other]), style, scale * 0.5)


# ── Tiles ────────────────────────────────────────────────────────────────────
def _tile(tile: int, spot: str, x: float, y: float, scale: float, style: str, symbol: str = "") -> Piece:
    colour, kind = divmod(tile, KINDS)
    return Piece(id=notation.tile_name(tile), spot=spot, x=x, y=y, scale=scale,
                 symbol=symbol or f"b-{notation.KIND_NAMES[kind]}", style=f"{COLOURS[colour]} {style}",
                 words=notation.tile_words(tile), text=notation.COLOUR_LETTERS[colour] + SHORT[kind])  # fmt: skip


def _back(name: str, spot: str, x: float, y: float, scale: float, colour: int) -> Piece:
    return Piece(id=name, spot=spot, x=x, y=y, scale=scale, symbol="b-back", style=f"{COLOURS[colour]} back",
                 words=f"hidden {COLOURS[colour]} tile", text=f"{notation.COLOUR_LETTERS[colour]}?")  # fmt: skip


# ── Words and numbers ────────────────────────────────────────────────────────
def _counters(table: _Table) -> tuple[Counter, ...]:
    """Points are groups and the penalty, in Uptown groups alone; there captures settle a tie."""
    pos, found = table.pos, []
    for seat in range(pos.players):
        second = ("captures", rules.all_captures(pos, seat)) if pos.scoring == rules.UPTOWN else (
            "penalty", rules.penalty(pos, seat))  # fmt: skip
        numbers = (("points", rules.score(pos, seat)), ("groups", rules.seat_groups(pos, seat)), second)
        found += [Counter(id=f"{label}-{seat}", label=label, value=str(number), seat=seat) for label, number in numbers]
    left = 0 if pos.phase == rules.ENDED else max(table.left)
    return (*found, Counter(id="turns", label="turn left" if left == 1 else "turns left", value=str(left)))


def _caption(table: _Table) -> str:
    """Who does what now, or how it ended."""
    pos = table.pos
    who = notation.seats_of(pos)[pos.turn]
    if pos.phase == rules.PLAY:
        last = "The last round. " if max(table.left) == 1 else ""
        return f"{last}{who}: play a tile" + (", the last one" if table.left[pos.turn] == 1 else "")
    return {
        rules.WHO_BEGINS: "Chance says who begins",
        rules.DEAL: "Everybody draws five tiles",
        rules.DRAW: notation.secret_words(pos),
    }.get(int(pos.phase)) or notation.outcome_words(pos)


def _choice(pos: Any, action: int) -> Choice:
    tile, space = divmod(action, SPACES)
    path = ("skip",) if action == rules.SKIP else (f"rack-{notation.tile_name(tile)}", notation.space_name(space))
    words = notation.action_words(pos, action)
    return Choice(action=action, path=path, text=notation.action_text(pos, action), words=words)

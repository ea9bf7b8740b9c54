"""Positions of Gameshire as drawings, for tests to be read.

The farms that tests use most, "c" a crown, "h" a hammer:

    Alder    A B C D E F       Birch    A B C D E F
         1   . . . c h .            1   c h . . . .
         2   c . h . . .            2   . c . . h .
         3   . . . . c h            3   h . c . . .
         4   . c . h . .            4   . . h c . .
         5   h . . . . c            5   . . . . c h
         6   . h c . . .            6   . . . h . c
"""

import random
from collections.abc import Iterable
from typing import Any, get_args

import rookery
from rookery import Position
from rookery.games.gameshire.rules import layout
from tests.games.gameshire.twin import Phase, Twin
from tests.games.gameshire.twin_box import CROPS, LINES, SQUARES, VALUES, read_box
from tests.games.gameshire.walks import Walker

GAME = rookery.load("gameshire")
BOX = read_box("house")
BLANK_MAP = "......\n" * 6
PHASES: tuple[Phase, ...] = get_args(Phase)  # as layout.py counts them


def plan(text: str) -> int:
    """The number of the season card with this Spring side."""
    return BOX.plans.index(text)


def resource(text: str) -> int:
    """The number of the resource card with this crop and cow, as "W1"."""
    return BOX.resources.index((text[0], text[1]))


def demand(shape: str, *asks: str) -> tuple[int, int]:
    """The deck and the number of a season card with this Autumn side; the shape by its drawing."""
    for players, deck in BOX.demands.items():
        for number, card in enumerate(deck):
            if (card.drawing, card.asks) == (shape, asks):
                return players, number
    raise AssertionError(f"the house set no longer demands {shape}: {', '.join(asks)}; choose another demand here")


def mask(squares: str) -> int:
    """ "A1 B2" -> the record's signed mask."""
    bits = sum(1 << SQUARES.index(square) for square in squares.split())
    return bits - (1 << 64) if bits >> 63 else bits


def drawn(
    *maps: str,
    market: str = "",
    phase: str = "choose",
    turn: int = 1,
    learned: str = "",
    boons: str = "",
    gifts: str = "------",
    givers: str = "------",
    delivered: str = "",
    out: str = "",
    shaded: tuple[str, ...] = (),
    discard: tuple[int, ...] = (),
    deck_of: int = 0,
    autumn: bool = False,
    **fields: Any,
) -> Position:
    """A position of as many players as there are maps.

    maps: six rows of the white boxes, or eight with the border: "." blank, "x" crossed out, or a value. "": blank.
    market: "card/resource ..." from the left on, cards as numbers or as plans: "#YG/W1 2/W2". Two cards at least are
        on it: it is filled up. turn, out, givers: seats from 1. boons: of the first player, lines as "A1".
    deck_of: the demands are those of so many players. fields: of the record, as they are."""
    players = len(maps)
    states = GAME.start(players=players, first=f"seat {turn}").states
    record = states[0]
    for seat, text in enumerate(maps):
        _write_map(record, seat, text or BLANK_MAP)
        record.shaded[seat] = mask(shaded[seat]) if seat < len(shaded) else 0
    pairs = [pair.rsplit("/", 1) for pair in (market or "1/W1 2/W2 3/W4").split()]
    used, used_resources = set[int](), set[int]()
    for place, (card, under) in enumerate(pairs):
        number = int(card) if card.isdigit() else plan(card)
        record.market[place], record.under[place] = number - 1, resource(under) - 1
        used.add(number)
        used_resources.add(resource(under))
    top = next(number for number in range(20, 0, -1) if number not in used and number not in discard)
    record.top, record.dealt = top - 1, 1
    record.season_deck = sum(1 << n - 1 for n in range(1, 21) if n not in used and n not in discard and n != top)
    record.season_discard = sum(1 << n - 1 for n in discard)
    record.resource_deck = sum(1 << n - 1 for n in range(1, 19) if n not in used_resources)
    record.phase, record.season, record.turn = PHASES.index(phase), int(autumn), turn - 1
    record.learned = sum(1 << CROPS.index(skill) for skill in learned)
    record.boons[0] = sum(1 << [*LINES].index(line) for line in boons)
    record.gifts[:] = ["-WORPGY123456".index(value) for value in gifts]
    record.giver[:] = [layout.NONE if seat == "-" else int(seat) - 1 for seat in givers]
    record.delivered = sum(1 << "ABCDEF".index(column) for column in delivered)
    record.out = sum(1 << int(seat) - 1 for seat in out)
    if deck_of:
        record.deck = layout.DECK_FOR[0, deck_of - 1]
    for name, value in fields.items():
        record[name] = value
    return Position(GAME, states, GAME.facts.settings(players, {"first": f"seat {turn}"}))


def _write_map(state: Any, seat: int, text: str) -> None:
    rows = text.split()
    rows = rows if len(rows) == 8 else ["........", *(f".{row}." for row in rows), "........"]
    looks = "".join(rows)
    assert len(looks) == 64, text
    state.crossed[seat] = mask(" ".join(s for s, look in zip(SQUARES, looks, strict=True) if look == "x"))
    state.boxes[seat] = [".WORPGY123456".index("." if look == "x" else look) for look in looks]
    for value, look in enumerate(".WORPGY123456"):
        there = [s for s, box in zip(SQUARES, looks, strict=True) if ("." if box == "x" else box) == look]
        state.holding[seat, value] = mask(" ".join(there))


CROPS_3 = demand("###/#..", "different crops 3")
SOME = """
    WOR...
    G.....
    12....
    34....
    ......
    ......
"""


def demanding(
    *maps: str, what: tuple[int, int] = CROPS_3, under: str = "W1", others: str = "1/P4 2/P5", **fields: Any
) -> Position:
    """An Autumn turn of the first player with this demand on the left."""
    players, number = what
    fields = {"gifts": "WWOO12", "givers": "111222"} | fields
    return drawn(*maps, market=f"{number}/{under} {others}", autumn=True, deck_of=players, **fields)


# ── Reading positions ────────────────────────────────────────────────────────
def actions(position: Position) -> set[str]:
    """The legal actions in notation."""
    return {position.format(action) for action in position.legal_actions}


def kinds(position: Position) -> set[str]:
    """The first words of the legal actions, skills with their letter."""
    return {text[:5] if text.startswith("use") else text.split()[0] for text in actions(position)}


def played(position: Position, *texts: str) -> Position:
    """The position after these actions."""
    for text in texts:
        position = position.after(text)
    return position


def settled(position: Position) -> Position:
    """The position when chance has drawn whatever comes first."""
    while position.mover == rookery.CHANCE:
        position = position.after_unchecked(position.legal_actions[0])
    return position


def written(position: Position, seat: int = 1) -> dict[str, str]:
    """Square -> value, of the filled boxes of a seat counted from 1."""
    values = position.state.boxes[seat - 1].tolist()
    return {square: VALUES[value - 1] for square, value in zip(SQUARES, values, strict=True) if value}


def squares(mask: int) -> set[str]:
    """The squares of a mask; it may be negative, as bit 63 is the sign."""
    return {square for at, square in enumerate(SQUARES) if mask >> at & 1}


def letters(mask: int, names: Iterable[str]) -> str:
    return "".join(name for bit, name in enumerate(names) if mask >> bit & 1)


def shaded(position: Position, seat: int = 1) -> set[str]:
    return squares(int(position.state.shaded[seat - 1]))


def crossed(position: Position, seat: int = 1) -> set[str]:
    return squares(int(position.state.crossed[seat - 1]))


def gifts(position: Position) -> str:
    """The gifts of columns A to F; "-" for those not chosen."""
    return "".join("-WORPGY123456"[value] for value in position.state.gifts)


def learned(position: Position) -> str:
    return letters(int(position.state.learned), CROPS)


def boons(position: Position, seat: int = 1) -> str:
    """The lines that have earned a boon."""
    return letters(int(position.state.boons[seat - 1]), LINES)


def who(position: Position) -> str:
    """Who decides what: "choose 1", seats counted from 1; "over" and phases of chance alone."""
    phase = PHASES[position.state.phase]
    return phase if position.mover is None or position.mover < 0 else f"{phase} {position.mover + 1}"


# ── Games ────────────────────────────────────────────────────────────────────
def game(players: int, seed: int, options: dict[str, str]) -> list[Position]:
    """All positions of a game that a walker plays."""
    generator = random.Random(seed)
    walker = Walker.drawn(generator)
    twin, positions = Twin(players, **options), [GAME.start_with(GAME.facts.settings(players, options))]
    while twin.legal():
        text = walker(twin, generator)
        twin.play(text)
        positions.append(positions[-1].after(text))
    return positions

"""The facts of Grackles, known without compiling it."""

import itertools
from collections.abc import Mapping

from rookery.core.protocol import Counted, Facts, Option

COLOUR_NAMES = ("Purple", "Blue", "Green", "Black")
COLOUR_LETTERS = "PBGK"  # the same, as notation writes them
SPOT_COLUMN_LETTERS = "abcdefghijklmnop"  # of spots; rows 1 .. 18
TILE_COLUMN_LETTERS = "ABCDEFGH"  # of tiles; rows 1 .. 9

# ── Which colours play ───────────────────────────────────────────────────────
ALL = range(len(COLOUR_NAMES))
USUAL = "as usual"
# The option `colours`: choice -> the colours that play, in the order of the seats
CHOICES = {USUAL: (*ALL,)} | {
    f"{', '.join(COLOUR_NAMES[c].lower() for c in first)} and {COLOUR_NAMES[last].lower()}": (*first, last)
    for players in (2, 3)
    for *first, last in itertools.combinations(ALL, players)
    if last >= players  # the first colours are the usual ones
}


def _order(colours: tuple[int, ...]) -> tuple[int, ...]:
    """These colours, then the unused ones."""
    return (*colours, *(colour for colour in ALL if colour not in colours))


_PERMUTATIONS = tuple(itertools.permutations(ALL))
ORDERS = (*map(_order, CHOICES.values()), *_PERMUTATIONS)  # [code of the option][seat] colour


def _read_order(value: str) -> int:
    names = [name.lower() for name in COLOUR_NAMES]
    words = value.lower().replace(",", " ").replace(" and ", " ").split()
    if unknown := [word for word in words if word not in names]:
        raise ValueError(f"{unknown[0]!r} is not a colour of this game")
    colours = tuple(names.index(word) for word in words)
    if len(set(colours)) != len(colours) or not colours:
        raise ValueError("each colour is named once")
    return len(CHOICES) + _PERMUTATIONS.index(_order(colours))


def _show_order(code: int) -> str:
    return " ".join(COLOUR_NAMES[colour].lower() for colour in ORDERS[code])


def seated(players: int, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """[seat] its name and its style: both are its colour."""
    order = ORDERS[COLOURS_OPTION.code(options["colours"])]
    return tuple((COLOUR_NAMES[colour], STYLES[colour]) for colour in order[:players])


STYLES = tuple(colour.lower() for colour in COLOUR_NAMES)
COLOURS_OPTION = Option(
    name="colours",
    choices=tuple(CHOICES),
    only={choice: (len(colours),) for choice, colours in CHOICES.items() if choice != USUAL},
    free_form="colours in the order of the seats, for example green purple",
    example="green purple black blue",
    help="Which colours play: as usual purple and blue, then green, then black",
    read=_read_order,
    show=_show_order,
)

FACTS = Facts(
    slug="grackles",
    name="Grackles",
    tagline="Build a grid of telephone wires, and fill the lines between your spots with birds.",
    weight=3,
    rules_version=2,
    seats={players: COLOUR_NAMES[:players] for players in (2, 3, 4)},
    seat_styles=STYLES,
    seated=seated,
    options=(
        Option(
            name="first",
            choices=("random", "seat 1", "seat 2", "seat 3", "seat 4"),
            only={"seat 3": (3, 4), "seat 4": (4,)},
            help="Who goes first",
        ),
        COLOURS_OPTION,
    ),
    actions=17_112,
    chance_actions=10,  # who begins, which tile comes
    max_legal=280,  # four turns on each of 70 empty cells; the choices of a turn are fewer, see rules.legal
    # One ply for who begins; 23 tiles, 3 plies each. Each of four seats has 5 rotations and at most 24 lines
    # and extensions: each takes one more of its 25 spots; at most 3 passes follow each, and 4 the last tile or the end
    longest=1 + 23 * 3 + 4 * (24 + 5) * 4 + 4,
    chance=True,
    hidden=False,  # the order of the stack does not exist before a tile is drawn
    cooperative=False,
    points=Counted("bird", "birds"),
    minutes=30,
    designers=("John Shulters", "Sarah Graybill"),
    publisher="Fireside Games, 2018",
    source="the publisher's rulebook and player aid",
)

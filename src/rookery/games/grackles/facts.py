"""What can be known of Grackles without compiling it."""

from rookery.core.protocol import Facts, Option

COLOURS = ("Purple", "Blue", "Green", "Black")
LETTERS = "PBGK"  # the same, as notation writes them
COLUMNS = "abcdefgh" "ijklmnop"  # of spots; rows 1 .. 18
TILE_COLUMNS = "ABCDEFGH"  # of tiles; rows 1 .. 9

FACTS = Facts(
    title="grackles",
    name="Grackles",
    tagline="Line up your birds on the wires before the others do.",
    rules_version=1,
    seats={players: COLOURS[:players] for players in (2, 3, 4)},
    seat_styles=("purple", "blue", "green", "black"),
    options=(
        Option(
            name="first",
            choices=("random", "seat 1", "seat 2", "seat 3", "seat 4"),
            only={"seat 3": (3, 4), "seat 4": (4,)},
            help="Who goes first",
        ),
    ),
    actions=17_112,
    max_legal=280,  # four turns on each of 70 empty cells; the choices of a turn are fewer, see rules.legal
    # Who begins; 23 tiles of 3 plies. For each of four seats 24 lines and extensions, because each needs a spot more of
    # its 25, and 5 rotations; at most 3 passes after each of these, and 4 after the last tile or at the end
    longest=1 + 23 * 3 + 4 * (24 + 5) * 4 + 4,
    chance=True,
    hidden=False,  # the order of the stack does not exist before a tile is drawn
    cooperative=False,
    minutes=30,
    designers=("John Shulters", "Sarah Graybill"),
    publisher="Fireside Games, 2018",
    source="the publisher's rulebook and player aid",
)

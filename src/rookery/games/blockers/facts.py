"""The facts of Blockers!, known without compiling it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rookery.core.protocol import Counted, Facts, Option

if TYPE_CHECKING:
    from rookery.games.blockers.rules import State

# in the order of the seats of three to five players (BL-02)
COLOUR_NAMES = ("red", "blue", "green", "yellow", "orange")
# [choice of the option `colours`][seat] the two colours of each of two players (BL-20)
PAIRS = (((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0, 3), (1, 2)))


def pair_words(pair: tuple[int, int]) -> str:
    """(0, 2) -> "red and green"."""
    return f"{COLOUR_NAMES[pair[0]]} and {COLOUR_NAMES[pair[1]]}"


PAIR_CHOICES = tuple(f"{pair_words(first)} against {pair_words(second)}" for first, second in PAIRS)


def names_and_styles(players: int, choice: int) -> tuple[tuple[str, str], ...]:
    """[seat] its name and its style, from the colours that it plays. `choice`: code of the option `colours`."""
    if players > 2:
        return tuple((colour.capitalize(), colour) for colour in COLOUR_NAMES[:players])
    return tuple(
        (pair_words(pair).capitalize(), f"{COLOUR_NAMES[pair[0]]} second-{COLOUR_NAMES[pair[1]]}")
        for pair in PAIRS[choice]
    )


def seated(players: int, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The same for a table with these options."""
    return names_and_styles(players, PAIR_CHOICES.index(options["colours"]))


def nothing_is_hidden(pos: "State") -> bool:
    """Whether every rack can be worked out: without piles, a rack has all tiles that were not played (BL-03)."""
    return not any(pos.pile)


FACTS = Facts(
    slug="blockers",
    name="Blockers!",
    tagline="Play one tile each turn. Keep your colour together, and capture as little as you can.",
    weight=2,
    rules_version=2,
    seats={
        4: ("Red", "Blue", "Green", "Yellow"),
        2: tuple(name for name, _ in names_and_styles(2, 0)),
        3: ("Red", "Blue", "Green"),
        5: ("Red", "Blue", "Green", "Yellow", "Orange"),
    },
    seat_styles=COLOUR_NAMES,
    seated=seated,
    options=(
        Option(
            name="first",
            choices=("random", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5"),
            only={"seat 3": (3, 4, 5), "seat 4": (4, 5), "seat 5": (5,)},
            help="Who takes the first turn",
        ),
        Option(
            name="scoring",
            choices=("blockers", "uptown", "fair start"),
            only={"fair start": (2, 4, 5)},  # with three players it would favour whoever begins last (docs/balance.md)
            help="Blockers scores groups and captures; the older Uptown scores groups, and captures only break ties. "
            "Fair start is our own: as Blockers, but ties favour players who began later",
        ),
        Option(
            name="own_second_colour",
            choices=("may be captured", "safe"),
            only={"safe": (2,)},
            help="Whether one of two players may capture tiles of their own other colour",
        ),
        Option(
            name="colours",
            choices=PAIR_CHOICES,
            only=dict.fromkeys(PAIR_CHOICES[1:], (2,)),
            help="Which two colours each of two players has; the first player has the first pair",
        ),
    ),
    actions=11_486,
    chance_actions=145,  # which tile is drawn, who begins
    max_legal=234,  # two racks, each with the wild on 81 spaces and four other tiles on nine
    longest=741,  # who begins; for each of five colours 28 draws and 24 plays; four skipped turns after each play
    chance=True,
    hidden=True,
    opened=nothing_is_hidden,
    cooperative=False,
    points=Counted("point", "points", most_win=False),
    minutes=30,
    designers=("Kory Heath",),
    publisher="published by Briarpatch and Amigo",
    source="the published rulebook for three to five players; for two, an English text of the same rules",
)

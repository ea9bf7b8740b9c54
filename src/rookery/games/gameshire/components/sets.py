"""Sets of components: cards, wrinkles and maps, from `set_<name>.toml` files. set_house.toml describes the format.

The house set is in the game's folder. Owners of the box put the printed set into $ROOKERY_COMPONENTS/gameshire/.
"""

import re
from pathlib import Path
from typing import NamedTuple

from rookery.core.environment import owners_folder
from rookery.games.gameshire.components.demands import Demand, read_demand
from rookery.games.gameshire.components.set_file import SetFile
from rookery.games.gameshire.components.shapes import Shape, drawn

HOUSE = "house"

# ── What a set holds ─────────────────────────────────────────────────────────
PLAYERS, FIELD = 6, 6  # most players; white boxes across and down
RESOURCES, SEASONS, WRINKLES, MAPS = 18, 20, 12, PLAYERS
MOST_SETS = 9  # that owners may add
COLOURS = ("green", "yellow", "red")  # of wrinkles, from easy to hard
WRINKLES_PER_COLOUR = WRINKLES // len(COLOURS)
CROP_LETTERS, COW_DIGITS = "WORPGY", "123456"
VALUE_LETTERS = "." + CROP_LETTERS + COW_DIGITS  # [value] in every notation: 0 blank, 1 .. 6 crops, 7 .. 12 cows
CARD_NUMBER = len(VALUE_LETTERS)  # in plans: the number of the resource card
CARD_CROP = CARD_NUMBER + 1  # in plans: the crop of the resource card
CONTENTS = VALUE_LETTERS + "#*"
# Effects of wrinkles, each with its largest amount, 0 if it has no amount. All last to the end of the game
EFFECT_AMOUNTS = {
    "skills cost more": 6,
    "market narrower": 2,
    "fewer refreshed": 2,
    "cross out": 6,
    "boons lost": 12,
    "filled needed": 4,
    "skill forgotten": 0,
    "no mirroring": 0,
    "no turning": 0,
    "followers meet too": 0,
}


class SpringPlan(NamedTuple):
    """The Spring side of a season card."""

    shape: Shape
    contents: tuple[int, ...]  # [box] a value 1 .. 12, CARD_NUMBER or CARD_CROP
    text: str  # as the set file draws it


class Wrinkle(NamedTuple):
    colour: int  # index in COLOURS
    name: str
    words: str
    effect: str  # one of EFFECT_AMOUNTS
    amount: int  # 0 if the effect has none


class Map(NamedTuple):
    crowns: tuple[int, ...]  # [column A .. F] the row of its crown, 0 .. 5
    hammers: tuple[tuple[int, int], ...]  # row and column of each, 0 .. 5


class Set(NamedTuple):
    """Everything in one box."""

    number: int  # 0 .. MOST_SETS; it never changes, because positions refer to their set by it
    name: str
    house: bool  # made up for this project, not printed
    resources: tuple[tuple[int, int], ...]  # [card] a crop and a cow, as values
    plans: tuple[SpringPlan, ...]  # [card] the Spring sides
    demands: tuple[tuple[Demand, ...], ...]  # [deck][card] the Autumn sides
    deck_for: tuple[int, ...]  # [players - 1] the deck that they use
    wrinkles: tuple[Wrinkle, ...]
    maps: tuple[Map, ...]  # [seat]

    @property
    def label(self) -> str:
        """The name of the set, and whether it is made up. Pages show it with the set."""
        return f"{self.name} (made up)" if self.house else self.name


# ── Reading ──────────────────────────────────────────────────────────────────
def read_set(path: Path) -> Set:
    """The set in a file. Raises ValueError with the file and the line if it is not a set of components of this game,
    and OSError if the file cannot be read."""
    file = SetFile(path)
    keys = ("number", "name", "house", "resources", "season", "decks", "demands", "wrinkle", "map")
    file.only(file.data, (), keys)
    (name,) = file.words(file.data, (), "name")
    number = file.data["number"]
    wants = f"number must be 0 for the house set, 1 to {MOST_SETS} for any other, not {number!r}"
    file.must(type(number) is int and 0 <= number <= MOST_SETS, ("number",), wants)
    file.must(isinstance(file.data["house"], bool), ("house",), "house must be true or false")
    resources = file.list_of(file.data["resources"], RESOURCES, ("resources",))
    decks, demands = _demands(file)
    return Set(
        number=number,
        name=name,
        house=file.data["house"],
        resources=tuple(file.reads(_resource, text, ("resources",)) for text in resources),
        plans=_plans(file),
        demands=demands,
        deck_for=_deck_for(file, decks),
        wrinkles=_wrinkles(file),
        maps=_maps(file),
    )


def _resource(text: str) -> tuple[int, int]:
    if len(text) != 2 or text[0] not in CROP_LETTERS or text[1] not in COW_DIGITS:
        raise ValueError(
            f"{text!r} is not a resource; a resource is a crop of {CROP_LETTERS} and a number of {COW_DIGITS}, as W1"
        )
    return VALUE_LETTERS.index(text[0]), VALUE_LETTERS.index(text[1])


def _plans(file: SetFile) -> tuple[SpringPlan, ...]:
    found = []
    for i, table in enumerate(file.many("season", SEASONS)):
        file.only(table, ("season", i), ("spring",))
        found.append(file.reads(_plan, table["spring"], ("season", i, "spring")))
    return tuple(found)


def _plan(text: str) -> SpringPlan:
    shape, contents = drawn(text)
    for letter in contents:
        if letter not in CONTENTS:
            raise ValueError(f"{letter!r} in {text!r} cannot be in a plan; a plan may have {CONTENTS[1:]}")
    return SpringPlan(shape, tuple(CONTENTS.index(letter) for letter in contents), text)


def _demands(file: SetFile) -> tuple[tuple[str, ...], tuple[tuple[Demand, ...], ...]]:
    """The names of the decks, and their cards."""
    decks = file.data["demands"]
    good = isinstance(decks, dict) and 1 <= len(decks) <= PLAYERS
    file.must(good, ("demands",), f"[demands] must hold 1 to {PLAYERS} decks of {SEASONS} demands")
    read = []
    for name, texts in decks.items():
        place = ("demands", name)
        texts = file.list_of(texts, SEASONS, place)
        read.append(tuple(file.reads(read_demand, text, place) for text in texts))
    return tuple(decks), tuple(read)


def _deck_for(file: SetFile, decks: tuple[str, ...]) -> tuple[int, ...]:
    table = file.data["decks"]
    file.must(isinstance(table, dict), ("decks",), "[decks] must say which deck each number of players uses")
    numbers = tuple(str(players) for players in range(1, PLAYERS + 1))
    file.only(table, ("decks",), numbers)
    for number in numbers:
        known = table[number] in decks
        file.must(known, ("decks", number), f"no deck is called {table[number]!r}; the decks are {', '.join(decks)}")
    return tuple(decks.index(table[number]) for number in numbers)


def _wrinkles(file: SetFile) -> tuple[Wrinkle, ...]:
    wrinkles = []
    for i, table in enumerate(file.many("wrinkle", WRINKLES)):
        place = ("wrinkle", i)
        file.only(table, place, ("colour", "name", "words", "effect"), ("amount",))
        colour, name, words, effect = file.words(table, place, "colour", "name", "words", "effect")
        wanted = COLOURS[i // WRINKLES_PER_COLOUR]
        file.must(
            colour == wanted,
            (*place, "colour"),
            f"wrinkle {i + 1} must be {wanted}: first the green ones, then "
            f"the yellow, then the red, {WRINKLES_PER_COLOUR} each",
        )
        known = f"{effect!r} is not an effect; the effects are {', '.join(EFFECT_AMOUNTS)}"
        file.must(effect in EFFECT_AMOUNTS, (*place, "effect"), known)
        amount, most = table.get("amount", 0), EFFECT_AMOUNTS[effect]
        good = type(amount) is int and min(1, most) <= amount <= most
        wants = f"an amount of 1 to {most}" if most else "no amount"
        file.must(good, (*place, "amount"), f"{effect!r} has {wants}, not {amount!r}")
        wrinkles.append(Wrinkle(i // WRINKLES_PER_COLOUR, name, words, effect, amount))
    return tuple(wrinkles)


def _maps(file: SetFile) -> tuple[Map, ...]:
    maps: list[Map] = []
    for i, table in enumerate(file.many("map", MAPS)):
        place = ("map", i)
        file.only(table, place, ("rows",))
        rows = file.list_of(table["rows"], FIELD, (*place, "rows"))
        for row in rows:
            good = isinstance(row, str) and re.fullmatch(f"[.ch]{{{FIELD}}}", row)
            words = f"a row has {FIELD} boxes: . plain, c crown, h hammer; not {row!r}"
            file.must(good, (*place, "rows"), words, row)
        crowns = [[r for r in range(FIELD) if rows[r][c] == "c"] for c in range(FIELD)]
        for column, there in zip("ABCDEF", crowns, strict=True):
            one = f"column {column} must have one crown, not {len(there)}"
            file.must(len(there) == 1, (*place, "rows"), one)
        hammers = tuple((r, c) for r in range(FIELD) for c in range(FIELD) if rows[r][c] == "h")
        file.must(hammers, (*place, "rows"), "a map must have a hammer")
        new = Map(tuple(r for (r,) in crowns), hammers)
        file.must(new not in maps, place, "each map must be different, but this one repeats an earlier one")
        maps.append(new)
    return tuple(maps)


# ── The sets there are ───────────────────────────────────────────────────────
def find_sets(home: Path, owners: Path | None) -> tuple[dict[str, Set], dict[str, str]]:
    """The sets by choice of the option `set`, the house set first; and, for each file in `owners` that is not a valid
    set, its choice (or file name) and the reason.

    Raises ValueError and OSError for the house set alone."""
    boxes, broken = {HOUSE: read_set(home / f"set_{HOUSE}.toml")}, dict[str, str]()
    for path in sorted(owners.glob("set_*.toml")) if owners else ():
        choice = path.stem.removeprefix("set_")
        try:
            if choice == HOUSE or not re.fullmatch(r"[a-z][a-z0-9_]*", choice):
                raise ValueError(f"{path} must be called set_NAME.toml, with a lower-case name other than {HOUSE}")
            new = read_set(path)
            same = next((other for other, box in boxes.items() if box.number == new.number), None)
            if same:
                raise ValueError(f"{path}: set_{same}.toml also has number {new.number}; each set needs its own")
            boxes[choice] = new
        except (ValueError, OSError) as error:
            reason = str(error).replace(str(path), path.name)  # players read it, and need not see the server's folders
            broken[path.name if choice in boxes else choice] = reason
    return boxes, broken


_HOME = Path(__file__).parents[1]
SETS, BROKEN = find_sets(_HOME, owners_folder(_HOME))

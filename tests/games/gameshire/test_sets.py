"""Set files: what the house set holds, what is wrong with a broken one and on which line, and sets that owners add."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rookery.core.compiling import sources
from rookery.core.environment import COMPONENTS
from rookery.core.errors import UnknownOption
from rookery.core.protocol import Option
from rookery.games.gameshire import facts
from rookery.games.gameshire.components import sets, shapes
from rookery.games.gameshire.components.demands import read_demand
from rookery.games.gameshire.components.sets import SETS, Set, find_sets, read_set
from rookery.games.gameshire.rules import layout
from tests.games.gameshire import other_set

HOUSE_FILE = Path(sets.__file__).parents[1] / "set_house.toml"
TEXT = HOUSE_FILE.read_text("utf-8")
HOUSE = SETS["house"]


MAPS = TEXT[TEXT.index("[[map]]") :].split("[[map]]\n")[1:]


def line_of(part: str, text: str = TEXT) -> int:
    """The first line that holds these words."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in TEXT, f"set_house.toml no longer says {old!r}; choose something else here"
    return TEXT.replace(old, new, count)


# ── The house set ────────────────────────────────────────────────────────────
def test_GS_02_each_value_is_on_three_resource_cards() -> None:
    shown = [value for pair in HOUSE.resources for value in pair]
    assert len(HOUSE.resources) == 18
    assert sorted(shown) == sorted([*range(1, 13)] * 3)
    assert all(crop <= 6 < cow for crop, cow in HOUSE.resources)


def test_GS_03_there_are_twenty_plans_and_as_many_demands_in_each_deck() -> None:
    assert len(HOUSE.plans) == 20
    assert {len(deck) for deck in HOUSE.demands} == {20}
    assert len(HOUSE.deck_for) == 6


def test_GS_04_there_are_four_wrinkles_of_each_colour() -> None:
    assert [wrinkle.colour for wrinkle in HOUSE.wrinkles] == [0] * 4 + [1] * 4 + [2] * 4
    assert len({wrinkle.name for wrinkle in HOUSE.wrinkles}) == 12


def test_GS_05_crowns_and_hammers_are_permutations_that_differ() -> None:
    crowns, hammers = [m.crowns for m in HOUSE.maps], [m.hammers for m in HOUSE.maps]
    assert all(sorted(rows) == [0, 1, 2, 3, 4, 5] for rows in crowns)
    for places in hammers:
        assert sorted(row for row, _ in places) == sorted(column for _, column in places) == [0, 1, 2, 3, 4, 5]
    assert len({*crowns}) == len({*hammers}) == 6


def test_it_calls_itself_a_house_set() -> None:
    assert HOUSE.house
    assert HOUSE.label == "House set (made up)"
    assert len(facts.FARM_NAMES) == len(HOUSE.maps) == 6


# ── What is wrong with a file, and where ─────────────────────────────────────
BROKEN = {
    "no TOML": (changed("name = ", "name "), "is not TOML"),
    "a key is missing": (changed('name = "', 'names = "'), "name is missing"),
    "a key means nothing": (changed("house = true", "house = true\nodd = 1"), "odd is not a known key here"),
    "the name is empty": (changed('name = "House set"', 'name = " "'), "name must be a text"),
    "a number beyond 9": (changed("number = 0", "number = 10"), "1 to 9 for any other, not 10"),
    "a number that is true": (changed("number = 0", "number = true"), "1 to 9 for any other, not True"),
    "house is a word": (changed("house = true", 'house = "yes"'), "house must be true or false"),
    "too few resources": (changed('"W1", ', ""), "resources must be a list of 18 texts, not 17"),
    "a resource without a crop": (changed('"W1"', '"X1"'), "'X1' is not a resource"),
    "a resource that is a number": (changed('"W1"', "11"), "expected a text, not 11"),
    "too few season cards": (changed('[[season]]\nspring = "#YG"\n', ""), r"there must be 20 tables \[\[season\]\]"),
    "a season card with two sides": (changed('spring = "#YG"', 'spring = "#YG"\nx = 1'), "x is not a known key here"),
    "a plan of one box": (changed('"#YG"', '"#"'), "has 1 boxes; a shape has 2 to 6"),
    "a plan of seven boxes": (changed('"#YG"', '"#######"'), "has 7 boxes"),
    "a plan with uneven rows": (changed('"#YG"', '"#YG/#"'), "its rows differ in length"),
    "a plan with an empty row": (changed('"#YG"', '"#YG/.../YYY"'), "has an empty row or column"),
    "a plan that is too wide": (changed('"#YG"', '"WW...../..WW.../....WWW"'), "has 7 boxes"),
    "a plan with an unknown letter": (changed('"#YG"', '"#YX"'), "'X' in '#YX' cannot be in a plan"),
    "a deck that nobody knows": (changed('"1" = "gentle"', '"1" = "mild"'), "no deck is called 'mild'"),
    "no deck for six players": (changed('"6" = "sternest"\n', ""), "6 is missing"),
    "a deck with too few demands": (changed("gentle = [\n", 'gentle = ["I3: cows 2"]\nother = [\n'), "not 1"),
    "a demand without a requirement": (changed('"I3: alike 2"', '"I3"'), "'I3' is not a demand"),
    "a demand with too many requirements": (
        changed('"I3: alike 2"', '"I3: alike 2, alike 2, alike 2, alike 2, alike 2"'),
        "with 1 to 4 requirements",
    ),
    "a demand of an unknown shape": (changed('"I3: alike 2"', '"Q3: alike 2"'), "'Q3' is not a shape"),
    "a requirement that is none": (changed('"I3: alike 2"', '"I3: sheep 2"'), "'sheep 2' is not a requirement"),
    "a requirement without its number": (changed('"I3: alike 2"', '"I3: alike"'), "'alike' is not a requirement"),
    "a requirement of nothing": (changed('"I3: alike 2"', '"I3: alike 0"'), "cannot be met"),
    "more crops than boxes": (changed('"I3: alike 2"', '"I3: crops 4"'), "cannot be met with 3 boxes"),
    "more crops and cows than boxes": (changed('"I3: alike 2"', '"I3: crops 2, cows 2"'), "cannot be met"),
    "a total beyond all cows": (changed('"I3: alike 2"', '"I3: total 19"'), "cannot be met with 3 boxes"),
    "two pairs in three boxes": (changed('"I3: alike 2"', '"I3: pairs 2"'), "cannot be met with 3 boxes"),
    "wrinkles out of order": (changed('colour = "green"', 'colour = "red"'), "wrinkle 1 must be green"),
    "a wrinkle without words": (re.sub(r'words = "[^"]*"\n', "", TEXT, count=1), "words is missing"),
    "a wrinkle with an unknown effect": (
        re.sub('effect = "[^"]*"', 'effect = "rain"', TEXT, count=1),
        "'rain' is not an effect",
    ),
    "a wrinkle without its amount": (re.sub(r"amount = \d+\n", "", TEXT, count=1), "has an amount of 1 to"),
    "a wrinkle with a mad amount": (re.sub(r"amount = \d+", "amount = 99", TEXT, count=1), "not 99"),
    "a row that is too short": (changed('"c.h..."', '"c.h.."'), "a row has 6 boxes"),
    "a map with a strange letter": (changed('"c.h..."', '"c.k..."'), "a row has 6 boxes"),
    "two crowns in a column": (changed('"c.h..."', '"cch..."'), "column B must have one crown, not 2"),
    "a column without a crown": (changed('"c.h..."', '"..h..."'), "column A must have one crown, not 0"),
    "a map twice": (changed(MAPS[1], MAPS[0]), "each map must be different"),
    "too few maps": (TEXT[: TEXT.rindex("[[map]]")], r"there must be 6 tables \[\[map\]\], not 5"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_refused_with_its_line(what: str, tmp_path: Path) -> None:
    text, words = BROKEN[what]
    file = tmp_path / "set_x.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=words) as refused:
        read_set(file)
    assert re.search(rf"{re.escape(str(file))}.*line \d+", str(refused.value))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"W1"', '"X1"'),
        ('spring = "*#5"', 'spring = "*#Q"'),
        ('"T4: filled 3"', '"T4: filled 9"'),
        ('"5" = "sterner"', '"5" = "x"'),
        ("number = 0", "number = 99"),
        ('"....hc"', '"....hx"'),
        ('effect = "no mirroring"', 'effect = "no"'),
    ],
)
def test_the_line_is_the_right_one(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "set_x.toml"
    file.write_text(text := changed(old, new), "utf-8")
    with pytest.raises(ValueError, match=f"line {line_of(new, text)}: "):
        read_set(file)


# ── Words of demands, and shapes ─────────────────────────────────────────────
@pytest.mark.parametrize("name", shapes.NAMED)
def test_named_shapes_have_as_many_boxes_as_their_name_says(name: str) -> None:
    shape, _ = shapes.drawn(shapes.NAMED[name])
    assert len(shape.boxes) == (int(name[1]) if name[1].isdigit() else 6)
    drawn = "/".join(
        "".join("#" if (r, c) in shape.boxes else "." for c in range(shape.width)) for r in range(shape.height)
    )
    assert read_demand(f"{name}: filled 1") == read_demand(f"{drawn}: filled 1")._replace(shape_words=name)


@pytest.mark.parametrize(
    ("name", "looks"), [("I3", 2), ("V3", 4), ("O4", 1), ("L4", 8), ("T4", 4), ("S4", 4), ("X5", 1), ("2x3", 2)]
)
def test_shapes_have_so_many_looks(name: str, looks: int) -> None:
    shape, _ = shapes.drawn(shapes.NAMED[name])
    same = (0,) * len(shape.boxes)
    assert len(shapes.different(shape, same, tuple(range(shapes.LOOKS)))) == looks
    seen = [frozenset(shapes.oriented(shape, which).boxes) for which in range(shapes.LOOKS)]
    assert len({*seen}) == looks


def test_squares_have_names_for_all_bits() -> None:
    assert [int(np.uint64(bit)) if bit > 0 else 1 << 63 for bit in layout.BITS.tolist()] == [1 << q for q in range(64)]


# ── Sets that owners add ─────────────────────────────────────────────────────
OWNED = changed("number = 0", "number = 1")


def owners(folder: Path, **texts: str) -> tuple[dict[str, Set], dict[str, str]]:
    for name, text in texts.items():
        (folder / f"set_{name}.toml").write_text(text, "utf-8")
    return find_sets(HOUSE_FILE.parent, folder)


def test_an_owner_adds_a_set(tmp_path: Path) -> None:
    found, broken = owners(tmp_path, box=OWNED.replace('name = "House set"', 'name = "My box"'))
    assert [*found] == ["house", "box"]
    assert (found["box"].label, broken) == ("My box (made up)", {})
    assert found["box"]._replace(house=False).label == "My box"


def test_a_broken_set_leaves_the_others_alone(tmp_path: Path) -> None:
    found, broken = owners(tmp_path, box=OWNED, rainy=changed('"W1"', '"X1"'), house=TEXT)
    assert [*found] == ["house", "box"]
    assert "set_rainy.toml, line" in broken["rainy"]
    assert "other than house" in broken["set_house.toml"]


def test_what_players_are_told_of_a_broken_set_has_no_path(tmp_path: Path) -> None:
    (tmp_path / "set_drawn.toml").write_bytes(b"name = 'x'\n\xff")
    _, broken = owners(tmp_path, rainy=changed('"W1"', '"X1"'))
    assert broken["drawn"] == "set_drawn.toml, line 2: not UTF-8"
    assert not any(str(tmp_path) in words for words in broken.values())


def test_a_set_keeps_its_number_whatever_lies_beside_it(tmp_path: Path) -> None:
    """Keys of stored games are made from it."""
    late, early = changed("number = 0", "number = 3"), changed("number = 0", "number = 7")
    found, broken = owners(tmp_path, zebra=late, ant=early, owl=early)
    assert {name: box.number for name, box in found.items()} == {"house": 0, "ant": 7, "zebra": 3}
    assert broken == {"owl": "set_owl.toml: set_ant.toml also has number 7; each set needs its own"}
    _, broken = owners(tmp_path, bee=TEXT)
    assert "set_house.toml also has number 0" in broken["bee"]


def test_a_missing_folder_is_no_set(tmp_path: Path) -> None:
    assert [*find_sets(HOUSE_FILE.parent, tmp_path / "nowhere")[0]] == ["house"]


def test_a_table_cannot_choose_a_broken_set() -> None:
    option = Option(name="set", choices=("house",), refused={"rainy": "rainy.toml, line 7: 'X1'"}, help="")
    with pytest.raises(UnknownOption, match=r"set = 'rainy' is not available: rainy\.toml, line 7"):
        option.code("rainy")


SCRIPT = """
import rookery
game = rookery.load("gameshire")
print([option.choices for option in game.facts.options if option.name == "set"])
start = game.start(players=2, set="box", first="seat 1")
for _ in range(12):
    start = start.after_unchecked(start.legal_actions[-1])
print(game.position(start.text, players=2, set="box", first="seat 1") == start)
try:
    game.start(set="rainy")
except rookery.Refusal as error:
    print(error)
"""


def test_an_added_set_is_played(tmp_path: Path) -> None:
    """In a process of its own, because sets are read once; not compiled, because that would take longest."""
    home = tmp_path / "gameshire"
    home.mkdir()
    (home / "set_rainy.toml").write_text(changed('"W1"', '"X1"'), "utf-8")
    (home / "set_box.toml").write_text(OWNED, "utf-8")
    environment = {**os.environ, COMPONENTS: str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    choices, back, refused = ran.stdout.splitlines()
    assert (choices, back) == ("[('house', 'box')]", "True")
    assert "set = 'rainy' is not available" in refused
    assert "set_rainy.toml, line" in refused


def test_an_added_set_is_played_as_the_twin_plays_it(tmp_path: Path) -> None:
    seen = other_set.play_apart(tmp_path, players=2, games=2, compiled=False)
    assert seen["set other"] == 2


def test_an_edited_set_takes_effect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels hold what sets say: machine code made from other sets lies in another folder."""
    monkeypatch.setenv(COMPONENTS, str(tmp_path))
    game, rules, seen = HOUSE_FILE.parent, sources.source_of("rookery.games.gameshire.rules"), []
    (tmp_path / game.name).mkdir()
    for text in (None, TEXT, changed('"#YG"', '"#G"')):
        if text:
            (tmp_path / game.name / "set_box.toml").write_text(text, "utf-8")
        seen.append(sources.stamp.__wrapped__(rules))
    assert len({*seen}) == 3
    assert sources.stamp.__wrapped__(rules) == seen[-1]

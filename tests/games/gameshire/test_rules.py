"""What lies in Gameshire's box, by its rule IDs (rules.md), and that every rule has a test that names it.

What is expected here was written from the rulebook, not from the code. Set files and what is wrong with broken ones:
test_sets.py. Spring, skills, Autumn with wrinkles: test_rules_*.py.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from rookery.core import errors
from rookery.games.gameshire.components.sets import SETS
from tests.games.gameshire.drawn import BOX, GAME, actions, crossed, drawn, played, settled, who, written
from tests.games.gameshire.twin_box import COWS, CROPS, WHITE, printed

RULES = {f"GS-{number:02}" for number in (*range(1, 7), *range(10, 21), *range(30, 38), *range(40, 48), 50, 51)}


def test_GS_01_six_crops_and_cows_from_one_to_six() -> None:
    asked = drawn("", learned="R", boons="A").after("use R")
    values = {text.split()[1] for text in actions(asked) if text.startswith("write")}
    assert values == {*"WORPGY", *"123456"}
    for wrong in ("write 7 A1", "write 0 A1", "write X A1"):
        with pytest.raises((errors.UnreadableAction, errors.IllegalAction)):
            asked.after(wrong)


def test_GS_02_a_resource_card_shows_one_crop_and_one_number() -> None:
    assert len(BOX.resources) - 1 == 18
    assert all(crop in CROPS and cow in COWS for crop, cow in BOX.resources[1:])
    assert Counter(value for card in BOX.resources[1:] for value in card) == dict.fromkeys("WORPGY123456", 3)
    done = played(drawn("", market="O#2*/G6 1/W2"), "choose left", "record A1 B1 C1 D1")
    assert (written(done)["B1"], written(done)["D1"]) == ("6", "G")  # one for "#", one for the rainbow


def test_GS_03_a_season_card_is_a_plan_in_spring_and_a_demand_in_autumn() -> None:
    assert len(BOX.plans) - 1 == 20
    assert all({*printed(plan)[1]} <= {*CROPS, *COWS, "#", "*"} for plan in BOX.plans[1:])
    spring = drawn("", market="#YG/W1 1/W2").after("choose left")
    assert "record A1 B1 C1" in actions(spring)
    for number in (1, 5, 9):
        autumn = drawn("WORPGY\n123456\n" * 3, market=f"{number}/W1 2/W2", autumn=True, gifts="WWWOOO", deck_of=1)
        shape = BOX.demands[1][number].drawing  # alone at the table
        assert all(len(text.split()) == 1 + shape.count("#") for text in actions(autumn.after("choose left")))


def test_GS_04_four_wrinkles_of_each_colour_and_only_where_they_are_wanted() -> None:
    assert Counter(wrinkle.colour for wrinkle in BOX.wrinkles[1:]) == {"green": 4, "yellow": 4, "red": 4}
    plain = GAME.start(players=2, first="seat 1", seed=1)
    assert plain.state.in_deck.tolist() == [0, 0, 0]
    wild = GAME.start(players=2, first="seat 1", seed=1, green="4", yellow="1")
    assert wild.state.in_deck.tolist() == [4, 1, 0]
    assert {wild.format(action) for action in wild.legal_actions} & {"pass"} == set()
    with pytest.raises(errors.UnknownOption):
        GAME.start(players=2, red="5")


def test_GS_05_a_different_map_for_each_player() -> None:
    assert len(WHITE) == 36
    looks = set()
    for sheet in BOX.maps:
        assert sorted(sheet.crowns) == [*"ABCDEF"]  # one crown in each column
        assert {*sheet.crowns.values()}.isdisjoint(sheet.hammers)
        assert {*sheet.crowns.values()} | sheet.hammers <= WHITE
        looks.add((tuple(sheet.crowns.values()), sheet.hammers))
    assert len(looks) == len(BOX.maps) == 6
    start = GAME.start(players=6)
    assert not start.state.boxes.any()  # the border also starts blank
    assert not crossed(start, 6)
    with pytest.raises(errors.UnknownOption):
        GAME.start(players=7)


def test_GS_06_places_of_the_market() -> None:
    three = drawn("", market="#YG/W1 *#5/W2 Y3/#./W4", learned="G", boons="A")
    assert actions(three) - {"use G"} == {"choose left", "choose centre", "choose right"}
    assert "choose extra1" in actions(settled(three.after("use G")))
    again = settled(played(three, "choose centre", "record A1 B1 C1"))
    assert who(again) == "choose 1"
    assert again.state.market[1] == three.state.top  # the empty place is filled, and no other
    assert again.state.market[3] == -1


def test_GS_51_there_is_one_way_to_play_and_it_is_together() -> None:
    # GS-51
    assert GAME.facts.cooperative
    assert [option.name for option in GAME.facts.options] == ["first", "set", "green", "yellow", "red", "review"]
    with pytest.raises(errors.UnknownOption, match="no option"):
        GAME.start(players=2, variant="competitive")


def test_the_house_set_is_called_so() -> None:
    assert SETS["house"].house
    assert GAME.start().options["set"] == "house"


def test_every_rule_is_named_here_and_in_the_book() -> None:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rules*.py")]
    assert {f"GS-{number}" for text in texts for number in re.findall(r"def test_GS_(\d\d)_", text)} == RULES
    assert {*re.findall(r"`(GS-\d\d)`", GAME.rules_page)} == RULES

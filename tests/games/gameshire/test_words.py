"""What players read: why a game ended, why a click does nothing, and names that need no rulebook."""

import re
from pathlib import Path

import pytest

import rookery
from rookery.core.scene import Scene
from tests.games.gameshire.drawn import SOME, demanding
from tests.games.words import caption_names_the_way_out, names

GAME = rookery.load("gameshire")
RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))


def test_who_must_pass_is_told_so() -> None:
    caption_names_the_way_out(next(file for file in RECORDED if file.stem == "lost_in_autumn_alone"), "pass")


def test_gameshire_tells_what_skills_do_and_why_not_now() -> None:
    position = GAME.start(players=2, seed=1)
    assert position.why([], "skill-R") == (
        "Skill R: everybody may write a value of their choice in a blank box. "
        "Not learned yet: write red radishes on a hammer"
    )
    seat = position.mover
    assert seat is not None
    assert position.why([], f"{1 - seat}-B3").endswith("farm's map: you write on your own")
    assert position.why([], f"{seat}-B3") == "First choose a card on the market"
    assert position.why([], "gift-C") == "The crop or cow on the crown of column C becomes its gift"


def scene(text: str, seat: int = 0) -> Scene:
    return GAME.view(text, seat).scene()


SPRING = (
    "spring record 1 ......../......../......../......../.4..RP../.POW54R./.O1.2O1./........,"
    "......../.....1O./.....R4./.2....P./.5WO..../.R.1..../.4PO..../........ market:7+7,13+3,14+4 top:19 "
    "seasons:9+16+20 resources:1+6+12 gifts:-,-,-,-,-,R@1 learned:ORP boons:5,- chosen:left records:1"
)


def test_gameshire_says_whose_map_a_box_is_on_and_what_is_to_be_placed() -> None:
    shown = scene(SPRING)
    assert names(shown)["0-A5"].startswith("A5: ")
    assert names(shown)["1-A5"].startswith("Birch A5: ")
    assert len(set(names(shown).values())) == len(shown.spots), "no two places have one name"
    assert shown.prompts[1] == "Choose where the 4-box plan goes"
    assert re.fullmatch(r"Left: row 1: .*; row 2: .*, with .* or cow \d", names(shown)["market-left"])
    assert all(choice.words.startswith(("Write ", "Use ")) for choice in shown.choices)


def test_gameshire_says_who_chose_the_card_that_one_has_to_write() -> None:
    follower = GAME.view(SPRING.replace("spring record 1", "spring record 2"), 0).scene()
    assert follower.prompts[1] == "Choose where the 4-box plan goes (Birch farm chose it for everybody)"
    autumn = demanding(SOME, SOME).after("choose left").after("record C1 B1 A1 C2").scene(1)
    assert autumn.prompts[1] == (
        "Choose the 4 boxes to shade in the shape of the demand (Alder farm chose it for everybody)"
    )


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("GS-10", "The first player is drawn by lot, or chosen at the table"),
        ("GS-11", "You may talk about everything, at any time"),
        ("GS-11", "everybody else who is still in writes down the same plan, in turn order"),
        ("GS-50", "The rulebook calls this a game for two to six players together"),
        ("GS-50", "so you can play alone: you choose all six gifts and take every turn"),
        ("GS-51", "The rulebook mentions a competitive variant"),
        ("GS-51", "It does not give its rules, so here everybody plays together"),
    ],
)
def test_the_rules_say_who_plays_with_whom(rule: str, words: str) -> None:
    """In the chapter of the rule, and as a person reads it, without marks."""
    chapters = [part for part in re.split("^#+ ", GAME.rules_page, flags=re.M) if f"`{rule}`" in part]
    assert any(words in " ".join(chapter.replace("*", "").split()) for chapter in chapters)


@pytest.mark.parametrize("players", GAME.facts.players)
def test_GS_14_a_farm_is_told_the_share_that_the_rules_page_gives_it(players: int) -> None:
    """In a table of so many players, as "2, 2, 1 and 1"; a farm has chosen none yet, as in "0 of 1 or 2 gifts"."""
    (listed,) = re.findall(rf"^\| {players} \| (\d.*) \|$", GAME.rules_page, re.M)
    (counter,) = (c for c in GAME.start(players=players, seed=1).scene(0).counters if c.id == "gifts-0")
    share = " or ".join(sorted({*re.findall(r"\d", listed)}))
    assert (counter.value, counter.label) == (f"0 of {share}", "gift" if share == "1" else "gifts")


def test_gameshire_says_what_the_track_counts_and_why_no_card_comes_back() -> None:
    view = GAME.view(SPRING, 0)
    assert view.why([], "track") == "Skills used so far: 0 of 8. The next use costs 1 boon, and the team has 1"
    learned = GAME.view(SPRING.replace("learned:ORP", "learned:ORPY"), 0)
    assert learned.why([], "discarded-9").startswith("Skill Y: one discarded season card comes back to the market. ")

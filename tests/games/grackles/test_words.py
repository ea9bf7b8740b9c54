"""What players read: why a game ended, why a click does nothing, and names that need no rulebook."""

from pathlib import Path

import pytest

import rookery
from rookery import Record
from rookery.core.scene import Scene
from tests.games.words import names

GAME = rookery.load("grackles")
RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))


SKY = "D5PBGK,E5GKPB,F5PBGK,D6BKPG,E6PGKB,F6KPGB,G5PGBK g10-k10 B turn 5,5 0"


@pytest.mark.parametrize(
    ("path", "spot", "words"),
    [
        ([], "g10", "That is purple's bird"),
        ([], "pass", "You can pass only when you can do nothing but rotate"),
        ([], "h9", "A line of yours begins and ends on blue spots"),
        ([], "C5", "First draw a tile: then it can be placed here"),
        ([], "kind-PBGK", "This only counts the tiles that are still in the stack"),
        (["r90"], "g9", "The two starting tiles stay as they are"),
        (["i11"], "g9", "Not on the same wire as i11"),
        (["i11"], "i10", "A bird sits here already"),
        (["i11"], "j11", "The line must end on a blue spot"),
        (["i11"], "stack", "First take back the choice that you have begun"),
        ([], "i11", ""),
    ],
)
def test_why_a_click_does_nothing(path: list[str], spot: str, words: str) -> None:
    assert GAME.position(SKY).why(path, spot) == words


def test_the_mark_covers_a_tile_that_was_placed_or_rotated() -> None:
    begun = GAME.view("D5PBGK,E5GKPB,F5PBGK - P turn 5,5 0", 0)
    turned = begun.parse("rotate F5 r90")
    assert sorted(begun.touched(turned)) == ["k10", "k9", "l10", "l9"]
    placing = GAME.view("D5PBGK,E5GKPB,F5PBGK - P place:PKGB 5,5 0", 0)
    placed = placing.parse("G5 r180")
    assert sorted(placing.touched(placed)) == ["m10", "m9", "n10", "n9"]
    assert {"m10", "n9"} <= {spot.id for spot in placing.after(placed).scene(0).spots}


def test_grackles_when_nothing_is_left_but_rotating() -> None:
    assert GAME.position(SKY.replace("5,5", "5,0")).why([], "r90") == "You have used up your rotations"


def scene(text: str, seat: int = 0) -> Scene:
    return GAME.view(text, seat).scene()


def test_grackles_names_its_buttons_by_what_is_written_below_them() -> None:
    """Who speaks to the computer says what is to be seen."""
    shown = scene("D5PBGK,E5GKPB,F5PBGK - P turn 5,5 0")
    written = {label.id.removeprefix("label-"): label.text for label in shown.labels if label.id.startswith("label-")}
    assert {name: written[name] for name in ("stack", "r90", "r180", "r270", "pass")} == {
        "stack": "stack",
        "r90": "right",
        "r180": "half",
        "r270": "left",
        "pass": "pass",
    }
    for name, text in written.items():
        if name != "rotate":
            assert names(shown)[name].lower().startswith(text), name
    placing = scene("D5PBGK,E5GKPB,F5PBGK - P place:PKGB 5,5 0")
    assert placing.prompts[0] == "Place the tile, or turn it"
    assert not [label for label in placing.labels if "°" in label.text]


def test_grackles_says_why_its_coordinates_begin_in_the_middle() -> None:
    """At first; the letters themselves can be pointed at."""
    told = "Columns begin at g and rows at 9, so that the board can grow to every side"
    shown = scene("D5PBGK,E5GKPB - P turn 5,5 0")
    assert names(shown)["columns"] == f"g h i j: {told[0].lower()}{told[1:]}"
    assert GAME.position("D5PBGK,E5GKPB - P turn 5,5 0").why([], "columns") == told
    letters = [label for label in shown.labels if label.id.startswith("column-")]
    spot = next(spot for spot in shown.spots if spot.id == "columns")
    assert all(abs(label.x - spot.x) < spot.width / 2 and abs(label.y - spot.y) < spot.height / 2 for label in letters)
    assert "columns" not in names(Record.load(RECORDED[0]).position.scene(0))


def test_the_four_pictures_of_a_tile_say_what_they_are() -> None:
    placing = scene("D5PBGK,E5GKPB,F5PBGK - P place:PKGB 5,5 0")
    assert [label.text for label in placing.labels if label.id == "label-lies"] == ["how it lies"]
    assert [pose.id for pose in placing.poses] == ["r0", "r90", "r180", "r270"]

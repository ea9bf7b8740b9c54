"""What players read: why a game ended, why a click does nothing, and names that need no rulebook."""

from pathlib import Path

import pytest

import rookery
from rookery import Record
from rookery.core.scene import Scene
from rookery.games.blockers import rules
from rookery.games.blockers.groups import groups
from rookery.games.blockers.notation import KIND_NAMES
from rookery.games.blockers.spaces import KINDS
from tests.games.words import caption_names_the_way_out, names

GAME = rookery.load("blockers")
RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))


def test_who_must_skip_is_told_so() -> None:
    caption_names_the_way_out(next(file for file in RECORDED if file.stem == "three_stuck"), "skip")


def test_a_finger_can_hit_what_lies_in_a_panel() -> None:
    """On a phone 390 px wide, whose board fills all but its margins."""
    for players in GAME.facts.players:
        scene = GAME.start(players=players, seed=1).view(0).scene().narrowed()
        unit = (390 - 24) / scene.width
        targets = [spot for spot in scene.spots if spot.id.startswith(("pile-", "captured-", "hand-"))]
        assert targets
        assert all(spot.height * unit >= 24 and spot.width * unit >= 24 for spot in targets)


LOCKED = "9/9/2,BC,6/2,Bclub,BD,B5,Bcircle,3/9/5,BF,3/9/9/9 play 1 RD+R4+RI+R9+Rwild,?5,?5,?5 -,-,-,-"


@pytest.mark.parametrize(
    ("path", "spot", "words"),
    [
        ([], "C3", "First choose a tile from your rack"),
        (["rack-RD"], "D4", "D4 is locked: without it the blue group would fall apart"),
        (["rack-R4"], "D3", "The red 4 must go in column 4"),
        (["rack-RD"], "C3", "The red D must go in row D"),
        ([], "hand-blue", "Blue's tiles: you cannot choose them"),
        ([], "captured-0", "Captured tiles lie here, and never come back"),
    ],
)
def test_why_a_click_does_nothing(path: list[str], spot: str, words: str) -> None:
    assert GAME.view(LOCKED, 0).why(path, spot) == words


def test_blockers_tells_what_is_still_to_come() -> None:
    """Of one's own pile exactly that; of another's only what everybody can work out: pile and rack together."""
    view = GAME.view(LOCKED, 0)
    own = view.why([], "pile-red").partition(": ")[2].split(", ")
    assert sorted(own) == sorted(set(KIND_NAMES) - {"D", "4", "I", "9", "wild"})
    told, _, kinds = view.why([], "pile-blue").partition(": ")
    assert told == "On blue's rack or still to come"
    assert sorted(kinds.split(", ")) == sorted(set(KIND_NAMES) - {"C", "club", "D", "5", "circle", "F"})


GROUPS = "9/9/3,R4,Rspade,RC,3/3,RD,2,R7,2/3,RE,5/1,R2,B3,6/1,RG,7/9/9 play 2 ?5,?5,?5,?5 -,-,-,-"


def test_blockers_tells_which_groups_a_colour_has() -> None:
    """A corner joins nothing. The words begin with the visible text, as users of speech input expect."""
    view = GAME.view(GROUPS, rookery.SPECTATOR)
    shown = view.scene()
    told, written = names(shown), {label.id: label.text for label in shown.labels}
    assert told["groups-red"] == "Red: 3 groups: C4 C5 C6 D4 E4 (5), F2 G2 (2), D7 (1)"
    assert told["groups-blue"] == "Blue: 1 group: F3 (1)"
    assert told["groups-green"] == "Green: no groups yet"
    assert all(told[f"groups-{name}"].startswith(written[f"name-{name}"]) for name in ("red", "blue", "green"))
    assert view.why([], "groups-red") == "Red has 3 groups: C4 C5 C6 D4 E4 (5), F2 G2 (2), D7 (1)"


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_the_groups_told_are_as_many_as_are_counted(file: Path) -> None:
    record = Record.load(file)
    for ply in range(0, record.plies, 11):
        pos = record.at(ply).numbers
        lying = [tile // KINDS if tile != rules.EMPTY else -1 for tile in pos.board]  # [space] the colour
        of_colours = [
            len(groups([space for space, there in enumerate(lying) if there == colour]))
            for colour in range(rules.colours_of(pos.state))
        ]
        for seat in range(pos.players):
            own = [colour for colour in range(len(of_colours)) if rules.owner(pos.state, colour) == seat]
            assert sum(of_colours[colour] for colour in own) == rules.seat_groups(pos.state, seat)


def scene(text: str, seat: int = 0) -> Scene:
    return GAME.view(text, seat).scene()


def test_blockers_names_the_tile_that_is_to_be_placed() -> None:
    shown = scene("9/9/9/9/9/9/9/9/9 play 1 R2+RG+Rmoon+R9+Rwild,?5,?5,?5 -,-,-,-")
    assert shown.prompt(["rack-RG"]) == "Choose a marked space for the G"
    assert shown.prompt(["rack-Rmoon"]) == "Choose a marked space for the moon"
    assert names(shown)["pile-red"].startswith("Red's pile: 23 tiles. Your 23 red tiles still to come: 1, 3, 4")
    assert names(shown)["pile-blue"] == "Blue's pile: 23 tiles"
    assert GAME.facts.seats[2] == ("Red and green", "Blue and yellow")

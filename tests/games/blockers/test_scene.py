"""What the scene says and shows beyond the laws of scenes."""

from itertools import combinations

import numpy as np
import pytest

from rookery import Position
from rookery.core.scene import Scene
from tests.games.blockers.drawn import GAME, drawn

BOARD = "R1 RA . . . . . . .\n. . . . . . . . .\n. B2 . . . . . . ."
CAPTURES = "BA Bheart, , "
NEAR = 1e-6


def pieces(scene: Scene, spot: str) -> list[str]:
    return [piece.id for piece in scene.pieces if piece.spot == spot]


def labels(scene: Scene) -> dict[str, tuple[str, str]]:
    return {label.id: (label.text, label.style) for label in scene.labels}


def begun(players: int) -> Position:
    return GAME.start(players=players).settled(np.random.default_rng(1))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_lies_on_anything_else_or_outside_in_either_arrangement(players: int) -> None:
    position = begun(players)
    for viewer in (*range(players), -1):
        wide = position.view(viewer).scene()
        for scene in (wide, wide.narrowed()):
            for one, other in combinations(scene.zones, 2):
                beside = abs(one.x - other.x) > (one.width + other.width) / 2 - NEAR
                assert beside or abs(one.y - other.y) > (one.height + other.height) / 2 - NEAR, (one.id, other.id)
            zones = {zone.id: zone for zone in scene.zones}
            for zone in scene.zones:
                assert zone.width / 2 - NEAR < zone.x < scene.width - zone.width / 2 + NEAR, zone.id
                assert zone.height / 2 - NEAR < zone.y < scene.height - zone.height / 2 + NEAR, zone.id
            for spot in scene.spots:
                zone = zones[spot.zone]
                assert abs(spot.x - zone.x) <= (zone.width - spot.width) / 2 + NEAR, spot.id
                assert abs(spot.y - zone.y) <= (zone.height - spot.height) / 2 + NEAR, spot.id


def test_a_panel_for_each_seat_and_of_two_colours_both() -> None:
    scene = begun(2).view(0).scene()
    assert [zone.id for zone in scene.zones if zone.id.startswith("panel")] == ["panel-1", "panel-0"]
    homes = {spot.id: spot.zone for spot in scene.spots}
    assert (homes["pile-blue"], homes["pile-yellow"], homes["captured-1"]) == ("panel-1",) * 3
    assert (homes["pile-red"], homes["pile-green"], homes["captured-0"]) == ("panel-0",) * 3


def test_captured_tiles_show_their_faces_and_their_number() -> None:
    position = drawn(BOARD, "R2 RC RD RE RF", captured="BA G1, , ")
    now, then = position.scene(0), position.view(0).after("R2@C2").scene()
    assert pieces(now, "captured-0") == ["BA", "G1"]
    assert pieces(then, "captured-0") == ["B2", "BA", "G1"]
    assert {piece.symbol for piece in then.pieces if piece.id == "B2"} == {"b-2"}
    told = labels(then)
    assert (told["heap-0-1"], told["heap-0-2"]) == (("2", "count most"), ("1", "count heap"))
    assert told["heap-1"][0] == "no captures"


def test_a_capture_marks_the_space_and_the_heap_that_the_tile_went_to() -> None:
    position = drawn(BOARD, "R2 RC RD RE RF", captured="BA G1, , ")
    touched = {choice.path: position.touched(choice.action) for choice in position.view(0).scene().choices}
    assert touched["rack-R2", "C2"] == ["rack-R2", "captured-0", "C2"]
    assert touched["rack-R2", "B2"] == ["rack-R2", "B2"]


def test_what_a_red_number_means_is_written_where_there_is_one() -> None:
    assert "legend" not in labels(drawn().scene())
    assert "penalty" in labels(drawn(BOARD, captured=CAPTURES).scene())["legend"][0]
    uptown = drawn(BOARD, captured=CAPTURES, scoring="uptown")
    assert "legend" not in labels(uptown.scene())
    assert not [style for _, style in labels(uptown.scene()).values() if "most" in style]


def test_tiles_of_a_rack_keep_their_order_while_one_is_gone() -> None:
    position = drawn(rack="R4 R7 RA RG Rheart")
    now, then = position.scene(0), position.view(0).after("R4@E4").scene()
    rack = [spot.id for spot in now.spots if spot.id.startswith("rack-")]
    assert [spot.id for spot in then.spots if spot.id.startswith("rack-")] == rack[1:]

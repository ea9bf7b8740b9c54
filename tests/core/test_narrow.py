"""One scene, two arrangements: what goes along with a zone. web/tests/scene/layout.test.ts tests the page's twin."""

from msgspec.structs import replace

from rookery.core.chart import chart
from rookery.core.scene import Label, Narrow, Piece, Scene, Shift, Spot, Zone


def _scene() -> Scene:
    return Scene(
        width=8,
        height=2,
        caption="",
        zones=(
            Zone(id="map", x=2, y=1, width=4, height=2, words="Map"),
            Zone(id="shop", x=6, y=1, width=4, height=2, words="Shop", listed=True),
            Zone(id="till", x=7, y=1, width=1, height=1, words="Till"),
        ),
        spots=(Spot(id="a", zone="map", x=2, y=1, words="a field"), Spot(id="b", zone="shop", x=6, y=1, words="bread")),
        pieces=(Piece(id="1", spot="a", x=2, y=1, symbol="m", text="M"), Piece(id="2", spot="b", x=6, y=1, symbol="m")),
        labels=tuple(Label(id=name, x=x, y=1, text=name) for name, x in (("left", 1), ("right", 5), ("inner", 7))),
        narrow=Narrow(width=4, height=4, shifts=(Shift(zone="shop", x=2, y=3),)),
    )


def test_with_a_zone_go_its_spots_their_pieces_and_labels_that_lie_in_no_smaller_one() -> None:
    there = _scene().narrowed()
    assert (there.width, there.height, there.narrow) == (4, 4, None)
    assert [(zone.id, zone.x, zone.y) for zone in there.zones] == [("map", 2, 1), ("shop", 2, 3), ("till", 7, 1)]
    assert [(spot.id, spot.x, spot.y) for spot in there.spots] == [("a", 2, 1), ("b", 2, 3)]
    assert [(piece.id, piece.x, piece.y) for piece in there.pieces] == [("1", 2, 1), ("2", 2, 3)]
    assert [(label.id, label.x, label.y) for label in there.labels] == [
        ("left", 1, 1),
        ("right", 1, 3),
        ("inner", 7, 1),
    ]


def test_a_scene_with_one_arrangement_stays_as_it_is() -> None:
    single = replace(_scene(), narrow=None)
    assert single.narrowed() is single


def test_a_listed_zone_is_a_line_a_spot() -> None:
    lines = chart(_scene())
    assert lines[lines.index("Shop") + 1] == "  bread"


def test_a_part_of_the_picture_has_what_lies_in_it_and_begins_at_its_corner() -> None:
    shop = _scene().only(["shop"])
    assert (shop.width, shop.height, shop.narrow) == (4, 2, None)
    assert [(zone.id, zone.x) for zone in shop.zones] == [("shop", 2), ("till", 3)]
    assert [(spot.id, spot.x, spot.y) for spot in shop.spots] == [("b", 2, 1)]
    assert [piece.id for piece in shop.pieces] == ["2"]
    assert [label.text for label in shop.labels] == ["right", "inner"]
    assert _scene().only(["map", "till"]).width == 7.5

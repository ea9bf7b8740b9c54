"""Places of the kit: they have their names, lie inside their zone, and do not overlap."""

from collections.abc import Sequence

import pytest

from rookery.kit.boards import BoardPlace, around, cards, edges, hexagons, size, squares, touching, track

BOARDS = {
    "squares": squares(5, 3),
    "hexagons": hexagons(4),
    "track": track(11, 4),
    "cards": cards("h", 4, 0.5, 0.5, 3.9),
}


@pytest.mark.parametrize("kind", BOARDS)
def test_places_lie_inside_and_do_not_overlap(kind: str) -> None:
    places = BOARDS[kind]
    zone = around(places, "board", "Board", margin=0.5)
    assert len({place.name for place in places}) == len(places)
    for n, place in enumerate(places):
        assert zone.holds(place.x - place.width / 2, place.y - place.height / 2)
        assert zone.holds(place.x + place.width / 2, place.y + place.height / 2)
        for other in places[:n]:
            if place.hexagon:  # their corners are in the boxes of others
                assert (place.x - other.x) ** 2 + (place.y - other.y) ** 2 > 0.99
            else:
                assert abs(place.x - other.x) >= place.width or abs(place.y - other.y) >= place.height
    assert (zone.x - zone.width / 2, zone.y - zone.height / 2) == pytest.approx((0, 0), abs=1e-3)
    assert size([zone]) == pytest.approx((zone.width, zone.height))


def test_places_are_named_as_on_boards() -> None:
    assert names(squares(3, 2)) == "a2 b2 c2 a1 b1 c1"
    assert names(hexagons(2)) == "a1 a2 b1 b2 b3 c1 c2"
    assert names(track(5, 3)) == "s1 s2 s3 s4 s5"
    assert names(cards("hand", 2, 0, 0, 4)) == "hand1 hand2"
    assert [label.text for label in edges(3, 2)] == ["a", "b", "c", "2", "1"]


def test_a_track_runs_to_and_fro() -> None:
    assert [(place.x, place.y) for place in track(5, 3, 0, 0)] == [
        (0.5, 0.5),
        (1.5, 0.5),
        (2.5, 0.5),
        (2.5, 1.5),
        (1.5, 1.5),
    ]


def test_too_many_cards_overlap() -> None:
    hand = cards("h", 9, 1, 0, 4)
    assert hand[0].x - hand[0].width / 2 == pytest.approx(1)
    assert hand[-1].x + hand[-1].width / 2 == pytest.approx(5)


def test_things_lie_in_a_row_in_the_middle_of_their_place() -> None:
    home = BoardPlace("home", 3, 1, 2)
    assert [part.x for part in home.row(2, 0.5)] == [2.75, 3.25]
    assert [part.x for part in home.row(4)] == [2.25, 2.75, 3.25, 3.75]
    assert home.row(0) == ()
    assert {part.name for part in home.row(3)} == {"home"}


@pytest.mark.parametrize(("kind", "most", "pairs"), [("squares", 4, 22), ("hexagons", 6, 90)])
def test_neighbours_touch(kind: str, most: int, pairs: int) -> None:
    beside = touching(BOARDS[kind])
    assert max(map(len, beside)) == most
    assert sum(map(len, beside)) == 2 * pairs
    assert all(n in beside[other] for n, near in enumerate(beside) for other in near)


def names(places: Sequence[BoardPlace]) -> str:
    return " ".join(place.name for place in places)

"""Pictures in characters: laws over random positions of every game, at many sizes."""

import numpy as np
import pytest

import rookery
from rookery.cli import line_mode
from rookery.cli.screen.canvas import NARROWEST, Canvas, Marks, draw, scale_for
from rookery.cli.screen.picking import Picking
from rookery.core.chart import chart
from rookery.core.scene import Choice, Scene
from tests.cli.conftest import SLUGS
from tests.often import others_in_soak


def scenes(slug: str, count: int = 12) -> list[Scene]:
    """Scenes of random games, of the mover and of spectators."""
    choice, found = np.random.default_rng(1), []
    position = rookery.load(slug).start(seed=choice)
    for _ in range(count * 3):
        if position.is_over:
            position = rookery.load(slug).start(seed=choice)
        assert position.mover is not None
        found += [position.scene(position.mover), position.scene()]
        position = position.after(int(choice.choice(position.legal_actions))).settled(choice)
    return found[::3]


def text(canvas: Canvas) -> list[str]:
    return ["".join(glyph.text for glyph in row) for row in canvas.rows]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("size", others_in_soak([(44, 21), (64, 30), (120, 50), (10, 5)], [(64, 30), (10, 5)]))
def test_every_spot_has_a_place_of_its_own_and_every_piece_is_seen(slug: str, size: tuple[int, int]) -> None:
    art = rookery.load(slug).art
    for scene in scenes(slug):
        canvas = draw(scene, art, scale_for(scene, *size), Marks())
        assert list(canvas.boxes) == [spot.id for spot in scene.spots if spot.drawn]
        cells = [
            (x, y)
            for box in canvas.boxes.values()
            for x in range(box.x, box.x + box.width)
            for y in range(box.y, box.y + box.height)
        ]
        assert len(cells) == len(set(cells))
        assert all(0 <= x < canvas.width and 0 <= y < canvas.height for x, y in cells)
        for spot, box in canvas.boxes.items():
            assert box.width >= NARROWEST - 1
            assert canvas.spot_at(box.x + box.width // 2, box.y + box.height // 2) == spot
            inside = "".join(row[box.x : box.x + box.width] for row in text(canvas)[box.y : box.y + box.height])
            own = [piece for piece in scene.pieces if piece.spot == spot]
            assert all(piece.text in inside for piece in own) or "+" in inside


@pytest.mark.parametrize("slug", SLUGS)
def test_a_picture_is_as_large_as_fits(slug: str) -> None:
    for scene in scenes(slug)[:3]:
        sizes = [scale_for(scene, width, width // 2) for width in range(20, 200, 10)]
        assert sizes == sorted(sizes)
        for width, (across, down) in zip(range(20, 200, 10), sizes, strict=True):
            if (across, down) != sizes[0]:
                assert scene.width * across <= width
                assert scene.height * down <= width // 2


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_needs_a_large_terminal(slug: str) -> None:
    """A spot that is low or narrow makes all of a picture large."""
    assert max(rows for scene in scenes(slug) for _, rows in [scale_for(scene, 10, 5)]) <= 3


@pytest.mark.parametrize("slug", SLUGS)
def test_marks_are_signs_and_not_only_colours(slug: str) -> None:
    art, scene = rookery.load(slug).art, next(scene for scene in scenes(slug) if scene.choices)
    picking = Picking(scene.choices)
    first = picking.open[0]
    plain = draw(scene, art, (9, 4), Marks())
    marked = draw(scene, art, (9, 4), Marks(cursor=first, open=picking.open))
    for spot in picking.open:
        box = plain.boxes[spot]
        corner = box.x + box.width - 1
        assert marked.rows[box.y][corner].text in "•┓" != plain.rows[box.y][corner].text
    box = plain.boxes[first]
    assert marked.rows[box.y][box.x].text == "┏"


@pytest.mark.parametrize("slug", SLUGS)
def test_words_and_plain_pictures_name_every_piece(slug: str) -> None:
    for scene in scenes(slug):
        words, picture = " ".join(line_mode.words(scene)), "\n".join(chart(scene))
        held = {piece.spot for piece in scene.pieces}
        assert all(spot.words in words for spot in scene.spots if spot.id in held)
        listed = [zone for zone in scene.zones if zone.listed]
        told = {spot.id for spot in scene.spots if spot.zone in {zone.id for zone in listed}}
        assert all(spot.words in picture for spot in scene.spots if spot.id in told and spot.drawn)
        assert all(piece.text in picture for piece in scene.pieces if piece.spot not in told)
        for label in scene.labels:
            assert label.text in picture or any(zone.holds(label.x, label.y) for zone in listed)


def test_picking_narrows_click_by_click() -> None:
    paths = [("a", "x"), ("a", "y"), ("b", "x"), ("c",)]
    picking = Picking([Choice(action=i, path=path, text=str(i), words="") for i, path in enumerate(paths)])
    assert picking.open == ["a", "b", "c"]
    for spot, path, left in [
        ("x", (), ["a", "b", "c"]),  # nothing begins there
        ("a", ("a",), ["x", "y"]),
        ("b", ("b",), ["x"]),  # restarted
        ("b", (), ["a", "b", "c"]),  # taken back
    ]:
        assert picking.click(spot) is None
        assert (picking.path, picking.open) == (path, left)
    picking.click("a")
    picking.back()
    assert picking.path == ()
    picking.click("a")
    choice = picking.click("y")
    assert choice is not None
    assert choice.action == 1
    choice = picking.click("c")
    assert choice is not None
    assert choice.action == 3

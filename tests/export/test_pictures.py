"""PNG and GIF files show the game, and what cannot be drawn is refused in a sentence."""

import importlib
import io
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageSequence

import rookery
from rookery import Record
from rookery.core.errors import MissingExtra, NoSuchPly, Refusal, UnknownOption
from rookery.export import gif, pdf, png, raster, svg
from rookery.export.visible import settled, touched


def opened(data: bytes) -> Any:
    return Image.open(io.BytesIO(data))


def dots(data: bytes) -> Any:
    """[height, width, 3] uint8"""
    return np.asarray(opened(data).convert("RGB"))


# ── PNG and SVG ──────────────────────────────────────────────────────────────
def test_a_png_has_its_width_and_shows_something(record: Record) -> None:
    picture = dots(png(record, width=300))
    scene = record.position.scene()
    edge = 2 * raster.MARGIN * scene.width
    assert picture.shape[1] == 300
    assert picture.shape[0] == pytest.approx(300 * (scene.height + edge) / (scene.width + edge), abs=2)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    assert (picture[0, 0] == (0xF3, 0xEF, 0xE7)).all()


def test_another_ply_and_another_theme_are_another_picture(record: Record) -> None:
    pictures = [png(record, ply, None, theme, 120) for ply in (0, record.plies) for theme in ("light", "dark")]
    assert len(set(pictures)) == 4
    assert png(record, record.plies, None, "light", 120) == png(record, width=120)


def test_letters_are_drawn_where_the_machine_has_no_fonts(record: Record) -> None:
    """resvg receives only our fonts; a picture without letters would be smaller."""
    scene = record.position.scene()
    if not scene.labels:
        pytest.skip("no letters on this picture")
    art = record.game.art
    with_letters = dots(raster.drawn(raster.page(scene, art, "light"), 400))
    label = scene.labels[0]
    edge = raster.MARGIN * scene.width
    scale = 400 / (scene.width + 2 * edge)
    x, y, half = ((at + edge) * scale for at in (label.x, label.y, label.size / 2 - edge))
    around = with_letters[int(y - half) : int(y + half) + 1, int(x - half) : int(x + half) + 1]
    assert len(np.unique(around.reshape(-1, 3), axis=0)) > 3


def test_an_svg_is_the_picture_for_browsers(record: Record) -> None:
    assert svg(record, 1, 0, "dark") == record.at(1).svg(0, theme="dark", marks=touched(record, 1, 0))
    assert svg(record) == record.position.svg(marks=touched(record, None, None))


def test_pictures_mark_the_last_move(short_game: Record) -> None:
    marks = short_game.at(short_game.plies - 1).touched(short_game.actions[-1])
    assert svg(short_game) == short_game.position.svg(marks=marks) != short_game.position.svg()
    plain = raster.page(short_game.position.scene(), short_game.game.art, "light")
    assert (dots(png(short_game, width=120)) != dots(raster.drawn(plain, 120))).any()
    assert svg(short_game, 0) == short_game.at(0).svg()


# ── GIF ──────────────────────────────────────────────────────────────────────
def frames(data: bytes) -> list[tuple[Any, int]]:
    """(dots, milliseconds) of each."""
    found = ImageSequence.Iterator(opened(data))
    return [(np.asarray(frame.convert("RGB")), int(frame.info["duration"])) for frame in found]


def test_a_gif_has_a_frame_for_each_move_and_holds_the_last(short_game: Record) -> None:
    told = list[tuple[int, int]]()
    data = gif(short_game, width=120, seconds=0.2, report=lambda *done: told.append(done))
    shown = frames(data)
    assert len(shown) == short_game.plies + 1  # no move of it leaves the picture as it was
    assert [time for _, time in shown] == [200] * short_game.plies + [800]
    assert opened(data).info["loop"] == 0
    assert all((one[0] != two[0]).any() for one, two in itertools.pairwise(shown))
    assert told == [(done, len(shown)) for done in range(len(shown) + 1)]
    assert len(data) < 100_000


def test_frames_are_what_a_png_shows(short_game: Record) -> None:
    """But for the colours, of which there are 255, and the line of words below."""
    shown = frames(gif(short_game, width=200, last=2))[0][0].astype(int)
    own = dots(png(short_game, 0, width=200)).astype(int)
    assert shown.shape[0] > own.shape[0]
    assert (np.abs(shown[: own.shape[0]] - own) > 30).mean() < 0.01


def test_a_part_of_a_game_is_as_long_as_it_is(short_game: Record) -> None:
    assert len(frames(gif(short_game, width=64, first=2, last=5))) == 4
    assert len(frames(gif(short_game, width=64, first=3, last=3))) == 1


def test_draws_that_others_follow_have_no_frame() -> None:
    chancy = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.chance)
    record = Record(rookery.load(chancy))
    record.settle(np.random.default_rng(1))
    assert settled(record, 0, record.plies) == [record.plies]
    assert settled(record, 0, record.plies - 1) == [record.plies - 1]


# ── Refusals ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("kind", "asked", "refusal", "words"),
    [
        (png, {"ply": 999}, NoSuchPly, "there is no ply 999"),
        (png, {"theme": "auto"}, UnknownOption, "there is no theme 'auto' for this kind of file; allowed: light, dark"),
        (png, {"width": 5}, UnknownOption, "cannot be 5 pixels wide; allowed: 64 to 4096"),
        (svg, {"theme": "blue"}, UnknownOption, "allowed: light, dark, auto"),
        (svg, {"seat": 7}, UnknownOption, "there is no seat 7"),
        (gif, {"last": 999}, NoSuchPly, "there is no ply 999"),
        (gif, {"first": 3, "last": 2}, NoSuchPly, "from ply 3 to the earlier ply 2"),
        (gif, {"seconds": 0}, UnknownOption, "for 0 s; allowed: 0.05 to 60"),
        (gif, {"seconds": float("nan")}, UnknownOption, "for nan s"),
        (gif, {"width": 9999}, UnknownOption, "cannot be 9999 pixels wide"),
        (gif, {"theme": "auto"}, UnknownOption, "there is no theme"),
        (pdf, {"seat": -2}, UnknownOption, "there is no seat -2"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    kind: Any, asked: dict[str, Any], refusal: type[Refusal], words: str, short_game: Record
) -> None:
    with pytest.raises(refusal, match=words):
        kind(short_game, **asked)


@pytest.mark.parametrize(
    ("library", "kinds"), [("resvg_py", (png, gif, pdf)), ("PIL.Image", (gif, pdf)), ("fpdf", (pdf,))]
)
def test_a_library_that_is_missing_is_named(
    library: str, kinds: tuple[Any, ...], short_game: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = importlib.import_module

    def without(name: str) -> Any:
        if name == library:
            raise ImportError(name)
        return present(name)

    monkeypatch.setattr(importlib, "import_module", without)
    for kind in kinds:
        remedy = rf"need {library.split('.')[0]}: pip install 'rookery-games\[pictures\]'"
        with pytest.raises(MissingExtra, match=remedy):
            kind(short_game)
    assert svg(short_game)


def test_fonts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, short_game: Record) -> None:
    monkeypatch.setattr(raster, "FONTS", ("none.ttf",))
    with pytest.raises(MissingExtra, match="fonts of matplotlib"):
        png(short_game)

"""What is written on the boards stands out from what lies below it, in the light and in the dark (WCAG 1.4.3).

Measured on pictures, as drawings lie on drawings: the colour of the letters against the pixels right around them. A
halo that art.svg gives to letters is around them, too."""

import functools
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest
from PIL import ImageColor, ImageFilter
from PIL.Image import fromarray

import rookery
from rookery.core.scene import Label, Piece, Scene
from rookery.export import raster
from rookery.export.flat import Theme, flat_svg

SVG = "http://www.w3.org/2000/svg"
HOUSE = [game for game in map(rookery.load, rookery.slugs()) if game.package.startswith("rookery.")]
THEMES: tuple[Theme, ...] = ("light", "dark")
LEAST = 4.5  # of letters smaller than 24 px, or 18.66 px where they are bold: all are on a phone
MOST = 0.2  # of the pixels around a word may contrast less: lines that it crosses
PIXELS = 32  # a square
PLIES, FEW = 11, 3  # from one picture to the next that is looked at; of these so many that show most are measured
FAINT = {"closed", "dim", "faint"}  # pieces that say: not now

Key = tuple[str, str, str]  # the style of a label, of the zone and of the spot that it lies on


def scenes(game: rookery.Game) -> Iterator[Scene]:
    """Of random games of as few and of as many as can play, these with the last choice of every option."""
    dice, few, many = np.random.default_rng(3), min(game.facts.players), max(game.facts.players)
    last = {option.name: option.choices[-1] for option in game.facts.options if option.choices[-1] not in option.only}
    for players, options in ((few, {}), (many, last)):
        position, ply = game.start(players=players, seed=3, **options), 0
        while not position.is_over:
            position, ply = position.after_unchecked(int(dice.choice(position.legal_actions))), ply + 1
            if ply % PLIES == 0 or position.is_over:
                yield position.scene(max(0, position.mover or 0))


@functools.cache
def telling(game: rookery.Game) -> list[Scene]:
    """The few of these that show most kinds of labels."""
    found = list[Scene]()
    left = [(scene, {_key(label, scene) for label in scene.labels}) for scene in scenes(game)]
    for _ in range(FEW):
        scene, shown = max(left, key=lambda one: len(one[1]))
        if shown:
            found.append(scene)
        left = [(other, keys - shown) for other, keys in left]
    return found


def _key(label: Label, scene: Scene) -> Key:
    zones = sorted((z for z in scene.zones if z.holds(label.x, label.y)), key=lambda zone: zone.width * zone.height)
    spots = [s for s in scene.spots if abs(s.x - label.x) < s.width / 2 and abs(s.y - label.y) < s.height / 2]
    return label.style, zones[0].style if zones else "", spots[-1].style if spots else ""


def of_labels(scene: Scene, art: str, theme: Theme) -> Iterator[tuple[str, float]]:
    root = ET.fromstring(f'<svg xmlns="{SVG}">{flat_svg(scene, art, theme)}</svg>')
    texts = [element for element in root if element.tag.endswith("text")]
    fills = [text.get("fill", "#000") for text in texts]
    letters = [ET.Element("text", _plain(text)) for text in texts]
    for text, letter in zip(texts, letters, strict=True):
        letter.text = text.text
        text.set("fill", "none")  # its halo stays
    without = _picture(root, scene, raster.PICTURE_PAPER[theme])
    inside = _picture(letters, scene, "#fff").min(axis=2) < 128
    for label, fill in zip(scene.labels, fills, strict=True):
        half = 0.36 * label.size * len(label.text) + 0.1
        box = _box(label.x - half, label.y - label.size, label.x + half, label.y + label.size)
        yield f"{label.text!r} {label.style}", _least(fill, without[box], inside[box])


def _plain(text: ET.Element) -> dict[str, str]:
    return {name: value for name, value in text.items() if not name.startswith(("stroke", "paint"))} | {"fill": "#000"}


def of_pieces(game: rookery.Game, theme: Theme) -> Iterator[tuple[str, float]]:
    """Each drawing with letters by itself: pieces lie on pieces."""
    shown = (piece for scene in telling(game) for piece in scene.pieces)
    kinds = dict.fromkeys((p.symbol, p.style.partition(" ")[0]) for p in shown if not FAINT & {*p.style.split()})
    row = math.ceil(math.sqrt(len(kinds)))
    places = [(1.5 * (i % row) + 0.75, 1.5 * (i // row) + 0.75) for i in range(len(kinds))]
    pieces = tuple(
        Piece(id=str(i), spot="", x=x, y=y, symbol=symbol, style=style)
        for i, ((symbol, style), (x, y)) in enumerate(zip(kinds, places, strict=True))
    )
    sheet = Scene(width=1.5 * row, height=1.5 * row, caption="", pieces=pieces)
    alone = [flat_svg(Scene(width=1, height=1, caption="", pieces=(piece,)), game.art, theme) for piece in pieces]
    root = ET.fromstring(f'<svg xmlns="{SVG}">{"".join(f"<g>{drawing}</g>" for drawing in alone)}</svg>')
    texts = [element for element in root.iter() if element.tag.endswith("text")]
    fills = [next((e.get("fill", "#000") for e in group.iter() if e.tag.endswith("text")), "") for group in root]
    without, within = (
        _picture(root, sheet, raster.PICTURE_PAPER[theme], texts, letters) for letters in ("none", "#f0f")
    )
    inside = np.abs(without.astype(int) - within).max(axis=2) > 96
    for piece, fill in zip(pieces, fills, strict=True):
        if fill:
            box = _box(piece.x - 0.75, piece.y - 0.75, piece.x + 0.75, piece.y + 0.75)
            yield f"{piece.symbol} {piece.style}", _least(fill, without[box], inside[box])


def _picture(
    parts: Iterable[ET.Element], scene: Scene, paper: str, texts: Iterable[ET.Element] = (), letters: str = ""
) -> Any:
    """On paper; with `letters` as the colour of these texts."""
    for text in texts:
        text.set("fill", letters)
    wide, high = math.ceil(PIXELS * scene.width), math.ceil(PIXELS * scene.height)
    inner = "".join(ET.tostring(part, "unicode") for part in parts)
    return raster.pixels(
        f'<svg xmlns="{SVG}" viewBox="0 0 {wide / PIXELS:g} {high / PIXELS:g}" width="{wide}" height="{high}">'
        f'<rect width="100%" height="100%" fill="{paper}"/>{inner}</svg>',
        wide,
    )


def _box(left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
    """These rows and columns of pixels."""
    a, b, c, d = (max(0, round(PIXELS * side)) for side in (top, bottom, left, right))
    return slice(a, b), slice(c, d)


def _least(fill: str, without: Any, inside: Any) -> float:
    """What most of the pixels around the letters contrast at least. `inside`: where letters are."""
    assert inside.any()
    grown = np.asarray(fromarray((255 * inside).astype(np.uint8)).filter(ImageFilter.MaxFilter(3))) > 0
    ours, theirs = _luminance(np.array(ImageColor.getrgb(fill)[:3])), _luminance(without[grown & ~inside])
    return float(np.quantile((np.maximum(ours, theirs) + 0.05) / (np.minimum(ours, theirs) + 0.05), MOST))


def _luminance(colours: Any) -> Any:
    """Of colours of 0 .. 255 in the last axis, as WCAG defines it."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.facts.slug)
def test_words_on_a_board_stand_out(game: rookery.Game) -> None:
    weak = dict[str, float]()
    for theme in THEMES:
        for scene in telling(game):
            found = dict(of_labels(scene, game.art, theme))
            weak |= {f"{words}, {theme}": round(ratio, 2) for words, ratio in found.items() if ratio < LEAST}
    assert not weak


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.facts.slug)
def test_letters_on_pieces_stand_out(game: rookery.Game) -> None:
    weak = dict[str, float]()
    for theme in THEMES:
        found = dict(of_pieces(game, theme))
        weak |= {f"{drawing}, {theme}": round(ratio, 2) for drawing, ratio in found.items() if ratio < LEAST}
    assert not weak

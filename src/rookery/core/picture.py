"""Scene -> SVG, scene -> text. The browser also draws scenes, from the same drawings and data."""

import re
from html import escape
from typing import Literal

from rookery.core.chart import chart
from rookery.core.scene import Piece, Scene, Spot, Zone

__all__ = ["in_theme", "to_svg", "to_text"]

PIXELS = 100  # width of a square in the SVG's nominal size
_PAIR = re.compile(r"light-dark\(([^(),]*(?:\([^()]*\))?[^(),]*),([^(),]*(?:\([^()]*\))?[^(),]*)\)")


def to_svg(scene: Scene, art: str, theme: Literal["light", "dark", "auto"] = "auto") -> str:
    """A self-contained SVG document.

    `art`: the text of the game's art.svg. The themes "light" and "dark" fix the colours; "auto" follows the reader's
    system."""
    inside = art[art.index(">", art.index("<svg")) + 1 : art.rindex("</svg>")]
    if theme == "auto":
        inside = "<style>:root { color-scheme: light dark }</style>" + inside
    else:
        inside = in_theme(inside, theme)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width:g} {scene.height:g}" '
        f'width="{scene.width * PIXELS:g}" height="{scene.height * PIXELS:g}" role="img" '
        f'aria-label="{escape(scene.caption)}">',
        f"<title>{escape(scene.caption)}</title>",
        inside,
    ]
    for zone in scene.zones:
        parts.append(_placed("zone", zone, (zone.width, zone.height)))
    for spot in filter(lambda spot: spot.drawn, scene.spots):
        parts.append(_placed("spot", spot, (spot.width, spot.height)))
    for piece in scene.pieces:
        parts.append(_placed("piece", piece))
    for label in scene.labels:
        parts.append(
            f'<text class="{f"label {label.style}".strip()}" x="{label.x:g}" y="{label.y:g}" '
            f'font-size="{label.size:g}" text-anchor="middle" dominant-baseline="central">{escape(label.text)}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def in_theme(art: str, theme: Literal["light", "dark"]) -> str:
    """The same art, with each `light-dark(a, b)` replaced by the colour for the theme."""
    return _PAIR.sub(lambda pair: pair[1 if theme == "light" else 2].strip(), art)


def _placed(kind: str, drawn: Zone | Spot | Piece, box: tuple[float, float] | None = None) -> str:
    """The SVG group of one part; a plain rectangle for a zone or spot without a drawing."""
    place = f"translate({drawn.x:g} {drawn.y:g})"
    if isinstance(drawn, Piece):
        if drawn.turn:
            place += f" rotate({drawn.turn:g})"
        if drawn.scale != 1:
            place += f" scale({drawn.scale:g})"
    if drawn.symbol:
        inner = f'<use href="#{drawn.symbol}"/>'
    elif box:
        inner = f'<rect x="{-box[0] / 2:g}" y="{-box[1] / 2:g}" width="{box[0]:g}" height="{box[1]:g}"/>'
    else:
        inner = ""
    return f'<g class="{f"{kind} {drawn.style}".strip()}" transform="{place}">{inner}</g>'


def to_text(scene: Scene) -> str:
    """The scene in characters: the pieces' short names zone by zone, the counters, and the caption."""
    lines = chart(scene)
    for counter in scene.counters:
        whose = "" if counter.seat is None else f" of seat {counter.seat}"
        lines.append(f"{counter.label}{whose}: {counter.value}")
    return "\n".join([*lines, scene.caption])

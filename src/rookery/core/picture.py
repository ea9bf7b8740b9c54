"""Scene -> SVG, scene -> text. The browser also draws scenes, from the same drawings and data.

The text of a piece is drawn on it, unless the drawing shows it already: in art.svg, `data-no-text` says so, of one
drawing (`<g id="h-card" data-no-text="">`) or, in the `<svg>` itself, of all. Zones and spots without a drawing are
transparent, unless a rule of art.svg fills them.
"""

import functools
import re
from collections.abc import Callable, Collection
from html import escape
from typing import Literal, get_args

from rookery.core.chart import chart
from rookery.core.errors import UnknownOption
from rookery.core.scene import Piece, Scene, Spot, Zone

SvgTheme = Literal["light", "dark", "auto"]
SVG_THEMES: tuple[str, ...] = get_args(SvgTheme)
PIXELS = 100  # width of a square in the SVG's nominal size
INSET = 0.045  # squares from the edge of a spot to its mark
GOLD = {"light": "#d8951a", "dark": "#f0bd55", "auto": "light-dark(#d8951a, #f0bd55)"}  # of marks
# how letters on pieces are drawn, so that they can be read on any ground; the class is for rules of an art.svg
LETTERS = 'class="letters" fill="#1d1b18" stroke="#fdfbf6" stroke-width=".06" paint-order="stroke" font-weight="600"'
SYSTEM_FONTS = "system-ui, sans-serif"  # where the art says nothing else
PIECE_LETTER_SIZE, LETTERS_WIDTH = 0.42, 0.8  # squares: the height of letters, and the width that they may take
_WITHOUT_TEXT = re.compile(r"<(\w+)\b[^>]*\bdata-no-text\b[^>]*>")
_ID = re.compile(r"""\bid=["']([^"']+)""")
_PAIR = re.compile(r"light-dark\(([^(),]*(?:\([^()]*\))?[^(),]*),([^(),]*(?:\([^()]*\))?[^(),]*)\)")
_PAGE_LOOKS = re.compile(r"\s*(?:\.look-[^{}]*\{[^{}]*\}|/\* Looks that [^*]*\*/)")  # they are chosen in a page


def lettered(scene: Scene, art: str) -> Scene:
    """The scene in which each piece has the letters that are drawn on it."""
    return scene.lettered(showing(art))


@functools.lru_cache(maxsize=32)
def showing(art: str) -> frozenset[str] | None:
    """The drawings that show the text of a piece; None: all do."""
    marked = [(found[1], _ID.search(found[0])) for found in _WITHOUT_TEXT.finditer(art)]
    if any(tag == "svg" for tag, _ in marked):
        return None
    return frozenset(name[1] for _, name in marked if name)


def letter_size(letters: str) -> float:
    """The height of letters on a piece, squares; the page does the same (web/src/scene/label_size.ts)."""
    return round(min(PIECE_LETTER_SIZE, LETTERS_WIDTH / (0.6 * max(1, len(letters)))), 3)


def to_svg(
    scene: Scene, art: str, theme: SvgTheme = "auto", *, marks: Collection[str] = (), size: float | None = None
) -> str:
    """A self-contained SVG document.

    `art`: the text of the game's art.svg. The themes "light" and "dark" fix the colours; "auto" follows the reader's
    system. `marks`: ids of spots to mark, below the pieces. `size`: the longer side, in pixels. Raises UnknownOption
    for another theme, or a size that is not above 0."""
    if theme not in SVG_THEMES:
        raise UnknownOption(f"there is no theme {theme!r}; allowed: {', '.join(SVG_THEMES)}")
    if size is not None and not (isinstance(size, int | float) and 0 < size < float("inf")):
        raise UnknownOption(f"a picture cannot have the size {size!r}; allowed: a number of pixels above 0")
    scale = PIXELS if size is None else size / max(scene.width, scene.height)
    inside = _PAGE_LOOKS.sub("", art[art.index(">", art.index("<svg")) + 1 : art.rfind("</svg>")])
    if theme == "auto":
        inside = "<style>:root { color-scheme: light dark }</style>" + inside
    else:
        inside = in_theme(inside, theme)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width:g} {scene.height:g}" '
        f'width="{scene.width * scale:g}" height="{scene.height * scale:g}" font-family="{SYSTEM_FONTS}" role="img" '
        f'aria-label="{escape(scene.caption)}">',
        f"<title>{escape(scene.caption)}</title>",
        inside,
    ]
    for zone in scene.zones:
        parts.append(_placed("zone", zone, (zone.width, zone.height)))
    for spot in filter(lambda spot: spot.drawn, scene.spots):
        parts.append(_placed("spot", spot, (spot.width, spot.height)))
    parts += [mark(spot, theme) for spot in scene.spots if spot.drawn and spot.id in marks]
    for piece in scene.pieces:
        parts.append(_placed("piece", piece, piece=piece))
    for label in scene.labels:
        parts.append(
            f'<text class="{f"label {label.style}".strip()}" x="{label.x:g}" y="{label.y:g}" '
            f'font-size="{label.size:g}" text-anchor="middle" dominant-baseline="central">{escape(label.text)}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def in_theme(art: str, theme: Literal["light", "dark"]) -> str:
    """The same art, with each `light-dark(a, b)` replaced by the colour for the theme."""
    return _PAIR.sub(lambda pair: pair[1 if theme == "light" else 2].strip(), art)


def mark(spot: Spot, theme: SvgTheme) -> str:
    """A mark like that of the page on the last move (web/src/scene/SceneView.svelte)."""
    x, y, wide, high = spot.x, spot.y, spot.width - 2 * INSET, spot.height - 2 * INSET
    fill = f'style="fill: {GOLD[theme]}"' if theme == "auto" else f'fill="{GOLD[theme]}"'
    look = f'{fill} fill-opacity=".34"'
    if "hex" in spot.style.split():
        ways = ((0, -2), (2, -1), (2, 1), (0, 2), (-2, 1), (-2, -1))
        return f'<polygon points="{" ".join(f"{x + wide * i / 4:g},{y + high * j / 4:g}" for i, j in ways)}" {look}/>'
    return f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide:g}" height="{high:g}" rx=".085" {look}/>'


def _placed(
    kind: str, drawn: Zone | Spot | Piece, box: tuple[float, float] | None = None, piece: Piece | None = None
) -> str:
    """The SVG group of one part; an empty rectangle, which rules of the art may fill, for a zone or spot without a
    drawing."""
    place = f"translate({drawn.x:g} {drawn.y:g})"
    if piece is not None:
        if piece.turn:
            place += f" rotate({piece.turn:g})"
        if piece.scale != 1:
            place += f" scale({piece.scale:g})"
    look = ""
    if drawn.symbol:
        inner = f'<use href="#{drawn.symbol}"/>'
        if piece is not None and piece.letters:
            inner += (
                f'<text {LETTERS} font-size="{letter_size(piece.letters):g}" text-anchor="middle" '
                f'dominant-baseline="central">{escape(piece.letters)}</text>'
            )
    elif box:
        look = ' fill="none"'
        inner = f'<rect x="{-box[0] / 2:g}" y="{-box[1] / 2:g}" width="{box[0]:g}" height="{box[1]:g}"/>'
    else:
        inner = ""
    return f'<g class="{f"{kind} {drawn.style}".strip()}"{look} transform="{place}">{inner}</g>'


def to_text(scene: Scene, role: Callable[[int], str] = "seat {}".format) -> str:
    """The scene in characters: the pieces' short names zone by zone, the counters, and the caption. `role`: from a seat
    to its name."""
    return "\n".join([*chart(scene), *counters(scene, role), scene.caption])


def counters(scene: Scene, role: Callable[[int], str]) -> list[str]:
    """One line for each counter, such as "Red, points: 12"."""
    return [f"{'' if c.seat is None else f'{role(c.seat)}, '}{c.label}: {c.value}" for c in scene.counters]

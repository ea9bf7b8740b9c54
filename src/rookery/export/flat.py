"""A picture without CSS, for programs that are not browsers.

Browsers colour drawings by rules and variables that reach through `<use>`. Here each `<use>` is replaced by the drawing
itself, every rule by attributes, and every variable by its value in that place.
"""

import functools
import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Mapping
from html import escape
from typing import Literal

from rookery.core.picture import in_theme, mark, to_svg
from rookery.core.scene import Scene
from rookery.export import css

# properties that affect a drawing; the others, such as cursors and transitions, affect only the page
KNOWN = {
    "clip-path",
    "clip-rule",
    "cx",
    "cy",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "font",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "height",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mix-blend-mode",
    "opacity",
    "paint-order",
    "r",
    "rx",
    "ry",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "transform",
    "visibility",
    "width",
    "x",
    "y",
}
_LEFT_OUT = {"class", "font-family", "id", "style"}  # attributes not copied; raster.py has one font family for all text
_SPREAD = {"clipPath", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient"}  # used by url(#id)
_SILENT = {"style", "title", "desc", "defs", "symbol", *_SPREAD}  # drawn only where they are referred to, or never
_PIXELS = re.compile(r"(?<![\w#-])(-?(?:\d+\.?\d*|\.\d+))px\b")
_FONT = re.compile(r"(?:(italic|oblique)\s+)?(?:(\d{3}|bold|normal)\s+)?([\d.]+(?:px)?)\s")
_HREF_ALIASES = {"{http://www.w3.org/1999/xlink}href": "href"}  # the name in SVG 1.1

DEEPEST = 20  # nested `<use>` elements; the limit stops a drawing that uses itself
REMEMBERED = 4000  # cached parts of scenes, one or two kilobytes each

Theme = Literal["light", "dark"]
Variables = dict[str, str]


def flat_svg(scene: Scene, art: str, theme: Theme, marked: Collection[str] = ()) -> str:
    """The picture of `rookery.core.picture.to_svg` without CSS and `<use>`: SVG elements for a picture of the scene's
    size. `marked`: ids of spots to mark. Marks are below the pieces."""
    drawings = _drawings(art, theme)
    placed = ET.fromstring(to_svg(scene, "<svg></svg>", theme))
    drawn = [drawings.place(element) for element in placed if _tag(element) != "title"]
    spots = [spot for spot in scene.spots if spot.drawn]
    ground = len(scene.zones) + len(spots)
    marks = [mark(spot, theme) for spot in spots if spot.id in marked]
    spread = f"<defs>{drawings.spread}</defs>" if drawings.spread else ""
    return "".join([spread, *drawn[:ground], *marks, *drawn[ground:]])


@functools.lru_cache(maxsize=8)
def _drawings(art: str, theme: Theme) -> "_Drawings":
    return _Drawings(in_theme(art, theme))


class _Drawings:
    """The symbols and the CSS rules of an art.svg. Each symbol is written out once for each set of variables."""

    def __init__(self, art: str) -> None:
        root = ET.fromstring(art)
        self._rules = css.rules("\n".join(e.text or "" for e in root.iter() if _tag(e) == "style"))
        self._lines: dict[ET.Element, tuple[css.Simple, ...]] = {}  # element -> its ancestors
        self._named: dict[str, ET.Element] = {}
        self._known: dict[tuple[str, frozenset[tuple[str, str]]], str] = {}
        self._styles: dict[tuple[css.Simple, ...], dict[str, str]] = {}
        self._placed: dict[str, str] = {}
        self._enter(root, ())
        spread = [element for element in self._named.values() if _tag(element) in _SPREAD]
        self.spread = "".join(self._written(e, self._lines[e], {}, 0, f' id="{e.get("id")}"') for e in spread)

    def _enter(self, element: ET.Element, around: tuple[css.Simple, ...]) -> None:
        self._lines[element] = around
        if name := element.get("id"):
            self._named[name] = element
        line = (*around, _simple(element))
        for child in element:
            self._enter(child, line)

    def place(self, element: ET.Element) -> str:
        """Write out one part of a scene. Parts are cached, because most stay the same from ply to ply."""
        written = ET.tostring(element, "unicode")
        if len(self._placed) > REMEMBERED:
            self._placed.clear()
        if written not in self._placed:
            self._placed[written] = self._draw(element, (css.Simple("svg"),), {})
        return self._placed[written]

    def _draw(self, element: ET.Element, around: tuple[css.Simple, ...], variables: Variables, depth: int = 0) -> str:
        """An element with all its children; `around` are its ancestors. "" if it is not drawn here."""
        return "" if _tag(element) in _SILENT else self._written(element, around, variables, depth)

    def _written(
        self, element: ET.Element, around: tuple[css.Simple, ...], variables: Variables, depth: int, name: str = ""
    ) -> str:
        line = (*around, _simple(element))
        declared = self._declared(element, line)
        inner = css.inherited(variables, declared)
        attributes = _attributes(declared, inner)
        if attributes.get("display") == "none":
            return ""
        tag = _tag(element)
        if tag == "use":
            return self._used(attributes, inner, depth)
        body = "".join(self._draw(child, line, inner, depth) for child in element) or escape(element.text or "").strip()
        text = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
        if tag == "g" and not text:
            return body
        return f"<{tag}{name}{text}>{body}</{tag}>" if body else f"<{tag}{name}{text}/>"

    def _declared(self, element: ET.Element, line: tuple[css.Simple, ...]) -> dict[str, str]:
        """An element's attributes, overridden by the rules, which its own `style` overrides."""
        if line not in self._styles:
            self._styles[line] = css.styled(line, self._rules)
        own = {_HREF_ALIASES.get(key, key): value for key, value in element.items() if key not in _LEFT_OUT}
        styles = self._styles[line] | css.declarations(element.get("style", ""))
        return own | {key: value for key, value in styles.items() if key.startswith("--") or key in KNOWN}

    def _used(self, attributes: dict[str, str], variables: Variables, depth: int) -> str:
        """A group, in the place of a `<use>`, with the drawing that it refers to. Rules match the drawing by its
        ancestors in the art, not by those of the `<use>`."""
        href = attributes.pop("href", "").removeprefix("#")
        if href not in self._named or depth > DEEPEST:
            return ""
        key = (href, frozenset(variables.items()))
        if key not in self._known:
            target = self._named[href]
            self._known[key] = self._written(target, self._lines[target], variables, depth + 1)
        if not self._known[key]:
            return ""
        x, y = attributes.pop("x", "0"), attributes.pop("y", "0")
        moved = f"{attributes.pop('transform', '')} translate({x} {y})" if (x, y) != ("0", "0") else ""
        if moved:
            attributes["transform"] = moved.strip()
        text = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        return f"<g{text}>{self._known[key]}</g>" if text else self._known[key]


def _attributes(declared: Mapping[str, str], variables: Variables) -> dict[str, str]:
    """Declarations as attributes, without variables, units and declarations that have no effect."""
    attributes: dict[str, str] = {}
    for name, text in declared.items():
        if name.startswith("--") or (value := css.resolved(text, variables)) is None:
            continue
        value = _PIXELS.sub(r"\1", value)
        if name == "font-family":
            continue
        if name == "font":
            attributes |= _font(value)
        elif name == "display" and value != "none":
            attributes.pop(name, None)
        elif (name, value) != ("filter", "none"):
            attributes[name] = value
    return attributes


def _font(value: str) -> dict[str, str]:
    """Style, weight and size from a shorthand such as "italic 700 .5 serif"."""
    if (match := _FONT.match(value)) is None:
        return {}
    found = {"font-style": match[1], "font-weight": match[2], "font-size": match[3].removesuffix("px")}
    return {name: text for name, text in found.items() if text}


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _simple(element: ET.Element) -> css.Simple:
    return css.Simple(_tag(element), element.get("id", ""), frozenset(element.get("class", "").split()))

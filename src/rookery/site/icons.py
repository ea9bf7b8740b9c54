"""The icons of the page, made from favicon.svg, and the manifest with which a browser installs it."""

import json
import re
import struct
from pathlib import Path

from rookery.export.raster import PICTURE_PAPER, drawn
from rookery.page_engine.engine_parts import Files

SITE_DESCRIPTION = "A parlour for tabletop games: play against bots, or with friends at one screen."
ICON_SIZES = (192, 512)  # pixels, as browsers ask for to install a page
TOUCH_SIZE = 180  # pixels, as phones ask for
TAB_SIZE = 64  # pixels of favicon.ico, for what does not read SVG
ICON_UNITS = 64  # width and height of the page's icon in its own units
MASK = 0.58  # of a maskable icon's width: a system may cut off all but a circle of 80 %
PLAIN = 0.8


def icons(web: Path, description: str) -> Files:
    """`description`: of what is installed. Raises MissingExtra without the libraries for pictures."""
    source = (web / "public" / "favicon.svg").read_text("utf-8")
    files = {"favicon.svg": source.encode()}
    entries = [{"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for purpose, part in (("any", PLAIN), ("maskable", MASK)):
        for size in ICON_SIZES:
            name = f"icons/{purpose}-{size}.png"
            files[name] = drawn(_on_paper(source, part), size)
            entries.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    files["apple-touch-icon.png"] = drawn(_on_paper(source, PLAIN), TOUCH_SIZE)
    files["favicon.ico"] = _ico(drawn(_on_paper(source, PLAIN), TAB_SIZE))
    files["manifest.webmanifest"] = json.dumps(_manifest(entries, description), indent=1).encode() + b"\n"
    return files


def _ico(png: bytes) -> bytes:
    """A picture of TAB_SIZE as the one picture of an .ico file."""
    head = struct.pack("<HHH", 0, 1, 1) + struct.pack("<BBBBHHII", TAB_SIZE, TAB_SIZE, 0, 0, 1, 32, len(png), 22)
    return head + png


def _manifest(entries: list[dict[str, str]], description: str) -> dict[str, object]:
    """Addresses in it are relative to it, so the site may lie in any folder."""
    return {
        "name": "Rookery",
        "short_name": "Rookery",
        "description": description,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PICTURE_PAPER["light"],
        "theme_color": PICTURE_PAPER["light"],
        "categories": ["games"],
        "icons": entries,
    }


def _on_paper(source: str, part: float) -> str:
    """The icon in its light colours, as so much of the width of a square of paper."""
    inside = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", source)
    inside = re.sub(r"^[^]]*?<svg[^>]*>|</svg>\s*$", "", inside)
    edge = ICON_UNITS / part * (1 - part) / 2
    whole = ICON_UNITS / part
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:g} {whole:g}" width="{whole:g}" '
        f'height="{whole:g}"><rect width="100%" height="100%" fill="{PICTURE_PAPER["light"]}"/>'
        f'<g transform="translate({edge:g} {edge:g})">{inside}</g></svg>'
    )

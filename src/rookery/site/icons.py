"""The icons of the installed page, made from the icon of the page, and the manifest that names them."""

import json
import re
from pathlib import Path

from rookery.export.raster import PICTURE_PAPER, drawn
from rookery.site.files import Files

__all__ = ["DESCRIPTION", "icons"]

DESCRIPTION = "A parlour for tabletop games: play against bots, or with friends at one screen."
ICON_SIZES = (192, 512)  # pixels, as browsers ask for to install a page
ICON_UNITS = 64  # width and height of the page's icon in its own units
MASK = 0.58  # of a maskable icon's width: a system may cut off all but a circle of 80 %
PLAIN = 0.8


def icons(web: Path) -> Files:
    """Raises MissingExtra without the libraries for pictures."""
    source = (web / "public" / "favicon.svg").read_text("utf-8")
    files = {"favicon.svg": source.encode()}
    entries = [{"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for purpose, part in (("any", PLAIN), ("maskable", MASK)):
        for size in ICON_SIZES:
            name = f"icons/{purpose}-{size}.png"
            files[name] = drawn(_on_paper(source, part), size)
            entries.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    files["manifest.webmanifest"] = json.dumps(_manifest(entries), indent=1).encode()
    return files


def _manifest(entries: list[dict[str, str]]) -> dict[str, object]:
    """Addresses in it are relative to it, so the site may lie in any folder."""
    return {
        "name": "Rookery",
        "short_name": "Rookery",
        "description": DESCRIPTION,
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

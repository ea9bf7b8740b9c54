"""A picture without CSS shows what the picture with CSS shows."""

import re
import xml.etree.ElementTree as ET

from msgspec.structs import replace

from rookery import Record
from rookery.core.scene import Piece, Scene, Spot, Zone
from rookery.export import raster
from rookery.export.flat import Theme, flat_svg
from rookery.export.visible import picture

THEMES: tuple[Theme, ...] = ("light", "dark")
ART = """<svg xmlns="http://www.w3.org/2000/svg"><style>
  .piece.red { --body: light-dark(#f00, #800) } .piece { --line: .1px } .hat { display: var(--hat, none) }
  .piece.hatted { --hat: inline } .body { fill: var(--body); stroke-width: var(--line) } g.zone rect { rx: .2px }
  .piece.cut { filter: none }
</style><defs>
  <pattern id="weave" width="1" height="1"><circle class="body" r=".1" fill="#00f"/></pattern>
  <circle id="body" class="body" r=".4"/><rect id="hat" class="hat" width="1" height="1" fill="url(#weave)"/>
  <g id="man"><use href="#body" x=".5"/><use href="#hat" opacity=".5"/></g>
</defs></svg>"""


def scene(style: str) -> Scene:
    return Scene(
        width=2,
        height=2,
        caption="<&>",
        zones=(Zone(id="z", x=1, y=1, width=2, height=2, words="", style="board"),),
        spots=(Spot(id="s", zone="z", x=1, y=1, words=""),),
        pieces=(Piece(id="p", spot="s", x=1, y=1, symbol="man", style=style),),
    )


def drawing(style: str, theme: Theme = "light", marked: tuple[str, ...] = ()) -> str:
    return flat_svg(scene(style), ART, theme, marked)


def test_variables_reach_into_what_is_used() -> None:
    man = '<g transform="translate(.5 0)"><circle r=".4" fill="#f00" stroke-width=".1"/></g>'
    assert f'<g transform="translate(1 1)">{man}</g>' in drawing("red")
    assert 'fill="#800"' in drawing("red", "dark")


def test_what_is_not_displayed_is_not_there() -> None:
    assert 'opacity=".5"' not in drawing("red")
    assert '<g opacity=".5"><rect width="1" height="1" fill="url(#weave)"/></g>' in drawing("red hatted")


def test_paint_that_is_named_knows_no_variables_of_who_names_it() -> None:
    """A rule whose variable stands for nothing still holds: browsers do not fall back on the attribute."""
    assert '<pattern id="weave" width="1" height="1"><circle r=".1"/></pattern>' in drawing("red")


def test_lengths_lose_their_unit() -> None:
    assert 'rx=".2"' in drawing("red")


def test_marks_lie_over_the_spots_and_below_the_pieces() -> None:
    parts = drawing("red", marked=("s",))
    spot, mark, piece = (parts.index(text) for text in ('<rect x="-0.5"', "fill-opacity", '<circle r=".4"'))
    assert spot < mark < piece


def test_the_mark_of_a_spot_with_six_sides_has_six() -> None:
    there = replace(scene("red"), spots=(Spot(id="s", zone="z", x=1, y=1, words="", style="light hex"),))
    (points,) = re.findall(r'<polygon points="([^"]+)"', flat_svg(there, ART, "light", ("s",)))
    assert len(points.split()) == 6


def test_nothing_is_left_of_css(record: Record) -> None:
    for theme in THEMES:
        document = raster.page(picture(record, None, 0), record.game.art, theme)
        assert not re.search(r"var\(|light-dark|<use|<style| class=|--|[\d.]px\b", document)
        named = {element.get("id") for element in ET.fromstring(document).iter()}
        assert set(re.findall(r"url\(#([^)]+)\)", document)) <= named

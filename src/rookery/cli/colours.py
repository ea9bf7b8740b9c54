"""The colours of the full screen: its own, and the colours of seats and pieces from a game's art.svg.

Art sets colours by class, as in `.piece.red { --chip: #d8473f }`. The badge of a seat has the class `seat` and the
classes of its style; it is painted in --seat-1 and --seat-2, as in the browser. A piece is painted in --chip. The rule
that names the most classes wins; among equals, the last.
"""

import functools
import re
from collections.abc import Sequence

from rookery.core.picture import in_theme
from rookery.export.css import Rule, Simple, rules, styled

BACKGROUND, ZONE_BACKGROUND = "#15171d", "#1e212a"  # behind everything; a zone
SPOT_SHADES = ("#2b2f3b", "#363b4a")  # neighbouring spots
OPEN = ("#24473f", "#2c554b")  # clickable: a click continues a move
CLICKED_SHADES = ("#6b5320", "#6b5320")  # already clicked
LAST = ("#403558", "#48406a")  # touched by the last move
TEXT_COLOUR, FAINT_COLOUR, CURSOR = "#d5d9e4", "#858da3", "#ffd75f"

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})")


@functools.cache
def of_seat(art: str, style: str) -> tuple[str, ...]:
    """The colours of a seat's badge: one or two, or () where the art sets none."""
    found = (_value(art, {"seat", *style.split()}, name) for name in ("--seat-1", "--seat-2"))
    return tuple(dict.fromkeys(filter(None, found)))


@functools.cache
def of_piece(art: str, style: str) -> str | None:
    """The colour of a piece, or None where the art sets none."""
    return _value(art, {"piece", *style.split()}, "--chip")


def _value(art: str, classes: set[str], name: str) -> str | None:
    """The value of a property for an element of these classes."""
    value = styled([Simple(classes=frozenset(classes))], _rules(art)).get(name, "")
    return _six_digits(value) if _COLOUR.fullmatch(value) else None


@functools.cache
def _rules(art: str) -> Sequence[Rule]:
    """The rules of the style sheets in the dark theme."""
    return rules("".join(re.findall(r"<style[^>]*>(.*?)</style>", in_theme(art, "dark"), re.S)))


def _six_digits(colour: str) -> str:
    """ "#fa0" -> "#ffaa00"."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def ink_on(ground: str) -> str:
    """Black or white, whichever is easier to read on `ground` (luma weights of ITU-R BT.601)."""
    red, green, blue = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    return "#101010" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"

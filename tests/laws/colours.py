"""How far colours are apart, to all eyes."""

import itertools
import math
import re

from rookery.core.picture import in_theme
from rookery.export import css

# How people see who lack one kind of cones, on linear RGB: Machado, Oliveira and Fernandes 2009,
# https://doi.org/10.1109/TVCG.2009.113, table 1, severity 1
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
CLEAR = 15  # CIE76: colours so far apart are not mistaken for each other; 2 is just seen


def colours(art: str, theme: str, kind: str, name: str, look: str = "") -> dict[str, str]:
    """The colours that rules give to the classes of a kind, by class, where the whole page has this look."""
    art = in_theme(art, "light" if theme == "light" else "dark")
    rules = css.rules("\n".join(re.findall(r"<style>(.*?)</style>", art, re.S)))
    classes = {
        next(iter(rule.path[-1].classes - {kind}), "")
        for rule in rules
        if name in rule.declared and len(rule.path) == 1 and len(rule.path[0].classes - {kind}) == 1
    }
    page = css.Simple("html", classes=frozenset({look}))
    found = {one: css.styled([page, css.Simple(classes=frozenset({kind, one}))], rules).get(name) for one in classes}
    return {one: colour for one, colour in found.items() if colour and re.fullmatch("#[0-9a-f]{6}", colour)}


def nearest(colours: dict[str, str]) -> float:
    """How far the two that are most alike are apart, to the eyes that see the least difference."""
    return min(
        math.dist(_lab(one, seen), _lab(other, seen))
        for seen in EYES.values()
        for one, other in itertools.combinations(colours.values(), 2)
    )


def _lab(colour: str, seen: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """A colour of sRGB in CIELAB (white point D65), as such eyes see it."""
    light = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in light]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)

"""The drawings of the kit: they can be told apart, and all are there."""

import xml.etree.ElementTree as ElementTree

import pytest

from rookery.core.folder import KIT
from tests.laws.colours import CLEAR, colours, nearest

ART = KIT.read_text("utf-8")
STYLES = {"ruby", "sky", "gold", "moss", "plum", "slate"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["--chip", "--seat-1"])
def test_six_seats_are_clear_to_all_eyes(theme: str, name: str) -> None:
    found = colours(ART, theme, "piece", name)
    assert found.keys() == STYLES
    assert nearest(found) >= CLEAR


def test_drawings_that_use_others_find_them() -> None:
    root = ElementTree.fromstring(ART)
    drawn = [element.get("id") for element in root.iter() if element.get("id")]
    used = {(element.get("href") or "")[1:] for element in root.iter("{http://www.w3.org/2000/svg}use")}
    assert len(drawn) == len({*drawn})
    assert used <= {*drawn}
    assert {f"kit-die-{side}" for side in range(1, 7)} <= {*drawn}

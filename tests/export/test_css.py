"""The part of CSS that drawings use means here what it means in a browser."""

import xml.etree.ElementTree as ET

import pytest

import rookery
from rookery.export import css
from rookery.export.css import Simple
from rookery.export.flat import KNOWN
from tests.export.conftest import SLUGS


def test_later_and_heavier_rules_hold() -> None:
    sheet = css.rules(".a { fill: red; stroke: black } .a.b { fill: blue } .a { fill: green } rect { fill: none }")
    line = (Simple("svg"), Simple("rect", "", frozenset({"a", "b"})))
    assert css.styled(line, sheet) == {"fill": "blue", "stroke": "black"}
    assert css.styled((*line[:1], Simple("rect", "", frozenset({"a"}))), sheet)["fill"] == "green"


def test_a_selector_reaches_through_what_lies_between() -> None:
    sheet = css.rules(".zone.farm rect, #only { fill: red }")
    zone, other, rect = Simple("g", "", frozenset({"zone", "farm"})), Simple("g"), Simple("rect")
    assert css.styled((zone, other, rect), sheet) == {"fill": "red"}
    assert css.styled((other, rect), sheet) == {}
    assert css.styled((rect, zone), sheet) == {}
    assert css.styled((Simple("path", "only"),), sheet) == {"fill": "red"}


def test_what_is_not_known_is_left_out() -> None:
    sheet = "a:hover { fill: red } @media print { .b { fill: red } } a > b { fill: red } /* .c {} */ .d { fill: blue; }"
    assert [rule.path for rule in css.rules(sheet)] == [(Simple(classes=frozenset({"d"})),)]


def test_variables() -> None:
    assert css.resolved("var(--a)", {"--a": "1"}) == "1"
    assert css.resolved("var(--b, var(--a, 2)) 3", {}) == "2 3"
    assert css.resolved("var(--b)", {}) is None
    assert css.inherited({"--a": "1"}, {"--b": "var(--a)", "--a": "2", "fill": "red"}) == {"--a": "2", "--b": "2"}


def test_variables_that_stand_for_each_other_stand_for_nothing() -> None:
    assert css.inherited({}, {"--a": "var(--b)", "--b": "var(--c)", "--c": "var(--b)"}) == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_no_drawing_uses_more_of_css(slug: str) -> None:
    """What we do not know would be missing from every PNG, GIF and PDF."""
    sheet = "".join(e.text or "" for e in ET.fromstring(rookery.load(slug).art).iter() if e.tag.endswith("style"))
    plain = css.COMMENT.sub("", sheet)
    assert not css.AT_RULE.findall(plain)
    for selectors, body in css.RULE.findall(plain):
        assert all(css._path(selector) for selector in selectors.split(",")), selectors
        unknown = {name for name in css.declarations(body) if not name.startswith("--")} - KNOWN
        assert not unknown, f"{selectors}: {unknown}"

"""What a page leaves out of a drawing is told (tests/browser/surroundings/test_strangers.py looks at such a page)."""

import pytest

import rookery
from rookery.core.registry import slugs
from rookery.testing.drawing_faults import drawing_faults, left_out

LEFT_OUT = {
    '<filter id="a"/>': "the element <filter>",
    '<a href="#b"/>': "the element <a>",
    '<g style="fill: red"/>': "the attribute style of <g>",
    '<g filter="url(#a)"/>': "the attribute filter of <g>",
    '<use href="other.svg#a"/>': 'href="other.svg#a", which leads elsewhere',
    '<path fill="url(https://example.org/a)"/>': 'fill="url(https://example.org/a)", which leads elsewhere',
    "<style>@media print { .a { fill: red } }</style>": "the rule @media",
    "<style>.a:hover { fill: red }</style>": "the rule of .a:hover",
    "<style>.a { cursor: pointer; fill: red }</style>": "the style cursor: pointer",
    "<style>.a { filter: saturate(.3) }</style>": "the style filter: saturate(.3)",
    "<style>.a { --b: url(#b) }</style>": "the style --b: url(#b)",
    "<style>.a { fill: red !important }</style>": "the style fill: red !important",
    f"<style>{'.a { fill: red }' * 601}</style>": "all rules after the first 600",
    "<g/>" * 10_000: "the whole drawing, which has more than 400,000 letters or 5,000 elements",
}


@pytest.mark.parametrize(("part", "what"), LEFT_OUT.items(), ids=LEFT_OUT.values())
def test_what_is_left_out_is_told_with_its_line(part: str, what: str) -> None:
    line = 1 if what.startswith("the whole") else 3
    assert left_out(f"<svg>\n<!-- a\n-->{part}\n</svg>") == [(line, what)]


def test_what_is_kept_is_no_fault() -> None:
    kept = (
        '<svg xmlns:i="https://example.org/i" data-kit=""><i:view i:zoom="1"/><style>/* a:hover {} */ .a > #b, g.c '
        "{ Display: var(--d, none); filter: none; font: 1px a; --d: light-dark(#fff, #000) }"
        '</style><linearGradient id="d"/><use href="#b" fill="url(#d)" aria-hidden="true"/></svg>'
    )
    assert left_out(kept) == []


@pytest.mark.parametrize("slug", [*slugs(examples=True)])
def test_our_own_games_lose_nothing_when_they_are_changed(slug: str) -> None:
    assert [*drawing_faults(rookery.load(slug))] == []

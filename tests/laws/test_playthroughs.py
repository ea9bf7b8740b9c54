"""Every game found has a playthrough, and plays like it."""

import difflib
from pathlib import Path

import pytest

import rookery
from tests.evidence import if_meant
from tests.playthrough import playthrough

ROOT = Path(__file__).parents[2]


@pytest.mark.generated
def test_playthrough_is_the_same(slug: str) -> None:
    path = f"tests/games/{slug}/playthrough.txt"
    assert (ROOT / path).exists(), f"{slug} has no playthrough. Write it, and read it:\n    make evidence GAME={slug}"
    before, now = (ROOT / path).read_text("utf-8"), playthrough(rookery.load(slug))
    changes = difflib.unified_diff(before.splitlines(), now.splitlines(), path, "now", lineterm="", n=2)
    if before != now:
        shown = "\n".join(list(changes)[:60])
        pytest.fail(f"{slug} plays differently:\n{shown}\n{if_meant(slug)}", pytrace=False)

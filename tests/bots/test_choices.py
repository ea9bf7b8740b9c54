"""A level chooses the same action for the same view and seed: as in every game's choices.jsonl, which another machine
can be compared with, and whether kernels are compiled or plain Python."""

import difflib
import json
import os
import subprocess
import sys

import pytest

import rookery
from tests.choices import brief, file_of, recorded, text_of, views
from tests.evidence import if_meant
from tests.often import EACH_KIND, OURS, others_in_soak

SHORT = [2]  # lines of the file, the first being 0; from a late position, even plain Python soon reaches the end
# as in tests/laws/test_laws.py
WRAPS = "ignore:overflow encountered in scalar:RuntimeWarning"


@pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), [game.facts.slug for game in OURS]))
def test_every_level_chooses_what_it_chose_before(slug: str) -> None:
    path = file_of(slug)
    assert path.exists(), f"{slug} has no {path.name}. Write it, and read it:\n    make evidence GAME={slug}"
    before, now = path.read_text("utf-8"), text_of(rookery.load(slug))
    if before != now:
        changes = difflib.unified_diff(before.splitlines(), now.splitlines(), path.name, "now", lineterm="", n=0)
        shown = "\n".join(changes)
        pytest.fail(f"bots of {slug} choose differently:\n{shown}\n{if_meant(slug)}", pytrace=False)


def test_the_file_has_the_views_in_which_bots_chose(slug: str) -> None:
    """A view that is read from its text is the view that was written."""
    assert [view for view, _ in recorded(slug)] == [*views(rookery.load(slug))]


@EACH_KIND
@pytest.mark.parametrize("lines", [SHORT, pytest.param(None, marks=pytest.mark.soak, id="all")])
def test_plain_python_chooses_the_same(slug: str, lines: list[int] | None) -> None:
    """Every kind of bot, and an analysis, to the last bit of its chances."""
    lines = [*range(len(recorded(slug)))] if lines is None else lines
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-W", WRAPS, "-m", "tests.choices", slug, *map(str, lines)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-1500:]
    assert json.loads(ran.stdout) == brief(slug, lines)

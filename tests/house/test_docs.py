"""The names on the pages exist. tests/docs tests that their statements are true."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
_VERB = re.compile(r"(?:^|`)make ([a-z]+)", re.M)


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_links_on_a_page_lead_somewhere(document: Path) -> None:
    missing = [link for link in _LINK.findall(document.read_text("utf-8")) if not (document.parent / link).exists()]
    assert not missing


def test_verbs_named_on_pages_exist() -> None:
    verbs = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = {verb for page in PAGES for verb in _VERB.findall(page.read_text("utf-8"))}
    assert named
    assert named <= verbs

"""What the pages for readers say is true: their Python runs, their links lead somewhere, their commands exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
_VERB = re.compile(r"(?:^ {4}|`)make ([a-z]+)", re.M)


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_python_on_a_page_runs_from_top_to_bottom(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks of one page share their names, as a reader would type them."""
    names: dict[str, object] = {"__name__": "__page__"}
    for block in _PYTHON.findall(document.read_text("utf-8")):
        exec(compile(block, str(document), "exec"), names)
    capsys.readouterr()


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_links_on_a_page_lead_somewhere(document: Path) -> None:
    missing = [link for link in _LINK.findall(document.read_text("utf-8")) if not (document.parent / link).exists()]
    assert not missing


def test_verbs_named_on_pages_exist() -> None:
    verbs = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = {verb for page in PAGES for verb in _VERB.findall(page.read_text("utf-8"))}
    assert named
    assert named <= verbs

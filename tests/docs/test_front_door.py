"""What the first page and the page about tests claim is so today."""

import re
from pathlib import Path

import pytest

from docs.site.build import ROOT
from rookery.testing import LAWS
from tests.docs.page import blocks
from tests.laws.mutants import MUTANTS
from tests.laws.test_mutants import FILES
from tests.server.leaks.channels import CHANNELS
from tests.server.leaks.test_no_leak import LATE_LEAKS, LEAKS

README, TESTING = ROOT / "README.md", ROOT / "docs" / "testing.md"
SCREENS = 2 * 50  # lines
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
EXCERPT = re.compile(r"an excerpt of (\S+)")
# what is counted -> the pages that say how many there are
COUNTED = {
    "laws": (len(LAWS), [README, TESTING]),
    "mutants": (len(MUTANTS), [README, TESTING]),
    "ways in which the server": (len(CHANNELS), [TESTING]),
    "leaks": (len(LEAKS), [TESTING]),
}


def test_the_readme_takes_two_screens_up_to_its_links() -> None:
    lines = README.read_text("utf-8").splitlines()
    assert max(map(len, lines)) <= 120
    assert lines.index("## Read on") < SCREENS


def test_each_claim_names_the_page_that_proves_it() -> None:
    special = README.read_text("utf-8").partition("## What is special\n")[2].partition("\n## ")[0]
    claims = re.findall(r"^\* (.+?)(?=^\* |\Z)", special, re.M | re.S)
    assert len(claims) >= 6
    assert all(re.search(r"\]\((docs|examples)/", claim) for claim in claims)


def test_figures_on_the_first_page_stand_on_the_pages_that_it_leads_to() -> None:
    text, figures = README.read_text("utf-8"), (ROOT / "docs" / "figures.md").read_text("utf-8")
    ratios = re.findall(r"(\d+\.\d to \d+\.\d)\s+times", text)
    assert len(ratios) == 3
    assert all(f"| {ratio} |" in figures for ratio in ratios)
    rate = re.search(r"([\d,]+) moves a second", text)
    assert rate
    assert f" to {rate[1]} |" in (ROOT / "docs" / "load.md").read_text("utf-8")


@pytest.mark.parametrize("file", PAGES, ids=lambda path: path.name)
def test_an_excerpt_is_part_of_its_file(file: Path) -> None:
    for block in blocks(file.read_text("utf-8")):
        if found := EXCERPT.fullmatch(block.excuse):
            assert block.text in (ROOT / found[1]).read_text("utf-8"), f"{file.name}, line {block.line}"


@pytest.mark.parametrize("what", COUNTED)
def test_what_a_page_counts_is_as_many(what: str) -> None:
    count, pages = COUNTED[what]
    for page in pages:
        assert re.search(rf"\b{count} {what}\b", page.read_text("utf-8")), f"{page.name}: there are {count} {what}"


def test_the_page_about_tests_counts_what_the_table_and_the_leaks_hold() -> None:
    text = TESTING.read_text("utf-8")
    for file in FILES:
        name = file.__name__.rpartition(".")[2]
        mutants = sum(breaking.__module__ == file.__name__ for _, breaking in MUTANTS)
        assert f"| `{name}.py` | {mutants} |" in text, f"{name}.py has {mutants} mutants"
    assert len(LATE_LEAKS) == 3
    assert "Three more tell" in text

"""What the first page and the page about tests claim is so today."""

import importlib
import re
from pathlib import Path

import pytest

import rookery
from docs.site.build import ROOT
from rookery.testing import LAWS
from tests.docs.page import blocks
from tests.laws import test_laws
from tests.laws.mutants import MUTANTS
from tests.laws.test_mutants import FILES
from tests.server.leaks import test_no_leak
from tests.server.leaks.channels import CHANNELS
from tests.server.leaks.test_no_leak import LATE_LEAKS, LEAKS
from tests.server.storage import test_kill
from tests.wasm import test_same_rules, test_same_search

README, TESTING = ROOT / "README.md", ROOT / "docs" / "testing.md"
SCREENS = 2 * 50  # lines
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
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
    claimed = README.read_text("utf-8").partition("## How we know that it is right\n")[2].partition("\n## ")[0]
    claims = re.findall(r"^\* (.+?)(?=^\* |\Z)", claimed, re.M | re.S)
    assert len(claims) == 3
    assert all(re.search(r"\]\(docs/", claim) for claim in claims)


def test_figures_on_the_first_page_stand_on_the_pages_that_it_leads_to() -> None:
    text, figures = README.read_text("utf-8"), (ROOT / "docs" / "lab" / "figures.md").read_text("utf-8")
    ratios = re.findall(r"(\d+\.\d to \d+\.\d)\s+times", text)
    assert len(ratios) == 3
    assert all(f"| {ratio} |" in figures for ratio in ratios)
    rows = "\n".join(re.findall(r"^\|.*", text.partition("## Figures\n")[2], re.M))
    measured = re.findall(r"\d[\d,]+\d\b|\d\.\d\d to \d\.\d\d", rows)
    assert len(measured) == 4 * len(rookery.slugs())
    assert all(f"| {figure} " in figures for figure in measured)
    rate = re.search(r"([\d,]+) moves a second", text)
    assert rate
    assert f" to {rate[1]} |" in (ROOT / "docs" / "lab" / "load.md").read_text("utf-8")


def test_an_excerpt_is_part_of_its_file() -> None:
    excerpts = 0
    for page in PAGES:
        for block in blocks(page.read_text("utf-8")):
            if found := EXCERPT.fullmatch(block.excuse):
                excerpts += 1
                assert block.text in (ROOT / found[1]).read_text("utf-8"), f"{page.name}, line {block.line}"
    assert excerpts


@pytest.mark.parametrize("what", COUNTED)
def test_what_a_page_counts_is_as_many(what: str) -> None:
    count, pages = COUNTED[what]
    for page in pages:
        assert re.search(rf"\b{count} {what}\b", page.read_text("utf-8")), f"{page.name}: there are {count} {what}"


# sentences of docs/testing.md that say how much a test does, from the constants of that test
DONE = [
    f"on {test_laws.GAMES} random plays of each game in every run and on {test_laws.MORE} in the long runs",
    f"thousands of tables, at {test_laws.MAX_TABLES} of them",
    f"{test_same_rules.TRANSITIONS} plies of each game",
    f"trees of {test_same_search.SIMULATIONS} simulations",
    f"machine code: {test_same_rules.SOAK_TRANSITIONS:,} plies",
    f"trees of {test_same_search.SOAK_SIMULATIONS:,} simulations",
    f"In every run: {test_no_leak.GAMES} games of",
    f"{test_no_leak.LATE} games that a spectator sees several moves late",
    f"{test_no_leak.GAMES_OF_A_SOAK:,} plays of each of the four games with chance",
    f"{test_kill.KILLS} times in every run, {9 * test_kill.MORE_KILLS} times in the long runs",
]


@pytest.mark.parametrize("sentence", DONE)
def test_the_page_about_tests_says_how_much_they_do(sentence: str) -> None:
    assert sentence in " ".join(TESTING.read_text("utf-8").split())


@pytest.mark.parametrize("twin", sorted(ROOT.glob("tests/games/*/twin.py")), ids=lambda path: path.parent.name)
def test_the_page_about_tests_counts_what_a_game_has(twin: Path) -> None:
    slug, text = twin.parent.name, " ".join(TESTING.read_text("utf-8").split())
    name = rookery.load(slug).facts.name
    assert re.search(rf"\b{len([*(twin.parent / 'recorded').iterdir()])} for {re.escape(name.partition(':')[0])}", text)
    games = importlib.import_module(f"tests.games.{slug}.test_twin").GAMES
    assert re.search(rf"\| {re.escape(name)} \| {games}\b", text)


def test_the_page_about_tests_counts_what_the_table_and_the_leaks_hold() -> None:
    text = TESTING.read_text("utf-8")
    for file in FILES:
        name = file.__name__.rpartition(".")[2]
        mutants = sum(breaking.__module__ == file.__name__ for _, breaking in MUTANTS)
        assert f"| `{name}.py` | {mutants} |" in text, f"{name}.py has {mutants} mutants"
    assert len(LATE_LEAKS) == 3
    assert "Three more tell" in text


# ── Recipes ──────────────────────────────────────────────────────────────────
PLACES = re.compile(r"`((?:src|tests|docs|web|examples|benchmarks)/[^`\s]*)")


@pytest.mark.parametrize("document", ["AGENTS.md", "CONTRIBUTING.md"])  # "page" is a fixture, which opens a browser
def test_places_that_recipes_name_are_there(document: str) -> None:
    """`gleebs` stands for any game there; NAME, FOLDER and * for anything."""
    places = PLACES.findall((ROOT / document).read_text("utf-8"))
    named = {re.sub(r"NAME|FOLDER", "*", place.rstrip("/")) for place in places}
    assert len(named) > 8
    assert [place for place in sorted(named) if not any(ROOT.glob(place))] == []

"""Faults that somebody types: what the laws and lessons find in CI, Check finds in a page.

The edits of Tiny are those that break its rules in CI (tests/laws/mutants/of_rules.toml). Those of the games that are
installed are the mutants of their lessons (tests/lessons/mutants), of which each game has twenty here."""

from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.workshop.game_zip import TEXT_ENDINGS, renamed
from tests.laws.mutants.of_rules import EDITS, TINY, Edit
from tests.lessons.broken_rules import Mutant, mutants_of
from tests.workshop.conftest import SLUG, PagePython

GAMES, MANY = 3, 20  # random games, as the page plays; mutants of a game
QUICK = 2  # of Tiny, in every run


def some(slug: str) -> list[Mutant]:
    """Twenty of a game's mutants, or all, from all parts of its rules."""
    every = [mutant for part in ("first", "others") for mutant in mutants_of(slug, part).values()]
    return [every[len(every) * place // MANY] for place in range(MANY)] if len(every) > MANY else every


def texts_of(folder: Path, package: str) -> dict[str, str]:
    """The texts of a game as a page has them."""
    found = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in TEXT_ENDINGS and path.name != "lab.py"
    }
    return renamed(found, package, SLUG)


def faults(python: PagePython, texts: dict[str, str], edit: Edit | Mutant, games: int = GAMES) -> list[Any]:
    """What the page says of an edit; [] if nothing."""
    assert texts[edit.file].count(edit.old) == 1, f"{edit.old!r} is not once in {edit.file}"
    made = python.opened(texts | {edit.file: texts[edit.file].replace(edit.old, edit.new)})
    found = made["failure"] or python("laws", SLUG, games)
    return [found, *found["more"]] if found["result"] == "fails" else []


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(edit, id=name, marks=[] if place < QUICK else pytest.mark.soak)
        for place, (name, edit) in enumerate(EDITS.items())
    ],
)
def test_a_law_that_an_edit_of_tiny_breaks_says_so(edit: Edit, python: PagePython) -> None:
    found = [(one["law"], one["error"]) for one in faults(python, texts_of(TINY, "tests.tiny"), edit, edit.games)]
    expected = ("", edit.says) if edit.says else (edit.law, "")
    assert any(expected[0] in law and expected[1] in error for law, error in found), found


@pytest.mark.soak
@pytest.mark.parametrize("game", rookery.slugs(examples=False))
def test_an_edit_that_breaks_a_rule_is_found(game: str, python: PagePython) -> None:
    own = rookery.load(game)
    texts = texts_of(own.path, own.package)
    assert [mutant.new for mutant in some(game) if not faults(python, texts, mutant)] == []

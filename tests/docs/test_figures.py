"""A table of figures says when they were measured and by which command. A figure without both is wrong sooner or later,
and nobody can tell."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from docs.site.build import ROOT

PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])
COUNTED = {"testing.md", "README.md"}  # tests hold the tables of these pages (test_front_door.py)
FIGURE = re.compile(r"[+-]?\d[\d,.]*( ?(%|ms|s|MB|kB|µs|games/s).*|( (±|to|of)| \().*)?")
SHARE = 1 / 3  # of the cells, from which a table is one of figures
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
COMMAND = re.compile(r"\b(python -m benchmarks|rookery \w|make \w)")


def sections(page: str) -> Iterator[tuple[str, str]]:
    """Each section with what is said before the first one, which holds for the whole page."""
    head, *others = re.split(r"(?m)^(?=##+ )", page)
    yield "the beginning", head
    for section in others:
        yield section.partition("\n")[0], head + section


def tables(section: str) -> Iterator[list[str]]:
    """The cells of each table, but for the head and the first column."""
    for is_table, lines in groupby(section.splitlines(), lambda line: line.startswith("|")):
        if is_table:
            yield [cell.strip() for row in [*lines][2:] for cell in row.strip("|").split("|")[1:]]


def has_figures(cells: list[str]) -> bool:
    return sum(FIGURE.fullmatch(cell) is not None for cell in cells) > max(2, SHARE * len(cells))


@pytest.mark.parametrize("path", [path for path in PAGES if path.name not in COUNTED], ids=lambda path: path.name)
def test_figures_have_a_date_and_a_command(path: Path) -> None:
    for title, section in sections(path.read_text("utf-8")):
        if any(map(has_figures, tables(section))):
            assert DATE.search(section), f"{path.name}, {title}: when was this measured?"
            assert COMMAND.search(" ".join(section.split())), f"{path.name}, {title}: by which command?"


def test_a_figure_is_seen() -> None:
    cells = [
        cells
        for _, section in sections("# A\n## B\n| a | b |\n|---|---|\n| x | 1 |\n| y | 2.5 ms |\n| z | 9 % |\n")
        for cells in tables(section)
    ]
    assert cells == [["1", "2.5 ms", "9 %"]]
    assert has_figures(cells[0])
    assert not has_figures(["Kory Heath", "2", "the wiki", "3"])

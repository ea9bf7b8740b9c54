"""Perft against perft.txt, by the kernels and by the slow twin; where they differ, the first action on whose way it is.

`make evidence GAME=slug` has kernels and twin count everything again, and writes the file anew.
"""

import pytest

from rookery.search import divide, perft
from tests.games.both import SLUGS, Counted, both, counts

COUNTS = [counted for slug in SLUGS for counted in counts(slug)]


@pytest.mark.parametrize("counted", COUNTS, ids=str)
def test_kernels_count_what_the_file_says(counted: Counted) -> None:
    ways = perft(counted.position, counted.depth)
    assert ways == counted.ways, f"{ways}, not {counted.ways}; divided: {divide(counted.position, counted.depth)}"


@pytest.mark.parametrize(
    "counted", [counted for counted in COUNTS if counted.ways <= both(counted.slug).patience], ids=str
)
def test_the_twin_counts_the_same(counted: Counted) -> None:
    both(counted.slug).recount(counted)

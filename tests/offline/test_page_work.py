"""What stands in for parts of a server does what they do."""

import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from rookery.offline import page_letters, page_work
from rookery.server import text, wall_clock
from rookery.view_runs import rebuilt


@given(st.integers(0, 4 * 10**12))
def test_days_are_those_of_the_calendar(ms: int) -> None:
    assert page_work.day_of(ms) == wall_clock.day_of(ms)


@given(st.binary(max_size=900).flatmap(lambda x: st.tuples(st.just(x), st.binary(min_size=len(x), max_size=len(x)))))
def test_a_view_follows_from_its_runs(views: tuple[bytes, bytes]) -> None:
    before, after = views
    assert rebuilt(before, page_work.runs(before, after)) == after


def test_letters_are_those_of_python() -> None:
    for letter in map(chr, range(sys.maxunicode + 1)):
        assert page_letters.combining(letter) == unicodedata.combining(letter)
        assert page_letters.is_arabic(letter) == text._is_arabic(letter)

"""The facts about letters that Python knows and a browser does not: tables that are made when the page is built."""

import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import groupby


def _ranges(tell: Callable[[str], int]) -> Iterator[tuple[int, int]]:
    """The first letter of each run of letters with the same value of `tell`, and that value."""
    start = 0
    for value, run in groupby(map(tell, map(chr, range(sys.maxunicode + 1)))):
        yield start, value
        start += sum(1 for _ in run)


def _arabic(letter: str) -> int:
    return int(unicodedata.name(letter, "").startswith("ARABIC LETTER") and letter != "ء")


_COMBINING, _COMBINING_CLASSES = zip(*_ranges(unicodedata.combining), strict=True)
_ARABIC, _IS_ARABIC = zip(*_ranges(_arabic), strict=True)


def combining(letter: str) -> int:
    """See unicodedata.combining."""
    return int(_COMBINING_CLASSES[bisect_right(_COMBINING, ord(letter)) - 1])


def is_arabic(letter: str) -> bool:
    """See server/text.py."""
    return bool(letter) and bool(_IS_ARABIC[bisect_right(_ARABIC, ord(letter)) - 1])

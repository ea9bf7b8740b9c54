"""Files of one value a line: a line that cannot be read is named, whatever is wrong with it."""

from pathlib import Path

import pytest

from rookery.core.errors import Trouble
from rookery.core.reading.json_lines import json_lines


class BrokenNumbers(Trouble):
    """A file of numbers cannot be read."""


def check(numbers: object) -> None:
    assert isinstance(numbers, list)
    round(sum(numbers))


@pytest.mark.parametrize("line", ["[1e308, 1e308]", f"[{'1' * 400}, 0.5]", "[" * 200_000, "[1"], ids=str.__len__)
def test_a_line_that_cannot_be_read_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "numbers.jsonl"
    file.write_text(f"[1, 2]\n{line}\n")
    with pytest.raises(BrokenNumbers, match="line 2 is no list of numbers: "):
        json_lines(file, list, check, BrokenNumbers, "is no list of numbers")

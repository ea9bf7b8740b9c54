"""What the tests of every game's words ask alike."""

import re
from collections.abc import Mapping
from pathlib import Path

from rookery import Record

__all__ = ["says_why_it_ended"]


def says_why_it_ended(file: Path, reasons: Mapping[str, str]) -> None:
    """Of a recorded game; `reasons`: patterns by the file's stem, and "" of all others, where they have one."""
    outcome = Record.load(file).result
    assert outcome is not None
    pattern = reasons.get(file.stem) or reasons.get("")
    assert pattern is None or re.fullmatch(pattern, outcome.reason), outcome.reason
    assert outcome.reason[1:] in outcome.words, "one text: the whole sentence holds the reason"

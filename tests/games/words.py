"""What the tests of every game's words ask alike."""

import re
from collections.abc import Mapping
from pathlib import Path

from rookery import Record


def says_why_it_ended(file: Path, reasons: Mapping[str, str]) -> None:
    """Of a recorded game; `reasons`: patterns by how the file's name begins, of which the longest counts."""
    outcome = Record.load(file).result
    assert outcome is not None
    begins = max((name for name in reasons if file.stem.startswith(name)), key=len)
    assert re.fullmatch(reasons[begins], outcome.reason), outcome.reason
    assert outcome.reason[1:] in outcome.words, "one text: the whole sentence holds the reason"


def caption_names_the_way_out(file: Path, way: str) -> None:
    """In a recorded game, to whom could do nothing else: below "No plan fits", nobody is asked to choose one."""
    record, seen = Record.load(file), 0
    for ply, action in enumerate(record.actions):
        before = record.at(ply)
        seat = before.mover
        if seat is not None and seat >= 0 and before.format(action) == way:
            assert way in before.view(seat).scene().caption
            seen += 1
    assert seen > 0

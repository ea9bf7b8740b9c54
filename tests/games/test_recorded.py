"""Recorded games, one for each way to end, replayed by the kernels and by the twin."""

import re
from pathlib import Path

import pytest

import rookery
from rookery import Record
from tests.games import both
from tests.games.endings import Ended, endings, reasons, recorded

GAMES = [(slug, file) for slug in rookery.slugs() for file in recorded(slug)]


def test_every_ending_is_recorded(slug: str) -> None:
    assert {file.stem for file in recorded(slug)} == {*endings(slug)}


@pytest.mark.parametrize(("slug", "file"), GAMES, ids=lambda it: it if isinstance(it, str) else it.stem)
def test_a_recorded_game_ends_as_it_is_called(slug: str, file: Path) -> None:
    record = Record.load(file)
    twin = both.both(slug).replay(record) if slug in both.SLUGS else None
    assert endings(slug)[file.stem](Ended(record, twin))


@pytest.mark.parametrize(("slug", "file"), GAMES, ids=lambda it: it if isinstance(it, str) else it.stem)
def test_a_recorded_game_says_why_it_ended(slug: str, file: Path) -> None:
    outcome, told = Record.load(file).result, reasons(slug)
    assert outcome is not None
    begins = max((name for name in told if file.stem.startswith(name)), key=len)
    assert re.fullmatch(told[begins], outcome.reason), outcome.reason
    assert outcome.reason[1:] in outcome.words, "one text: the whole sentence holds the reason"

"""`make evidence` writes what the tests compare with: the same again while no rule has changed."""

import re
import shutil
from pathlib import Path

import pytest

from rookery.search import perft
from tests.evidence import GAMES, count_again, main, play_all_again
from tests.games.both import SLUGS, Counted, counts

RECORDED = min(GAMES.glob("*/recorded/*.jsonl"), key=lambda path: (path.stat().st_size, path))


def test_a_game_recorded_under_other_rules_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / RECORDED.name
    text = RECORDED.read_text("utf-8")
    file.write_text(re.sub(r'"key": "\w+"', '"key": "0"', text).replace('"rules": ', '"rules": 9'), "utf-8")
    play_all_again([file])
    assert file.read_text("utf-8") == text


def test_a_recorded_game_that_is_not_possible_any_more_is_named(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken.jsonl", tmp_path / "whole.jsonl"
    broken.write_text(re.sub(r'"action": "[^"]+"', '"action": "z9"', RECORDED.read_text("utf-8")), "utf-8")
    before = broken.read_bytes()
    shutil.copy(RECORDED, whole)
    with pytest.raises(SystemExit, match=r"(?s)not possible any more.*broken: 'z9'"):
        play_all_again([broken, whole])
    assert (broken.read_bytes(), whole.read_bytes()) == (before, RECORDED.read_bytes())


def test_counts_are_written_anew_once_the_twin_agrees(tmp_path: Path) -> None:
    file, counted = tmp_path / "perft.txt", counts(SLUGS[0])[0]
    start = counted.position
    file.write_text("# D1 5; D2 6\nfirst; D1 5; D2 6\n", "utf-8")
    recounted = list[Counted]()
    count_again(file, [counted._replace(depth=1, ways=5), counted._replace(depth=2, ways=6)], recounted.append)
    assert [found.ways for found in recounted] == [perft(start, 1), perft(start, 2)]
    assert file.read_text("utf-8") == f"# D1 5; D2 6\nfirst; D1 {perft(start, 1)}; D2 {perft(start, 2)}\n"


def test_the_verb_needs_a_game() -> None:
    with pytest.raises(SystemExit, match="usage: make evidence"):
        main([])
    with pytest.raises(SystemExit, match="no game is called 'nosuch'"):
        main(["nosuch"])

"""`rookery check` on a game that somebody is writing: that of docs/add_a_game.md, with mistakes in it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.page import write

PAGE = Path(__file__).parents[2] / "docs" / "add_a_game.md"
Ran = subprocess.CompletedProcess[str]


class Desk:
    """A folder with the game that the page makes, as its author has it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write(PAGE, folder)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / "matches" / name).read_text("utf-8")
        assert text.count(old) == 1
        (self.folder / "matches" / name).write_text(text.replace(old, new), "utf-8")

    def line(self, name: str, words: str) -> int:
        lines = (self.folder / "matches" / name).read_text("utf-8").splitlines()
        return next(number for number, line in enumerate(lines, start=1) if words in line)

    def laws(self, *words: str) -> Ran:
        """Try the laws."""
        paths = os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        found = {"PYTHONPATH": paths}
        command = [sys.executable, "-m", "rookery", "check", "matches", *words]
        environment = {name: value for name, value in {**os.environ, **found}.items() if value}
        return subprocess.run(
            command, env=environment, cwd=self.folder, capture_output=True, text=True, check=False, timeout=120
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_what_is_done_and_how_long_it_takes_is_told(desk: Desk) -> None:
    ran = desk.laws("--games=3", "--durations")
    assert ran.returncode == 0, ran.stderr
    assert re.match(r"matches: game 1 of 3, \d+\.\d s\n", ran.stderr)
    first, *rest = ran.stdout.splitlines()
    assert re.fullmatch(r"matches: \d+ laws hold in \d+ positions of 3 games; 1 lesson can be taken", first)
    assert any(re.fullmatch(r" +\d+\.\d\d s  games_end", line) for line in rest)


def test_it_ends_in_time_and_says_what_was_left_out(desk: Desk) -> None:
    ran = desk.laws("--games=500", "--seconds=4")
    assert ran.returncode == 0, ran.stderr
    found = re.fullmatch(
        r"matches: \d+ laws hold in \d+ positions of (\d+) games; 1 lesson can be taken; "
        r"(\d+) more games were skipped after 4 seconds\n",
        ran.stdout,
    )
    assert found, ran.stdout
    assert sum(map(int, found.groups())) == 500


def test_a_verb_that_never_ends_is_named(desk: Desk) -> None:
    desk.edit("rules.py", "    out[pos.turn] = -1.0\n", "    while True:\n        out[pos.turn] = -1.0\n")
    ran = desk.laws("--games=1", "--seconds=1")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.search(r"matches: stopped after \d seconds, \d of them in \w+ at seed 0\.\n  the law: `", ran.stderr)
    line = desk.line("rules.py", "while True")
    assert re.search(rf"  the place: rules\.py:({line}|{line + 1})\n", ran.stderr)


def test_laws_hold_only_when_the_process_has_ended_well(desk: Desk) -> None:
    desk.edit("rules.py", "import numpy as np\n", "import atexit, os\nimport numpy as np\natexit.register(os.abort)\n")
    ran = desk.laws("--games=1")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "matches: the process that tried the laws crashed (status -6)\n" in ran.stderr


def test_a_wrong_index_is_named_with_file_and_line(desk: Desk) -> None:
    desk.edit("rules.py", "        actions[action] = action\n", "        actions[action + 50] = action\n")
    ran = desk.laws("--games=1")
    assert (ran.returncode, ran.stdout) == (1, "")
    where = f"{desk.folder}/matches/rules.py:{desk.line('rules.py', 'actions[action + 50]')}, in legal: "
    assert f"{where}index 50 of 7" in ran.stderr


def test_a_misspelt_field_is_named_in_one_line(desk: Desk) -> None:
    desk.edit("rules.py", "    pos.turn = 1 - pos.turn\n", "    pos.turn = 1 - pos.trun\n")
    ran = desk.laws("--games=1")
    assert (ran.returncode, ran.stdout) == (1, "")
    line = desk.line("rules.py", "pos.trun")
    told = "State has no field trun; did you mean turn? it has left, turn"
    assert ran.stderr.splitlines()[-1] == f"matches: {desk.folder}/matches/rules.py:{line}, in play: {told}"
    assert len(ran.stderr.splitlines()) == 2


@pytest.mark.parametrize("wrong", ["not pos.left", "pos.left == 11"])  # the first thing that is drawn; the lobby has 11
def test_an_assertion_without_words_is_told_with_its_line(desk: Desk, wrong: str) -> None:
    desk.edit("scene.py", "    return Scene(\n", f"    assert {wrong}\n    return Scene(\n")
    ran = desk.laws("--games=1")
    assert (ran.returncode, ran.stdout) == (1, "")
    line = desk.line("scene.py", f"assert {wrong}")
    assert f"AssertionError without a message, in {desk.folder}/matches/scene.py, line {line}\n" in ran.stderr


def test_a_folder_of_the_same_name_in_the_way_is_told(desk: Desk) -> None:
    """A project's folder often has its package's name; from beside it Python finds that, and no __init__.py in it."""
    (desk.folder / "matches" / "__init__.py").unlink()
    ran = desk.laws("--games=1")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "the package matches of Matches has no __init__.py in " in ran.stderr
    assert "Traceback" not in ran.stderr


# ── Several faults ───────────────────────────────────────────────────────────
def faults(ran: Ran) -> list[dict[str, Any]]:
    """All that `--json` tells."""
    assert ran.returncode == 1, ran.stderr
    (line,) = ran.stdout.splitlines()
    first = json.loads(line)
    return [first, *first["more"]]


def test_every_broken_law_is_told_once_and_lessons_too(desk: Desk) -> None:
    desk.edit("rules.py", "    out[pos.turn] = -1.0\n", "    out[pos.turn] = -0.5\n")
    desk.edit("notation.py", '"the last match is taken"', '"the last match is taken."')
    desk.edit("lessons.toml", "choices = 3", "choices = 2")
    found = faults(desk.laws("--games=3", "--json"))
    laws = [fault["law"] for fault in found]
    assert laws == ["utilities_are_fair", "endings_are_explained", ""]
    assert [fault["file"] for fault in found] == ["rules.py", "notation.py", "lessons.toml"]
    assert found[0]["ply"] == len(found[0]["actions"]) > 0
    assert found[2]["line"] == desk.line("lessons.toml", 'id = "last"')
    told = desk.laws("--games=3").stderr
    assert all(fault["error"] in told for fault in found)
    assert told.endswith("matches: 3 faults\n")


def test_what_shows_without_playing_is_told_of_a_game_that_cannot_be_played(desk: Desk) -> None:
    desk.edit("rules.py", "        actions[action] = action\n", "        actions[action + 50] = action\n")
    desk.edit("facts.py", "weight=1,", "weight=9,")
    desk.edit(
        "notation.py", '    return "the last match is taken"', '    import os\n    return "the last match is taken"'
    )
    desk.edit("lessons.toml", '"MA-02"]', '"MA-03"]')
    found = faults(desk.laws("--games=1", "--json"))
    places = [(fault["file"], fault["line"]) for fault in found]
    assert places[:2] == [
        ("rules.py", desk.line("rules.py", "actions[action + 50]")),
        ("notation.py", desk.line("notation.py", "import os")),
    ]
    assert "weight 9 is not between 1 and 5" in found[2]["error"]
    assert [fault["error"][:21] for fault in found[3:5]] == ["no lesson teaches MA-", "the rules page has no"]


def test_facts_and_picture_that_cannot_be_read_are_told_together(desk: Desk) -> None:
    desk.edit("facts.py", 'slug="matches",', 'slug=="matches",')
    desk.edit("scene.py", "def why(", "def why((")
    found = faults(desk.laws("--games=1", "--json"))
    assert [fault["file"] for fault in found] == ["matches/facts.py", "matches/scene.py"]


def test_what_was_found_before_a_verb_never_ends_is_told(desk: Desk) -> None:
    desk.edit("notation.py", '"the last match is taken"', '"the last match is taken."')
    desk.edit("scene.py", "    left = view.numbers.left\n", "    left = view.numbers.left\n    while left == 4: pass\n")
    found = faults(desk.laws("--games=9", "--seconds=4", "--json"))
    assert found[0]["law"] == "endings_are_explained"
    assert re.match(r"stopped after \d+ seconds", found[-1]["error"])
    assert (found[-1]["file"], found[-1]["line"]) == ("scene.py", desk.line("scene.py", "while left"))


def test_what_pages_leave_out_of_a_drawing_is_a_fault(desk: Desk) -> None:
    desk.edit("art.svg", '<ellipse class="m-head"', '<ellipse style="opacity: .5" class="m-head"')
    [fault] = faults(desk.laws("--games=1", "--json"))
    assert (fault["file"], fault["line"]) == ("art.svg", desk.line("art.svg", "<ellipse"))
    assert fault["error"] == "a page that does not know the game leaves out the attribute style of <ellipse>"

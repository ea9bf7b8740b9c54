"""A game that is written in a page: Python there, without NumPy and Numba, makes and finds what it does elsewhere."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from rookery.javascript.game_module import module_text
from rookery.server.wire.board_views import board_card
from rookery.workshop import new_game
from rookery.workshop.page import number_types, small_arrays
from rookery.workshop.page.made_game import made_game
from tests.workshop.conftest import SLUG, PagePython, loaded

KINDS = tuple(new_game.kinds())


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_the_same_there_and_keeps_the_laws(
    kind: str, python: PagePython, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = python("start_texts", SLUG, "My game", kind)
    made = python.opened(texts)
    assert made["failure"] is None
    assert made["card"]["name"] == "My game"
    laws = python("laws", SLUG, 1)
    assert laws["result"] == "holds", laws

    slug = f"{SLUG}_{kind}"
    game = loaded(texts, slug, tmp_path, monkeypatch)
    assert module_text(game).replace(slug, SLUG) == made["code"]
    card = msgspec.to_builtins(board_card(game.start_with(game.facts.settings(2, {})), "a name"))
    assert python("board", SLUG, "a name", 2, "{}", "") == card
    assert python("board", SLUG, "a name", 2, "{}", game.start_with(game.facts.settings(2, {})).text) == card


def test_what_a_page_compiles_is_what_is_compiled_here(
    python: PagePython, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gets the game by a link plays with the same bytes, and needs no Python."""
    texts = python("start_texts", SLUG, "My game", "cards")
    python.opened(texts)
    made = python("finished", SLUG, "engine.js")
    game = loaded(texts, SLUG, tmp_path, monkeypatch)
    here = msgspec.to_builtins(made_game(game, module_text(game), "engine.js"))
    assert {name for name, value in made.items() if value != here[name]} <= {"files"}
    assert made["files"].keys() == here["files"].keys()
    assert [path for path, text in made["files"].items() if text != here["files"][path]] == []
    assert made["made_for"] == "engine.js"


def test_whoever_gets_it_gets_its_lessons(python: PagePython) -> None:
    """Those that begin in a position of the game as it is now; what is wrong with the others has a place."""
    texts = python("start_texts", SLUG, "My game", "dice")
    python.opened(texts)
    assert python("lessons", SLUG) is None
    cards, answers = _learnt(python("finished", SLUG, "engine.js"))
    assert [(card["lessons"], card["course"]) for card in cards] == [(2, ["leap", "home"])]
    about = f"/api/games/{SLUG}"
    paths = ["lessons", "puzzles", "lessons/leap", "lessons/home"]
    assert [*answers] == [f"{about}/{path}" for path in paths]
    assert [card["id"] for card in answers[f"{about}/lessons"]] == cards[0]["course"]
    script = answers[f"{about}/lessons/leap"]
    assert (script["seat"], script["steps"][0]["play"]) == (0, ["s10"])
    assert f"code/{script['board']['code']}" in python("finished", SLUG, "engine.js")["files"]

    old, new = 'position = "0 3 10,5', 'position = "0 3 nonsense,5'
    python.opened(texts | {"lessons.toml": texts["lessons.toml"].replace(old, new)})
    told = python("lessons", SLUG)
    assert (told["file"], told["line"]) == ("lessons.toml", 2)
    assert "the lesson 'leap' cannot be taken" in told["error"]
    cards, answers = _learnt(python("finished", SLUG, "engine.js"))
    assert (cards[0]["lessons"], cards[0]["course"]) == (1, ["home"])
    assert [card["id"] for card in answers[f"{about}/lessons"]] == ["home"]


def _learnt(made: Any) -> tuple[Any, Any]:
    """The cards of a made game, and the answers about its lessons."""
    return json.loads(made["files"]["games.json"]), json.loads(made["files"][f"answers/{SLUG}.packed"])


def test_each_edit_counts_and_nothing_of_those_before(python: PagePython) -> None:
    texts = python("start_texts", SLUG, "My game", "squares")
    before = python.opened(texts)
    away = texts | {"rules.py": texts["rules.py"].replace("(seat + 1) % pos.players", "seat + 1")}
    assert python.opened(away)["code"] != before["code"]
    broken = python("laws", SLUG, 1)
    assert (broken["result"], broken["law"]) == ("fails", "mover_is_somebody"), broken
    assert broken["actions"], "the position at which it is broken can be shown"
    assert python.opened(texts) == before
    assert python("laws", SLUG, 1)["result"] == "holds"


def test_what_holds_can_be_played_elsewhere(python: PagePython) -> None:
    """Kernels run as Python in a page, and compiled wherever else the game is played."""
    texts = python("start_texts", SLUG, "My game", "squares")
    numbered = "    for square in [*range(SQUARES)]:\n"
    rules = texts["rules.py"].replace("    for square in range(SQUARES):\n", numbered, 1)
    assert python.opened(texts | {"rules.py": rules})["failure"] is None
    told = python("laws", SLUG, 1)
    line = rules[: rules.index(numbered)].count("\n") + 1
    assert (told["result"], told["file"], told["line"]) == ("fails", "rules.py", line)
    assert "/" not in told["error"]
    assert python("finished", SLUG, "engine.js")["failure"] == f"rules.py, line {line}: {told['error']}"


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("rules.py", "def legal(", "def legal((", "def legal("),
        ("facts.py", "SIZE = ", "raise MemoryError\nSIZE = ", "SIZE = "),
        ("scene.py", "def touched(", "nonsense\n\n\ndef touched(", "def touched("),
        ("rules.py", "pos.turn = (", "pos.sunken[0] = (", "pos.turn = ("),
    ],
)
def test_what_is_wrong_has_a_place(file: str, old: str, new: str, line: str, python: PagePython) -> None:
    texts = python("start_texts", SLUG, "My game", "squares")
    at = texts[file][: texts[file].index(line)].count("\n") + 1
    made = python.opened(texts | {file: texts[file].replace(old, new)})
    assert (made["failure"]["file"], made["failure"]["line"], made["card"]) == (file, at, None)
    assert re.search(r"\w$|\)$", made["failure"]["error"]), "an error without words has its name"


def test_what_goes_wrong_on_the_board_is_told_as_the_laws_tell_it(python: PagePython) -> None:
    texts = python("start_texts", SLUG, "My game", "squares")
    python.opened(texts)
    assert python("replayed", SLUG, 2, "{}", "", "[0, 1]") is None
    rules = texts["rules.py"].replace("pos.turn = (", "pos.squares[action + 20] = 1\n    pos.turn = (")
    python.opened(texts | {"rules.py": rules})
    fault, laws = python("replayed", SLUG, 2, "{}", "", "[0, 10]"), python("laws", SLUG, 1)
    line = rules[: rules.index("pos.squares[action + 20]")].count("\n") + 1
    assert (fault["file"], fault["line"]) == ("rules.py", line)
    assert (laws["file"], laws["line"]) == ("rules.py", line)
    assert all("out of bounds for an axis of length 25" in told["error"] for told in (fault, laws))


def test_a_text_that_is_no_position_is_refused_in_a_sentence(python: PagePython) -> None:
    python.opened(python("start_texts", SLUG, "My game", "squares"))
    assert "is not a position of My game" in python("board", SLUG, "", 2, "{}", "nonsense")["refused"]


FIELDS = [("mover", "int8"), ("hands", "int8", (2, 3)), ("seen", "uint64"), ("marks", "int32", (4,))]


def test_records_have_the_bytes_that_those_of_numpy_have() -> None:
    ours, theirs = (kind((record, FIELDS)) for kind, record in ((number_types.dtype, None), (np.dtype, np.record)))
    assert (ours.itemsize, ours.names) == (theirs.itemsize, theirs.names)
    states: list[Any] = [small_arrays.ndarray(3, ours), np.zeros(3, theirs)]
    for some in states:
        one = some[1]
        one.mover = -5
        one.hands[1] = [7, 8, 9]
        one.hands[0, 2] = 4
        one.seen = 2**64 - 1
        one.marks[1:3] = 70_000
        some[2] = one
        one.marks[-1] = -1
    mine, numpys = states
    assert mine.tobytes() == numpys.tobytes()
    assert (mine[2].hands.tolist(), mine[1] == mine[2]) == (numpys[2].hands.tolist(), False)
    for hands in (some[1].hands for some in states):
        assert (hands[1, 0], hands[-1, -1], next(iter(hands))[2]) == (7, 9, 4)
        assert (hands[1].tolist(), hands[0, 1:].tolist()) == ([7, 8, 9], [0, 4])
        assert (hands[1:, :].tolist(), hands[:, :].tolist()) == ([[7, 8, 9]], [[0, 0, 4], [7, 8, 9]])
    for wrong in ((2, 0), (0, -4), 2):
        with pytest.raises(IndexError, match="out of bounds for an axis of length"):
            mine[0].hands[wrong]
    with pytest.raises(OverflowError):
        mine[0].mover = 128
    with pytest.raises(IndexError):
        mine[0].marks[4] = 1


def test_words_of_64_bits_overflow_as_those_of_numpy_do() -> None:
    def found(word: Any, a: int, b: int) -> list[int]:
        x, y = word(a), word(b)
        return [int(one) for one in (x * y, x + y, y - x, x ^ y, x >> word(7), ~x, x % y)]

    for a, b in ((2**64 - 1, 3), (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9), (5, 1)):
        with np.errstate(over="ignore"):
            assert found(number_types.uint64, a, b) == found(np.uint64, a, b)

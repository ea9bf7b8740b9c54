"""`rookery dev`, as an author has it: edits that are served, edits that cannot be, what never ends, and laws that are
broken."""

import os
import sys
import time
from collections.abc import Iterator

import pytest

from tests.workshop.author import PATIENCE, SLUG, Author


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    one = Author(tmp_path_factory.mktemp("author"))
    yield one
    assert one.close() == 0


def test_any_position_can_be_set_up(author: Author) -> None:
    text = "1%20-1%20" + ",".join(["1", *["0"] * 24])
    assert author.ask(f"api/workshop/board?players=2&position={text}")["seats"] == ["Ruby", "Sky"]
    refused = author.ask("api/workshop/board?players=2&position=nonsense")
    assert refused["code"] == "UnreadablePosition"

    author.edit("rules.py", "    pos.players = settings[0]\n", "    while True:\n        pos.winner = 0\n")
    time.sleep(0.5)  # it is being opened, and never will be
    author.edit("rules.py", "    while True:\n        pos.winner = 0\n", "    pos.players = settings[0]\n")
    author.state(lambda state: state["edit"] > 1 and state["failure"] is None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="edits are slow there")
def test_the_page_hears_of_edits_failures_and_laws(author: Author) -> None:
    assert [card["slug"] for card in author.ask("api/games")] == [SLUG]
    state = author.state(lambda state: state["laws"])
    assert (state["laws"]["result"], state["laws"]["lessons"]) == ("holds", 1)
    code = author.ask(f"api/games/{SLUG}/board?players=2")["code"]

    author.edit("notation.py", "puts a stone on", "claims")
    author.state(lambda now: now["edit"] == state["edit"] + 1)
    assert author.ask(f"api/games/{SLUG}/board?players=2")["code"] != code

    author.edit("scene.py", "def touched(", "def touched((")
    failure = author.state(lambda state: state["failure"])["failure"]
    assert (failure["file"], failure["line"]) == ("scene.py", author.line("scene.py", "def touched(("))
    assert author.ask(f"api/games/{SLUG}/board?players=2")["seats"] == ["Ruby", "Sky"], (
        "the edit before is still served"
    )

    author.edit("scene.py", "def touched((", "def touched(")
    author.edit("rules.py", "pos.winner = seat\n", "pos.winner = seat + 3\n")
    laws = author.state(lambda state: state["laws"] and state["laws"]["result"] == "fails")["laws"]
    assert (laws["law"], laws["file"]) == ("fields_stay_in_range", "rules.py")
    assert laws["ply"] == len(laws["actions"])


def test_what_never_ends_is_stopped_and_its_place_told(author: Author) -> None:
    """In words, and in a kernel, which has no lines when it runs."""
    edit = author.state(lambda state: state["failure"] is None)["edit"]
    words, kernel = '    while text == "9":\n        pass\n', "    while action == 9:\n        pos.turn = 0\n"
    author.edit("notation.py", "    read_fields(", f"{words}    read_fields(")
    author.edit("rules.py", "    seat = int(", f"{kernel}    seat = int(")
    author.state(lambda state: state["edit"] > edit and state["failure"] is None)
    for path, file, loop, function in (
        ("board?position=9", "notation.py", words, "read_position"),
        ("fault?actions=[9]", "rules.py", kernel, "play"),
    ):
        fault = author.stopped(f"api/workshop/{path}")
        first = author.line(file, loop)
        assert (fault["file"], fault["line"] in (first, first + 1)) == (file, True)
        assert fault["error"] == f"`{function}` ran for 4 seconds, and was stopped; does a loop never end?"
    author.edit("notation.py", words, "")
    author.edit("rules.py", kernel, "")
    assert author.state(lambda state: state["edit"] > edit + 1)["fault"] is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit what a process may take")
def test_what_takes_all_memory_is_refused(author: Author) -> None:
    eater = "    eaten = [1]\n    while eaten:\n        eaten += eaten\n"
    author.edit("scene.py", "    pos: State", f"{eater}    pos: State")
    failure = author.state(lambda state: state["failure"])["failure"]
    assert failure["error"] == "it took all the memory that it may have"
    assert (failure["file"], failure["line"]) == ("scene.py", author.line("scene.py", "eaten += eaten"))
    author.edit("scene.py", eater, "")
    author.state(lambda state: state["failure"] is None)


@pytest.mark.soak
def test_what_never_opens_is_stopped_and_its_place_told(author: Author) -> None:
    author.edit("rules.py", "    seat = int(", "    while True:\n        pos.winner = 0\n    seat = int(")
    failure = author.state(lambda state: state["failure"])["failure"]
    first = author.line("rules.py", "while True:")
    assert (failure["file"], failure["line"] in (first, first + 1)) == ("rules.py", True)
    assert failure["error"] == "`play` ran for 20 seconds, and was stopped; does a loop never end?"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="edits are slow there")
def test_an_author_can_stop_while_a_game_opens_that_never_does(author: Author) -> None:
    """The fixture stops it, and sees that it ends."""
    author.edit("scene.py", "def ", 'open("began", "w").close()\nwhile True:\n    pass\n\n\ndef ')
    end = time.monotonic() + PATIENCE
    while not (author.folder / "began").exists():
        assert time.monotonic() < end
        time.sleep(0.05)
